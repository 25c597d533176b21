"""Short ways to write the programs of these tests."""

from collections.abc import Iterable, Mapping

from bridge.admission.table import violations
from bridge.reason.model import (
    HUMAN_AUTHORIZED,
    MODEL_JUDGED,
    PROGRAM_V2,
    SYSTEM_BOUND,
    Atom,
    AuthorityPolicy,
    Fact,
    Ontology,
    Program,
    Rule,
    Term,
)

CLASSES = ("agent-proposed", HUMAN_AUTHORIZED, MODEL_JUDGED, "tool-reported")
TIME = "2026-08-14T12:00:00Z"
RESERVED = {
    "action_authorized": 1,
    "mission_active": 1,
    "mission_action": 2,
    "mission_principal": 2,
    "mission_instruction": 2,
    "mission_constraint": 3,
    "action_tool": 2,
    "action_argument": 3,
    "action_effect": 4,
}


def yes(predicate: str, *arguments: Term) -> Atom:
    return Atom(predicate, arguments)


def no(predicate: str, *arguments: Term) -> Atom:
    return Atom(predicate, arguments, negated=True)


def program(
    *rules: tuple[Atom, Iterable[Atom]],
    default: tuple[str, ...] = (HUMAN_AUTHORIZED, "tool-reported"),
    admit: Mapping[str, tuple[str, ...]] | None = None,
    facts: tuple[Fact, ...] = (),
    query: Atom | None = None,
) -> Program:
    """A program of these rules; judgements admit judges unless ``admit`` says otherwise."""
    built = tuple(Rule(f"r{number}", tuple(body), head) for number, (head, body) in enumerate(rules))
    atoms = [a for rule in built for a in (rule.then, *rule.when)] + [fact.atom for fact in facts]
    query = query or yes("asked")
    shapes = {a.predicate: ("string",) * len(a.arguments) for a in (*atoms, query)}
    own = {name: (MODEL_JUDGED,) for name in shapes if name.startswith("judged_")} | dict(admit or {})
    authority = AuthorityPolicy(CLASSES, tuple(sorted(default)), own)
    return Program(PROGRAM_V2, Ontology("test", "1", shapes), authority, TIME, facts, built, query)


def action(*rules: tuple[Atom, Iterable[Atom]], admit: Mapping[str, tuple[str, ...]] | None = None) -> Program:
    """An effective program: the reserved predicates are declared, and only the system may speak for them."""
    plain = program(*rules, admit=admit, query=yes("action_authorized", "call"))
    authority = plain.authority
    return plain._replace(
        ontology=plain.ontology._replace(
            predicates={**plain.ontology.predicates, **{name: ("string",) * n for name, n in RESERVED.items()}}
        ),
        authority=authority._replace(
            classes=(*authority.classes, SYSTEM_BOUND),
            predicate_admit={**authority.predicate_admit, **dict.fromkeys(RESERVED, (SYSTEM_BOUND,))},
        ),
    )


def found(program: Program) -> list[tuple[str, str | None]]:
    """The code and the path of each violation."""
    return [(diagnostic.code, diagnostic.path) for diagnostic in violations(program)]


def help_of(program: Program) -> str:
    """The remedy of the only violation."""
    (diagnostic,) = violations(program)
    return diagnostic.help
