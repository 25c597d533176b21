"""Writing an input in the editor of whoever is at the terminal: a JSON document that nobody else can read meanwhile."""

import shlex
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from bridge.core import canonical
from bridge.errors import InputError, UsageError
from bridge.workflows.rubrics.inputs import parse_input

VARIABLES: Final = ("VISUAL", "EDITOR")


def edited(start: Mapping[str, str], environment: Mapping[str, str]) -> dict[str, str]:
    """The members of a document after somebody has edited them, each a text.

    Args:
        start: what the document says at first.
        environment: names the editor, as words that are run without a shell.

    Raises:
        UsageError: no editor is named.
        InputError: it cannot be run or did not succeed, or what it left is no such document.
    """
    words = _editor(environment)
    with tempfile.TemporaryDirectory(prefix="rbridge-") as folder:
        path = Path(folder) / "input.json"
        path.write_text(canonical.pretty(dict(start)) + "\n", encoding="utf-8")
        _run([*words, str(path)])
        document = parse_input(path.read_bytes(), "the edited input")
    for name, value in document.items():
        if name not in start:
            raise InputError(f"nothing reads '{name}' of the edited input", where=f"$.{name}", help=_HELP)
        if not isinstance(value, str):
            raise InputError(f"'{name}' of the edited input is no text", where=f"$.{name}", help=_HELP)
    return document


_HELP: Final = "keep the members as they are, and write texts"


def _editor(environment: Mapping[str, str]) -> list[str]:
    named = next((environment[name] for name in VARIABLES if environment.get(name, "").strip()), None)
    if named is None:
        raise UsageError("no editor is named", where="--editor", help="set VISUAL or EDITOR, such as EDITOR=vi")
    try:
        return shlex.split(named)
    except ValueError as error:
        raise UsageError(f"VISUAL or EDITOR is no command: {error}", where="--editor") from None


def _run(words: list[str]) -> None:
    try:
        done = subprocess.run(words, check=False)  # noqa: S603 - the user's own editor, as they named it
    except (OSError, ValueError) as error:
        raise InputError(f"cannot run {words[0]}: {error}", where="--editor") from None
    if done.returncode:
        message = f"{words[0]} ended with exit code {done.returncode}, so nothing is judged"
        raise InputError(message, where="--editor", help="leave the editor in the ordinary way")
