"""What makes a program usable: every problem, in the reference's order (spec: Reason, section 3)."""

import json
import re
from collections.abc import Container, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Final

from bridge.checker.quoting import quoted
from bridge.checker.standing import Standing
from bridge.checker.terms import PROGRAM_V1, PROGRAM_V2, Atom, Fact, Program, is_variable
from bridge.errors import CheckFailed

_TIME: Final = re.compile(r"(\d{4})-(\d\d)-(\d\d)T([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)Z", re.ASCII)
_TIME_LENGTH: Final = len("YYYY-MM-DDTHH:MM:SSZ")
_MONTH_DAYS: Final = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_CLASS: Final = re.compile(r"[a-z0-9](?:[a-z0-9-]*[a-z0-9])?")
_INTEGER: Final = re.compile(r"-?\d+")
_KINDS: Final = {'"': "string", "t": "boolean", "f": "boolean", "n": "null", "[": "array", "{": "object"}
# Unicode White_Space: not what str.strip() takes off, which also strips U+001C to U+001F.
_WHITE_SPACE: Final = "\t\n\v\f\r \x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000" + "".join(
    map(chr, range(0x2000, 0x200B))
)
_TIME_EXPECTED: Final = "expected canonical UTC RFC 3339 seconds, for example 2026-08-14T12:00:00Z"
_V2_ONLY: Final = f"temporal fields require schema {PROGRAM_V2}"


def validate(program: Program) -> None:
    """Refuse a program that is not usable.

    Raises:
        CheckFailed: with every problem on a line; ``where`` is the path of the first.
    """
    problems = list(_problems(program)) or list(_active_duplicates(program))
    if problems:
        where = problems[0].partition(": ")[0]
        raise CheckFailed("\n".join(["invalid program:", *problems]), where=where)


def is_blank(text: str) -> bool:
    """Whether nothing but white space is there."""
    return not text.strip(_WHITE_SPACE)


def is_canonical_time(text: str) -> bool:
    """Whether a text is ``YYYY-MM-DDTHH:MM:SSZ`` and names a day that exists; the year 0000 and second 60 do."""
    return len(text) == _TIME_LENGTH and _names_a_day(text)


@lru_cache(maxsize=1024)
def _names_a_day(text: str) -> bool:
    found = _TIME.fullmatch(text)
    if not found:
        return False
    year, month, day = int(found[1]), int(found[2]), int(found[3])
    if not 1 <= month <= 12:
        return False
    leap = month == 2 and year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    return 1 <= day <= _MONTH_DAYS[month - 1] + leap


def _problems(program: Program) -> Iterator[str]:
    schema = program.value["schema"]
    if schema not in (PROGRAM_V1, PROGRAM_V2):
        yield f'$.schema: expected "{PROGRAM_V1}" or "{PROGRAM_V2}", got {quoted(schema)}'
    yield from _evaluation_time(program)
    for name in ("id", "version"):
        if is_blank(program.value["ontology"][name]):
            yield f"$.ontology.{name}: must not be empty"
    yield from _authority(program)
    yield from _facts(program)
    if program.is_temporal:
        yield from _supersession(program)
    yield from _rules(program)
    yield from _atom("$.query", program.query, program)


def _evaluation_time(program: Program) -> Iterator[str]:
    time = program.evaluation_time
    if not program.is_temporal:
        if time is not None:
            yield f"$.evaluation_time: {_V2_ONLY}"
    elif time is None:
        yield "$.evaluation_time: required by program.v2"
    elif not is_canonical_time(time):
        yield f"$.evaluation_time: {_TIME_EXPECTED}"


def _authority(program: Program) -> Iterator[str]:
    authority = program.value["authority"]
    declared = frozenset(authority["classes"])
    if not authority["classes"]:
        yield "$.authority.classes: declare at least one authority class"
    for name in authority["classes"]:
        if not _CLASS.fullmatch(name):
            yield (
                f"$.authority.classes: invalid authority class {quoted(name)};"
                " use lowercase letters, digits, and internal hyphens"
            )
    yield from _undeclared("$.authority.default_admit", authority["default_admit"], declared)
    for predicate, admitted in authority["predicate_admit"].items():
        path = f"$.authority.predicate_admit.{predicate}"
        if predicate not in program.signatures:
            yield f"{path}: predicate is not declared in the ontology"
        yield from _undeclared(path, admitted, declared)


def _undeclared(path: str, names: Iterable[str], declared: Container[str]) -> Iterator[str]:
    for name in names:
        if name not in declared:
            yield f"{path}: undeclared authority {quoted(name)}; add it to $.authority.classes"


def _identity(path: str, name: str, taken: set[str]) -> Iterator[str]:
    if is_blank(name):
        yield f"{path}.id: must not be empty"
    elif name in taken:
        yield f"{path}.id: duplicate id {quoted(name)}"
    taken.add(name)


def _facts(program: Program) -> Iterator[str]:
    taken: set[str] = set()
    stated: dict[Atom, str] = {}
    declared = frozenset(program.value["authority"]["classes"])
    for index, fact in enumerate(program.facts):
        path = f"$.facts[{index}]"
        yield from _identity(path, fact.id, taken)
        yield from _undeclared(f"{path}.authority", [fact.authority], declared)
        if not program.is_temporal and fact.atom in stated:
            earlier = quoted(stated[fact.atom])
            yield f"{path}: duplicates the atom from fact {earlier}; combine provenance before reasoning"
        stated[fact.atom] = fact.id
        yield from _atom(path, fact.atom, program)
        if program.is_temporal:
            yield from _times(path, fact)
        elif fact.temporal():
            yield f"{path}: {_V2_ONLY}"


def _times(path: str, fact: Fact) -> Iterator[str]:
    if fact.observed_at is None:
        yield f"{path}.observed_at: required by program.v2"
    for name in ("observed_at", "valid_from", "valid_until"):
        time = getattr(fact, name)
        if time is not None and not is_canonical_time(time):
            yield f"{path}.{name}: {_TIME_EXPECTED}"
    if _canonical(fact.valid_from) and _canonical(fact.valid_until) and str(fact.valid_from) >= str(fact.valid_until):
        yield f"{path}: valid_from must be earlier than valid_until"
    listed: set[str] = set()
    for target in fact.supersedes:
        if target in listed:
            yield f"{path}.supersedes: duplicate fact id {quoted(target)}"
        if target == fact.id:
            yield f"{path}.supersedes: a fact cannot supersede itself"
        listed.add(target)


def _supersession(program: Program) -> Iterator[str]:
    by_id = {fact.id: fact for fact in program.facts}
    for index, fact in enumerate(program.facts):
        for target in fact.supersedes:
            for problem in _supersedes(fact, target, by_id):
                yield f"$.facts[{index}].supersedes: {problem}"


def _supersedes(fact: Fact, target: str, by_id: Mapping[str, Fact]) -> Iterator[str]:
    older = by_id.get(target)
    if older is None:
        yield f"fact {quoted(target)} does not exist"
        return
    if older.atom._replace(negated=fact.atom.negated) != fact.atom:
        yield f"fact {quoted(target)} is about a different predicate or arguments"
    times = (fact.observed_at, older.observed_at)
    if all(map(_canonical, times)) and str(times[0]) <= str(times[1]):
        yield f"observed_at must be later than fact {quoted(target)}"


def _canonical(time: str | None) -> bool:
    return time is not None and is_canonical_time(time)


def _rules(program: Program) -> Iterator[str]:
    taken = {fact.id for fact in program.facts}
    for index, rule in enumerate(program.rules):
        path = f"$.rules[{index}]"
        yield from _identity(path, rule.id, taken)
        for position, atom in enumerate(rule.when):
            yield from _atom(f"{path}.when[{position}]", atom, program, variables=True)
        yield from _atom(f"{path}.then", rule.then, program, variables=True)
        for variable in sorted(rule.then.variables() - set().union(*(atom.variables() for atom in rule.when))):
            name = quoted(json.loads(variable)[1:])
            yield f"{path}.then: variable {name} is not bound in the rule body"


def _atom(path: str, atom: Atom, program: Program, *, variables: bool = False) -> Iterator[str]:
    signature = program.signatures.get(atom.predicate)
    if signature is None:
        predicate = quoted(atom.predicate)
        yield f"{path}.predicate: unknown predicate {predicate}; declare it in $.ontology.predicates"
        return
    types, terms = signature["arguments"], atom.arguments
    if len(types) != len(terms):
        predicate = quoted(atom.predicate)
        yield f"{path}.arguments: predicate {predicate} expects {len(types)} arguments, got {len(terms)}"
        return
    for index, term in enumerate(terms):
        wanted = types[index]
        if is_variable(term):
            if not variables:
                yield f"{path}.arguments[{index}]: variables are not allowed here"
        elif not _has_type(term, wanted):
            yield f"{path}.arguments[{index}]: expected {wanted}, got {_KINDS.get(term[0], 'number')}"


def _has_type(term: str, wanted: str) -> bool:
    if wanted == "integer":
        # What is less than -(2**63) is no data, and has not been read.
        return bool(_INTEGER.fullmatch(term)) and int(term) < 2**63
    return _KINDS.get(term[0]) == wanted


def _active_duplicates(program: Program) -> Iterator[str]:
    active: dict[Atom, str] = {}
    eligible = {fact.id for fact in Standing.of(program).eligible}
    for fact in program.facts:
        if fact.id not in eligible:
            continue
        if fact.atom in active:
            both = f"{quoted(active[fact.atom])} and {quoted(fact.id)}"
            yield f"$.facts: active facts {both} duplicate the same atom; supersede one explicitly"
        active[fact.atom] = fact.id
