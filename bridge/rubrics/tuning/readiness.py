"""What tuning refuses: answers to another rubric, cases without one, and too few of a kind (spec: Rubrics, 6.6)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

from bridge.errors import InputError
from bridge.rubrics.evaluation.cases import Case, Split
from bridge.rubrics.evaluation.json_lines import refused
from bridge.rubrics.evaluation.results import Observed, ResultRow, observe
from bridge.rubrics.hashes import rubric_hash
from bridge.rubrics.model import Rubric, Verdict
from bridge.rubrics.tuning.cost_policy import CostPolicy

_MEASURED: Final = (Split.TRAIN, Split.HELDOUT)
_LISTED: Final = 5


class NotTunable(InputError):
    """Cases and results from which nothing may be proposed."""

    code = "not-tunable"


def ready(
    rubric: Rubric,
    cases: Sequence[Case],
    rows: Sequence[ResultRow],
    policy: CostPolicy,
    *,
    min_support: int,
    synthetic_demo: bool = False,
) -> tuple[Observed, ...]:
    """The cases of the rubric with what was answered, every one of them.

    Args:
        rubric: to be tuned.
        cases: of the file; those of other rubrics are passed over.
        rows: the results.
        policy: what is required of them.
        min_support: how many cases each verdict needs in each split.
        synthetic_demo: take canned answers and results without a hash, to show how it works.

    Raises:
        NotTunable: no case of the rubric, results that lack or are too many, or too few cases of a kind.
        ShapeError: a result that does not fit; with its line.
    """
    mine = [case for case in cases if case.rubric_id == rubric.id]
    if not mine:
        raise NotTunable(f"no case is judged by {rubric.id}", where="--set", help="name the rubric of the cases")
    by_id = {row.case_id: row for row in rows}
    _match(cases, mine, by_id)
    hash_ = rubric_hash(rubric)
    observed = tuple(_observed(case, by_id[case.id], rubric, hash_, synthetic_demo) for case in mine)
    check_support(mine, policy, min_support)
    if policy.token_cost_per_1000 > 0:
        _counted(observed)
    return observed


def required(cases: Sequence[Case], policy: CostPolicy) -> tuple[Verdict, ...]:
    """The verdicts that each split must have: the policy's, else those that people gave."""
    if policy.required_classes is not None:
        return policy.required_classes
    given = {case.expected for case in cases if case.split in _MEASURED}
    return tuple(verdict for verdict in Verdict if verdict in given)


def _match(cases: Sequence[Case], mine: Sequence[Case], by_id: Mapping[str, ResultRow]) -> None:
    missing = [case.id for case in mine if case.id not in by_id]
    if missing:
        raise NotTunable(f"cases without a result: {_list(missing)}", where="--results", help="judge them first")
    known = {case.id for case in cases}
    extra = [name for name in by_id if name not in known]
    if extra:
        raise NotTunable(f"results of no case: {_list(extra)}", where="--results", help="are they of another set?")


def _observed(case: Case, row: ResultRow, rubric: Rubric, hash_: str, synthetic_demo: bool) -> Observed:
    said: Mapping[str, Any] = row.result or {}
    seen = observe(case, row, rubric, hash_=hash_)
    if seen is None:
        why = row.error or "the row has none"
        raise refused(row.place, f"case '{case.id}' has no result: {why}", "judge it again, or leave it out of the set")
    if not synthetic_demo:
        remedy = "judge the cases with a model, or add --synthetic-demo to see how it works"
        if not isinstance(said.get("rubric_hash"), str):
            raise refused(row.place, "the result carries no rubric_hash, so its rubric may be another", remedy)
        if said.get("mock") is True or row.provenance == "canned_demo":
            raise refused(row.place, "the answers are canned, and tuning to them means nothing", remedy)
    return seen


def check_support(cases: Sequence[Case], policy: CostPolicy, least: int) -> None:
    """Refuse cases of which a split has too few of a kind.

    Raises:
        NotTunable: it has; says of which.
    """
    classes = required(cases, policy)
    if len(classes) < 2:
        raise NotTunable("every case expects the same verdict", where="--set", help="label some of each kind")
    counts = Counter((case.split, case.expected) for case in cases)
    few = [
        f"{split} has {counts[split, verdict]} of {verdict}"
        for split in _MEASURED
        for verdict in classes
        if counts[split, verdict] < least
    ]
    if few:
        raise NotTunable(f"{'; '.join(few)}; each needs {least}", where="--set", help="label more, or --min-support")


def _counted(observed: Sequence[Observed]) -> None:
    unknown = [one.case.id for one in observed if None in one.tokens]
    if unknown:
        message = f"the policy prices tokens, and their number is not known of: {_list(unknown)}"
        raise NotTunable(message, where="--cost-policy", help="set token_cost_per_1000 to 0")


def _list(names: Sequence[str]) -> str:
    more = f" and {len(names) - _LISTED} more" if len(names) > _LISTED else ""
    return ", ".join(names[:_LISTED]) + more
