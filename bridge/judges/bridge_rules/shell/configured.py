"""Commands that a program runs because a setting says so: a pager, an editor, ``GIT_SSH_COMMAND``, make's ``SHELL``."""

import re
from collections.abc import Iterator
from itertools import islice, pairwise
from typing import Final

from bridge.core.lazy_pattern import pattern
from bridge.judges.bridge_rules.shell.listing import names
from bridge.judges.bridge_rules.shell.model import Call, Word, verbatim
from bridge.judges.bridge_rules.shell.options import options, parts, tail
from bridge.judges.bridge_rules.shell.wrappers import Inner

_VARIABLES: Final = frozenset(
    names(
        "PAGER MANPAGER GIT_PAGER SYSTEMD_PAGER PSQL_PAGER AWS_PAGER GH_PAGER DELTA_PAGER EDITOR VISUAL GIT_EDITOR "
        "GIT_SEQUENCE_EDITOR KUBE_EDITOR PSQL_EDITOR GH_EDITOR SUDO_EDITOR FCEDIT GIT_SSH_COMMAND GIT_SSH GIT_ASKPASS "
        "SSH_ASKPASS SUDO_ASKPASS GIT_EXTERNAL_DIFF GIT_PROXY_COMMAND BROWSER GH_BROWSER LESSOPEN LESSCLOSE "
        "PROMPT_COMMAND RSYNC_RSH CVS_RSH SVN_SSH"
    )
)
_SETTING: Final = pattern(
    r"(?:core\.(?:pager|editor|sshcommand|fsmonitor|askpass|gitproxy|hookspath)|sequence\.editor|diff\.external|"
    r"gpg\.program|interactive\.difffilter|uploadpack\.packobjectshook|credential\.(?:.*\.)?helper|pager\.\w+|"
    r"(?:diff|difftool|mergetool|merge|filter|browser)\..+\.(?:command|cmd|textconv|driver|clean|smudge|process))=",
    re.IGNORECASE,
)


def variables_run(environment: tuple[tuple[str, Word], ...], given: tuple[Word, ...]) -> list[Inner]:
    """What variables make the programs run that see them.

    Args:
        environment: the variables that are set for one call.
        given: the arguments ``NAME=value`` of one that sets variables for others.
    """
    found = [(name, word) for name, word in environment if name in _VARIABLES]
    for word in given:
        name, equals, _ = word.text.partition("=")
        if equals and name in _VARIABLES:
            found.append((name, tail(word, len(name) + 1)))
    return [Inner(name, text=word) for name, word in found if word.pieces]


RUN_BY_OPTION: Final = {
    "sort": ("compress-program",),
    "rsync": ("e", "rsh"),
    "scp": ("S",),
    "sftp": ("S", "D"),
    "wget": ("use-askpass",),
    "man": ("P", "pager", "H", "html"),
    "nano": ("s", "speller"),
    "zip": ("TT", "unzip-command"),
    "tcpdump": ("z",),
    "npm": ("script-shell",),
    "nodemon": ("x", "exec"),
    "nix-shell": ("run", "command"),
}
"""The options whose value a program runs, or hands to a shell."""


def options_run(call: Call) -> list[Inner]:
    """What the options of ``RUN_BY_OPTION`` make a program run."""
    name = call.name or ""
    named = RUN_BY_OPTION[name]
    values = options(call.arguments, named).values(*named)
    if name == "zip":
        values = [word for before, word in pairwise(call.arguments) if before.text == "-TT"]
    return [Inner(f"{name} {named[0]}", text=value) for value in values if value.pieces]


def searched(call: Call) -> list[Inner]:
    """``rg --pre command``, which is called for every file that is searched."""
    given = options(call.arguments, names("pre e f g t T A B C m pre-glob regexp file glob type max-count"))
    pre = given.value("pre")
    paths = given.operands[0 if given.has("e", "f", "regexp", "file") else 1 :]
    return [Inner("rg --pre", (*parts(pre), *paths))] if pre is not None and pre.pieces else []


def settings_run(values: list[Word]) -> list[Inner]:
    """What git's settings ``name=value`` make it run. A helper's name without ``!`` is one of git's own."""
    found = []
    for value in values:
        match = _SETTING.match(value.text)
        is_helper = match is not None and match[0].lower().startswith("credential.")
        text = tail(value, match.end() + (value.text[match.end() : match.end() + 1] == "!")) if match else value
        if match and text.pieces and (not is_helper or value.text[match.end()] in "!/"):
            found.append(Inner("git -c", text=text))
    return found


def make_runs(call: Call) -> list[Inner]:
    """The shell that make is told to use, and the recipes and ``$(shell …)`` of a makefile that the line holds."""
    given = options(call.arguments, names("f C I j l o W file directory makefile eval old-file new-file"))
    shells = [tail(word, len("SHELL=")) for word in call.arguments if word.text.startswith("SHELL=")]
    held = [word for word in (call.script, _fed(call)) if word is not None]
    # A makefile that calls make says nothing new the second time.
    texts = [*given.values("eval"), *held] if "make" not in call.via else []
    return [Inner("make", text=text) for text in (*shells, *map(_recipes, texts))]


def _fed(call: Call) -> Word | None:
    reads = options(call.arguments, names("f file makefile C directory")).values("f", "file", "makefile")
    return call.stdin if any(word.text in ("-", "/dev/stdin") for word in reads) else None


_RECIPE: Final = pattern(r"(?m)^\t[ \t]*[-@+]*[ \t]*(.+)$|^[^\t#=:\n]+:(?!=)[^=;\n]*;[ \t]*[-@+]*(.+)$")
_SHELL: Final = pattern(r"\$\(shell\s+([^()]*(?:\([^()]*\)[^()]*)*)\)")


def _recipes(makefile: Word) -> Word:
    """The recipes of a makefile, and what it has a shell print, as one script."""
    matches = (match for found in (_RECIPE, _SHELL) for match in found.finditer(makefile.text))
    lines = ((match[1] or match[match.lastindex or 1]).replace("$$", "$") for match in matches)
    return verbatim("\n".join(lines), makefile.node)


_ADDRESS: Final = r"(?:[0-9]+|\$|/(?:[^/\\\n]|\\.)*/)"
_EXECUTED: Final = pattern(
    rf"(?:^|[;{{}}\n])[ \t]{{0,20}}(?:{_ADDRESS}(?:,[+~]?{_ADDRESS})?[ \t]{{0,20}})?!?[ \t]{{0,20}}e[ \t]+([^\n]+)"
)
_SUBSTITUTES: Final = pattern(r"s([^\w\s\\])")
_FLAGGED: Final = pattern(r"[gpiImM0-9]*e")
_MOST: Final = 64


def _made(text: str) -> Iterator[str]:
    """What the substitutions that run what they make put in."""
    for match in islice(_SUBSTITUTES.finditer(text), _MOST):
        mark = match[1]
        middle = _end(text, mark, match.end())
        end = _end(text, mark, middle + 1) if middle > 0 else -1
        if end > 0 and _FLAGGED.match(text, end + 1):
            yield text[middle + 1 : end].replace("\\" + mark, mark)


def _end(text: str, mark: str, at: int) -> int:
    """Where a mark next stands without a backslash before it; negative where it does not."""
    at = text.find(mark, at)
    while at > 0 and text[at - 1] == "\\":
        at = text.find(mark, at + 1)
    return at


def sed_runs(call: Call) -> list[Inner]:
    """The commands of sed's ``e``, and of the flag ``e`` of a substitution, which runs what it makes."""
    given = options(call.arguments, names("e f l expression file line-length"))
    programs = given.values("e", "expression") or list(given.operands[:1])
    found = []
    for program in (*programs, *((call.script,) if call.script is not None else ())):
        texts = [match[1] for match in islice(_EXECUTED.finditer(program.text), _MOST)]
        texts += _made(program.text)
        found += [Inner("sed", text=verbatim(text, call.node)) for text in texts if text]
    return found
