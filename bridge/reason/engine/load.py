"""Facts into relations, column by column; and relations as the mapping that a model holds."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Final, cast

from bridge.reason.engine.grouping import Of
from bridge.reason.engine.model import Reason
from bridge.reason.engine.relation import Relation
from bridge.reason.engine.terms import Constant, Row, encode_row
from bridge.reason.model import Fact, Term


def load(facts: Sequence[Fact], relation: Callable[[Of], Relation], *, share: bool) -> None:
    """Give every relation the facts over its literal.

    Args:
        facts: facts of a valid program; of two with the same atom, the first counts.
        relation: the relation of a literal, which is empty.
        share: whether constants that are equal become one object, which makes large sets of them several times as fast.
    """
    shared: dict[Constant, Constant] = {}
    positive: dict[str, list[Fact]] = {}
    negative: dict[str, list[Fact]] = {}
    for fact in facts:
        by_predicate = negative if fact.negated else positive
        if fact.predicate in by_predicate:
            by_predicate[fact.predicate].append(fact)
        else:
            by_predicate[fact.predicate] = [fact]
    for negated, by_predicate in ((False, positive), (True, negative)):
        for predicate, given in by_predicate.items():
            rows = encoded([fact.arguments for fact in given])
            if share:
                rows = [tuple(map(shared.setdefault, row, row)) for row in rows]
            relation((predicate, negated)).give(rows, given)


def encoded(rows: list[tuple[Term, ...]]) -> list[Row]:
    """The rows of the arguments of many facts."""
    # What equals no number that a truth value does is none, and to say so is quicker than to look at types.
    if not _TRUTHS.isdisjoint(chain.from_iterable(rows)) and bool in set(map(type, chain.from_iterable(rows))):
        return [encode_row(row) for row in rows]
    return cast("list[Row]", rows)


_TRUTHS: Final = frozenset({False, True})


class Relations(dict[Of, Relation]):
    """The relation of each literal, empty at first.

    Nothing of an evaluation refers back to it: so all that it made is gone as soon as nobody holds its model, and does
    not wait for the garbage collector.
    """

    def __missing__(self, of: Of) -> Relation:
        relation = self[of] = Relation()
        return relation

    def fresh_count(self, of: Of) -> int:
        """How many rows of a literal the last round brought."""
        return self[of].fresh_count


class KnownRelations(Mapping[Of, Mapping[Row, Reason]]):
    """The rows of each relation, looked at when asked for."""

    def __init__(self, relations: Mapping[Of, Relation]) -> None:
        self._relations = relations

    def __getitem__(self, of: Of) -> Mapping[Row, Reason]:
        return self._relations[of].rows

    def __iter__(self) -> Iterator[Of]:
        return iter(self._relations)

    def __len__(self) -> int:
        return len(self._relations)

    def initial(self) -> int:
        """How many distinct atoms the facts gave."""
        return sum(relation.given_count for relation in self._relations.values())
