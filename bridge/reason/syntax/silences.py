"""Silences: comments that let a warning stand, on the statement that it is about, and say why.

``# lint: allow RSN411 because the exception is dated`` silences RSN411 in the statement on whose line it ends, in the
statement it stands in, or, on a line of its own, in the statement below it with nothing but comments between. To the
language it is a comment like any other.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import attrgetter
from typing import Final, NamedTuple, TypeAlias

from bridge.core.diagnostics import Diagnostic, Severity
from bridge.core.sources import Source, Span
from bridge.reason.syntax import ast
from bridge.reason.syntax.grammar import grammar
from bridge.reason.syntax.tokens import COMMENT, tokenize

MARK: Final = "lint:"
"""How the text of a comment begins that is one."""

_OPENING: Final = re.compile(rf"#+[ \t]*{MARK}")
_ALLOW: Final = re.compile(r"[ \t]*allow\b[ \t]*(?P<codes>.*?)[ \t]*(?:\bbecause\b(?P<reason>.*))?")
_ONLY_COMMENTS: Final = re.compile(r"[ \t]*\r?\n(?:[ \t]*#[^\n]*\n)*[ \t]*")

Stretch: TypeAlias = ast.Statement | ast.Test


class Silence(NamedTuple):
    """A comment that silences, as it is written.

    Args:
        span: the comment.
        codes: what stands where codes should, each as it is written.
        reason: why; empty where it says nothing.
        target: the statement that it is about, where there is one.
    """

    span: Span
    codes: tuple[str, ...]
    reason: str
    target: Span | None

    def covers(self, diagnostic: Diagnostic) -> bool:
        """Whether a diagnostic is a warning that this silences; without a reason it silences nothing."""
        if not self.reason or diagnostic.severity is not Severity.WARNING or diagnostic.code not in self.codes:
            return False
        here, target = diagnostic.span, self.target
        return (
            here is not None and target is not None and here.source.name == target.source.name and _holds(target, here)
        )


class Silenced(NamedTuple):
    """A warning that is silenced, and the comment that does."""

    diagnostic: Diagnostic
    silence: Silence


def silences(file: ast.File) -> tuple[Silence, ...]:
    """The silences of a source, in order."""
    source = file.source
    if MARK not in source.text:
        return ()
    parts: list[Stretch] = [*file.statements, *file.tests]
    stretches = sorted(parts, key=attrgetter("start"))
    trivia = tokenize(source, grammar().scan).trivia
    return tuple(
        _silence(source, token.text[match.end() :], Span(source, token.start, token.end), stretches)
        for token in trivia
        if token.type == COMMENT and (match := _OPENING.match(token.text))
    )


def part(
    diagnostics: Iterable[Diagnostic], given: Iterable[Silence]
) -> tuple[tuple[Diagnostic, ...], tuple[Silenced, ...]]:
    """The diagnostics that are left, and those that are silenced; both in their order."""
    by_code = _by_code(given)
    left: list[Diagnostic] = []
    silenced: list[Silenced] = []
    for diagnostic in diagnostics:
        silence = next((one for one in by_code.get(diagnostic.code, ()) if one.covers(diagnostic)), None)
        if silence is None:
            left.append(diagnostic)
        else:
            silenced.append(Silenced(diagnostic, silence))
    return tuple(left), tuple(silenced)


def _by_code(given: Iterable[Silence]) -> Mapping[str, list[Silence]]:
    found: dict[str, list[Silence]] = {}
    for silence in given:
        for code in silence.codes:
            found.setdefault(code, []).append(silence)
    return found


def _silence(source: Source, text: str, here: Span, stretches: Sequence[Stretch]) -> Silence:
    match = _ALLOW.fullmatch(text.rstrip())
    codes = tuple(_codes(match["codes"])) if match else ()
    reason = ((match["reason"] if match else None) or "").strip()
    return Silence(here, codes, reason, _target(source, here, stretches))


def _codes(text: str) -> Iterator[str]:
    return (code.strip() for code in text.split(",") if code.strip())


def _target(source: Source, here: Span, stretches: Sequence[Stretch]) -> Span | None:
    at = bisect_right(stretches, here.start, key=attrgetter("start"))
    if at:
        before = stretches[at - 1]
        if here.start < before.end or "\n" not in source.text[before.end : here.start]:
            return Span(source, before.start, before.end)
    if at < len(stretches) and _ONLY_COMMENTS.fullmatch(source.text, here.end, stretches[at].start):
        return Span(source, stretches[at].start, stretches[at].end)
    return None


def _holds(target: Span, here: Span) -> bool:
    """Whether a place begins in a statement, or in the documentation directly above it."""
    return target.start <= here.start < target.end or _above(target, here)


def _above(target: Span, here: Span) -> bool:
    text = target.source.text
    return here.end < target.start and _ONLY_COMMENTS.fullmatch(text, here.end, target.start) is not None
