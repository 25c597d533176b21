"""Linting: everything that is wrong or doubtful with programs, file by file, and what is silenced with a reason."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from bridge.core.bounds import SECONDS
from bridge.core.clock import is_canonical_time
from bridge.core.codes.registry import REGISTRY
from bridge.core.diagnostics import Diagnostic, ProgramRefused, Severity
from bridge.errors import InputError, LimitError, UsageError
from bridge.reason.collector import no_collection
from bridge.reason.syntax.silences import Silenced
from bridge.workflows.limits import Bounds, begun
from bridge.workflows.lint_file import look, unreadable
from bridge.workflows.programs import content, load
from bridge.workflows.reason import convention_of
from bridge.workflows.source_files import SourceFile, find

CONVENTION: Final = ("RSN1", "RSN40")
"""How the codes begin that are about the admission convention."""


@dataclass(frozen=True)
class SilencedFinding:
    """A warning that is silenced, and the reason that stands there."""

    diagnostic: Diagnostic
    reason: str


@dataclass(frozen=True)
class Linted:
    """A file, what was found in it, and what was found and is silenced; both in source order."""

    name: str
    findings: tuple[Diagnostic, ...]
    silenced: tuple[SilencedFinding, ...]


def lint(
    names: Iterable[str],
    *,
    at: str | None = None,
    convention: bool = True,
    select: Collection[str] = (),
    ignore: Collection[str] = (),
    bounds: Bounds | None = None,
) -> tuple[Linted, ...]:
    """Lint files, all ``.reason`` files below folders, standard input for ``-``, and bundled programs.

    Each file is looked at by itself: a program with what it uses, and a file without a header, which is a library, for
    what can be said of it whatever program it is used in.

    Args:
        names: files and folders.
        at: the time that replaces the evaluation time, and that the facts of action policies are held against.
        convention: look for RSN101 to RSN107 and RSN401 to RSN408 as well.
        select: codes of warnings, or how they begin; others are left out.
        ignore: codes of warnings, or how they begin, that are left out.
        bounds: those of the run.

    Raises:
        UsageError: a code that does not exist, or ``at`` is no time.
        InputError: a file that is named cannot be read, a folder holds no source, or a bound was reached. What cannot
            be read in a folder is a finding there.
    """
    if at is not None and not is_canonical_time(at):
        raise UsageError(f"`{at}` is no time in UTC to the second", where="at", help="such as 2026-08-14T12:00:00Z")
    chosen = _Chosen(_known(select), _known(ignore), convention=convention)
    bounds = begun(bounds)
    return tuple(_linted(file, at, chosen, bounds) for file in find(names))


def compilation(
    name: str,
    *,
    at: str | None = None,
    query: str | None = None,
    convention: bool = True,
    bounds: Bounds | None = None,
) -> Linted:
    """What compiling a program says, and no lint besides: what refuses it, or what its source is warned of.

    Raises:
        InputError: it cannot be read.
        UsageError: the options do not fit it.
    """
    try:
        loaded = load(name, at=at, query=query, bounds=bounds)
        convention_of(loaded, enforced=convention, bounds=bounds)
    except ProgramRefused as refused:
        return Linted(name, refused.diagnostics, ())
    silenced = loaded.lowered.silenced if loaded.lowered else ()
    return Linted(name, loaded.warnings, tuple(map(_with_reason, silenced)))


def _with_reason(found: Silenced) -> SilencedFinding:
    return SilencedFinding(found.diagnostic, found.silence.reason)


def _linted(file: SourceFile, at: str | None, chosen: "_Chosen", bounds: Bounds) -> Linted:
    if file.error is not None:
        return Linted(file.name, (unreadable(file.error),), ())
    try:
        return _looked(file.name, at, chosen, bounds, ordinary=not file.given)
    except InputError as error:
        if file.given or _out_of_time(error):
            raise
        return Linted(file.name, (unreadable(error),), ())


def _out_of_time(error: InputError) -> bool:
    """Whether no time is left, which no file after this one would have either."""
    return isinstance(error, LimitError) and error.bound is not None and error.bound.name == SECONDS.name


def _looked(name: str, at: str | None, chosen: "_Chosen", bounds: Bounds, *, ordinary: bool) -> Linted:
    data = content(name, bounds, ordinary=ordinary)
    with no_collection():
        looked = look(data, name, at, bounds)
    return Linted(
        name,
        tuple(filter(chosen.holds, looked.findings)),
        tuple(_with_reason(found) for found in looked.silenced if chosen.holds(found.diagnostic)),
    )


def _known(codes: Collection[str]) -> Sequence[str]:
    for code in codes:
        if not code or not any(known.startswith(code) for known in REGISTRY):
            raise UsageError(
                f"no code begins with {code!r}", help="write codes such as RSN411, or RSN40 for all of them"
            )
    return tuple(codes)


@dataclass(frozen=True)
class _Chosen:
    """Which findings are wanted. What refuses a program is always said."""

    select: Sequence[str]
    ignore: Sequence[str]
    convention: bool

    def holds(self, diagnostic: Diagnostic) -> bool:
        code = diagnostic.code
        if not self.convention and code.startswith(CONVENTION):
            return False
        if diagnostic.severity is Severity.ERROR:
            return True
        return (not self.select or code.startswith(tuple(self.select))) and not code.startswith(tuple(self.ignore))
