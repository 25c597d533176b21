"""A set-trie: finds the rules all of whose features are among those of another, without looking at the rest.

Each rule is a path of its features, the rarest first. What a rule can be subsumed by lies on the paths along which only
its own features lead, so the cost goes with how many features a rule has, and not with how many rules there are.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from bridge.reason.analysis.pattern import Feature

MOST_NODES: Final = 512
"""The most nodes that are visited for one rule, so with up to nine features none is passed over."""

MOST_CANDIDATES: Final = 16
"""The most rules that one rule is compared with."""


class _Node:
    """What follows after the features so far: the rules that have no more, and the next features."""

    __slots__ = ("ends", "following")

    def __init__(self) -> None:
        self.ends: list[int] = []
        self.following: dict[int, _Node] = {}


class FeatureIndex:
    """The sets of features of some rules, each by its number; in none of them does a feature stand twice."""

    def __init__(self, sets: Sequence[Sequence[Feature]]) -> None:
        counted = Counter(feature for features in sets for feature in features)
        rarest = sorted(counted, key=counted.__getitem__)
        rank = {feature: place for place, feature in enumerate(rarest)}
        self._ranks = [sorted(map(rank.__getitem__, features)) for features in sets]
        self._root = _Node()
        for number, ranks in enumerate(self._ranks):
            node = self._root
            for one in ranks:
                node = node.following.setdefault(one, _Node())
            node.ends.append(number)

    def within(self, number: int) -> Iterator[int]:
        """The other sets that hold nothing but features of this one, as far as the bounds go."""
        ranks = self._ranks[number]
        left = MOST_CANDIDATES
        for node in self._nodes(ranks):
            for found in node.ends:
                if found != number:
                    yield found
                    left -= 1
                    if not left:
                        return

    def _nodes(self, ranks: list[int]) -> Iterator[_Node]:
        pending = [(self._root, 0)]
        left = MOST_NODES
        while pending and left:
            node, start = pending.pop()
            left -= 1
            yield node
            for place in range(start, len(ranks)):
                following = node.following.get(ranks[place])
                if following is not None:
                    pending.append((following, place + 1))
