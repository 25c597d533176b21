"""Which rules another rule makes needless: it says the same, or more.

The rules of one statement, into which a set was expanded, are needless together or not at all: each is covered by a
rule of another statement. Of two rules that say the same, the one with more premises gives way, then the later one.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from bridge.reason.analysis.feature_index import FeatureIndex
from bridge.reason.analysis.pattern import MOST_STEPS_OF_ALL, Budget, Pattern, Shape
from bridge.reason.model import Rule


class Cover(NamedTuple):
    """A rule that is needless, the one that makes it so, and whether the two say the same; places among the rules."""

    place: int
    by: int
    same: bool


class Covers(NamedTuple):
    """For each statement that is needless its first rule, in order; and the first rule that was not compared."""

    found: tuple[Cover, ...]
    uncompared: int | None


def covers(rules: Sequence[Rule], statements: Sequence[int], steps: int = MOST_STEPS_OF_ALL) -> Covers:
    """Which statements are needless.

    Args:
        rules: the rules of a program.
        statements: for each the number of its statement.
        steps: the most premises that are tried on one another; rules that are left then are compared with none.
    """
    budget = Budget(steps)
    left: list[int] = []
    found = dict(_covered(rules, statements, budget, left))
    together: defaultdict[int, list[int]] = defaultdict(list)
    for place, statement in enumerate(statements):
        together[statement].append(place)
    needless = tuple(
        Cover(places[0], found[places[0]].by, all(found[place].same for place in places))
        for places in together.values()
        if all(place in found for place in places)
    )
    return Covers(needless, min(left, default=None))


def _covered(
    rules: Sequence[Rule], statements: Sequence[int], budget: Budget, left: list[int]
) -> Iterator[tuple[int, Cover]]:
    patterns = list(map(Pattern, rules))
    alike: defaultdict[Shape, list[int]] = defaultdict(list)
    for place, pattern in enumerate(patterns):
        alike[pattern.shape].append(place)
    for places in alike.values():
        if len(places) > 1:
            yield from _covered_among(patterns, places, statements, budget, left)


def _covered_among(
    patterns: Sequence[Pattern], places: Sequence[int], statements: Sequence[int], budget: Budget, left: list[int]
) -> Iterator[tuple[int, Cover]]:
    """The covers among rules with one kind of head; ``left`` gets those for which the budget does not last."""
    index = FeatureIndex([patterns[place].features for place in places])
    for number, place in enumerate(places):
        if budget.spent:
            left.append(place)
            return
        others = (places[other] for other in index.within(number))
        found = _first(patterns, place, [by for by in others if statements[by] != statements[place]], budget)
        if found is not None:
            yield place, found


def _first(patterns: Sequence[Pattern], place: int, others: Sequence[int], budget: Budget) -> Cover | None:
    """The first rule that says the same, or else the first that says more."""
    for by in others:
        if by < place and patterns[by].renames(patterns[place], budget):
            return Cover(place, by, same=True)
    more = (by for by in others if _gives_way(patterns, place, by, budget))
    return next((Cover(place, by, same=False) for by in more), None)


def _gives_way(patterns: Sequence[Pattern], place: int, by: int, budget: Budget) -> bool:
    one, other = patterns[place], patterns[by]
    if not other.subsumes(one, budget):
        return False
    return (len(other.body), by) < (len(one.body), place) or not one.subsumes(other, budget)
