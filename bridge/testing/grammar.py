"""What follows from the grammar, written again after each change of ``grammar.lark``.

``python -m bridge.testing.grammar docs/reference/language.md`` writes its automaton, and the grammar into that page.
"""

import re
import sys
from pathlib import Path
from typing import Final

import bridge.reason.syntax
from bridge.reason.syntax import lalr

FILE: Final = Path(bridge.reason.syntax.__file__).with_name("grammar.json")

_SHOWN: Final = re.compile(r"(?<=^```lark\n).*?(?=^```$)", re.MULTILINE | re.DOTALL)


def shown(page: str) -> str:
    """The grammar as a page shows it."""
    match = _SHOWN.search(page)
    return match[0] if match else ""


def write(*pages: Path) -> None:
    """Write the automaton, and the grammar into each page."""
    FILE.write_text(lalr.written(), encoding="utf-8")
    for page in pages:
        text = _SHOWN.sub(lambda _: lalr.text(), page.read_text(encoding="utf-8"), count=1)
        page.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write(*map(Path, sys.argv[1:]))
