"""Folders of the machine that stand in a container: ``docker run -v "$PWD/out:/out"``, ``--mount type=bind,…``."""

import re
from typing import Final, NamedTuple

from bridge.core.lazy_pattern import pattern
from bridge.judges.bridge_rules.shell.environment import MACHINE_MARK
from bridge.judges.bridge_rules.shell.folders import located, windows
from bridge.judges.bridge_rules.shell.model import Call, Piece, Source, Word
from bridge.judges.bridge_rules.shell.options import Options
from bridge.judges.bridge_rules.shell.wrappers import Inner, with_input

MAX_MOUNTS: Final = 16

_VOLUME: Final = pattern(r"([^\s'\"$:]{2,}?|[A-Za-z]:[^\s'\"$:]*|[/.~]):(/[^:]+?)/?(?::[\w,]+)?")
_SOURCE: Final = pattern(r"(?:.*,)?(?:source|src)=([^\s'\"$,]+)(?:,.*)?")
_TARGET: Final = pattern(r"(?:.*,)?(?:target|destination|dst)=(/[^,]+?)/?(?:,.*)?")


class Mount(NamedTuple):
    """A folder of the machine in a container.

    Args:
        source: the folder, as it is written.
        is_home_relative: whether it starts at the home folder.
        place: where it stands in the container.
    """

    source: str
    is_home_relative: bool
    place: str


def mounts(given: Options) -> list[Mount]:
    """The folders that the options of a call put into a container; those that are not known are left out."""
    found = []
    for word in given.values("v", "volume", "mount")[:MAX_MOUNTS]:
        volume = _VOLUME.fullmatch(word.text)
        source, target = _SOURCE.fullmatch(word.text), _TARGET.fullmatch(word.text)
        is_home = any(piece.source is Source.HOME for piece in word.pieces)
        if not word.is_known:
            continue
        if volume is not None:
            found.append(Mount(volume[1], is_home, volume[2]))
        elif source is not None and target is not None:
            found.append(Mount(source[1], is_home, target[1]))
    return found


def mounted(name: str, words: tuple[Word, ...], found: list[Mount]) -> list[Inner]:
    """The command as it is for the machine, where the whole of that, or a home folder, stands in the container."""
    for mount in found:
        top = mount.source.rstrip("/")
        is_home = mount.is_home_relative and "/" not in top.removeprefix("/home/").removeprefix("/Users/")
        if (not top or is_home) and any(mount.place in word.text for word in words):
            piece = Piece(top, source=Source.HOME) if is_home else Piece("/")
            item = Word((piece,), words[0].node)
            return [Inner(name, tuple(with_input(word, mount.place, item) for word in words))]
    return []


def with_machine_paths(words: tuple[Word, ...], found: list[Mount], call: Call) -> tuple[Word, ...]:
    """The words of a command in which each path below a mounted folder is marked as one of the machine."""
    for mount in found:
        path = _on_machine(mount, call)
        if path is not None:
            below = re.compile(rf"(?<![\w.-]){re.escape(mount.place)}(?=[/\s'\";&|)]|\Z)")
            words = tuple(_replaced(word, below, path) for word in words)
    return words


def _on_machine(mount: Mount, call: Call) -> str | None:
    source = windows(mount.source).replace("\\", "/")
    if not source.startswith(("/", "~", ".")) or source == "/":
        return None
    path = located(source, is_home=mount.is_home_relative, cwd=call.cwd)
    return None if path is None else MACHINE_MARK + (path if path.startswith("/") else f"/{path}")


def _replaced(word: Word, below: re.Pattern[str], path: str) -> Word:
    pieces = (p._replace(text=below.sub(lambda _: path, p.text)) if p.is_known else p for p in word.pieces)
    return Word(tuple(pieces), word.node)


def machine_path(path: str) -> str | None:
    """The path of the machine that a clean path in a container leads to; None where it stays in the container."""
    if not path.startswith(MACHINE_MARK):
        return None
    rest = path.removeprefix(MACHINE_MARK)
    return rest.removeprefix("/") if rest.startswith("/~") else rest
