"""Text from elsewhere made safe to print: no name of a tool, a judge or a file can move the cursor or forge a line."""

from typing import Final

_UNSAFE: Final = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})


def plain(text: str) -> str:
    """The text with every control, format, bidirectional and line-breaking character as its JSON escape."""
    if text.isascii() and text.isprintable():
        return text
    import unicodedata

    return "".join(
        _escaped(character) if unicodedata.category(character) in _UNSAFE else character for character in text
    )


def _escaped(character: str) -> str:
    point = ord(character)
    if point <= 0xFFFF:
        return f"\\u{point:04x}"
    high, low = divmod(point - 0x10000, 0x400)
    return f"\\u{0xD800 + high:04x}\\u{0xDC00 + low:04x}"
