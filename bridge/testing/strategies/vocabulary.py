"""The small world that generated programs speak of: few constants, so that facts and rules meet."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from bridge.reason.model import AGENT_PROPOSED, HUMAN_AUTHORIZED, MODEL_JUDGED, TOOL_REPORTED, Term


class Slot(NamedTuple):
    """An argument's type, the constants that stand there, and the variables that may."""

    type: str
    constants: tuple[Term, ...]
    variables: tuple[str, ...]


SUBJECT: Final = Slot("string", ("a", "b"), ("$x", "$x", "$x", "$y"))
ANSWER: Final = Slot("string", ("yes", "no"), ("$answer",))
OPTION: Final = Slot("string", ("billing", "export", "other"), ("$option",))
LEVEL: Final = Slot("string", ("low", "high"), ("$level",))
COUNT: Final = Slot("integer", (0, 1), ("$n",))
TRUTH: Final = Slot("boolean", (False, True), ("$n",))
"""A variable of its own would keep it from ``COUNT``, and ``True`` from being taken for ``1``."""

EVIDENCE: Final[Mapping[str, tuple[Slot, ...]]] = {
    "approved": (SUBJECT,),
    "requested": (SUBJECT,),
    "deployable": (SUBJECT,),
    "tool_allowed": (SUBJECT, SUBJECT),
    "flagged": (SUBJECT,),
    "ready": (),
    "released": (SUBJECT, SUBJECT),
    "quota": (SUBJECT, COUNT),
    "enabled": (TRUTH,),
    "spent": (COUNT,),
    "judged": (SUBJECT,),
    "Judged_unsafe": (SUBJECT, ANSWER),
}
"""Predicates outside J; the last two only look like judgements."""

JUDGEMENTS: Final[Mapping[str, tuple[Slot, ...]]] = {
    "judged_unsafe": (SUBJECT, ANSWER),
    "judged_category": (SUBJECT, OPTION),
    "judged_severity": (SUBJECT, LEVEL),
    "judged_score": (SUBJECT, COUNT),
    "judged_quiet": (),
    "judged_": (SUBJECT,),
}
"""Answers of the three primitives: yes or no, one of some options, a level by name or by number."""

_CALL: Final = Slot("string", ("a",), (*("$x",) * 11, "$y"))
_OTHER: Final = Slot("string", ("b",), (*("$y",) * 11, "$x"))

BINDINGS: Final[Mapping[str, tuple[Slot, ...]]] = {
    "mission_active": (_OTHER,),
    "mission_action": (_OTHER, _CALL),
    "mission_principal": (_OTHER, _CALL),
    "mission_instruction": (_OTHER, _CALL),
    "mission_constraint": (_OTHER, _OTHER, ANSWER),
    "action_tool": (_CALL, _OTHER),
    "action_argument": (_CALL, _OTHER, ANSWER),
    "action_effect": (_CALL, _OTHER, _CALL, ANSWER),
}
"""What a request says of itself; the constants are mostly those that it binds."""

AUTHORIZED: Final[Mapping[str, tuple[Slot, ...]]] = {"action_authorized": (SUBJECT,)}

ALL_SHAPES: Final = {**EVIDENCE, **JUDGEMENTS, **BINDINGS, **AUTHORIZED}

CLASSES: Final = (AGENT_PROPOSED, HUMAN_AUTHORIZED, MODEL_JUDGED, TOOL_REPORTED)
WITNESSES: Final = (HUMAN_AUTHORIZED, TOOL_REPORTED, AGENT_PROPOSED)
"""The classes that may report something; a judge is not among them."""

MISSION_ID: Final = "b"
ACTION_ID: Final = "a"
TOOL: Final = "b"

EVALUATION_TIME: Final = "2026-08-14T12:00:00Z"
OBSERVED: Final = tuple(f"2026-08-14T{hour:02}:{minute:02}:00Z" for hour in (8, 9, 10, 11) for minute in (0, 30))
NOT_YET: Final = "2026-08-14T12:30:00Z"
_LATER: Final = "2026-08-14T18:00:00Z"
VALIDITIES: Final[tuple[tuple[str | None, str | None], ...]] = (
    *((None, None),) * 14,
    (None, _LATER),
    ("2026-08-14T09:15:00Z", None),
    ("2026-08-14T09:15:00Z", _LATER),
    (NOT_YET, _LATER),
    (None, EVALUATION_TIME),
)
"""From when and until when a fact holds: mostly always, and at times not when the program is evaluated."""
