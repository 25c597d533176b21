"""Programs in another language that remove what they find: where they look, and whether they pick."""

import re
from collections.abc import Iterator
from typing import Final

from bridge.core.lazy_pattern import pattern
from bridge.judges.bridge_rules.destruction.arguments import MAX_FOUND, NAMED, Arguments
from bridge.judges.bridge_rules.shell.literals import STRING, Literals, string_text
from bridge.judges.bridge_rules.shell.model import Piece, Word

_REMOVES: Final = pattern(
    r"\b(?:rmtree|rm_rf|rm_r|rmSync|unlinkSync|rmdirSync|removeSync|remove_tree|rimraf|unlink|os\.remove|File\.delete)\b"
    r"\s*+(?:\(\s*+(?!['\")])|(?!['\"(]))|\.(?:unlink|rmdir)\(\s*(?:missing_ok[^)]*)?\)|['\"]unlink['\"]\s*,"
)
"""A removal of something that the program does not name."""
_GLOBS: Final = pattern(r"\b(?:glob(?:\.i?glob)?|iglob|Dir\.glob|Dir\[)\s*\(?\s*(?=[rbfu]?['\"])")
_LISTS: Final = pattern(
    r"\b(?:os\.(?:walk|listdir|scandir)|readdirSync|readdir|Dir\.(?:children|entries|each_child))\s*\(\s*"
)
_OF_PATHS: Final = pattern(
    r"\b(?:pathlib\.)?(Path\.(?:home|cwd)\(\)|Path\(\s*[^()]*(?:\(\))?\s*\)|[A-Za-z_]\w*)\s*\.(iterdir|r?glob)\(\s*"
)
_PICKS: Final = pattern(
    r"\.(?:ends_?with|starts_?with|includes|match|test|suffix|stem|filter|select|grep|end_with\?|start_with\?)\b|fnmatch|extname"
    r"|splitext|mtime|getsize|\bre\.|\bif\b[^\n]*?(?:==|(?<!not )\bin\b)",
    re.IGNORECASE,
)
_LEAVES_OUT: Final = pattern(
    r"\bnot\s+(?:in\b|\w+\.(?:ends|starts))|!\s?\w+\.(?:ends|starts|includes|match)|\breject\b|!="
)


def found_and_removed(program: Word, arguments: Arguments, literals: Literals) -> Iterator[Word]:
    """What a program looks through and then removes from, as the patterns that a shell would be given."""
    text = program.text
    if not _REMOVES.search(text):
        return
    picks = bool(_PICKS.search(text)) and (not _LEAVES_OUT.search(text) or "continue" in text)
    for match in literals.outside(_GLOBS, MAX_FOUND):
        yield from (_named(word) if picks else word for word in arguments.at(match.end()))
    for match in literals.outside(_LISTS, MAX_FOUND):
        yield from (_in(word, NAMED if picks else "/*") for word in arguments.at(match.end()))
    for match in literals.outside(_OF_PATHS, MAX_FOUND):
        sought = STRING.match(text, match.end())
        inside = "*" if match[2] == "iterdir" or sought is None else string_text(sought)
        found = (_in(word, f"/{inside}") for word in arguments.at(match.start(1)))
        yield from (_named(word) if picks else word for word in found)


def _in(folder: Word, rest: str) -> Word:
    return Word((*folder.pieces, Piece(rest)), folder.node)


def _named(word: Word) -> Word:
    """A pattern of which the program picks some, as one that it names."""
    *before, last = word.pieces
    folder, slash, _ = last.text.rpartition("/")
    return Word((*before, last._replace(text=f"{folder}{slash}x")), word.node)
