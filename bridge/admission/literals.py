"""Which predicates are judgements, which are the request's bindings, and how a literal is written in a message."""

import json
from typing import Final

from bridge.reason.model import Atom, Literal, Rule, is_variable

JUDGED_PREFIX: Final = "judged_"
ACTION_AUTHORIZED: Final = "action_authorized"
BINDING_PREDICATES: Final = frozenset(
    {
        "mission_active",
        "mission_action",
        "mission_principal",
        "mission_instruction",
        "mission_constraint",
        "action_tool",
        "action_argument",
        "action_effect",
    }
)
"""What an action request says of itself; facts over these are bound by the system, never asserted by anyone."""


def is_judgement(predicate: str) -> bool:
    """Whether a predicate is in J: its name begins with ``judged_``, exactly, code point by code point."""
    return predicate.startswith(JUDGED_PREFIX)


def literal_of(atom: Atom) -> Literal:
    """The predicate and the sign of an atom."""
    return Literal(atom.predicate, atom.negated)


def variables(*atoms: Atom) -> tuple[str, ...]:
    """The variables of some atoms, each once, as first met from left to right."""
    return tuple(dict.fromkeys(t for atom in atoms for t in atom.arguments if isinstance(t, str) and is_variable(t)))


def unbound(rule: Rule, premises: tuple[Atom, ...]) -> tuple[str, ...]:
    """The variables of a rule's head that the given premises do not bind."""
    bound = frozenset(variables(*premises))
    return tuple(variable for variable in variables(rule.then) if variable not in bound)


def shown(name: str) -> str:
    """A name between backquotes, with everything that a terminal could take amiss escaped as JSON does."""
    return "`" + json.dumps(name)[1:-1].replace("`", "\\u0060") + "`"


def shown_literal(literal: Literal) -> str:
    """A literal between backquotes: ``not`` and the predicate."""
    name = shown(literal.predicate)
    return f"`not {name[1:]}" if literal.negated else name
