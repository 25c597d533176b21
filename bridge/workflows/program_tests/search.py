"""The files in which tests are looked for."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from bridge.errors import InputError
from bridge.workflows import source_files
from bridge.workflows.bundled import BUNDLED
from bridge.workflows.source_files import SUFFIX, SourceFile

_HELP = "name a folder, or a source that ends in .reason"


def find(names: Iterable[str]) -> tuple[SourceFile, ...]:
    """The sources that files and folders name, each once, in the order given; those of a folder by path.

    Raises:
        InputError: something is not there, or is no source.
    """
    return tuple(source_files.find(_sources(names), may_be_empty=True))


def _sources(names: Iterable[str]) -> Iterator[str]:
    for name in names:
        if name == "-":
            raise InputError("tests are run from files, and standard input is none", where=name, help=_HELP)
        if not (name.startswith(BUNDLED) or source_files.is_folder(name) or name.endswith(SUFFIX)):
            what = "is no .reason source, and only those have tests" if _is_there(name) else "is not there"
            raise InputError(f"{name} {what}", where=name, help=_HELP)
        yield name


def _is_there(name: str) -> bool:
    try:
        return Path(name).exists()
    except (OSError, ValueError):
        return False
