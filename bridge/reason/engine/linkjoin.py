"""A join by groups through a *link*: one variable that only ties the two halves of a body together.

Where ``B(p, q)`` and the source ``S(q, m)`` alone name ``q``, and the head does not, what a row of the rest of the body
concludes is the union of the sets ``S(q)`` over the ``q`` of its ``p``. The union is made once for each ``p``, and each
row is one set difference. Rows are met in the order of their dead variables, and ``q`` comes after all of those: so the
first row that concludes a value has its least derivation but for ``q``, and the least ``q`` of that row completes it.

A value that is new follows from no old row of ``B`` together with an old row of ``S``, or it would be known. So all
variants of a round are joined at once: the fresh rows of each with all rows of the other.
"""

from itertools import repeat
from typing import Any, Final, NamedTuple

from bridge.reason.engine.conclusion import Conclusion, LinkedConclusion
from bridge.reason.engine.grouped import GroupedRelation
from bridge.reason.engine.grouptarget import Ranks, Target
from bridge.reason.engine.limits import Budget
from bridge.reason.engine.relation import Groups
from bridge.reason.engine.terms import Constant, Row

_EMPTY: Final[set[Constant]] = set()
_NOTHING: Final = repeat(_EMPTY)
_NO_KEY: Final = object()


class Ages(NamedTuple):
    """The groups of a relation's old rows, and of its fresh ones."""

    old: Groups
    fresh: Groups


class LinkTarget(Target):
    """Where the rows of one rule in one round go, each with the links it has.

    Args:
        head: the relation of the rule's head.
        conclusion: how its conclusions are kept.
        budget: what may still be done.
        links: the groups of ``B``: of each ``p``, what ``q`` there are.
        sets: the groups of the source: of each ``q``, the values.
        ranks: what orders links.
        settled: whether the source does not change any more.
    """

    def __init__(
        self,
        head: GroupedRelation,
        conclusion: Conclusion,
        budget: Budget,
        links: Ages,
        sets: Ages,
        ranks: Ranks,
        *,
        settled: bool,
    ) -> None:
        super().__init__(head, conclusion, (), budget)
        self._links = links
        self._sets = sets
        self._rank = ranks.__getitem__
        self._later = LinkedConclusion(conclusion, head.known.member, sets.old, ranks.follower) if settled else None
        self._of: Any = _NO_KEY
        self._found: list[tuple[Constant, set[Constant]]] = []
        self._values: set[Constant] = set()

    def unite(self, of: Any, dead: Row) -> tuple[set[Constant], Any, int]:
        """What follows for a row of the rest, its reason where that holds for all of it, and the matches it took.

        Args:
            of: the key of the row's links.
            dead: the values of the dead variables but the link.
        """
        if self._later is not None:
            links = self._links.fresh.get(of, _EMPTY)
            sets = [*map(self._sets.old.get, links, _NOTHING)]
            return _EMPTY.union(*sets), (self._later, (dead, links)), sum(map(len, sets))
        if self._of is not _NO_KEY and self._of == of:
            return self._values, None, 0
        self._of, self._found = of, self._meeting(of)
        sets = [values for _, values in self._found]
        self._values = _EMPTY.union(*sets)
        return self._values, None, sum(map(len, sets))

    def _meeting(self, of: Any) -> list[tuple[Constant, set[Constant]]]:
        """Each link with the values it leads to, where one of the two is fresh."""
        old, fresh = self._sets
        links = self._links.fresh.get(of, ())
        return [
            *[(link, old[link]) for link in links if link in old],
            *[(link, fresh[link]) for link in links if link in fresh],
            *[(link, fresh[link]) for link in self._links.old.get(of, ()) if link in fresh],
        ]

    def explain(self, known: dict[Constant, Any], new: set[Constant], dead: Row) -> None:
        """Take new values, each with the least link that leads to it."""
        left = set(new)
        for link, values in sorted(self._found, key=self._by_rank):
            held = left & values
            if held:
                known |= dict.fromkeys(held, (self.conclusion, (*dead, link)))
                left -= held
                if not left:
                    return

    def _by_rank(self, found: tuple[Constant, set[Constant]]) -> str:
        return self._rank(found[0])
