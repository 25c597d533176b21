"""What is known already, looked up by a pattern; an index is made when a pattern first needs it."""

from collections.abc import Sequence

from bridge.reason.engine import Model
from bridge.reason.engine.terms import Row
from bridge.reason.explain.patterns import Pattern, is_open
from bridge.reason.model import Literal


class Known:
    """The atoms of a model."""

    def __init__(self, model: Model) -> None:
        self.literals = frozenset(Literal(*of) for of, rows in model.relations.items() if rows)
        self._model = model
        self._indexes: dict[tuple[Literal, tuple[int, ...]], dict[Row, list[Row]]] = {}

    def __contains__(self, ground: Pattern) -> bool:
        return ground.row in self._model.relations.get(ground.of, {})

    def rows(self, wanted: Pattern) -> Sequence[Row]:
        """The rows that have the constants of a pattern where it has them."""
        columns = tuple([place for place, term in enumerate(wanted.row) if not is_open(term)])
        index = self._indexes.get((wanted.of, columns))
        if index is None:
            index = self._indexes[wanted.of, columns] = self._index(wanted.of, columns)
        return index.get(tuple([wanted.row[column] for column in columns]), ())

    def _index(self, of: Literal, columns: tuple[int, ...]) -> dict[Row, list[Row]]:
        index: dict[Row, list[Row]] = {}
        for row in self._model.relations.get(of, ()):
            index.setdefault(tuple([row[column] for column in columns]), []).append(row)
        return index
