"""What is linted of a program, a policy or a request: the program that would run, with no facts but its own."""

from typing import Final, NamedTuple

from bridge.reason.action import effective_program
from bridge.reason.action.reserved import authorized
from bridge.reason.model import (
    ACTION_V1,
    PROGRAM_V2,
    ActionRequest,
    Mission,
    Program,
    ProposedAction,
)
from bridge.workflows.programs import Loadable

_TIME: Final = "2000-01-01T00:00:00Z"
_MISSION: Final = Mission("mission", "principal", "sha256:" + "0" * 64, _TIME, None, {})
_ACTION: Final = ProposedAction("action", "tool", _TIME, {}, ())


class Whole(NamedTuple):
    """A program to lint, whether it is one that a request makes of a policy, and its own evaluation time."""

    program: Program
    policy: bool
    time: str | None


def whole(loaded: Loadable) -> Whole:
    """The program that would run; what exactly a request binds makes no difference to a lint."""
    if isinstance(loaded, Program):
        return Whole(loaded, False, loaded.evaluation_time)
    if isinstance(loaded, ActionRequest):
        return Whole(_effective(loaded), True, loaded.policy.evaluation_time)
    ontology, authority, facts, rules = loaded[1:]
    policy = Program(PROGRAM_V2, ontology, authority, _TIME, facts, rules, authorized(_ACTION.id))
    return Whole(_effective(ActionRequest(ACTION_V1, _MISSION, _ACTION, policy)), True, None)


def _effective(request: ActionRequest) -> Program:
    """The effective program with the facts and the classes of the policy, whose places are those of its source."""
    program = effective_program(request)
    classes = request.policy.authority.classes
    return program._replace(facts=request.policy.facts, authority=program.authority._replace(classes=classes))
