"""Findings put in order: each once, silenced or not, as the source is read."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from bridge.core.diagnostics import Diagnostic, Severity
from bridge.reason.syntax.silences import Silence, Silenced, part
from bridge.workflows import lint_silences


class Looked(NamedTuple):
    """What was found in a file, and what is silenced there; both in source order."""

    findings: tuple[Diagnostic, ...]
    silenced: tuple[Silenced, ...] = ()


def parted(
    name: str,
    found: Iterable[Diagnostic],
    silences: Sequence[Silence],
    silenced: Iterable[Silenced],
    looked_for: Callable[[str], bool],
) -> Looked:
    """What the silences of a source leave, with what is to be said of those themselves.

    Args:
        name: the file that is linted; silences of others are theirs to speak of.
        found: what has been found and not yet been held against the silences.
        silences: those of the file and of the files that it uses.
        silenced: what has been silenced already.
        looked_for: whether findings of a code have been looked for.
    """
    left, more = part(once(found), silences)
    all_silenced = (*silenced, *more)
    own = [silence for silence in silences if silence.span.source.name == name]
    said = (*lint_silences.malformed(own), *lint_silences.unneeded(own, all_silenced, looked_for))
    by_place = sorted(all_silenced, key=lambda one: _place(one.diagnostic, name))
    return Looked(in_order((*left, *said), name), tuple(by_place))


def in_order(found: Iterable[Diagnostic], name: str) -> tuple[Diagnostic, ...]:
    """Findings as the source is read, those in other files after those in the file that is linted."""
    return tuple(sorted(found, key=lambda diagnostic: _place(diagnostic, name)))


def once(found: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Each finding once: the rules into which one statement was expanded have the same to say at the same place."""
    return tuple({_identity(diagnostic): diagnostic for diagnostic in reversed([*found])}.values())[::-1]


def _identity(diagnostic: Diagnostic) -> tuple[object, ...]:
    span = diagnostic.span
    if span is None:
        return (diagnostic.code, diagnostic.path, diagnostic.message)
    here = (diagnostic.code, span.source.name, span.start, span.end)
    return here if diagnostic.severity is Severity.WARNING else (*here, diagnostic.message, diagnostic.note)


def _place(diagnostic: Diagnostic, name: str) -> tuple[object, ...]:
    span = diagnostic.span
    if span is None:
        return (False, "", -1, "")
    return (span.source.name != name, span.source.name, span.start, diagnostic.code)
