"""How PowerShell hands words to the parameters of its cmdlets that use files."""

from collections.abc import Iterator
from typing import Final

from bridge.judges.bridge_rules.listed import listed
from bridge.judges.bridge_rules.shell.model import Call, Word

_PATH_AND_VALUE: Final = ("path", "value")
_PATH_AND_DESTINATION: Final = ("path", "destination")
CMDLETS: Final = {
    **dict.fromkeys(listed("get-content gc import-csv get-filehash new-item remove-item clear-content"), ("path",)),
    **dict.fromkeys(listed("out-file export-csv tee-object"), ("path",)),
    **dict.fromkeys(("set-content", "add-content"), _PATH_AND_VALUE),
    **dict.fromkeys(("copy-item", "move-item"), _PATH_AND_DESTINATION),
    "select-string": ("pattern", "path"),
}
"""The cmdlets that use files, each with the parameters that take the words without a name, in order."""

READS: Final = listed("get-content gc import-csv get-filehash select-string copy-item")
"""Those whose ``path`` is only read."""

_ALIASES: Final = {"literalpath": "path", "filepath": "path", "pspath": "path", "lp": "path", "dest": "destination"}
_SWITCHES: Final = listed(
    """recurse force passthru whatif confirm verbose raw wait append noclobber nonewline asbytestream container
    simplematch casesensitive quiet list allmatches notmatch notypeinformation useculture"""
)


def bound(name: str, call: Call) -> Iterator[tuple[str, Word]]:
    """The words of a cmdlet, each with the parameter that takes it: the one named before it, or the next that is free.

    Args:
        name: the cmdlet, in lower case.
        call: its call.
    """
    named: list[tuple[str, Word]] = []
    bare: list[Word] = []
    before = ""
    for word in call.arguments:
        if word.text[:1] == "-" and word.text[1:2].isalpha():
            before = word.text[1:].rstrip(":").lower()
            before = "" if before in _SWITCHES else _ALIASES.get(before, before)
        elif before:
            named.append((before, word))
            before = ""
        else:
            bare.append(word)
    taken = frozenset(parameter for parameter, _ in named)
    free = (parameter for parameter in CMDLETS[name] if parameter not in taken)
    yield from (*named, *zip(free, bare, strict=False))
