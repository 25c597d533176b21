"""Which changes of rules change no answer: what is added followed before, or what is gone follows still.

A rule follows from others if one of them subsumes it, or if it takes its own conclusion for a premise. What is added
and follows from what was there before, or from another rule that is there now, adds nothing: going from each such rule
to the one that subsumes it ends at a rule that was there before, or at one that is told as a change. In the same way
what is gone may have taken nothing with it.
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from bridge.reason.analysis.feature_index import FeatureIndex
from bridge.reason.analysis.pattern import Pattern, Shape
from bridge.reason.comparison.change import Asks, Change
from bridge.reason.model import Rule
from bridge.reason.wire import atom_key

Said: TypeAlias = Mapping[Hashable, Sequence[Rule]]
"""The rules of one side by what they say."""


def asks(old: Rule, new: Rule) -> Asks:
    """Whether a rule asks for more than it did, or concludes less, or the other way round."""
    before, after = Pattern(old), Pattern(new)
    more, less = before.subsumes(after), after.subsumes(before)
    if more and less:
        return Asks.SAME
    return Asks.MORE if more else Asks.LESS if less else Asks.ELSE


def judged(changes: Iterable[Change], old: Said, new: Said) -> Iterator[Change]:
    """The changes of rules, and of each whether an answer can differ for it.

    Args:
        changes: those of two programs.
        old: the rules of the one by what they say.
        new: the rules of the other by what they say.
    """
    told = tuple(changes)
    stated = [rule for one in told if one.means for rule in (one.old, one.new) if isinstance(rule, Rule)]
    following = _Following({rule.then.predicate for rule in stated}, old, new)
    for change in told:
        yield change._replace(means=following.means(change)) if change.means else change


class _Following:
    """What follows from the rules of either side that conclude some predicates."""

    def __init__(self, heads: set[str], old: Said, new: Said) -> None:
        self._rules: list[Rule] = []
        self._old: list[bool] = []
        self._new: list[bool] = []
        for key in {**old, **new}:
            # What both sides say stands once, so that a bounded search is not spent on it twice.
            both = key in old and key in new
            said = [rule for rule in (old.get(key) or new[key])[: 1 if both else None] if rule.then.predicate in heads]
            self._rules += said
            self._old += [key in old] * len(said)
            self._new += [key in new] * len(said)
        self._patterns = list(map(Pattern, self._rules))
        self._places = {id(rule): place for place, rule in enumerate(self._rules)}
        self._among = dict(_indices(self._patterns))

    def means(self, change: Change) -> bool:
        """Whether an answer can differ for a change."""
        before, after = change.old, change.new
        lost = isinstance(before, Rule) and not self.still(before)
        return lost or (isinstance(after, Rule) and not self.already(after))

    def already(self, rule: Rule) -> bool:
        """Whether a rule that is there now adds nothing."""
        return self._follows(rule, self._old, self._new)

    def still(self, rule: Rule) -> bool:
        """Whether a rule that was there before took nothing with it."""
        return self._follows(rule, self._new, self._old)

    def _follows(self, rule: Rule, others: Sequence[bool], own: Sequence[bool]) -> bool:
        if atom_key(rule.then) in map(atom_key, rule.when):
            return True
        place = self._places.get(id(rule))
        if place is None:
            raise LookupError(f"rule {rule.id} is of neither side")
        places, index = self._among[self._patterns[place].shape]
        return any(
            self._covers(by, place, among_others=others[by])
            for by in (places[number] for number in index.within(bisect_left(places, place)))
            if others[by] or own[by]
        )

    def _covers(self, by: int, place: int, *, among_others: bool) -> bool:
        one, other = self._patterns[by], self._patterns[place]
        if not one.subsumes(other):
            return False
        # Of rules of one side that subsume each other, one has to stand for them all.
        return among_others or not other.subsumes(one) or self._rules[by].id < self._rules[place].id


def _indices(patterns: Sequence[Pattern]) -> Iterator[tuple[Shape, tuple[list[int], FeatureIndex]]]:
    alike: defaultdict[Shape, list[int]] = defaultdict(list)
    for place, pattern in enumerate(patterns):
        alike[pattern.shape].append(place)
    for shape, places in alike.items():
        yield shape, (places, FeatureIndex([patterns[place].features for place in places]))
