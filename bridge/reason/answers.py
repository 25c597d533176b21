"""The closed sets of a source: which texts an argument may be, which no kernel knows of."""

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias


class Options(NamedTuple):
    """The texts that may stand at an argument; of an ordered set the lowest first."""

    texts: tuple[str, ...]
    ordered: bool = False


Answers: TypeAlias = Mapping[tuple[str, int], Options]
"""The options at each argument that has some, by predicate and place from 0."""
