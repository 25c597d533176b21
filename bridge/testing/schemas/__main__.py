"""``python -m bridge.testing.schemas FOLDER``: write the JSON Schema of every wire format, and remove what is none."""

import sys
from collections.abc import Sequence
from pathlib import Path

from bridge.testing.schemas import files
from bridge.testing.schemas.format import SUFFIX


def main(arguments: Sequence[str]) -> int:
    """Write the schemas to the folder named; the exit code."""
    if len(arguments) != 1:
        sys.stderr.write("usage: python -m bridge.testing.schemas FOLDER\n")
        return 1
    folder, written = Path(arguments[0]), files()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in written.items():
            (folder / name).write_text(text, encoding="utf-8", newline="\n")
        for stale in folder.glob(f"*{SUFFIX}"):
            if stale.name not in written:
                stale.unlink()
    except OSError as error:
        sys.stderr.write(f"cannot write to {folder}: {error.strerror or error}\n")
        return 1
    sys.stderr.write(f"wrote {len(written)} schemas to {folder}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
