"""Whether a program makes sense: every problem, in the reference's order and words (spec: Reason, section 3)."""

import re
from collections.abc import Iterator
from typing import Final

from bridge.core.clock import is_canonical_time
from bridge.errors import ProgramInvalid
from bridge.reason import authority, temporal
from bridge.reason.collector import no_collection
from bridge.reason.identity import ByIdentity
from bridge.reason.model import (
    PROGRAM_V1,
    PROGRAM_V2,
    Atom,
    AuthorityPolicy,
    Fact,
    Ontology,
    Program,
    Rule,
    is_variable,
)
from bridge.reason.quoting import is_blank, quoted
from bridge.reason.soundness import facts_plainly_valid, rules_plainly_valid
from bridge.reason.validate_atoms import atom_problems
from bridge.reason.wire import atom_key

_AUTHORITY_CLASS: Final = re.compile(r"[a-z0-9](?:[a-z0-9-]*[a-z0-9])?")
_TIME_EXPECTED: Final = "expected canonical UTC RFC 3339 seconds, for example 2026-08-14T12:00:00Z"
_TEMPORAL_ONLY: Final = f"temporal fields require schema {PROGRAM_V2}"


def validate(program: Program) -> None:
    """Refuse a program that does not make sense.

    Raises:
        ProgramInvalid: the message lists every problem on a line of its own; ``where`` is the path of the first.
    """
    lines = problems(program)
    if lines:
        raise ProgramInvalid("\n".join(["invalid program:", *lines]), where=lines[0].partition(": ")[0])


def problems(program: Program) -> list[str]:
    """Every problem of a program, each a line of JSON path, colon and message; empty when it is valid."""
    with no_collection():
        plain = facts_plainly_valid(program) and rules_plainly_valid(program)
    if plain:
        authority = _authority_once(program.authority, program.ontology)
        return [*_header(program), *authority, *atom_problems(program.ontology, "$.query", program.query)]
    found = list(_problems(program))
    return found if found or not program.temporal else list(_active_duplicates(program))


def _problems(program: Program) -> Iterator[str]:
    yield from _header(program)
    yield from _authority(program.authority, program.ontology)
    ids: set[str] = set()
    atoms: dict[str, str] = {}
    for index, fact in enumerate(program.facts):
        yield from _fact(program, f"$.facts[{index}]", fact, ids, atoms)
    if program.temporal:
        yield from _supersessions(program.facts)
    for index, rule in enumerate(program.rules):
        yield from _rule(program, f"$.rules[{index}]", rule, ids)
    yield from atom_problems(program.ontology, "$.query", program.query)


def _header(program: Program) -> Iterator[str]:
    if program.schema not in (PROGRAM_V1, PROGRAM_V2):
        yield f'$.schema: expected "{PROGRAM_V1}" or "{PROGRAM_V2}", got {quoted(program.schema)}'
    if program.temporal:
        yield from _time("$.evaluation_time", program.evaluation_time, required=True)
    elif program.evaluation_time is not None:
        yield f"$.evaluation_time: {_TEMPORAL_ONLY}"
    if is_blank(program.ontology.id):
        yield "$.ontology.id: must not be empty"
    if is_blank(program.ontology.version):
        yield "$.ontology.version: must not be empty"


def _time(path: str, time: str | None, *, required: bool = False) -> Iterator[str]:
    if time is None:
        if required:
            yield f"{path}: required by program.v2"
    elif not is_canonical_time(time):
        yield f"{path}: {_TIME_EXPECTED}"


def _authority(policy: AuthorityPolicy, ontology: Ontology) -> Iterator[str]:
    if not policy.classes:
        yield "$.authority.classes: declare at least one authority class"
    for name in sorted(policy.classes):
        if _AUTHORITY_CLASS.fullmatch(name) is None:
            yield (
                f"$.authority.classes: invalid authority class {quoted(name)}; "
                "use lowercase letters, digits, and internal hyphens"
            )
    for name in sorted(policy.default_admit):
        yield from _class("$.authority.default_admit", name, policy)
    for predicate in sorted(policy.predicate_admit):
        path = f"$.authority.predicate_admit.{predicate}"
        if predicate not in ontology.predicates:
            yield f"{path}: predicate is not declared in the ontology"
        for name in sorted(policy.predicate_admit[predicate]):
            yield from _class(path, name, policy)


def _authority_lines(policy: AuthorityPolicy, ontology: Ontology) -> tuple[str, ...]:
    return tuple(_authority(policy, ontology))


_authority_once: Final = ByIdentity(_authority_lines)


def _class(path: str, name: str, policy: AuthorityPolicy) -> Iterator[str]:
    if name not in policy.classes:
        yield f"{path}: undeclared authority {quoted(name)}; add it to $.authority.classes"


def _id(path: str, id: str, ids: set[str]) -> Iterator[str]:
    if is_blank(id):
        yield f"{path}.id: must not be empty"
    elif id in ids:
        yield f"{path}.id: duplicate id {quoted(id)}"
    else:
        ids.add(id)


def _fact(program: Program, path: str, fact: Fact, ids: set[str], atoms: dict[str, str]) -> Iterator[str]:
    yield from _id(path, fact.id, ids)
    yield from _class(f"{path}.authority", fact.authority, program.authority)
    if not program.temporal:
        yield from _duplicate(path, fact, atoms)
    yield from atom_problems(program.ontology, path, fact.atom)
    if program.temporal:
        yield from _lifecycle(path, fact)
    elif fact.observed_at is not None or fact.valid_from is not None or fact.valid_until is not None or fact.supersedes:
        yield f"{path}: {_TEMPORAL_ONLY}"


def _duplicate(path: str, fact: Fact, atoms: dict[str, str]) -> Iterator[str]:
    key = atom_key(fact.atom)
    if key in atoms:
        yield f"{path}: duplicates the atom from fact {quoted(atoms[key])}; combine provenance before reasoning"
    atoms[key] = fact.id


def _lifecycle(path: str, fact: Fact) -> Iterator[str]:
    yield from _time(f"{path}.observed_at", fact.observed_at, required=True)
    yield from _time(f"{path}.valid_from", fact.valid_from)
    yield from _time(f"{path}.valid_until", fact.valid_until)
    if _in_order(fact.valid_until, fact.valid_from):
        yield f"{path}: valid_from must be earlier than valid_until"
    seen: set[str] = set()
    for target in fact.supersedes:
        if target in seen:
            yield f"{path}.supersedes: duplicate fact id {quoted(target)}"
        seen.add(target)
        if target == fact.id:
            yield f"{path}.supersedes: a fact cannot supersede itself"


def _in_order(first: str | None, second: str | None) -> bool:
    """Whether both are canonical times and the first is not later than the second."""
    if first is None or second is None or first > second:
        return False
    return is_canonical_time(first) and is_canonical_time(second)


def _supersessions(facts: tuple[Fact, ...]) -> Iterator[str]:
    by_id = {fact.id: fact for fact in facts}
    for index, fact in enumerate(facts):
        for target in fact.supersedes:
            yield from _supersession(f"$.facts[{index}].supersedes", fact, target, by_id.get(target))


def _supersession(path: str, fact: Fact, id: str, target: Fact | None) -> Iterator[str]:
    if target is None:
        yield f"{path}: fact {quoted(id)} does not exist"
        return
    if _subject(fact) != _subject(target):
        yield f"{path}: fact {quoted(id)} is about a different predicate or arguments"
    if _in_order(fact.observed_at, target.observed_at):
        yield f"{path}: observed_at must be later than fact {quoted(id)}"


def _subject(fact: Fact) -> str:
    return atom_key(Atom(fact.predicate, fact.arguments))


def _rule(program: Program, path: str, rule: Rule, ids: set[str]) -> Iterator[str]:
    yield from _id(path, rule.id, ids)
    for index, atom in enumerate(rule.when):
        yield from atom_problems(program.ontology, f"{path}.when[{index}]", atom, variables=True)
    yield from atom_problems(program.ontology, f"{path}.then", rule.then, variables=True)
    bound = {term for atom in rule.when for term in atom.arguments if is_variable(term)}
    head = {term for term in rule.then.arguments if isinstance(term, str) and is_variable(term)}
    for variable in sorted(head - bound):
        yield f"{path}.then: variable {quoted(variable[1:])} is not bound in the rule body"


def _active_duplicates(program: Program) -> Iterator[str]:
    admitted, _ = authority.partition(program.facts, program.authority)
    eligible, _ = temporal.partition(admitted, program.evaluation_time or "")
    active = {fact.id for fact in eligible}
    atoms: dict[str, str] = {}
    for fact in program.facts:
        if fact.id in active:
            key = atom_key(fact.atom)
            if key in atoms:
                yield (
                    f"$.facts: active facts {quoted(atoms[key])} and {quoted(fact.id)} duplicate the same atom; "
                    "supersede one explicitly"
                )
            atoms[key] = fact.id
