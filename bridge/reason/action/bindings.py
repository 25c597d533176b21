"""The facts a request binds, and the program they make with its policy (spec: Reason, section 6)."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from bridge.core.canonical import sorted_compact
from bridge.core.digest import sha256_hex
from bridge.core.strict_json import Json
from bridge.reason.action.reserved import BINDING_PREFIX, PREDICATES, authorized
from bridge.reason.identity import ByIdentity
from bridge.reason.model import (
    SYSTEM_BOUND,
    ActionRequest,
    AuthorityPolicy,
    Fact,
    Mission,
    Ontology,
    Program,
    ProposedAction,
)
from bridge.reason.wire.clauses import term_text


def effective_program(request: ActionRequest) -> Program:
    """The policy of a request, with the request bound into it as facts that nothing else can assert."""
    policy = request.policy
    return Program(
        policy.schema,
        _ontology(policy.ontology),
        _authority(policy.authority),
        policy.evaluation_time,
        (*policy.facts, *bindings(request)),
        policy.rules,
        authorized(request.action.id),
    )


def _with_reserved(ontology: Ontology) -> Ontology:
    reserved = {name: ("string",) * arity for name, arity in PREDICATES.items()}
    return ontology._replace(predicates={**ontology.predicates, **reserved})


def _with_bound(authority: AuthorityPolicy) -> AuthorityPolicy:
    return AuthorityPolicy(
        classes=tuple(sorted({*authority.classes, SYSTEM_BOUND})),
        default_admit=authority.default_admit,
        predicate_admit={**authority.predicate_admit, **dict.fromkeys(PREDICATES, (SYSTEM_BOUND,))},
    )


_ontology: Final = ByIdentity(_with_reserved)
_authority: Final = ByIdentity(_with_bound)


def bindings(request: ActionRequest) -> tuple[Fact, ...]:
    """The facts that state a request: mission and action, each with its time, the mission's with its end."""
    mission, action = request.mission, request.action
    return (
        _of_mission(mission, mission.issued_at, "mission.active", "mission_active", mission.id),
        _of_mission(mission, action.proposed_at, "mission.action", "mission_action", mission.id, action.id),
        *_mission_facts(mission),
        *_action_facts(action),
    )


def encode(value: Json) -> str:
    """The text that stands for a value in an atom: text as it is, all else with its type before it.

    Nothing is escaped, so the text ``number:3`` and the number 3 are one; their digests still differ.
    """
    if isinstance(value, str):
        return value
    if value is None:
        return "null:"
    if isinstance(value, bool):
        return f"boolean:{term_text(value)}"
    if isinstance(value, (int, float)):
        return f"number:{term_text(value)}"
    return f"json:{sorted_compact(value)}"


def _mission_facts(mission: Mission) -> Iterator[Fact]:
    since = mission.issued_at
    yield _of_mission(mission, since, "mission.principal", "mission_principal", mission.id, mission.principal)
    instruction = mission.instruction_digest
    yield _of_mission(mission, since, "mission.instruction", "mission_instruction", mission.id, instruction)
    for part, key, value in _entries(mission.constraints):
        name = f"mission.constraint.{part}"
        yield _of_mission(mission, since, name, "mission_constraint", mission.id, key, encode(value))


def _action_facts(action: ProposedAction) -> Iterator[Fact]:
    at = action.proposed_at
    yield _fact("action.tool", "action_tool", (action.id, action.tool), at)
    for part, key, value in _entries(action.arguments):
        yield _fact(f"action.argument.{part}", "action_argument", (action.id, key, encode(value)), at)
    for index, (kind, resource, value) in enumerate(action.effects):
        text = "none:" if value is None else encode(value)
        yield _fact(f"action.effect.{index:04}", "action_effect", (action.id, kind, resource, text), at)


def _entries(entries: Mapping[str, Json]) -> Iterator[tuple[str, str, Json]]:
    """The entries sorted by name, each with the hexadecimal digest that tells its fact from the others."""
    for key in sorted(entries):
        yield sha256_hex(f"[{term_text(key)},{term_text(entries[key])}]"), key, entries[key]


def _of_mission(mission: Mission, at: str, name: str, predicate: str, *arguments: str) -> Fact:
    return _fact(name, predicate, arguments, at, mission.valid_until)


def _fact(name: str, predicate: str, arguments: tuple[str, ...], at: str, until: str | None = None) -> Fact:
    fact: Fact = _new(Fact, (BINDING_PREFIX + name, predicate, arguments, SYSTEM_BOUND, False, at, None, until, ()))
    return fact


_new: Final[Any] = tuple.__new__
"""Makes a fact of its fields several times as fast as a call that names them."""
