"""What git calls in turn: an alias, what a setting names, the programs that its commands are told to run."""

from typing import Final

from bridge.judges.bridge_rules.shell.listing import names
from bridge.judges.bridge_rules.shell.model import Call, Piece, Word
from bridge.judges.bridge_rules.shell.options import options, tail
from bridge.judges.bridge_rules.shell.shells import joined
from bridge.judges.bridge_rules.shell.wrappers import Inner


def git(call: Call) -> list[Inner]:
    """An alias that git is given on the command line, and the command of ``rebase -x`` or ``bisect run``."""
    given = options(call.arguments, ("C", "c", "git-dir", "work-tree"), permutes=False)
    found: list[Inner] = []
    values = given.values("c")
    if values:
        found.extend(_settings(values))
    for value in values:
        name, _, text = value.text.partition("=")
        if name.lower().startswith("alias.") and given.operands and given.texts[0].lower() == name[6:].lower():
            start = len(name) + 1 + text.startswith("!")
            found.append(
                Inner("git alias", text=tail(value, start)) if text.startswith("!") else _git_words(call, value, name)
            )
    words = given.operands
    if words and words[0].text == "config":
        found.extend(_settings(_set_for_good(words[1:])))
    if words and words[0].text == "difftool":
        found.extend(Inner("git difftool -x", text=text) for text in options(words[1:], _EXT).values(*_EXT))
    if words and words[0].text == "rebase":
        found.extend(
            Inner("git rebase -x", text=text) for text in options(words[1:], ("x", "exec", "onto")).values("x", "exec")
        )
    if len(words) > 2 and [word.text for word in words[:2]] in (["bisect", "run"], ["submodule", "foreach"]):
        rest = options(words[2:], permutes=False).operands
        found.append(Inner(f"git {words[0].text} {words[1].text}", text=joined(rest)) if rest else Inner("git"))
        found.extend([Inner(f"git {words[0].text} {words[1].text}", rest)] if len(rest) > 1 else [])
    if words and words[0].text in _TRANSFERS:
        found.extend(_by_options(words))
    return [one for one in found if one.words or one.text]


_TRANSFERS: Final = frozenset(names("clone fetch pull push ls-remote archive grep send-email remote submodule"))


def _set_for_good(words: tuple[Word, ...]) -> list[Word]:
    """What ``git config`` sets, as ``name=value``."""
    given = options(words, ("f", "file", "blob", "type", "comment", "value", "default")).operands
    name, *values = given[1:] if given and given[0].text == "set" else given or (None,)
    if name is None or not values:
        return []
    return [Word((*name.pieces, Piece("="), *values[0].pieces), name.node)]


def _settings(values: list[Word]) -> list[Inner]:
    if not values:
        return []
    # Loaded here, because most lines set nothing that git runs.
    from bridge.judges.bridge_rules.shell.configured import settings_run

    return settings_run(values)


_EXT: Final = ("x", "extcmd")


def dashed_git(call: Call) -> list[Inner]:
    """``git-reset``, by which git calls its own ``reset``."""
    node = call.node
    named = (Word((Piece("git"),), node), Word((Piece((call.name or "")[len("git-") :]),), node))
    return [Inner("git", (*named, *call.arguments))]


def _git_words(call: Call, value: Word, name: str) -> Inner:
    given = options(call.arguments, ("C", "c"), permutes=False)
    return Inner("git alias", text=joined((call.argv[0], tail(value, len(name) + 1), *given.operands[1:])))


_GIT_RUNS: Final = ("upload-pack", "receive-pack", "exec", "open-files-in-pager", "smtp-server", "sendmail-cmd")
_SHORTEST: Final = 3
# Git takes an option that is cut short for the one that it starts.
_VALUED: Final = frozenset(name[:end] for name in _GIT_RUNS for end in range(_SHORTEST, len(name) + 1))
_EXTERNAL: Final = "ext::"


def _by_options(words: tuple[Word, ...]) -> list[Inner]:
    """What the options of a command of git make it run, here or at the other end; and the transport ``ext::``.

    Args:
        words: the command and its arguments.
    """
    name = words[0].text
    given = options(words[1:], (*_VALUED, "u", "c", "config") if name == "clone" else _VALUED)
    texts = [value for flag, value in given.flags if value is not None and flag in _VALUED]
    if name == "clone":
        texts += given.values("u")
    elif name == "grep":
        texts += [tail(word, 2) for word in words[1:] if word.text.startswith("-O")]
    texts += [tail(word, len(_EXTERNAL)) for word in given.operands if word.text.startswith(_EXTERNAL)]
    found = [Inner(f"git {name}", text=text) for text in texts if text.pieces]
    return [*found, *(_settings(given.values("c", "config")) if name == "clone" else [])]
