"""The sources that files and folders stand for, as the linter, the formatter and the tests look for them."""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from bridge.errors import InputError
from bridge.workflows.bundled import BUNDLED

SUFFIX: Final = ".reason"


class SourceFile(NamedTuple):
    """A file that is looked at, or what in a folder cannot be.

    Args:
        name: its path, as it was given; in a folder below the folder as that was given.
        given: whether somebody named it by itself.
        error: why it cannot be looked at: its name is no text, or it is a folder that cannot be searched.
    """

    name: str
    given: bool = False
    error: InputError | None = None


def find(names: Iterable[str], *, may_be_empty: bool = False) -> Iterator[SourceFile]:
    """The files that names stand for, each once, in the order given; those of a folder by their paths.

    Folders are searched through and through, links to folders apart. What is hidden is passed over, folders and files,
    among them the locks that editors leave. What is named by itself is taken wherever and whatever it is.

    Args:
        names: files, folders, ``-`` and bundled programs.
        may_be_empty: whether a folder may be without any.

    Raises:
        InputError: a folder in which there is no source.
    """
    seen: set[str] = set()
    for name in names:
        found = _below(name) if is_folder(name) else [SourceFile(name, given=True)]
        if not (found or may_be_empty):
            message = f"there is no {SUFFIX} file in {name}"
            raise InputError(message, where=name, help="name a folder with sources, or a file")
        for file in found:
            # `./a` is `a`; `b/../a` need not be, where `b` is a link.
            key = str(Path(file.name))
            if key not in seen:
                seen.add(key)
                yield file


def is_folder(name: str) -> bool:
    """Whether a name stands for a folder, and not for standard input, a bundled program, a file or nothing."""
    if name == "-" or name.startswith(BUNDLED):
        return False
    try:
        return Path(name).is_dir()
    except (OSError, ValueError):
        return False


def _below(folder: str) -> list[SourceFile]:
    return sorted(_walk(folder), key=lambda one: Path(one.name).parts)


def _walk(folder: str) -> Iterator[SourceFile]:
    unsearchable: list[OSError] = []
    for place, folders, files in os.walk(folder, onerror=unsearchable.append):
        folders[:] = [name for name in folders if not name.startswith(".")]
        for name in files:
            if name.endswith(SUFFIX) and not name.startswith("."):
                yield _named(str(Path(place, name)))
    for error in unsearchable:
        found = _named(str(Path(error.filename)))
        refusal = InputError(f"cannot search {found.name}: {error.strerror or error}", where=found.name)
        yield found._replace(error=found.error or refusal)


def _named(name: str) -> SourceFile:
    """A file by its path; one whose path is no text could not be named in a report, and is told by what can be said."""
    try:
        name.encode()
    except UnicodeEncodeError:
        shown = os.fsencode(name).decode(errors="backslashreplace")
        message = f"the name of a file is not text in UTF-8: {shown}"
        return SourceFile(shown, error=InputError(message, where=shown, help="rename it"))
    return SourceFile(name)
