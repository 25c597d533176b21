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
from bridge.judges.bridge_rules.members import Held, is_packed, last_word, names_prose, texts_in, unpacked
from bridge.judges.bridge_rules.state import ToolCall


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
_LINE: Final = frozenset(("args", "argv", "arguments"))
_FILE: Final = frozenset(("file",))
_OF_A_SHELL: Final = _ARGUMENTS | listed(
    "script scripts code shell bash run line lines exec execute program input stdin keystrokes steps argv"
)
_NOT_COMMANDS: Final = listed(
    """cwd workdir dir directory folder path id timeout env environment language lang name session user host type
    mode interpreter shell_id encoding filter"""
)
_NEVER_IN_A_COMMAND: Final = _COMMAND | _NOT_COMMANDS | {"description"}
_INTERPRETERS: Final = {
    **dict.fromkeys(("python", "python3", "py", "ipython", "jupyter", "notebook"), "python3 -c"),
    **dict.fromkeys(("javascript", "js", "node", "nodejs", "typescript", "ts"), "node -e"),
    **dict.fromkeys(("ruby", "rb"), "ruby -e"),
    "perl": "perl -e",
    "php": "php -r",
    **dict.fromkeys(("applescript", "osascript"), "osascript -e"),
    **dict.fromkeys(("powershell", "pwsh", "ps1"), "pwsh -Command"),
}
_SHELL_LANGUAGES: Final = frozenset(("bash", "sh", "shell", "zsh", "ksh", "dash", "console", "terminal"))
_LANGUAGE: Final = frozenset(("language", "lang", "interpreter", "runtime", "kernel", "shell"))
_DATABASES: Final = listed(
    """sql postgres postgresql pg mysql mariadb sqlite database db bigquery snowflake clickhouse duckdb redshift
    cockroachdb supabase"""
)
_CLIENTS: Final = {
    **{name: name for name in listed("git gh kubectl helm docker podman terraform pulumi aws gcloud")},
    **dict.fromkeys(("redis", "valkey"), "redis-cli"),
    **dict.fromkeys(("mongodb", "mongo", "mongosh"), "mongosh --eval"),
}
"""What a tool of such a name is taken to run, where what it is handed does not start with a program of its own."""
_JOINS: Final = frozenset(("&&", "||", "|"))
_STATEMENT: Final = frozenset(("sql", "query", "statement", "statements", "queries"))
_FOLDERS: Final = ("cwd", "workdir", "dir", "directory", "chdir", "folder", "pwd")
_READS_NEXT: Final = pattern(r"-[a-z]*c")
_RAW: Final = pattern(r"[A-Za-z0-9@%+=:,./_~*?$\[\]{}-]+")


def command_lines(call: ToolCall) -> tuple[CommandLine, ...]:
    """The command lines that a call would run, in the order of its input."""
    is_shell = not call.purpose.isdisjoint(_SHELL_TOOLS)
    folder = folder_of(call)
    found: list[tuple[str, str, str | None]] = []
    if is_shell and isinstance(call.input, str | list):
        found += [(text, "$.input", None) for text in _texts(call.input, lines=False)]
    for one in call.objects:
        if not one.is_prose:
            own = _folder(one) or folder
            found += [(text, where, own) for text, where in _of_object(one, call, is_shell=is_shell)]
    if is_shell and not found:
        found += [(text, where, folder) for one in call.objects for text, where in _any_text(one)]
    # The same text in the same folder is read once, where it first stands.
    first = {(text, own): where for text, where, own in reversed(found) if text.strip()}
    lines = tuple(CommandLine(text, first.pop((text, own)), own) for text, _, own in found if (text, own) in first)
    if len(lines) <= _MOST_LINES:
        return lines
    # So that very many cost no more than one that is very long.
    rest = lines[_MOST_LINES:]
    return (*lines[:_MOST_LINES], rest[0]._replace(text="\n".join(line.text for line in rest)))


_MOST_LINES: Final = 256


def _of_object(one: Held, call: ToolCall, *, is_shell: bool) -> Iterator[tuple[str, str]]:
    members = one.members
    language = _language(one, call, is_shell=is_shell)
    program, arguments = _program_and_arguments(one)
    if program:
        texts = [_with_arguments(str(members[program]), unpacked(members[arguments]))]
        yield from ((_fed(text, one), one.where(program)) for text in texts)
    else:
        yield from _to_client(one, call)
    for key in one.under(_ASKED_OF_A_SHELL if is_shell else _ASKED):
        last, value = last_word(key), members[key]
        if program and key in (program, arguments):
            continue
        where = one.where(key)
        if last in _COMMAND or (is_shell and last in _OF_A_SHELL and not _feeds(last, one)):
            wrap = language if last == "code" else None
            for text in _texts(value, lines=last in _LINES):
                yield (_handed(wrap, text) if wrap else _fed(text, one) if last in _COMMAND else text), where
        elif last in _CODE and language is not None and isinstance(value, str):
            yield _handed(language, value) if language else value, where
        elif last in _STATEMENT and (last in _SQL or not call.purpose.isdisjoint(_DATABASES)):
            yield from ((_handed("psql -c", text), where) for text in _texts(value, lines=True))


_HANDED: Final = _COMMAND | _ARGUMENTS
_SQL: Final = frozenset(("sql", "statement", "statements"))
_CODE: Final = frozenset(("code", "script", "source"))
_ASKED: Final = _COMMAND | _CODE | _STATEMENT
_ASKED_OF_A_SHELL: Final = _ASKED | _OF_A_SHELL


def _language(one: Held, call: ToolCall, *, is_shell: bool) -> str | None:
    """What runs the code in an object: empty for a shell, None where nobody said."""
    said = {str(one.members[key]).lower() for key in one.under(_LANGUAGE)}
    # What is edited into a notebook is not run by that.
    of_tool = () if "edit" in call.purpose else sorted(call.purpose)
    for name in (*sorted(said), *of_tool):
        if name in _INTERPRETERS and not (name == "powershell" and is_shell):
            return _INTERPRETERS[name]
        if name in _SHELL_LANGUAGES:
            return ""
    return "python3 -c" if "code" in call.purpose else None


def _to_client(one: Held, call: ToolCall) -> Iterator[tuple[str, str]]:
    """The command lines of the client that a tool is named after, with what the tool is handed for it."""
    client = next((_CLIENTS[name] for name in sorted(call.purpose) if name in _CLIENTS), None)
    for key in one.under(_HANDED) if client is not None else ():
        if not isinstance(unpacked(one.members[key]), dict):
            for text in _texts(one.members[key], lines=False):
                yield f"{client} {_in_quotes(text) if client == _CLIENTS['mongo'] else text}", one.where(key)


def _handed(program: str, text: str) -> str:
    return f"{program} {_in_quotes(text)}"


def _program_and_arguments(one: Held) -> tuple[str, str]:
    """The names of a program and of the list of its arguments; empty where an object does not have both."""
    named = (*one.under(_PROGRAM), *one.under(_FILE))
    program = next((key for key in named if isinstance(one.members[key], str)), "")
    may_be = one.under(_ARGUMENTS) if program else ()
    arguments = next((key for key in may_be if _are_words(one.members[key]) or _is_line(key, one)), "")
    return (program, arguments) if arguments else ("", "")


def _is_line(key: str, one: Held) -> bool:
    """Whether arguments are given as one text, as whoever writes them on a line does."""
    return last_word(key) in _LINE and isinstance(unpacked(one.members[key]), str)


def _are_words(value: Json) -> bool:
    value = unpacked(value)
    return isinstance(value, list) and all(isinstance(one, str | int | float) for one in value)


def _with_arguments(program: str, arguments: Json) -> str:
    if isinstance(arguments, str):
        return f"{program} {arguments}"
    given = [str(one) for one in arguments] if isinstance(arguments, list) else []
    return " ".join((program, *map(_quoted, given)))


def _feeds(name: str, one: Held) -> bool:
    """Whether a member is what another member's command reads, and no command itself."""
    return name in ("stdin", "input", "keystrokes") and not _COMMAND.isdisjoint(one.named)


def _fed(text: str, one: Held) -> str:
    """A command with what the call says it reads, as a here-document."""
    fed = next((one.members[key] for key in one.under(_FED) if key.lower() in _FED), None)
    if not isinstance(fed, str) or not fed or "\n" in text:
        return text
    mark = "END_OF_INPUT"
    while mark in fed:
        mark += "_"
    return f"{text} <<'{mark}'\n{fed}\n{mark}"


_FED: Final = frozenset(("stdin", "input"))


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
        if last_word(key) not in _NEVER_IN_A_COMMAND:
            if isinstance(inner, str):
                yield inner
            elif isinstance(inner, list) and _are_words(inner):
                yield from _argv(inner)


def _quoted(argument: str) -> str:
    # What expands is left bare: many tools join the words again and hand them to a shell.
    return argument if _RAW.fullmatch(argument) or argument in _JOINS else _in_quotes(argument)


def _in_quotes(text: str) -> str:
    from shlex import quote

    return quote(text)


def _any_text(one: Held) -> Iterator[tuple[str, str]]:
    """The texts in an object of a shell's tool that nothing says are no commands, each with where it stands."""
    named = [
        at
        for word, keys in one.named.items()
        if word not in _NOT_COMMANDS and (word == "text" or not (one.is_prose or names_prose(word)))
        for at in keys
    ]
    for _, key in sorted(named):
        value = one.members[key]
        yield from texts_in(unpacked(value) if is_packed(key) else value, one.where(key))


def folder_of(call: ToolCall) -> str | None:
    """The folder that a call says to work in, as written; None where it says nothing."""
    return _folder(call.objects[0]) if isinstance(call.input, dict) else None


def _folder(one: Held) -> str | None:
    named = (one.members[key] for name in _FOLDERS if name in one.named for _, key in reversed(one.named[name]))
    return next((value for value in named if isinstance(value, str) and value), None)
