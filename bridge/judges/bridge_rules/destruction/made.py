"""Folders that a command line has just filled from elsewhere, so that a history in one of them is another's copy."""

from collections.abc import Iterator
from typing import Final

from bridge.judges.bridge_rules.shell.folders import place
from bridge.judges.bridge_rules.shell.listing import names
from bridge.judges.bridge_rules.shell.model import Call, Word
from bridge.judges.bridge_rules.shell.options import options

_CLONED: Final = names(
    "b branch depth o origin reference u upload-pack c config j jobs filter template separate-git-dir"
)


def is_of_a_copy(history: Word, call: Call, before: tuple[Call, ...]) -> bool:
    """Whether a ``.git`` stands in a folder that an earlier call has cloned, copied or made from a template.

    Args:
        history: the ``.git``.
        call: the call that removes it.
        before: the calls before that.
    """
    path = place(history, call.cwd) or ""
    return any(path.startswith(f"{folder}/") for call in before for folder in _filled(call))


def _filled(call: Call) -> Iterator[str]:
    for word in _targets(call):
        folder = place(word, call.cwd)
        # What is copied into a folder that was there before leaves that folder's own history.
        if folder is not None and folder != call.cwd:
            yield folder


def _targets(call: Call) -> tuple[Word, ...]:
    name = call.name or ""
    words = options(call.arguments, _CLONED if name == "git" else ()).operands
    if name == "git" and words and words[0].text == "clone":
        return words[2:3] or _named_after(words[1:2])
    if name == "gh" and [word.text for word in words[:2]] == ["repo", "clone"]:
        return words[3:4] or _named_after(words[2:3])
    if name == "cp" and options(call.arguments).has("r", "R", "a", "recursive", "archive"):
        return words[-1:] if len(words) > 1 else ()
    return words[-1:] if name.startswith("create-") or name in ("degit", "tiged", "cookiecutter") else ()


def _named_after(source: tuple[Word, ...]) -> tuple[Word, ...]:
    """The folder that a clone without a name for it goes to."""
    return tuple(
        Word((word.pieces[-1]._replace(text=last),), word.node)
        for word in source
        if (last := word.text.rstrip("/").removesuffix(".git").replace(":", "/").rpartition("/")[2])
    )
