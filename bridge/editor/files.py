"""Names of sources as files: whether one is a path, what the file is known by, and how editors call it."""

import contextlib
import os
from importlib import resources
from pathlib import Path
from typing import Final

from pygls.uris import from_fs_path, to_fs_path

from bridge.workflows.bundled import BUNDLED
from bridge.workflows.source_files import SUFFIX

_FILE: Final = "file:"


def is_file(name: str) -> bool:
    """Whether the name of a source is the path of a file."""
    return os.path.isabs(name)  # noqa: PTH117 - a name may be anything, and is no path before this is known


def identity(name: str) -> str:
    """What a source is known by: a file by its real path, links followed, anything else by its name."""
    if is_file(name):
        with contextlib.suppress(OSError, ValueError, RuntimeError):
            return str(Path(name).resolve())
    return name


def path_of(uri: str) -> str | None:
    """The path of the file that a URI names, if it names one."""
    with contextlib.suppress(ValueError, TypeError):
        path = to_fs_path(uri) if uri.startswith(_FILE) else None
        return path if path and is_file(path) and "\0" not in path else None
    return None


def uri_of(name: str) -> str | None:
    """The URI of a source by its name; of one that ships, that of the file in the package."""
    path = _bundled_path(name) if name.startswith(BUNDLED) else name
    if path is None or not is_file(path):
        return None if path is None else path
    uri: str | None = from_fs_path(path)
    return uri


def _bundled_path(name: str) -> str | None:
    root = resources.files("reason_programs")
    for wanted in (name.removeprefix(BUNDLED), name.removeprefix(BUNDLED) + SUFFIX):
        file = root.joinpath(wanted)
        if file.is_file() and isinstance(file, Path):
            return str(file)
    return None
