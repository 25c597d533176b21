"""How a command fails: a sentence on standard error, or one JSON document on standard output where JSON was asked for.

The ``reason`` commands keep the error document of the reference kernel; every other command has ``bridge.error.v1``.
"""

import sys
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from bridge.cli import output
from bridge.core import canonical
from bridge.core.diagnostics import ProgramRefused
from bridge.errors import BridgeError, JsonError


def report(error: BridgeError, argv: Sequence[str]) -> None:
    """Say what went wrong, in the form the command line asked for."""
    if not asks_json(argv):
        sys.stderr.write(_sentence(error, argv) + "\n")
    elif _is_reason(argv):
        body = {"error": _message(error), "schema": "zerker.reason.error.v1", "status": "error"}
        output.text(canonical.sorted_compact(body))
    else:
        output.document(_document(error))


def asks_json(argv: Sequence[str]) -> bool:
    """Whether the words of the command line ask for JSON, wherever the option stands and even if others are wrong."""
    return "--format=json" in argv or ("--format", "json") in pairwise(argv)


def _is_reason(argv: Sequence[str]) -> bool:
    words = list(argv)
    while words and words[0].startswith("-"):
        words = words[2:] if words[0] == "--format" else words[1:]
    return words[:1] == ["reason"]


def _message(error: BridgeError) -> str:
    if isinstance(error, ProgramRefused):
        from bridge.render import diagnostics

        return diagnostics.text(error.diagnostics).rstrip("\n")
    place = error.where
    if isinstance(error, JsonError) and error.line:
        place = f"{place or 'JSON'} at line {error.line}, column {error.column}"
    if place is None or place in error.message:
        return error.message
    return f"{place}: {error.message}"


def _sentence(error: BridgeError, argv: Sequence[str]) -> str:
    if isinstance(error, ProgramRefused):
        return _message(error)
    if _is_reason(argv):
        remedy = error.help or "Fix the reported field and run the command again."
        return f"reason: {_message(error)}\n\n{remedy}"
    remedy = f"\nhelp: {error.help}" if error.help else ""
    return f"rbridge: {_message(error)}{remedy}"


def _document(error: BridgeError) -> dict[str, Any]:
    body: dict[str, Any] = {
        "schema": "bridge.error.v1",
        "status": "error",
        "code": error.code,
        "message": error.message,
        "where": error.where,
        "help": error.help,
    }
    if isinstance(error, ProgramRefused):
        from bridge.render import diagnostics

        body["diagnostics"] = diagnostics.json(error.diagnostics)
    return body
