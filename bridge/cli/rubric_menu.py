"""The guided menu of a bare ``rbridge`` on a terminal: each choice is a command, which is shown before it runs."""

import shlex
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from bridge.cli import terminal
from bridge.cli.exits import EXITS

_MENU: Final = """\
Judge a reply or a run of an agent by a rubric.

  1  a reply, asked of the model (needs TYPESAFE_API_KEY, and costs)
  2  a reply, with canned answers (offline; shows how it works)
  3  a run of an agent, asked of the model
  4  a run of an agent, with canned answers
  5  check the setup
  6  help with every command
  q  quit
"""


def menu() -> int:
    """Offer the menu until something is chosen; the exit code is that of the command chosen.

    Whoever leaves, with ``q`` or the end of the input, is done.
    """
    sys.stderr.write(_MENU)
    while (answer := terminal.ask("Choice")) is not None and answer.lower() not in {"q", "quit"}:
        chosen = _CHOICES.get(answer)
        if chosen is not None:
            words = chosen()
            return EXITS["done"] if words is None else _run(words)
        sys.stderr.write("Type one of 1 to 6, or q.\n")
    return EXITS["done"]


def _run(words: Sequence[str]) -> int:
    # The command is told apart from the menu by its own first word, so that its failures have its own exit codes.
    from bridge.cli.entry import run

    sys.stderr.write(f"\n$ {shlex.join(('rbridge', *words))}\n\n")
    sys.stderr.flush()
    return run(words)


def _trajectory(*options: str) -> list[str] | None:
    path = terminal.ask("The file that holds it (`rbridge rubric input template` prints one to start from)")
    return ["rubric", "trajectory", "--input", path, *options] if path else None


_CHOICES: Final[Mapping[str, Callable[[], Sequence[str] | None]]] = {
    "1": lambda: ["rubric", "reply"],
    "2": lambda: ["rubric", "reply", "--mock"],
    "3": _trajectory,
    "4": lambda: _trajectory("--mock"),
    "5": lambda: ["rubric", "doctor"],
    "6": lambda: ["--help"],
}
