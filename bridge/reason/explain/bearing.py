"""Which answers of a judge bear on a query: those that some derivation of it, or of its complement, may rest on.

Whatever the judge might have said is put in at once. More facts never take a derivation away, so an answer that no
derivation uses then, neither as it is nor as it might be, makes no difference whatever the others are.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from bridge.reason.engine.model import literal
from bridge.reason.explain.known import Known
from bridge.reason.explain.patterns import Binding, Pattern, pattern, unify
from bridge.reason.explain.slice import Slice
from bridge.reason.model import Atom, Fact, Literal, Rule


def bearing(part: Slice, said: Sequence[Fact], others: Mapping[str, Sequence[Atom]]) -> tuple[Fact, ...]:
    """The answers that bear on the query, in their order.

    Args:
        part: the program.
        said: the answers that count.
        others: by the id of each, what it might have said instead.

    Raises:
        LimitError: a bound of an evaluation was reached, or it takes too long.
    """
    by_id = {fact.id: fact for fact in part.program.facts}
    own = {fact.id: _touched(fact, others[fact.id], by_id) for fact in said}
    touched = [one for facts in own.values() for one in part.bearing(facts)]
    if not touched:
        return ()
    known = Known(part.model((*part.facts, *touched)))
    used = _used(part, known, {Literal(one.predicate, one.negated) for one in touched})
    return tuple(fact for fact in said if any(pattern(one.atom) in used for one in own[fact.id]))


def _touched(fact: Fact, others: Iterable[Atom], by_id: Mapping[str, Fact]) -> tuple[Fact, ...]:
    """The fact, what it might be, and all that counts again once it does not supersede it."""
    found = {fact.id: fact}
    pending = [fact]
    while pending:
        for target in pending.pop().supersedes:
            if target not in found:
                found[target] = by_id[target]
                pending.append(by_id[target])
    instead = (fact._replace(arguments=other.arguments, negated=other.negated) for other in others)
    return (*found.values(), *instead)


def _used(part: Slice, known: Known, touched: Collection[Literal]) -> set[Pattern]:
    """The atoms over literals that depend on some, which derivations of the query and its complement use."""
    depending = _depending(part.rules, touched)
    rules: dict[Literal, list[Rule]] = {}
    for rule in part.rules:
        if any(literal(atom) in depending for atom in rule.when):
            rules.setdefault(literal(rule.then), []).append(rule)
    sides = map(pattern, (part.query, part.query.complement()))
    found = {side for side in sides if side.of in depending and side in known}
    pending = list(found)
    while pending:
        wanted = pending.pop()
        for rule in rules.get(wanted.of, ()):
            for premise in _premises(rule, wanted, known, part):
                if premise.of in depending and premise not in found:
                    found.add(premise)
                    pending.append(premise)
    return found


def _depending(rules: Sequence[Rule], touched: Collection[Literal]) -> set[Literal]:
    found = set(touched)
    size = 0
    while size < len(found):
        size = len(found)
        found |= {literal(rule.then) for rule in rules if any(literal(atom) in found for atom in rule.when)}
    return found


def _premises(rule: Rule, wanted: Pattern, known: Known, part: Slice) -> Iterator[Pattern]:
    """The premises, without variables, of every way in which a rule concludes an atom."""
    start = unify(pattern(rule.then).row, wanted.row)
    if start is None:
        return
    body = tuple(map(pattern, rule.when))
    pending: list[tuple[tuple[Pattern, ...], Binding]] = [(body, start)]
    while pending:
        part.limits.deadline.check()
        left, binding = pending.pop()
        if not left:
            yield from (one.bound(binding) for one in body)
            continue
        bound = [one.bound(binding) for one in left]
        premise = min(bound, key=lambda one: len(one.variables))
        rest = tuple(one for one in bound if one is not premise)
        for row in known.rows(premise):
            more = unify(premise.row, row)
            if more is not None:
                pending.append((rest, {**binding, **more}))
