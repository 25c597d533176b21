"""What of an input the judge is shown: the rubric's paths, projected so that the input keeps its shape.

Spec: Rubrics, section 3.2. A path that leads nowhere is left out and named, unless the rubric requires it. JSON null is
a value like any other.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from bridge.core.strict_json import Json
from bridge.errors import InputError
from bridge.rubrics.load_state_filter import MOCK_ANSWERS
from bridge.rubrics.model import StatePath


class RequiredPathMissing(InputError):
    """The input lacks a part that the rubric cannot be judged without."""

    code = "required-path-missing"


class _Absent:
    """Nothing stands there, which is not null."""


_ABSENT: Final = _Absent()


@dataclass(frozen=True)
class Projected:
    """The part of an input that is shown, and the optional paths that led nowhere, in the filter's order."""

    state: Mapping[str, Json]
    missing: tuple[str, ...] = ()


def project(state_filter: Sequence[StatePath], given: Mapping[str, Json]) -> Projected:
    """The state that a judge is shown of an input.

    Args:
        state_filter: the rubric's paths; everything but the canned answers where there are none.
        given: the whole input; it is not changed.

    Raises:
        RequiredPathMissing: a required path leads nowhere; the message names all of them.
    """
    whole = {key: value for key, value in given.items() if key != MOCK_ANSWERS}
    if not state_filter:
        return Projected(whole)
    found = [(path, _at(whole, path.segments)) for path in state_filter]
    absent = [path for path, value in found if isinstance(value, _Absent)]
    _refuse_missing([path.path for path in absent if path.required])
    shown: dict[str, Any] = {}
    selected: list[tuple[tuple[str, bool], ...]] = []
    # The shorter path first, so that whoever selects a whole makes its parts superfluous, whatever the order.
    for path, value in sorted(found, key=lambda one: len(one[0].segments)):
        if isinstance(value, _Absent) or any(_covers(other, path.segments) for other in selected):
            continue
        selected.append(path.segments)
        _merge(shown, value)
    return Projected(shown, tuple(path.path for path in absent))


def _refuse_missing(paths: Sequence[str]) -> None:
    if paths:
        raise RequiredPathMissing(
            f"required state_filter paths are missing from the input: {', '.join(paths)}",
            help="add them to the input, or make them optional in the rubric",
        )


def _at(value: Any, segments: Sequence[tuple[str, bool]]) -> Any:
    """The value projected along the segments, wrapped in what it stands in; ``_ABSENT`` where it leads nowhere."""
    if not segments:
        return value
    (key, mapped), rest = segments[0], segments[1:]
    if not isinstance(value, dict) or key not in value:
        return _ABSENT
    inner = value[key]
    if not mapped:
        below = _at(inner, rest)
        return below if isinstance(below, _Absent) else {key: below}
    if not isinstance(inner, list):
        return _ABSENT
    if not rest:
        return {key: inner}
    # An element without the field stays as an empty one, so that the list keeps its length.
    return {key: [{} if isinstance(below := _at(each, rest), _Absent) else below for each in inner]}


def _covers(selected: tuple[tuple[str, bool], ...], path: tuple[tuple[str, bool], ...]) -> bool:
    # `steps[]` selects what `steps` selects: the last key of a selection stands for all below it.
    keys, other = [key for key, _ in selected], [key for key, _ in path]
    return other[: len(keys)] == keys


def _merge(into: dict[str, Any], value: dict[str, Any]) -> None:
    for key, part in value.items():
        if key in into:
            into[key] = _merged(into[key], part)
        else:
            into[key] = part


def _merged(one: Any, other: Any) -> Any:
    if isinstance(one, dict) and isinstance(other, dict):
        both = dict(one)
        _merge(both, other)
        return both
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        return [_merged(left, right) for left, right in zip(one, other, strict=True)]
    return one
