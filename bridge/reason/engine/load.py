"""Facts into relations, column by column; and relations as the mapping that a model holds."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from typing import cast

from bridge.reason.engine.grouping import Of
from bridge.reason.engine.model import Reason
from bridge.reason.engine.relation import Relation
from bridge.reason.engine.terms import Row, encode_row
from bridge.reason.model import Fact, Term


def load(facts: Sequence[Fact], relation: Callable[[Of], Relation]) -> None:
    """Give every relation the facts over its literal.

    Args:
        facts: facts of a valid program; of two with the same atom, the first counts.
        relation: the relation of a literal, which is empty.
    """
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
            rows = [fact.arguments for fact in given]
            relation((predicate, negated)).give(_encoded(rows), given)


def _encoded(rows: list[tuple[Term, ...]]) -> list[Row]:
    if bool in set(map(type, chain.from_iterable(rows))):
        return [encode_row(row) for row in rows]
    return cast("list[Row]", rows)


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
