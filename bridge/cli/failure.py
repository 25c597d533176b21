"""How a command fails: a sentence on standard error, or one JSON document on standard output where JSON was asked for.

The ``reason`` commands keep the error document of the reference kernel; every other command has ``bridge.error.v1``.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from bridge.cli import output
from bridge.cli.exits import EXITS
from bridge.core import canonical
from bridge.core.diagnostics import Diagnosed
from bridge.errors import BridgeError, CheckFailed, InputError, JsonError, ProgramInvalid, UsageError
from bridge.render.failed import document as error_document
from bridge.render.plain import plain


def report(error: BridgeError, argv: Sequence[str]) -> None:
    """Say what went wrong, in the form the command line asked for; where that cannot be written, in words."""
    try:
        _report(error, argv)
    except InputError:
        output.tell(_sentence(error, argv) + "\n")


def _report(error: BridgeError, argv: Sequence[str]) -> None:
    if not asks_json(argv):
        output.tell(_sentence(error, argv) + "\n")
    elif _is_reason(argv):
        body = {"error": full_message(error), "schema": "zerker.reason.error.v1", "status": "error"}
        output.text(canonical.sorted_compact(body))
    else:
        output.document(error_document(error))


def mention(error: BridgeError) -> None:
    """Say what is wrong with one of several files, of which the others are gone on with."""
    output.tell(_sentence(error, ["reason"]) + "\n\n")


def asks_json(argv: Sequence[str]) -> bool:
    """Whether the words of the command line ask for JSON, wherever the option stands and even if others are wrong."""
    asked = ""
    for word, following in pairwise((*argv, "")):
        if word == "--format":
            asked = following
        elif word.startswith("--format="):
            asked = word.removeprefix("--format=")
    return asked.lower() == "json"


def _is_reason(argv: Sequence[str]) -> bool:
    return group(argv) == "reason"


def group(argv: Sequence[str]) -> str:
    """The first word of a command line that is no option: the command, or the group that it belongs to."""
    return next(iter(_commands(argv)), "")


def _commands(argv: Sequence[str]) -> list[str]:
    """The words of a command line that are no option: first the command or its group, then what that takes."""
    words, found = list(argv), list[str]()
    while words:
        if not words[0].startswith("-"):
            found.append(words[0])
        words = words[2:] if words[0] == "--format" else words[1:]
    return found


def exit_code(error: BridgeError | None, argv: Sequence[str]) -> int:
    """The exit code of an error, or of a reader that left.

    What keeps a rubric from a verdict must not look like one (spec: Rubrics, section 4), and what keeps an agent's hook
    from its answer must not look like leave to go on.
    """
    first, *others = [*_commands(argv), ""]
    if first == "gate" and others[0] not in _OF_A_PERSON:
        return EXITS["gate-refused"]
    if first != "rubric":
        return EXITS["error"]
    # Whoever labelled the cases is who asks for the figures, so a bad file of them is a bad question (section 6.5).
    asked = (UsageError, InputError) if others[:1] == ["evaluate"] else UsageError
    return EXITS["not-judged-usage" if isinstance(error, asked) else "not-judged"]


_OF_A_PERSON: Final = frozenset({"", "install", "preview", "replay", "status", "uninstall"})
"""What a person says to the gate; any other word is the name of an agent, which may be written wrong."""


def full_message(error: BridgeError) -> str:
    """What is wrong and where, as the error document of the ``reason`` commands says it."""
    if isinstance(error, Diagnosed):
        from bridge.render import diagnostics

        return diagnostics.text(error.diagnostics).rstrip("\n")
    place = error.where
    if isinstance(error, JsonError) and error.line:
        place = f"{place or 'JSON'} at line {error.line}, column {error.column}"
    if place is None or place in error.message:
        return error.message
    return f"{place}: {error.message}"


def _sentence(error: BridgeError, argv: Sequence[str]) -> str:
    if isinstance(error, Diagnosed):
        return full_message(error)
    message = _printable(error)
    if _is_reason(argv):
        remedy = error.help or "Fix the reported field and run the command again."
        return f"reason: {message}\n\n{remedy}"
    remedy = f"\nhelp: {error.help}" if error.help else ""
    return f"rbridge: {message}{remedy}"


def _printable(error: BridgeError) -> str:
    # These list their problems on lines of their own; in any other message a new line is the user's, or a forger's.
    lines = isinstance(error, ProgramInvalid | CheckFailed)
    message = full_message(error)
    return "\n".join(map(plain, message.split("\n"))) if lines else plain(message)
