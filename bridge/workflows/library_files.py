"""The files that a program uses: found beside the file that names them, and nowhere outside the root."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

from bridge.core.sources import Source
from bridge.errors import InputError
from bridge.workflows.inputs import read_bytes

_HELP: Final = "use files at or below the folder of the main program"

Load = Callable[[str, Source], Source]


def loader(main: str) -> Load:
    """What ``use "path"`` reads, for a main program by its path.

    Paths are taken from the folder of the file that names them. The root is the folder of the main program: what lies
    outside it, symbolic links followed, is refused. A file has one name however it is reached, so that it is read once.
    """
    root = Path(main).parent
    real_root = root.resolve()

    def load(path: str, importer: Source) -> Source:
        if Path(path).is_absolute():
            raise InputError(f"{path} is an absolute path", where=path, help=_HELP)
        real = (Path(importer.name).parent / path).resolve()
        if not real.is_relative_to(real_root):
            raise InputError(f"{path} lies outside {real_root}", where=path, help=_HELP)
        if real == Path(main).resolve():
            return importer if importer.name == main else Source(main, "")
        name = str(root / real.relative_to(real_root))
        data = read_bytes(name)
        try:
            return Source(name, data.decode())
        except UnicodeDecodeError as error:
            raise InputError(f"{name}: not UTF-8 at byte {error.start}", where=name) from None

    return load
