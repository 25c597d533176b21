"""Text in Markdown, so that what a source says is shown and never obeyed."""

import re
from typing import Final

_SPECIAL: Final = re.compile(r"[\\`*_{}\[\]()#+\-.!<>|~&$]")


def escaped(text: str) -> str:
    """Text as it is, whatever it looks like."""
    return _SPECIAL.sub(r"\\\g<0>", text)


def code(text: str) -> str:
    """A block in the language; the text spells its control characters, so no line of it ends the block."""
    return f"```reason\n{text}\n```"
