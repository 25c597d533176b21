"""Changing one thing in a document: ``put("answer.noul", 2)`` sets a member, ``drop("outcome")`` takes one away."""

import copy
from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

Edit: TypeAlias = Callable[[Any], Any]
Steps: TypeAlias = tuple[str | int, ...]


def put(path: str, value: Any) -> Edit:
    """Set the member at a dotted path; numbers are places in arrays."""
    return lambda document: changed(document, _path(path), value)


def drop(path: str) -> Edit:
    """Take away the member at a dotted path."""
    return lambda document: without(document, _path(path))


def changed(document: Any, path: Steps, value: Any) -> Any:
    """The document with another value at a path."""
    if not path:
        return value
    document = copy.deepcopy(document)
    parent(document, path)[path[-1]] = value
    return document


def without(document: Any, path: Steps) -> Any:
    """The document without what stands at a path."""
    document = copy.deepcopy(document)
    del parent(document, path)[path[-1]]
    return document


def parent(document: Any, path: Steps) -> Any:
    """What the last step of a path is taken in."""
    for step in path[:-1]:
        document = document[step]
    return document


def paths(document: Any, here: Steps = ()) -> Iterator[Steps]:
    """The path of every value in a document, the whole first."""
    yield here
    if isinstance(document, dict):
        for name, value in document.items():
            yield from paths(value, (*here, name))
    elif isinstance(document, list):
        for place, value in enumerate(document):
            yield from paths(value, (*here, place))


def _path(text: str) -> Steps:
    return tuple(int(step) if step.isdigit() else step for step in text.split("."))
