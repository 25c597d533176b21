"""The workspace: the folder that ``.bridge`` lies in, found the same way by every command.

``--workspace``, then ``BRIDGE_WORKSPACE``, then the nearest ancestor whose ``.bridge`` belongs to the caller, else the
current folder. A ``.bridge`` of another owner is refused: planting one above somebody's project is a known hijack.
"""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple

from bridge.errors import InputError

FOLDER: Final = ".bridge"


class Workspace(NamedTuple):
    """Where keys and receipts are. ``root`` is absolute, with symbolic links resolved."""

    root: Path

    @property
    def folder(self) -> Path:
        """The ``.bridge`` folder; it may not exist yet."""
        return self.root / FOLDER

    @property
    def store(self) -> Path:
        """The receipt store."""
        return self.folder / "store.sqlite3"

    @property
    def keys(self) -> Path:
        """The folder of signing keys."""
        return self.folder / "keys"

    @property
    def trust(self) -> Path:
        """The list of keys that are trusted beside the workspace's own; it may not exist."""
        return self.folder / "trust.json"

    @property
    def config(self) -> Path:
        """The settings file."""
        return self.folder / "config.toml"

    @property
    def rules(self) -> Path:
        """What the operator adds to the rules judge, silences or narrows; it may not exist."""
        return self.folder / "rules.toml"

    @property
    def exists(self) -> bool:
        """Whether ``.bridge`` has been made."""
        return is_folder(self.folder)

    def create(self) -> bool:
        """Make ``.bridge``, readable by its owner alone; whether it had to be made.

        Raises:
            InputError: it cannot be made.
        """
        try:
            self.folder.mkdir(mode=0o700, parents=True)
        except FileExistsError:
            return False
        except OSError as error:
            raise InputError(f"cannot make {self.folder}: {error.strerror or error}", where=str(self.folder)) from None
        return True


def find(named: str | None, *, environment: Mapping[str, str], current: Path) -> Workspace:
    """The workspace of a command.

    Args:
        named: the value of ``--workspace``.
        environment: the process environment.
        current: the current folder.

    Raises:
        InputError: the named folder does not exist, or a ``.bridge`` belongs to somebody else.
    """
    if named == "":
        raise InputError("--workspace must not be empty", where="--workspace", help="name a folder, or leave it out")
    chosen = named or environment.get("BRIDGE_WORKSPACE")
    if chosen:
        root = Path(chosen)
        if not is_folder(root):
            raise InputError(f"no such folder: {root}", where="--workspace", help="make the folder, or name another")
        return _owned(Workspace(root.resolve()))
    here = current.resolve()
    for folder in (here, *here.parents):
        if is_folder(folder / FOLDER):
            return _owned(Workspace(folder))
    return Workspace(here)


def is_folder(path: Path) -> bool:
    """Whether there is a folder at a path, which may be one that no file can have or nobody may look at."""
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


def _owned(workspace: Workspace) -> Workspace:
    if workspace.exists and hasattr(os, "getuid") and workspace.folder.stat().st_uid != os.getuid():
        raise InputError(
            f"{workspace.folder} belongs to another user",
            where=str(workspace.folder),
            help="name a workspace of your own with --workspace",
        )
    return workspace
