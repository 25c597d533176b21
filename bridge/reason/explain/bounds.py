"""The least that a literal can cost, whatever its arguments: what a search may leave out, and what it tries first."""

from collections.abc import Callable, Collection, Iterable, Mapping
from math import inf
from typing import Final, NamedTuple, TypeAlias

from bridge.reason.engine.model import literal
from bridge.reason.model import Literal, Rule

Cost: TypeAlias = float
"""A whole number, or infinity for what nobody can supply and no rule can conclude."""

Combine: TypeAlias = Callable[[Iterable[Cost]], Cost]


class Bound(NamedTuple):
    """By literal, what it costs at least; ``new`` where no atom that is known already will do."""

    any: Mapping[Literal, Cost]
    new: Mapping[Literal, Cost]


def least(rules: Collection[Rule], supplied: Mapping[Literal, Cost], known: Collection[Literal]) -> Bound:
    """Never more than the true cost: of a rule's premises the dearest alone counts, since facts may be shared.

    Args:
        rules: those that may conclude something.
        supplied: what a fact over a literal costs, of those that somebody may say.
        known: the literals of which some atom is known.
    """
    return _bound(rules, supplied, known, lambda costs: max(costs, default=0))


def estimate(rules: Collection[Rule], supplied: Mapping[Literal, Cost], known: Collection[Literal]) -> Bound:
    """A guess at the true cost: every premise counts."""
    return _bound(rules, supplied, known, sum)


_NOBODY: Final = inf


def _bound(
    rules: Collection[Rule], supplied: Mapping[Literal, Cost], known: Collection[Literal], combine: Combine
) -> Bound:
    bodies = [(literal(rule.then), tuple(map(literal, rule.when))) for rule in rules]
    costs: dict[Literal, Cost] = {**supplied, **dict.fromkeys(known, 0)}
    changed = True
    while changed:
        changed = False
        for head, premises in bodies:
            cost = combine(costs.get(premise, _NOBODY) for premise in premises)
            if cost < costs.get(head, _NOBODY):
                costs[head], changed = cost, True
    new: dict[Literal, Cost] = dict(supplied)
    for head, premises in bodies:
        cost = combine(costs.get(premise, _NOBODY) for premise in premises)
        new[head] = min(new.get(head, _NOBODY), cost)
    return Bound(costs, new)
