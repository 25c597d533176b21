"""Requests that an action policy may be asked: made of the tools, arguments and effects that its rules name."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from bridge.core.digest import is_digest, sha256
from bridge.core.strict_json import Json
from bridge.reason.model import Atom, Effect, Mission, PolicyTemplate, ProposedAction, is_variable
from bridge.reason.program_tests import AskedAction

MOST: Final = 6
"""How many requests are made of one policy."""
CLOCK: Final = "2026-01-01T12:00:00Z"
"""When an action is proposed, unless a fact of the policy is later."""


def asked_of(policy: PolicyTemplate) -> tuple[AskedAction, ...]:
    """Some requests, at least one, that between them bind what the rules of a policy ask for."""
    said = _Said(policy)
    at = max([CLOCK, *(time for fact in policy.facts for time in (fact.observed_at, fact.valid_from) if time)])
    count = min(max(map(len, said.choices()), default=1) or 1, MOST)
    return tuple(said.request(number, at) for number in range(count))


class _Said:
    """What the rules of a policy say of a request."""

    def __init__(self, policy: PolicyTemplate) -> None:
        atoms = [atom for rule in policy.rules for atom in (rule.then, *rule.when)]
        self.tools = _constants(atoms, "action_tool", 1)
        self.actions = [*_constants(atoms, "action_tool", 0), *_constants(atoms, "action_authorized", 0)]
        self.missions = [*_constants(atoms, "mission_active", 0), *_constants(atoms, "mission_action", 0)]
        self.principals = _constants(atoms, "mission_principal", 1)
        self.digests = [text for text in _constants(atoms, "mission_instruction", 1) if is_digest(text)]
        self.arguments = _entries(atoms, "action_argument")
        self.constraints = _entries(atoms, "mission_constraint")
        self.effects = _effects(atoms)

    def choices(self) -> Iterator[Sequence[object]]:
        yield from (self.tools, self.actions, self.missions, self.principals, self.digests)
        yield from (*self.arguments.values(), *self.constraints.values())

    def request(self, number: int, at: str) -> AskedAction:
        mission = Mission(
            _nth(self.missions, number, "mission_1"),
            _nth(self.principals, number, "user:someone"),
            _nth(self.digests, number, sha256("")),
            at,
            None,
            {key: _nth(values, number, "") for key, values in self.constraints.items()},
        )
        arguments: dict[str, Json] = {key: _nth(values, number, "") for key, values in self.arguments.items()}
        action = ProposedAction(
            _nth(self.actions, number, "action_1"), _nth(self.tools, number, "tool"), at, arguments, self.effects
        )
        return AskedAction(mission, action, at)


def _nth(values: Sequence[str], number: int, otherwise: str) -> str:
    return values[number % len(values)] if values else otherwise


def _constants(atoms: Iterable[Atom], predicate: str, place: int) -> list[str]:
    terms = (atom.arguments[place] for atom in atoms if atom.predicate == predicate and place < len(atom.arguments))
    return list(dict.fromkeys(term for term in terms if _is_text(term) and isinstance(term, str)))


def _is_text(term: Json) -> bool:
    return isinstance(term, str) and term.strip() != "" and not is_variable(term)


def _entries(atoms: Iterable[Atom], predicate: str) -> Mapping[str, list[str]]:
    """The members that rules name, each with the values they name for it, or one of its own."""
    found: dict[str, list[str]] = {}
    for atom in atoms:
        if atom.predicate == predicate and len(atom.arguments) == 3:
            _, key, value = atom.arguments
            if isinstance(key, str) and _is_text(key):
                values = found.setdefault(key, [])
                if isinstance(value, str) and not is_variable(value) and value not in values:
                    values.append(value)
    return {key: values or [f"some {key}"] for key, values in found.items()}


def _effects(atoms: Iterable[Atom]) -> tuple[Effect, ...]:
    found: dict[tuple[str, str, str], Effect] = {}
    for atom in atoms:
        if atom.predicate == "action_effect" and len(atom.arguments) == 4:
            kind, resource, value = (
                term if _is_text(term) and isinstance(term, str) else named
                for term, named in zip(atom.arguments[1:], ("some kind", "some resource", "some value"), strict=True)
            )
            found.setdefault((kind, resource, value), Effect(kind, resource, None if value == "none:" else value))
    return tuple(found.values())
