"""Semantic tokens: what each word is, as the numbers of the protocol (LSP 3.17, "Semantic Tokens")."""

from collections.abc import Iterator
from typing import Final

from bridge.editor.documents import Document
from bridge.editor.readings import Reading
from bridge.editor.words import Role, words

_TYPES: Final = {
    Role.KEYWORD: "keyword",
    Role.TYPE: "type",
    Role.CONSTANT: "keyword",
    Role.PREDICATE: "function",
    Role.AUTHORITY: "class",
    Role.ID: "property",
    Role.ARGUMENT: "parameter",
    Role.VARIABLE: "variable",
    Role.STRING: "string",
    Role.NUMBER: "number",
    Role.TIME: "number",
    Role.OPERATOR: "operator",
    Role.COMMENT: "comment",
    Role.DOCUMENTATION: "comment",
}
LEGEND: Final = tuple(dict.fromkeys(_TYPES.values()))
"""The types of tokens, by the numbers that stand for them."""
_NUMBERS: Final = {role: LEGEND.index(kind) for role, kind in _TYPES.items()}


def colours(reading: Reading, document: Document) -> Iterator[int]:
    """Five numbers for each word: lines and characters from the one before, its length, its type and no modifiers."""
    positions = document.positions
    found = [(token.start, token.end, _NUMBERS[role]) for token, role in words(reading) if role in _NUMBERS]
    line = character = 0
    for (start, end, number), (here, column) in zip(found, positions.along(one[0] for one in found), strict=True):
        yield from (here - line, column - (character if here == line else 0), positions.units(start, end), number, 0)
        line, character = here, column
