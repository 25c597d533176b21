"""The files that a program uses: found beside the file that names them, and nowhere outside the root."""

import errno
import os
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import Final, Protocol

from bridge.core.sources import Source
from bridge.core.strict_json import MAX_BYTES
from bridge.errors import InputError
from bridge.reason.syntax.spelling import string
from bridge.reason.syntax.suggestions import nearest
from bridge.workflows.bundled import BUNDLED, bundled_source
from bridge.workflows.inputs import read_ordinary

_RUBRICS: Final = (".yaml", ".yml")
_MOST_LISTED: Final = 1000
_HELP: Final = "use files at or below the folder of the main program"

Load = Callable[[str, Source], Source]


class Read(Protocol):
    """Reads a file by its path, and no more than some bytes of it; raises ``InputError`` where that does not go."""

    def __call__(self, name: str, *, max_bytes: int) -> bytes:
        """The bytes of the file."""


def loader(main: str, *, max_bytes: int = MAX_BYTES, read: Read = read_ordinary) -> Load:
    """What ``use "path"`` reads, for a main program by its path.

    Paths are taken from the folder of the file that names them. The root is the folder of the main program: what lies
    outside it, symbolic links followed, is refused. A file has one name however it is reached, so that it is read once.
    A rubric, which is YAML, is read as the questions that it asks, its verdict among them.
    What ships with the package is named ``bridge:std/quorum`` and the like, whatever the root. No file is longer than
    ``max_bytes``. ``read`` reads files where something other than the disk may hold them.
    """
    root = Path(main).parent
    real_root, real_main = _real(root), _real(Path(main))

    def load(path: str, importer: Source) -> Source:
        if path.startswith(BUNDLED):
            return bundled_source(path)
        if Path(path).is_absolute():
            raise InputError(f"{path} is an absolute path", where=path, help=_HELP)
        real = _real(Path(importer.name).parent / path)
        if not real.is_relative_to(real_root):
            raise InputError(f"{path} lies outside {real_root}", where=path, help=_HELP)
        if real == real_main:
            return importer if importer.name == main else Source(main, "")
        name = str(root / real.relative_to(real_root))
        try:
            data = read(name, max_bytes=max_bytes)
        except InputError as error:
            error.help = _beside(path, Path(name)) or error.help
            raise
        try:
            found = Source(name, data.decode())
        except UnicodeDecodeError as error:
            raise InputError(f"{name}: not UTF-8 at byte {error.start}", where=name) from None
        return _asked(found) if name.lower().endswith(_RUBRICS) else found

    return load


def _beside(path: str, file: Path) -> str | None:
    """A remedy for a file that is not there, where one beside it was most likely meant."""
    named = Path(path)
    if named.name != file.name or os.path.lexists(file):
        return None
    try:
        there = [one.name for one in islice(file.parent.iterdir(), _MOST_LISTED)]
    except OSError:
        return None
    ended = f"{file.name}.reason"
    guess = ended if ended in there else nearest(file.name, there)
    return f"did you mean `{string(str(named.with_name(guess)))}`?" if guess else None


def _asked(rubric: Source) -> Source:
    # Few programs use a rubric, and what reads YAML is slow to load.
    from bridge.workflows.rubrics.questions import as_questions

    return as_questions(Source(rubric.name, rubric.text.removeprefix("\ufeff")))


def _real(path: Path) -> Path:
    try:
        return path.resolve()
    except RuntimeError:
        # What Python before 3.13 raises for links that lead back to themselves; later ones raise OSError on opening.
        raise InputError(f"cannot read {path}: {os.strerror(errno.ELOOP)}", where=str(path)) from None
    except (OSError, ValueError):
        raise InputError(f"not a path: {str(path)!r}", where=str(path)) from None
