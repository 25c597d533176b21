"""Taking values out of a state before it is written down (spec: Rubrics, section 6.4).

A path is a state filter's: ``a.b[].c``. What stands where it leads is replaced whole, also a list or an object, and for
``a[]`` each element of the list; where it leads nowhere nothing happens. What nobody names is kept.
"""

import copy
from collections.abc import Mapping, Sequence
from typing import Any, Final

from bridge.core.strict_json import Json
from bridge.errors import UsageError
from bridge.rubrics.load_state_filter import problem
from bridge.rubrics.model import StatePath

REDACTED: Final = "[REDACTED]"


def redactions(paths: Sequence[str]) -> tuple[StatePath, ...]:
    """The paths that an option names.

    Raises:
        UsageError: one of them is no path; names it.
    """
    for path in paths:
        wrong = problem(path)
        if wrong is not None:
            message = wrong.replace("state_filter path", "redact path")
            raise UsageError(message, where="--redact", help="as in goal, steps[].output or a.b")
    return tuple(map(StatePath, paths))


def redacted(state: Mapping[str, Json], paths: Sequence[StatePath]) -> dict[str, Any]:
    """A copy of a state without the values at the paths.

    Args:
        state: it is not changed.
        paths: in any order; one that leads into what another hides leads nowhere.
    """
    kept = copy.deepcopy(dict(state))
    for path in paths:
        _hide(kept, path.segments)
    return kept


def _hide(value: Any, segments: Sequence[tuple[str, bool]]) -> None:
    (key, mapped), rest = segments[0], segments[1:]
    if not isinstance(value, dict) or key not in value:
        return
    if not rest:
        # What is no list, although the path says so, is hidden all the same.
        inner = value[key]
        value[key] = [REDACTED] * len(inner) if mapped and isinstance(inner, list) else REDACTED
        return
    inner = value[key]
    if not mapped:
        _hide(inner, rest)
    elif isinstance(inner, list):
        for each in inner:
            _hide(each, rest)
