"""Which rules another rule makes needless: it says the same, or more.

The rules of one statement, into which a set was expanded, are needless together or not at all: each is covered by a
rule of another statement. Of two rules that say the same, the one with more premises gives way, then the later one.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from bridge.reason.analysis.feature_index import FeatureIndex
from bridge.reason.analysis.pattern import Pattern, Shape
from bridge.reason.model import Rule


class Cover(NamedTuple):
    """A rule that is needless, the one that makes it so, and whether the two say the same; places among the rules."""

    place: int
    by: int
    same: bool


def covers(rules: Sequence[Rule], statements: Sequence[int]) -> tuple[Cover, ...]:
    """For each statement that is needless its first rule, in order.

    Args:
        rules: the rules of a program.
        statements: for each the number of its statement.
    """
    found = dict(_covered(rules, statements))
    together: defaultdict[int, list[int]] = defaultdict(list)
    for place, statement in enumerate(statements):
        together[statement].append(place)
    return tuple(
        Cover(places[0], found[places[0]].by, all(found[place].same for place in places))
        for places in together.values()
        if all(place in found for place in places)
    )


def _covered(rules: Sequence[Rule], statements: Sequence[int]) -> Iterator[tuple[int, Cover]]:
    patterns = list(map(Pattern, rules))
    alike: defaultdict[Shape, list[int]] = defaultdict(list)
    for place, pattern in enumerate(patterns):
        alike[pattern.shape].append(place)
    for places in alike.values():
        if len(places) > 1:
            yield from _covered_among(patterns, places, statements)


def _covered_among(
    patterns: Sequence[Pattern], places: Sequence[int], statements: Sequence[int]
) -> Iterator[tuple[int, Cover]]:
    """The covers among rules with one kind of head."""
    index = FeatureIndex([patterns[place].features for place in places])
    for number, place in enumerate(places):
        others = (places[other] for other in index.within(number))
        found = _first(patterns, place, [by for by in others if statements[by] != statements[place]])
        if found is not None:
            yield place, found


def _first(patterns: Sequence[Pattern], place: int, others: Sequence[int]) -> Cover | None:
    """The first rule that says the same, or else the first that says more."""
    more: Cover | None = None
    for by in others:
        if _gives_way(patterns, place, by):
            if patterns[by].renames(patterns[place]):
                return Cover(place, by, same=True)
            more = more or Cover(place, by, same=False)
    return more


def _gives_way(patterns: Sequence[Pattern], place: int, by: int) -> bool:
    one, other = patterns[place], patterns[by]
    if not other.subsumes(one):
        return False
    return not one.subsumes(other) or (len(other.body), by) < (len(one.body), place)
