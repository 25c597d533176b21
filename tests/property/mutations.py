"""Changes to a JSON document: one anywhere in it, of every kind that an editor, a forger or a fault might make."""

import copy
from collections.abc import Iterator
from typing import Any, TypeAlias

from hypothesis import strategies as st

Step: TypeAlias = str | int
Path: TypeAlias = tuple[Step, ...]


def mutated(document: Any) -> st.SearchStrategy[Any]:
    """The document with one value changed, dropped, repeated, moved, or replaced by another of its values."""
    paths = list(_paths(document))

    @st.composite
    def draw_change(draw: st.DrawFn) -> Any:
        changed = copy.deepcopy(document)
        path = draw(st.sampled_from(paths))
        parent, last = _at(changed, path[:-1]), path[-1]
        items: Any = parent if isinstance(parent, list) else None
        kind = draw(st.sampled_from(("edit", "drop", "repeat", "move", "swap", "copy", "add")))
        if kind == "drop":
            del parent[last]
        elif kind == "repeat" and items:
            items.insert(last, copy.deepcopy(items[last]))
        elif kind == "move" and items:
            items.insert(draw(st.integers(0, len(items) - 1)), items.pop(last))
        elif kind == "swap" and items:
            other = draw(st.integers(0, len(items) - 1))
            items[last], items[other] = items[other], items[last]
        elif kind == "copy":
            parent[last] = copy.deepcopy(_at(document, draw(st.sampled_from(paths))))
        elif kind == "add" and isinstance(parent[last], dict):
            parent[last][draw(st.sampled_from(("extra", "negated", "supersedes", "source_id")))] = draw(_SCALARS)
        else:
            parent[last] = draw(_other(parent[last]))
        return changed

    return draw_change()


_SCALARS: st.SearchStrategy[Any] = (
    st.sampled_from((None, True, False, 0, 1, 1.0, "", "x", "$x")) | st.builds(list) | st.builds(dict)
)


def _other(value: Any) -> st.SearchStrategy[Any]:
    """Another value, often one that Python or a careless reader takes for the same."""
    if isinstance(value, bool):
        return st.sampled_from((not value, int(value), str(value).lower()))
    if isinstance(value, int):
        return st.sampled_from((value + 1, value - 1, float(value), str(value), bool(value)))
    if isinstance(value, str) and value:
        return st.sampled_from((value[:-1], value + " ", value.swapcase(), value[::-1], "$" + value, [value]))
    if isinstance(value, list):
        return st.sampled_from((value[::-1], value[1:], [*value, *value], dict(enumerate(value)))) | _SCALARS
    if isinstance(value, dict):
        return st.just(list(value.values())) | st.just({**value, "extra": None}) | _SCALARS
    return _SCALARS


def _paths(value: Any, path: Path = ()) -> Iterator[Path]:
    if path:
        yield path
    steps: Any = value.keys() if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for step in steps:
        yield from _paths(value[step], (*path, step))


def _at(value: Any, path: Path) -> Any:
    for step in path:
        value = value[step]
    return value
