"""What other thresholds would have made of the same answers; nobody is asked again (spec: Rubrics, 6.5)."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from bridge.core.strict_json import Json
from bridge.errors import UsageError
from bridge.rubrics.evaluation.metrics import Figures, figures
from bridge.rubrics.evaluation.results import Observed
from bridge.rubrics.model import Condition, Field, Rubric, Verdict
from bridge.rubrics.routing import route

_FLOOR: Final = "confidence_floor"
_HELP: Final = "write 'rubric|answer|field=0.5,0.6' or 'rubric|confidence_floor=0.5,0.6'"
MAX_VALUES: Final = 200


@dataclass(frozen=True, slots=True)
class Sweep:
    """A threshold and the values to try.

    Args:
        rubric_id: of the rubric.
        target: ``answer|field``, or ``confidence_floor``.
        current: the value as it is.
        values: to try, in the order given.
    """

    rubric_id: str
    target: str
    current: float
    values: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Swept:
    """The figures of every value of a sweep."""

    sweep: Sweep
    figures: tuple[Figures, ...]

    def json(self) -> dict[str, Json]:
        """The sweep as a report has it."""
        rows: list[Json] = [
            {
                "value": value,
                "agreement": of.agreement.json(),
                "macro_f1": of.macro_f1,
                "false_pass": of.false_pass.json(),
                "review_burden": of.review.json(),
            }
            for value, of in zip(self.sweep.values, self.figures, strict=True)
        ]
        sweep = self.sweep
        return {"rubric_id": sweep.rubric_id, "target": sweep.target, "current": sweep.current, "rows": rows}


def read_sweep(given: str, rubrics: Mapping[str, Rubric]) -> Sweep:
    """The sweep that an option describes.

    Args:
        given: such as ``assistant-reply|locate.harmful|noul=0.7,0.8``.
        rubrics: by id.

    Raises:
        UsageError: it describes none, or its target is not read by exactly one condition.
    """
    names, equals, numbers = given.partition("=")
    parts = [part.strip() for part in names.split("|")]
    if not equals or len(parts) not in (2, 3) or (len(parts) == 2 and parts[1] != _FLOOR):
        raise UsageError(f"not a sweep: {given!r}", where="--sweep", help=_HELP)
    rubric = rubrics.get(parts[0])
    if rubric is None:
        known = ", ".join(sorted(rubrics))
        raise UsageError(f"no case is judged by '{parts[0]}'", where="--sweep", help=f"known here: {known}")
    values = tuple(_number(each, given) for each in numbers.split(","))
    if len(values) > MAX_VALUES:
        raise UsageError(f"{len(values)} values; a sweep has at most {MAX_VALUES}", where="--sweep", help="take fewer")
    if len(parts) == 2:
        _check_range(values, 1, given)
        return Sweep(rubric.id, _FLOOR, rubric.floor, values)
    condition = _condition(rubric, parts[1], parts[2])
    _check_range(values, rubric.questions[parts[1]].top if condition.field is Field.SCORE else 1, given)
    return Sweep(rubric.id, f"{parts[1]}|{parts[2]}", float(condition.value), values)


def swept(sweep: Sweep, rubric: Rubric, observed: Sequence[Observed]) -> Swept:
    """The figures of a sweep over the cases of its rubric."""
    mine = [one for one in observed if one.case.rubric_id == sweep.rubric_id]
    changed = (with_value(rubric, sweep.target, value) for value in sweep.values)
    return Swept(sweep, tuple(figures((one.case.expected, rerouted(other, one)) for one in mine) for other in changed))


def rerouted(rubric: Rubric, observed: Observed) -> Verdict:
    """The verdict of saved answers under a rubric; what was found in the state then still escalates."""
    return Verdict.ESCALATE if observed.injected else route(rubric, observed.answers).verdict


def with_value(rubric: Rubric, target: str, value: float) -> Rubric:
    """The rubric with one threshold changed; ``target`` as in ``Sweep``."""
    if target == _FLOOR:
        return replace(rubric, confidence_floors={**rubric.confidence_floors, rubric.stakes: value})
    answer, _, field = target.partition("|")

    def changed(one: Condition) -> Condition:
        return replace(one, value=value) if (one.answer, one.field.value) == (answer, field) else one

    rules = tuple(replace(rule, conditions=tuple(map(changed, rule.conditions))) for rule in rubric.rules)
    return replace(rubric, rules=rules)


def _condition(rubric: Rubric, answer: str, field: str) -> Any:
    found = [
        one for rule in rubric.rules for one in rule.conditions if (one.answer, one.field.value) == (answer, field)
    ]
    if len(found) != 1 or field == Field.CHOICE:
        read = "is a label and no number" if field == Field.CHOICE else f"is read by {len(found)} conditions"
        raise UsageError(
            f"{answer}|{field} {read}; a sweep needs a threshold that exactly one condition of {rubric.id} has",
            where="--sweep",
            help="`rbridge rubric show` lists the conditions",
        )
    return found[0]


def _number(given: str, whole: str) -> float:
    try:
        value = float(given)
    except ValueError:
        value = math.nan
    if not math.isfinite(value) or "_" in given:
        raise UsageError(f"not a number: {given.strip()!r} in {whole!r}", where="--sweep", help=_HELP)
    return value


def _check_range(values: Sequence[float], top: int, whole: str) -> None:
    outside = [value for value in values if not 0 <= value <= top]
    if outside:
        message = f"{outside[0]:g} is outside of what an answer can be, 0 to {top}, in {whole!r}"
        raise UsageError(message, where="--sweep", help=_HELP)
