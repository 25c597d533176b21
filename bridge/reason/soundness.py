"""Whether facts and rules are plainly valid: a quick answer, column by column, for those that are.

It is never yes where there is a problem (``reason.validate`` says which those are); it may be no where there is none,
and then every value is looked at for itself.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import chain
from typing import Any, Final

from bridge.core.clock import is_canonical_time
from bridge.reason.identity import ByIdentity
from bridge.reason.model import Atom, Ontology, Program, Rule, is_variable
from bridge.reason.validate_atoms import has_type

_TYPES: Final[dict[str, type]] = {"string": str, "integer": int, "boolean": bool}
_MANY: Final = 128
"""From how many facts on it pays to look at them column by column."""
_I64: Final = range(-(2**63), 2**63)
_canonical: Final = lru_cache(maxsize=4096)(is_canonical_time)


def facts_plainly_valid(program: Program) -> bool:
    """Whether no fact has a problem, none supersedes another, and no two have the same atom."""
    facts = program.facts
    if not facts:
        return True
    ids, predicates, arguments, authorities, signs, *times, supersedes = zip(*facts, strict=True)
    return (
        all(map(str.strip, ids))
        and len(set(ids)) == len(ids)
        and set(authorities) <= set(program.authority.classes)
        and not any(supersedes)
        and _times_hold(program, *times)
        and _atoms_fit(program.ontology, predicates, signs, arguments)
    )


def _atoms_fit(
    ontology: Ontology, predicates: Sequence[str], signs: Sequence[bool], arguments: Sequence[tuple[Any, ...]]
) -> bool:
    atoms = zip(predicates, signs, arguments, strict=True)
    if len(predicates) >= _MANY:
        return all(_fits(ontology, *group) for group in _by_literal(atoms).items())
    # What fits has a hash; and in a column of one type, equal is the same.
    return _arguments_fit(ontology, predicates, arguments) and len(set(atoms)) == len(predicates)


def _arguments_fit(ontology: Ontology, predicates: Sequence[str], arguments: Sequence[tuple[Any, ...]]) -> bool:
    if set(zip(predicates, map(len, arguments), strict=True)) <= _of_texts(ontology):
        try:
            return "$" not in "".join(chain.from_iterable(arguments))
        except TypeError:
            return False
    signatures = {(predicate, *map(type, row)) for predicate, row in zip(predicates, arguments, strict=True)}
    values = [*chain.from_iterable(arguments)]
    texts = [value for value in values if type(value) is str]
    integers = [value for value in values if type(value) is int]
    return signatures <= _signatures(ontology) and "$" not in "".join(texts) and all(n in _I64 for n in integers)


def _texts_alone(ontology: Ontology) -> frozenset[tuple[str, int]]:
    predicates = ontology.predicates.items()
    return frozenset([(name, len(types)) for name, types in predicates if {"string"}.issuperset(types)])


_of_texts: Final = ByIdentity(_texts_alone)
"""The predicates whose arguments are all text, each with how many it has."""


def _declared(ontology: Ontology) -> frozenset[tuple[Any, ...]]:
    return frozenset([(name, *[_TYPES[declared] for declared in types]) for name, types in ontology.predicates.items()])


_signatures: Final = ByIdentity(_declared)


def rules_plainly_valid(program: Program) -> bool:
    """Whether no rule has a problem, and none has the id of another or of a fact."""
    ids = _ids_of_sound(program.rules, program.ontology)
    return ids is not None and ids.isdisjoint([fact.id for fact in program.facts])


def _sound_ids(rules: tuple[Rule, ...], ontology: Ontology) -> frozenset[str] | None:
    ids = frozenset([rule.id for rule in rules])
    sound = len(ids) == len(rules) and all(map(str.strip, ids)) and all(_rule_fits(ontology, rule) for rule in rules)
    return ids if sound else None


_ids_of_sound: Final = ByIdentity(_sound_ids)


def _by_literal(
    atoms: Iterable[tuple[str, bool, tuple[Any, ...]]],
) -> dict[tuple[str, bool], list[tuple[Any, ...]]]:
    rows: dict[tuple[str, bool], list[tuple[Any, ...]]] = {}
    for predicate, negated, arguments in atoms:
        of = predicate, negated
        if of in rows:
            rows[of].append(arguments)
        else:
            rows[of] = [arguments]
    return rows


def _times_hold(program: Program, observed: Sequence[Any], since: Sequence[Any], until: Sequence[Any]) -> bool:
    begins, ends = set(since), set(until)
    if not program.temporal:
        return set(observed) | begins | ends == {None}
    both = zip(since, until, strict=True) if len(begins) > 1 or None not in begins else ()
    return (
        all(map(_canonical, set(observed)))
        and all(map(_canonical, (begins | ends) - {None}))
        and all(first is None or last is None or first < last for first, last in both)
    )


def _fits(ontology: Ontology, of: tuple[str, bool], rows: list[tuple[Any, ...]]) -> bool:
    """Whether rows are of the types declared, hold no variable, and are all different."""
    types = ontology.predicates.get(of[0])
    if types is None or set(map(len, rows)) != {len(types)}:
        return False
    columns = zip(types, zip(*rows, strict=True), strict=True) if types else ()
    # What fits has a hash; and in a column of one type, equal is the same.
    return all(_column_fits(expected, column) for expected, column in columns) and len(set(rows)) == len(rows)


def _column_fits(expected: str, column: tuple[Any, ...]) -> bool:
    if set(map(type, column)) != {_TYPES[expected]}:
        return False
    if expected == "string":
        return "$" not in "".join(column)
    return expected == "boolean" or (min(column) in _I64 and max(column) in _I64)


def _rule_fits(ontology: Ontology, rule: Rule) -> bool:
    if not all(_atom_fits(ontology, atom) for atom in (*rule.when, rule.then)):
        return False
    bound = set(chain.from_iterable([atom.arguments for atom in rule.when]))
    return all(term in bound for term in rule.then.arguments if is_variable(term))


def _atom_fits(ontology: Ontology, atom: Atom) -> bool:
    types = ontology.predicates.get(atom.predicate)
    return (
        types is not None
        and len(types) == len(atom.arguments)
        and all(is_variable(t) or has_type(t, expected) for t, expected in zip(atom.arguments, types, strict=True))
    )
