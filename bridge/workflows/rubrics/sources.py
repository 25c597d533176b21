"""Which rubric a name is: a file, one of the workspace, one of a judge-jev checkout, or one that ships."""

import re
from pathlib import Path
from typing import Final

from bridge.core.sources import Source
from bridge.errors import InputError, UsageError
from bridge.rubrics import shipped
from bridge.rubrics.load import Dialect, LoadedRubric, load
from bridge.rubrics.plain_yaml import MAX_BYTES
from bridge.workflows.inputs import read_bytes, read_ordinary
from bridge.workflows.settings import Settings
from bridge.workflows.workspace import Workspace

ROOT: Final = "JUDGE_JEV_ROOT"
"""The variable that names a judge-jev checkout; where it is set its rubrics are the only ones known by name."""

_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
_ENDINGS: Final = (".yaml", ".yml")


def find(name: str, settings: Settings, workspace: Workspace, *, dialect: Dialect | None = None) -> LoadedRubric:
    """The rubric of a name.

    Args:
        name: a path that ends in ``.yaml`` or ``.yml``, ``-`` for standard input, or the id of a rubric.
        settings: whose environment may name a judge-jev checkout.
        workspace: whose ``.bridge/rubrics`` may hold rubrics.
        dialect: whose rubric it is; None for judge-jev's where it is one of a checkout's, else ours.

    Raises:
        UsageError: there is no rubric of that name.
        RubricRefused: it cannot be judged by.
        InputError: it cannot be read.
    """
    if name == "-" or name.lower().endswith(_ENDINGS):
        data = read_bytes(name, max_bytes=MAX_BYTES)
        return _loaded("standard input" if name == "-" else name, data, dialect or Dialect.BRIDGE)
    if _NAME.fullmatch(name) is None or ".." in name:
        raise UsageError(
            f"Rubric not found: {name}", where="--rubric", help="name a rubric, or a file that ends in .yaml"
        )
    folder = _checkout(settings) or workspace.folder / "rubrics"
    path = folder / f"{name}.yaml"
    if path.is_file():
        found = Dialect.JUDGE_JEV if _checkout(settings) else Dialect.BRIDGE
        return _loaded(str(path), read_ordinary(str(path), max_bytes=MAX_BYTES), dialect or found)
    if _checkout(settings) is None and name in shipped.NAMES:
        return load(Source(f"{name}.yaml", shipped.text(name)), dialect=dialect or Dialect.BRIDGE)
    known = ", ".join(names(settings, workspace))
    raise UsageError(f"Rubric not found: {name}", where="--rubric", help=f"known: {known}" if known else None)


def names(settings: Settings, workspace: Workspace) -> tuple[str, ...]:
    """The rubrics that are known by name, sorted."""
    checkout = _checkout(settings)
    folder = checkout or workspace.folder / "rubrics"
    found = {path.stem for path in folder.glob("*.yaml") if path.is_file()} if folder.is_dir() else set()
    return tuple(sorted(found if checkout else found | set(shipped.NAMES)))


def _checkout(settings: Settings) -> Path | None:
    root = settings.environment.get(ROOT)
    return Path(root) / "shared" / "rubrics" if root else None


def _loaded(name: str, data: bytes, dialect: Dialect) -> LoadedRubric:
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        raise InputError(f"{name} is not UTF-8: byte {error.start}", where=name, help="save it as UTF-8") from None
    return load(Source(name, text.removeprefix("\ufeff")), dialect=dialect)
