"""What a pipeline does about a verdict (spec: Rubrics, section 7, the advice of the pipeline example)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from bridge.errors import ShapeError
from bridge.rubrics.model import Verdict


@dataclass(frozen=True, slots=True)
class Advice:
    """Whether to go on, and whom to tell: ``action`` is proceed, flag, block or page."""

    action: str
    proceeds: bool
    words: str


ADVICE: Final[Mapping[Verdict, Advice]] = {
    Verdict.PASS: Advice("proceed", True, "go on"),
    Verdict.FAIL: Advice("block", False, "do not go on"),
    Verdict.REVIEW: Advice("flag", True, "go on, and let a person look"),
    Verdict.ESCALATE: Advice("page", False, "do not go on, and call a person"),
    Verdict.SKIP: Advice("proceed", True, "go on: there was nothing to judge"),
}
"""The advice by verdict."""

_TEXTS: Final = ("rubric_id", "rubric_version", "rubric_hash", "stage", "model", "routing_reason")
_MEMBERS: Final[Mapping[str, type | tuple[type, ...]]] = {
    **dict.fromkeys(_TEXTS, str),
    "confidence": (int, float),
    "confidence_floor": (int, float),
    "mock": bool,
    "answers": dict,
    "deciding_answers": list,
    "deterministic_gates": list,
    "usage": dict,
    "state_projection": dict,
}


def verdict_of(result: Mapping[str, Any]) -> Verdict:
    """The verdict of a result that has all that a result has; half of one is none.

    Raises:
        ShapeError: it lacks something, or something in it is of another kind; names it.
    """
    for name, kind in _MEMBERS.items():
        value = result.get(name)
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            raise ShapeError(f"this is no result: '{name}' is missing or of another kind", where=f"$.{name}")
    if not result["answers"] or not all(0 <= result[name] <= 1 for name in ("confidence", "confidence_floor")):
        raise ShapeError("this is no result: it has no answers, or a confidence that is none", where="$")
    verdict = result.get("verdict")
    if not isinstance(verdict, str) or verdict not in set(Verdict):
        raise ShapeError("this is no result: 'verdict' is none", where="$.verdict")
    return Verdict(verdict)
