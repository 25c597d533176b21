"""The files of programs whose first operand is a pattern or a program: grep, sed, awk, jq and their like."""

from collections.abc import Iterator, Mapping
from typing import Final

from bridge.judges.bridge_rules.listed import listed
from bridge.judges.bridge_rules.shell.model import Word
from bridge.judges.bridge_rules.shell.options import options

_GREP: Final = listed(
    """A B C D d e f m after-context before-context context binary-files devices directories exclude exclude-dir
    exclude-from file include label max-count regexp"""
)
_SEARCH: Final = listed(
    """A B C E G M d e f g j m r t T after-context before-context context depth encoding file glob iglob ignore
    ignore-dir ignore-file match max-columns max-count max-depth path-to-ignore pre regexp replace sort threads type
    type-add type-not"""
)
_SED: Final = listed("e f l expression file line-length")
_AWK: Final = listed("F f v e i assign field-separator file include source")
_JQ: Final = listed("L f from-file indent")
_YQ: Final = listed("I f o p s expression from-file front-matter indent input-format output-format split-exp")

AFTER_PATTERN: Final[Mapping[str, frozenset[str]]] = {
    **dict.fromkeys(("grep", "egrep", "fgrep"), _GREP),
    **dict.fromkeys(("rg", "ag", "ack"), _SEARCH),
    **dict.fromkeys(("sed", "gsed"), _SED),
    **dict.fromkeys(("awk", "gawk", "mawk"), _AWK),
    "jq": _JQ,
    "yq": _YQ,
}
"""The programs, each with its options that take a value."""

_GIVEN: Final = frozenset(("e", "f", "regexp", "file", "expression", "from-file", "source", "match"))
"""The options that give what the first operand is otherwise."""

_BOUND: Final = {"--arg": False, "--argjson": False, "--slurpfile": True, "--rawfile": True}
"""The options of jq that take a name and a value, each with whether the value is a file."""


def after_pattern(name: str, words: tuple[Word, ...]) -> Iterator[tuple[Word, bool]]:
    """The files that such a program is handed, each with whether it is written.

    Args:
        name: the program, in lower case; one of ``AFTER_PATTERN``.
        words: its arguments.
    """
    rest = words
    if name in ("jq", "yq"):
        bound, rest = _without_bound(words)
        yield from ((word, False) for word in bound)
    read = options(rest, AFTER_PATTERN[name])
    operands = read.operands
    edits = name in ("sed", "gsed") and any(flag == "i" or flag.startswith("in-place") for flag, _ in read.flags)
    if edits and operands and not operands[0].text:
        operands = operands[1:]  # BSD's -i takes what is added to the name of the copy, which may be nothing.
    given = any(flag in _GIVEN for flag, _ in read.flags)
    yield from ((word, edits) for word in (operands if given else operands[1:]))
    yield from ((word, False) for word in read.values("f", "file", "from-file"))


def _without_bound(words: tuple[Word, ...]) -> tuple[list[Word], tuple[Word, ...]]:
    """The files that variables of jq are read from, and the words without those that are kept in variables."""
    files: list[Word] = []
    rest: list[Word] = []
    at = 0
    while at < len(words) and words[at].text not in ("--args", "--jsonargs"):
        is_file = _BOUND.get(words[at].text)
        if is_file is None:
            rest.append(words[at])
            at += 1
            continue
        files.extend(words[at + 2 : at + 3] if is_file else ())
        at += 3
    return files, tuple(rest)
