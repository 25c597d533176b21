"""Writes the pages of the diagnostic codes: ``python -m bridge.testing.pages docs/reference/diagnostics``."""

import sys
from collections.abc import Mapping
from pathlib import Path

from bridge.core.codes.registry import REGISTRY
from bridge.render.code_page import index, page


def pages() -> Mapping[str, str]:
    """Every page by its file name."""
    codes = [REGISTRY[name] for name in sorted(REGISTRY)]
    return {"index.md": index(codes), **{f"{code.code.lower()}.md": page(code) for code in codes}}


def write(folder: Path) -> None:
    """Write every page, and remove those of codes that are no more."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in set(folder.glob("*.md")) - {folder / name for name in pages()}:
        old.unlink()
    for name, text in pages().items():
        (folder / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
