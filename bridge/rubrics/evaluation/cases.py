"""Labelled cases: an input, the verdict that a person expects of it, and what the case is for (spec: Rubrics, 6.5)."""

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from bridge.core.strict_json import Json
from bridge.judgement.model import QuestionType
from bridge.rubrics.evaluation.json_lines import check_members, objects, one_of, refused, text
from bridge.rubrics.model import Rubric, Verdict

_REQUIRED: Final = ("id", "rubric_id", "split", "expected_verdict")
_OPTIONAL: Final = ("category", "baseline_verdict", "expected_scores", "input")
_VERDICTS: Final = tuple(verdict.value for verdict in Verdict)


class Split(enum.StrEnum):
    """What a case is for: to tune on, to check what was tuned, or never to get worse."""

    TRAIN = "train"
    HELDOUT = "heldout"
    REDTEAM = "frozen-redteam"


@dataclass(frozen=True, slots=True)
class Case:
    """One labelled case.

    Args:
        id: its name, unique in its file.
        rubric_id: of the rubric it is judged by.
        split: what it is for.
        expected: the verdict that a person gave.
        category: what kind of case it is, in the author's words.
        baseline: of a red-team case, the verdict that it must keep; where the file has none, the expected one.
        expected_scores: the level that a person gave, by score question.
        input: what is judged; None where only saved results are looked at.
        place: file and line.
    """

    id: str
    rubric_id: str
    split: Split
    expected: Verdict
    category: str = ""
    baseline: Verdict | None = None
    expected_scores: Mapping[str, int] = field(default_factory=dict)
    input: Mapping[str, Json] | None = None
    place: str = ""

    @property
    def kept(self) -> Verdict:
        """The verdict that a red-team case must keep."""
        return self.baseline or self.expected


def read_cases(data: bytes, name: str) -> tuple[Case, ...]:
    """The cases of a file, in its order.

    Args:
        data: JSON Lines.
        name: what errors call the file.

    Raises:
        InputError: a line that is not a case, an id given twice, or no case at all; with its line.
    """
    cases: dict[str, Case] = {}
    for place, row in objects(data, name):
        case = _case(place, row)
        if case.id in cases:
            raise refused(place, f"the case '{case.id}' is there twice, first at {cases[case.id].place}", "rename one")
        cases[case.id] = case
    if not cases:
        raise refused(name, "there is no case in it", "write one JSON object on each line")
    return tuple(cases.values())


def check_case(case: Case, rubric: Rubric) -> None:
    """Refuse a case whose expected scores are not levels of the rubric's score questions.

    Raises:
        ShapeError: they are not.
    """
    for name, level in case.expected_scores.items():
        question = rubric.questions.get(name)
        if question is None or question.type is not QuestionType.SCORE:
            raise refused(case.place, f"expected_scores.{name} is no score question of {rubric.id} {rubric.version}")
        if level > question.top:
            raise refused(case.place, f"expected_scores.{name} must be a level from 0 to {question.top}, got {level}")


def _case(place: str, row: Mapping[str, Any]) -> Case:
    check_members(place, row, _REQUIRED, _OPTIONAL)
    given = row.get("input")
    if given is not None and not isinstance(given, dict):
        raise refused(place, f"input must be a JSON object, got {type(given).__name__}")
    baseline = one_of(place, row, "baseline_verdict", _VERDICTS) if row.get("baseline_verdict") is not None else None
    return Case(
        id=text(place, row, "id"),
        rubric_id=text(place, row, "rubric_id"),
        split=Split(one_of(place, row, "split", list(Split))),
        expected=Verdict(one_of(place, row, "expected_verdict", _VERDICTS)),
        category=text(place, row, "category") if row.get("category") is not None else "",
        baseline=None if baseline is None else Verdict(baseline),
        expected_scores=_scores(place, row.get("expected_scores")),
        input=given,
        place=place,
    )


def _scores(place: str, given: Any) -> Mapping[str, int]:
    if given is None:
        return {}
    if not isinstance(given, dict):
        raise refused(place, "expected_scores must be an object of levels by question")
    for name, level in given.items():
        if isinstance(level, bool) or not isinstance(level, int) or level < 0:
            raise refused(place, f"expected_scores.{name} must be a level, a whole number from 0, got {level!r}")
    return given
