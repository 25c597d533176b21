"""What is to be said of the silences themselves: those that do not say what or why, and those that silence nothing."""

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from bridge.core.codes import Code
from bridge.core.codes.lint import RSN425, RSN426, RSN427
from bridge.core.codes.registry import REGISTRY
from bridge.core.codes.types import RSN203
from bridge.core.diagnostics import Diagnostic, Severity
from bridge.reason.syntax.silences import Silence, Silenced
from bridge.reason.syntax.spelling import quoted

_EXAMPLE: Final = "write `# lint: allow RSN411 because …`, with the code of the warning and your reason"
_OWN: Final = (RSN425.code, RSN426.code, RSN427.code)


def malformed(silences: Iterable[Silence]) -> Iterator[Diagnostic]:
    """The silences without a code or a reason, and the codes in them that are not those of warnings."""
    for silence in silences:
        if not silence.codes:
            yield _finding(RSN425, silence, "this names no warning", _EXAMPLE)
        elif not silence.reason:
            yield _finding(RSN425, silence, "this gives no reason, and so silences nothing", _EXAMPLE)
        for code in silence.codes:
            if code not in REGISTRY:
                yield _finding(RSN425, silence, f"there is no warning {quoted(code)}", "write a code such as RSN411")
            elif not _is_warning(code):
                message = f"{quoted(code)} cannot be silenced"
                yield _finding(RSN425, silence, message, "mend what it says")


def unneeded(
    silences: Iterable[Silence], silenced: Iterable[Silenced], looked_for: Callable[[str], bool]
) -> Iterator[Diagnostic]:
    """The silences by which nothing is silenced, code by code.

    Args:
        silences: every silence of a file.
        silenced: what they silence.
        looked_for: whether findings of a code have been looked for.
    """
    needed = {(found.silence, found.diagnostic.code) for found in silenced}
    for silence in silences:
        for code in silence.codes:
            if silence.reason and _is_warning(code) and looked_for(code) and (silence, code) not in needed:
                yield _finding(RSN426, silence, _nothing(silence, code), "remove it")


def _nothing(silence: Silence, code: str) -> str:
    if silence.target is None:
        return f"this stands above no statement, so {quoted(code)} is not silenced"
    return f"this statement has no {quoted(code)} to silence"


def _is_warning(code: str) -> bool:
    return (code.startswith("RSN4") or code == RSN203.code) and code in REGISTRY and code not in _OWN


def _finding(code: Code, silence: Silence, message: str, remedy: str) -> Diagnostic:
    return Diagnostic(code.code, message, span=silence.span, help=remedy, severity=Severity.WARNING)
