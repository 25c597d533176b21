"""What an action policy may not say for itself, since the request binds it (spec: Reason, section 6)."""

from typing import Final

from bridge.reason.model import Atom

ACTION_AUTHORIZED: Final = "action_authorized"
"""The one reserved predicate that rules conclude; every other is supplied by the request alone."""

PREDICATES: Final = {
    ACTION_AUTHORIZED: 1,
    "mission_active": 1,
    "mission_action": 2,
    "mission_principal": 2,
    "mission_instruction": 2,
    "mission_constraint": 3,
    "action_tool": 2,
    "action_argument": 3,
    "action_effect": 4,
}
"""The reserved predicates and their arities, in the order in which problems are reported; all arguments are text."""

BINDING_PREFIX: Final = "zerker.action.binding."
"""How the ids of the facts begin that a request binds."""


def authorized(action_id: str) -> Atom:
    """The query of every action policy: that this action is authorized."""
    return Atom(ACTION_AUTHORIZED, (action_id,))
