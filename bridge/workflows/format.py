"""Files in the house layout: found, laid out, and put in the place of what they were, each whole or not at all."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import unified_diff
from pathlib import Path
from typing import Final

from bridge.core.sources import Source
from bridge.errors import BridgeError, InputError, UsageError
from bridge.reason.syntax.bounds import MAX_SOURCE_BYTES
from bridge.reason.syntax.format import formatted
from bridge.workflows.inputs import read_bytes, read_ordinary
from bridge.workflows.replacing import replace_file
from bridge.workflows.source_files import SourceFile, find

STDIN: Final = "-"


@dataclass(frozen=True)
class Formatted:
    """What became of one source.

    Args:
        name: the file as it was named, or ``-``.
        before: what it holds.
        after: the same in the house layout; as before, where it could not be laid out.
        error: why it could not.
    """

    name: str
    before: bytes
    after: bytes
    error: BridgeError | None = None

    @property
    def changed(self) -> bool:
        """Whether it is not in the house layout."""
        return self.after != self.before

    @property
    def diff(self) -> str:
        """What would change, as a unified diff; empty where nothing would."""
        before, after = (data.decode(errors="replace").splitlines(keepends=True) for data in (self.before, self.after))
        drawn = unified_diff(before, after, self.name, f"{self.name} (formatted)")
        return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in drawn)


def format_sources(names: Iterable[str], *, write: bool) -> Iterator[Formatted]:
    """Lay out each source; what cannot be read is left as it is, and the others are laid out all the same.

    Args:
        names: files, folders (every ``.reason`` file below them, but in hidden folders), or ``-`` alone.
        write: replace each file that changes, in one step.

    Raises:
        InputError: a folder holds no source; nothing has been written.
        UsageError: ``-`` among others.
    """
    given = list(find(names))
    if any(file.name == STDIN for file in given) and len(given) > 1:
        raise UsageError("standard input is laid out alone", where=STDIN, help="name files and folders, or - alone")
    return (_one(file, write=write and file.name != STDIN) for file in given)


def _one(file: SourceFile, *, write: bool) -> Formatted:
    name, before = file.name, b""
    if file.error is not None:
        return Formatted(name, before, before, file.error)
    try:
        before = (read_bytes if name == STDIN else read_ordinary)(name, max_bytes=MAX_SOURCE_BYTES)
        found = Formatted(name, before, formatted(Source(name, _text(name, before))).encode())
        if write and found.changed:
            replace_file(Path(name), found.after)
    except BridgeError as error:
        return Formatted(name, before, before, error)
    return found


def _text(name: str, data: bytes) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise InputError(
            f"{name}: not UTF-8 at byte {error.start}", where=name, help="save the file as UTF-8"
        ) from None
