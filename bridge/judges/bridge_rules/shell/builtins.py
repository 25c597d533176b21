"""Builtins that change what the shell knows: variables, aliases, positional parameters, the folder."""

import re
from collections.abc import Callable, Mapping
from typing import Final

from bridge.judges.bridge_rules.shell.environment import Environment, Value
from bridge.judges.bridge_rules.shell.folders import place
from bridge.judges.bridge_rules.shell.listing import names
from bridge.judges.bridge_rules.shell.model import Call, Piece, Source, Word
from bridge.judges.bridge_rules.shell.options import options, tail
from bridge.judges.bridge_rules.shell.raw import ASSIGNMENT

MAX_LINKS: Final = 16
MADE_FOLDER: Final = "/tmp/(made by mktemp)"  # noqa: S108 - a name, no file is made
"""Where a folder that ``mktemp`` makes is taken to be."""


def apply(call: Call, environment: Environment) -> None:
    """Changes the environment as a call of a builtin would; any other call changes nothing."""
    builtin = _BUILTINS.get(call.name or "")
    if builtin:
        builtin(call, environment)


def _cd(call: Call, environment: Environment) -> None:
    words = [word for word in call.arguments if not re.fullmatch(r"-[LPe@]+|--", word.text)]
    target = words[0] if words else None
    if target is not None and target.text == "-":
        environment.cwd, environment.previous = environment.previous, environment.cwd
        return
    environment.previous = environment.cwd
    environment.cwd = folder_after(target, environment)


def folder_after(target: Word | None, environment: Environment) -> str | None:
    """Where ``cd`` leads; None where that is not known."""
    if target is None:
        return environment.home
    if not target.is_known and any(call.name == "mktemp" for call in target.calls):
        return MADE_FOLDER
    if target.text == "":
        return environment.cwd
    return place(target, environment.cwd)


def _pushd(call: Call, environment: Environment) -> None:
    environment.folders = (*environment.folders, environment.cwd)
    _cd(call, environment)


def _popd(_call: Call, environment: Environment) -> None:
    if environment.folders:
        environment.cwd = environment.folders[-1]
        environment.folders = environment.folders[:-1]


def _assign_words(call: Call, environment: Environment) -> None:
    for word in call.arguments:
        match = ASSIGNMENT.match(word.text)
        if match and word.is_known and word.text[match.end() :].startswith("("):
            items = word.text[match.end() + 1 :].removesuffix(")").split()
            environment.assign(match[1], *((Piece(item),) for item in items))
        elif match and not word.text.startswith("-"):
            environment.assign(match[1], _with_home(tail(word, match.end()).pieces, environment))


def _with_home(value: Value, environment: Environment) -> Value:
    """A value whose unquoted tilde at the start is the home folder, as after any ``=`` of an assignment."""
    first = value[0] if value else None
    if first is None or first.quoted or not re.match(r"~(?:/|\Z)", first.text) or not first.is_known:
        return value
    rest = (Piece(first.text[1:]),) if first.text[1:] else ()
    return (environment.home_piece(quoted=True), *rest, *value[1:])


def _unset(call: Call, environment: Environment) -> None:
    for name in options(call.arguments).texts:
        environment.variables[name] = ((),)
        environment.functions.pop(name, None)


_READ_VALUES: Final = names("a d i n N p t u c C O s")


def _read(call: Call, environment: Environment) -> None:
    """``read`` and ``mapfile``: what they are fed, where that is one line that is known, else an item of it."""
    named = options(call.arguments, ("d", "i", "n", "N", "p", "t", "u")).texts or ("REPLY",)
    text = call.stdin.literal if call.stdin else None
    line = text.strip("\n") if text is not None and "\n" not in text.strip("\n") else None
    parts = line.split(None, len(named) - 1) if line is not None else []
    for index, name in enumerate(named):
        if line is not None:
            environment.assign(name, (Piece(parts[index]),) if index < len(parts) else ())
        else:
            environment.assign(name, _item(name, call))


def _item(name: str, call: Call) -> Value:
    # Of a file, the call that reads it is all that is known.
    fed = call.stdin.calls if call.stdin else (call,) if any(one.operator == "<" for one in call.redirections) else ()
    return (Piece(f"${name}", source=Source.INPUT, name=name, calls=fed, may_be_empty=False),)


def _alias(call: Call, environment: Environment) -> None:
    for word in call.arguments:
        name, equals, text = word.text.partition("=")
        if equals:
            environment.aliases[name] = text


def _link(call: Call, environment: Environment) -> None:
    """``ln -s target link``: only where the target is no path that starts at the link."""
    given = options(call.arguments, ("S", "t"))
    if not given.has("s", "symbolic") or len(given.operands) != 2 or len(environment.links) >= MAX_LINKS:
        return
    target, link = given.operands
    path = place(link, environment.cwd)
    if path is not None and (target.is_home_relative or target.text.startswith(("/", ".."))):
        environment.links[path] = target.pieces


def _git_config(call: Call, environment: Environment) -> None:
    """``git config alias.name text``: the alias is kept under ``git name``, which is no word of a command."""
    words = options(call.arguments, ("C", "c", "git-dir", "work-tree"), permutes=False).operands
    if not words or words[0].text != "config":
        return
    given = options(words[1:], ("f", "file", "blob", "type")).operands
    name, text = [word.text for word in given[-2:]] if len(given) > 1 else ("", "")
    if name.startswith("alias."):
        environment.aliases[f"git {name[6:]}"] = text


def _unalias(call: Call, environment: Environment) -> None:
    for word in call.arguments:
        environment.aliases.pop(word.text, None)


def _set(call: Call, environment: Environment) -> None:
    texts = [word.text for word in call.arguments]
    if "--" in texts:
        environment.positional = tuple(word.pieces for word in call.arguments[texts.index("--") + 1 :])


def _shift(call: Call, environment: Environment) -> None:
    if environment.positional:
        text = call.arguments[0].text if call.arguments else "1"
        environment.positional = environment.positional[int(text) if text.isdecimal() and len(text) < 4 else 1 :]


_BUILTINS: Final[Mapping[str, Callable[[Call, Environment], None]]] = {
    "cd": _cd,
    "chdir": _cd,
    "pushd": _pushd,
    "popd": _popd,
    "export": _assign_words,
    "declare": _assign_words,
    "local": _assign_words,
    "typeset": _assign_words,
    "readonly": _assign_words,
    "unset": _unset,
    "read": _read,
    "mapfile": _read,
    "readarray": _read,
    "alias": _alias,
    "unalias": _unalias,
    "git": _git_config,
    "ln": _link,
    "set": _set,
    "shift": _shift,
}
