"""What an expression of PowerShell comes to, as far as its text says: ``(Join-Path a b)``, ``("a" + "b")``, a table."""

import re
from typing import Final

from bridge.core.lazy_pattern import pattern
from bridge.judges.bridge_rules.shell.listing import names
from bridge.judges.bridge_rules.shell.model import Call, Piece, Source, Word
from bridge.judges.bridge_rules.shell.options import tail

MAX_INSIDE: Final = 2000
"""How long an expression in parentheses may be."""

_PARENTHESIS: Final = pattern(r"[()]|'[^'\n]*'|\"(?:[^\"`\n]|`.)*\"")
_MEMBERS: Final = pattern(
    r"(?:\.(?:FullName|Path|ProviderPath|PSPath|Name|Value|ToString\(\)))+(?![\w.(])", re.IGNORECASE
)
_FOLDER: Final = pattern(
    r"\s*\[(?:System\.)?Environment\]::GetFolderPath\(\s*['\"]?(?:\[[\w.+]+\]::)?(\w+)['\"]?\s*\)\s*", re.IGNORECASE
)
_FOLDERS: Final = {
    "userprofile": "",
    "personal": "/Documents",
    "mydocuments": "/Documents",
    "desktop": "/Desktop",
    "desktopdirectory": "/Desktop",
    "mypictures": "/Pictures",
    "mymusic": "/Music",
    "myvideos": "/Videos",
    "applicationdata": "/AppData/Roaming",
    "localapplicationdata": "/AppData/Local",
}
_COMBINED: Final = pattern(r"\s*\[(?:System\.)?IO\.Path\]::(?:Combine|Join)\((.*)\)\s*", re.IGNORECASE | re.DOTALL)
_KEYWORDS: Final = frozenset(
    names(
        "if elseif else for foreach while until do switch catch param function filter return throw in not exist goto "
        "set"
    )
)
"""After these, what stands in parentheses is a condition or a block."""

_PRINTS: Final = frozenset(names("resolve-path rvpa convert-path cvpa get-item gi write-output echo"))
LISTS: Final = frozenset(names("get-childitem gci dir ls"))
_NAMED: Final = frozenset(names("-path -literalpath -childpath -additionalchildpath -parent -resolve -inputobject"))


_STATIC: Final = pattern(
    r"\[(?:System\.)?(?:Environment\]::GetFolderPath|IO\.Path\]::(?:Combine|Join))\(", re.IGNORECASE
)


def static_call(text: str, at: int) -> int | None:
    """Where the parenthesis opens of a call such as ``[Environment]::GetFolderPath(…)`` that starts at a place."""
    match = _STATIC.match(text, at)
    return None if match is None else match.end() - 1


def takes_value(words: list[Word], before: str) -> bool:
    """Whether what stands in parentheses is an argument.

    Args:
        words: the words of the call so far.
        before: the character before the parenthesis, or before the ``$`` or ``@`` that it has.
    """
    return bool(words) and before in " \t,=\n" and words[0].text.lower() not in _KEYWORDS


def closing(text: str, at: int) -> int | None:
    """Where the parenthesis that opens at a place closes; None where that is too far off."""
    depth = 0
    for match in _PARENTHESIS.finditer(text, at, at + MAX_INSIDE):
        depth += {"(": 1, ")": -1}.get(match[0], 0)
        if depth == 0:
            return match.start()
    return None


def after_members(text: str, at: int) -> int:
    """Where the properties end that stand after a value and leave it the same path, as ``.FullName``."""
    match = _MEMBERS.match(text, at)
    return at if match is None else match.end()


def folder_of(inside: str) -> tuple[Piece, ...] | None:
    """The folder that ``[Environment]::GetFolderPath(…)`` names."""
    match = _FOLDER.fullmatch(inside)
    below = None if match is None else _FOLDERS.get(match[1].lower())
    return None if below is None else (Piece("~", source=Source.HOME), *((Piece(below),) if below else ()))


def combined(inside: str) -> str | None:
    """The arguments of ``[IO.Path]::Combine(…)``."""
    match = _COMBINED.fullmatch(inside)
    return None if match is None else f"Join-Path {match[1]}"


def value_of(words: tuple[Word, ...]) -> tuple[Piece, ...] | None:
    """The path that words come to: one word, several with ``+`` between them, or a call that prints a path.

    Args:
        words: the words, at least one.
    """
    name = words[0].text.lower()
    given = [word for word in words[1:] if word.text.lower() not in _NAMED]
    if len(words) > 2 and all(word.text == "+" for word in words[1::2]):
        return tuple(piece for word in words[::2] for piece in word.pieces)
    if name == "join-path" and given:
        rest = (piece for word in given[1:] for piece in (Piece("/"), *word.pieces))
        return (*given[0].pieces, *rest)
    if name == "split-path" and given and given[-1].text.lower() != "-leaf":
        return (*given[0].pieces, Piece("/.."))
    if name in _PRINTS and len(given) == 1:
        return given[0].pieces
    is_top = name == "git" and [word.text for word in words[1:]] == ["rev-parse", "--show-toplevel"]
    return (Piece("."),) if is_top or name in ("get-location", "gl", "pwd") else None


def is_list(words: tuple[Word, ...]) -> bool:
    """Whether words are texts in quotes, with commas between them, and no call: ``'a', 'b'``."""
    texts = [word.pieces for word in words]
    are_texts = all(texts) and all(p.quoted or p.source is not Source.LITERAL for pieces in texts for p in pieces)
    return are_texts and (len(words) > 1 or texts[0][0].is_known)


def items_of(word: Word) -> tuple[Word, ...]:
    """The texts of the list that a word stands for; the word itself where it stands for none."""
    if len(word.pieces) == 1 and word.pieces[0].source is Source.INPUT and len(word.pieces[0].calls) == 1:
        words = word.pieces[0].calls[0].argv
        return words if is_list(words) else (word,)
    return (word,)


def listed_by(words: tuple[Word, ...], calls: tuple[Call, ...]) -> tuple[Piece, ...] | None:
    """What ``Get-ChildItem`` and the calls after it list, or a list of texts holds."""
    is_listed = words[0].text.lower() in LISTS or (len(words) > 1 and is_list(words))
    return (Piece("$_", source=Source.INPUT, calls=calls),) if is_listed else None


def printed_by(call: Call) -> tuple[Piece, ...]:
    """What a variable holds that is set to what a call prints, or to the text that stands in its place."""
    first = call.argv[0].pieces
    if not first or first[0].quoted or first[0].source is not Source.LITERAL or not first[0].text[:1].isalpha():
        return first
    return (Piece(f"$({call.argv[0].text})", source=Source.COMMAND, calls=(call,), may_be_empty=False),)


def table(calls: tuple[Call, ...]) -> tuple[Word, ...]:
    """The arguments that a table stands for: ``-Path a -Recurse`` for ``@{Path = 'a'; Recurse = $true}``.

    Args:
        calls: its lines, as they are read for calls.
    """
    found: list[Word] = []
    for words in (call.argv for call in calls):
        name, equals, _ = words[0].text.partition("=")
        value = tail(words[0], len(name) + 1) if equals else words[-1]
        if equals and not value.text:
            value = words[-1]
        if value.text.lower() != "$false":
            found.append(Word((Piece(f"-{name}"),), words[0].node))
            found.extend(() if value.text.lower() == "$true" else (value,))
    return tuple(found)
