"""Finding the command lines in a tool call, whatever they are called and however they are packed.

A text is a command because of where it stands, never because of what it says: the content of a file, a search pattern
or a message that mentions a command is none. What an interpreter or a database is handed counts as the command line
that would hand it the same.
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from bridge.core.lazy_pattern import pattern
from bridge.core.strict_json import Json
from bridge.judges.bridge_rules.listed import listed
from bridge.judges.bridge_rules.state import Leaf, ToolCall, is_prose, key_words, leaves, member, objects, unpacked


class CommandLine(NamedTuple):
    """A command line that a call holds.

    Args:
        text: as a shell would be given it.
        where: the JSON path of what it was made of.
        folder: the folder that the call says to run it in, as written; None where it says nothing.
    """

    text: str
    where: str
    folder: str | None


_SHELL_TOOLS: Final = listed(
    """bash sh zsh fish ksh shell terminal exec execute command commands cmd powershell pwsh console process
    processes subprocess ssh spawn"""
)
_COMMAND: Final = frozenset(("command", "cmd", "commandline", "cmdline", "commands", "cmds"))
_LINES: Final = frozenset(("commands", "cmds", "scripts", "lines", "steps"))
_PROGRAM: Final = _COMMAND | {"program", "executable", "binary", "exe", "bin"}
_ARGUMENTS: Final = frozenset(("args", "argv", "arguments", "parameters", "params"))
_OF_A_SHELL: Final = _ARGUMENTS | listed(
    "script scripts code shell bash run line lines exec execute program input stdin keystrokes steps argv"
)
_NOT_COMMANDS: Final = listed(
    """cwd workdir dir directory folder path id timeout env environment language lang name session user host type
    mode interpreter shell_id encoding"""
)
_INTERPRETERS: Final = {
    **dict.fromkeys(("python", "python3", "py", "ipython", "jupyter", "notebook"), "python3 -c"),
    **dict.fromkeys(("javascript", "js", "node", "nodejs", "typescript", "ts"), "node -e"),
    **dict.fromkeys(("ruby", "rb"), "ruby -e"),
    "perl": "perl -e",
    "php": "php -r",
    **dict.fromkeys(("powershell", "pwsh", "ps1"), "pwsh -Command"),
}
_SHELL_LANGUAGES: Final = frozenset(("bash", "sh", "shell", "zsh", "ksh", "dash", "console", "terminal"))
_LANGUAGE: Final = frozenset(("language", "lang", "interpreter", "runtime", "kernel"))
_DATABASES: Final = listed(
    """sql postgres postgresql pg mysql mariadb sqlite database db bigquery snowflake clickhouse duckdb redshift
    cockroachdb supabase"""
)
_STATEMENT: Final = frozenset(("sql", "query", "statement", "statements", "queries"))
_FOLDERS: Final = ("cwd", "workdir", "dir", "directory", "chdir", "folder", "pwd")
_FOLDER_ENDS: Final = frozenset("dryDRY")
_READS_NEXT: Final = pattern(r"-[a-z]*c")
_RAW: Final = pattern(r"[A-Za-z0-9@%+=:,./_~*?$\[\]{}-]+")


def command_lines(call: ToolCall) -> tuple[CommandLine, ...]:
    """The command lines that a call would run, in the order of its input."""
    is_shell = not call.purpose.isdisjoint(_SHELL_TOOLS)
    folder = folder_of(call.input)
    found: list[tuple[str, str, str | None]] = []
    if is_shell and isinstance(call.input, str | list):
        found += [(text, "$.input", None) for text in _texts(call.input, lines=False)]
    for members, keys, place in objects(call.input):
        if not is_prose(keys):
            own = folder_of(members) or folder
            found += [(text, where, own) for text, where in _of_object(members, place, call, is_shell=is_shell)]
    if is_shell and not found:
        found += [(str(leaf.value), leaf.where, folder) for leaf in leaves(call.input) if _may_be_command(leaf)]
    lines = tuple(CommandLine(text, where, own) for text, where, own in dict.fromkeys(found) if text.strip())
    if len(lines) <= _MOST_LINES:
        return lines
    # So that very many cost no more than one that is very long.
    rest = lines[_MOST_LINES:]
    return (*lines[:_MOST_LINES], rest[0]._replace(text="\n".join(line.text for line in rest)))


_MOST_LINES: Final = 256


def _of_object(members: dict[str, Json], place: str, call: ToolCall, *, is_shell: bool) -> Iterator[tuple[str, str]]:
    language = _language(members, call, is_shell=is_shell)
    program, arguments = _program_and_arguments(members)
    if program and arguments:
        texts = [_with_arguments(str(members[program]), unpacked(members[arguments]))]
        yield from ((_fed(text, members), member(place, program)) for text in texts)
    for key, value in members.items():
        last = _last_word(key)
        if not last or key in ((program, arguments) if program and arguments else ()):
            continue
        where = member(place, key)
        if last[0] in _COMMAND or (is_shell and last[0] in _OF_A_SHELL and not _feeds(last[0], members)):
            wrap = language if last[0] == "code" else None
            for text in _texts(value, lines=last[0] in _LINES):
                yield (_handed(wrap, text) if wrap else _fed(text, members) if last[0] in _COMMAND else text), where
        elif last[0] in ("code", "script", "source") and language is not None and isinstance(value, str):
            yield _handed(language, value) if language else value, where
        elif last[0] in _STATEMENT and (last[0] == "sql" or not call.purpose.isdisjoint(_DATABASES)):
            yield from ((_handed("psql -c", text), where) for text in _texts(value, lines=True))


def _language(members: dict[str, Json], call: ToolCall, *, is_shell: bool) -> str | None:
    """What runs the code in an object: empty for a shell, None where nobody said."""
    said = {str(value).lower() for key, value in members.items() if not _LANGUAGE.isdisjoint(key_words(key)[-1:])}
    for name in (*sorted(said), *sorted(call.purpose)):
        if name in _INTERPRETERS and not (name == "powershell" and is_shell):
            return _INTERPRETERS[name]
        if name in _SHELL_LANGUAGES:
            return ""
    return "python3 -c" if "code" in call.purpose else None


def _handed(program: str, text: str) -> str:
    return f"{program} {_in_quotes(text)}"


def _program_and_arguments(members: dict[str, Json]) -> tuple[str, str]:
    """The names of a program and of the list of its arguments; empty where an object does not have both."""
    program = next((key for key, value in members.items() if _named(key, _PROGRAM) and isinstance(value, str)), "")
    arguments = next((key for key, value in members.items() if _named(key, _ARGUMENTS) and _are_words(value)), "")
    return (program, arguments) if program and arguments else ("", "")


def _named(key: str, names: frozenset[str]) -> bool:
    return not names.isdisjoint(_last_word(key))


def _last_word(key: str) -> tuple[str, ...]:
    words = key_words(key)
    return ("commandline",) if words[-2:] in (("command", "line"), ("cmd", "line")) else words[-1:]


def _are_words(value: Json) -> bool:
    value = unpacked(value)
    return isinstance(value, list) and all(isinstance(one, str | int | float) for one in value)


def _with_arguments(program: str, arguments: Json) -> str:
    given = [str(one) for one in arguments] if isinstance(arguments, list) else []
    return " ".join((program, *map(_quoted, given)))


def _feeds(name: str, members: dict[str, Json]) -> bool:
    """Whether a member is what another member's command reads, and no command itself."""
    return name in ("stdin", "input", "keystrokes") and any(_named(key, _COMMAND) for key in members)


def _fed(text: str, members: dict[str, Json]) -> str:
    """A command with what the call says it reads, as a here-document."""
    fed = next((value for key, value in members.items() if key.lower() in ("stdin", "input")), None)
    if not isinstance(fed, str) or not fed or "\n" in text:
        return text
    mark = "END_OF_INPUT"
    while mark in fed:
        mark += "_"
    return f"{text} <<'{mark}'\n{fed}\n{mark}"


def _texts(value: Json, *, lines: bool) -> Iterator[str]:
    """The command lines that a value under a command's name stands for."""
    value = unpacked(value)
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from _of_command_object(value)
    elif isinstance(value, list):
        texts = [one for one in value if isinstance(one, str)]
        is_argv = bool(texts) and not re.search(r"\s", texts[0].strip())
        if is_argv:
            yield from _argv(value)
        if lines or not is_argv:
            yield from texts
        yield from (text for one in value if isinstance(one, list) for text in _argv(one))


def _argv(value: list[Json]) -> Iterator[str]:
    words = [str(one) for one in value if isinstance(one, str | int | float)]
    # What follows -c is one text for the shell that is named, whoever joins the words.
    texts = {at + 1 for at, word in enumerate(words) if _READS_NEXT.fullmatch(word)}
    yield " ".join(_in_quotes(word) if at in texts else _quoted(word) for at, word in enumerate(words))


def _of_command_object(value: dict[str, Json]) -> Iterator[str]:
    for key, inner in value.items():
        # A command's name in it is found where objects are looked through.
        if not (_named(key, _COMMAND) or _named(key, _NOT_COMMANDS) or _named(key, frozenset(("description",)))):
            if isinstance(inner, str):
                yield inner
            elif isinstance(inner, list) and _are_words(inner):
                yield from _argv(inner)


def _quoted(argument: str) -> str:
    # What expands is left bare: many tools join the words again and hand them to a shell.
    return argument if _RAW.fullmatch(argument) else _in_quotes(argument)


def _in_quotes(text: str) -> str:
    from shlex import quote

    return quote(text)


def _may_be_command(leaf: Leaf) -> bool:
    last = key_words(leaf.key)[-1:]
    is_text = isinstance(leaf.value, str)
    return is_text and (last == ("text",) or not is_prose(leaf.keys)) and _NOT_COMMANDS.isdisjoint(last)


def folder_of(value: Json) -> str | None:
    """The folder that an object says to work in, as written; None where it says nothing."""
    if not isinstance(value, dict):
        return None
    found = {last: one for key, one in value.items() if isinstance(one, str) and one and (last := _folder_name(key))}
    return next((found[name] for name in _FOLDERS if name in found), None)


def _folder_name(key: str) -> str:
    """The name for a folder that a key ends in; empty where it ends in none."""
    last = key_words(key)[-1:] if key[-1:] in _FOLDER_ENDS else ()
    return last[0] if last and last[0] in _FOLDERS else ""
