"""A trajectory that is too long for one call: long texts in its steps are shortened until it fits.

What was asked and what was said last stay whole, and so does the number of steps; how much is left out is said where it
was.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from bridge.errors import LimitError

LENGTHS: Final = (16_000, 4_000, 1_000, 250)
"""The characters that a text of a step may keep; the next is tried where the one before does not fit."""


def shortened(
    trajectory: Mapping[str, Any], fits: Callable[[Mapping[str, Any]], object]
) -> tuple[Mapping[str, Any], int | None]:
    """The trajectory as it fits, and the most characters that its steps' texts keep; None where nothing is left out.

    Args:
        trajectory: as ``transcripts.trajectory`` returns it.
        fits: raises ``LimitError`` for one that is too long.

    Raises:
        LimitError: it does not fit however much is left out.
    """
    tried: tuple[int | None, ...] = (None, *LENGTHS)
    for most in tried[:-1]:
        given = _with_steps(trajectory, most)
        try:
            fits(given)
        except LimitError:
            continue
        return given, most
    given = _with_steps(trajectory, tried[-1])
    fits(given)
    return given, tried[-1]


def _with_steps(trajectory: Mapping[str, Any], most: int | None) -> Mapping[str, Any]:
    return trajectory if most is None else {**trajectory, "steps": _cut(trajectory["steps"], most)}


def _cut(value: Any, most: int) -> Any:
    if isinstance(value, str):
        return _cut_text(value, most)
    if isinstance(value, list):
        return [_cut(each, most) for each in value]
    if isinstance(value, dict):
        return {key: _cut(each, most) for key, each in value.items()}
    return value


def _cut_text(text: str, most: int) -> str:
    if len(text) <= most:
        return text
    half = most // 2
    return f"{text[:half]}\n[… {len(text) - 2 * half} characters left out …]\n{text[-half:]}"
