"""From what is found in one call to the findings of a rule."""

from collections.abc import Callable, Iterable, Iterator
from typing import Final, TypeAlias

from bridge.judges.bridge_rules.rule import Command, CommandRule, Finding, Rule
from bridge.judges.bridge_rules.shell.model import Call, Word
from bridge.judges.bridge_rules.shell.options import Options

Look: TypeAlias = Callable[[Call, str | None], Iterable[str]]
"""Why a call destroys, as clauses; shown the call and the workspace's root."""

MAX_SHOWN: Final = 200


def rule(name: str, sentence: str, look: Look, *, yes: tuple[str, ...], no: tuple[str, ...]) -> CommandRule:
    """A rule that looks at one call after the other."""

    def check(command: Command) -> Iterator[Finding]:
        for call in command.reading.calls:
            for why in look(call, command.root):
                yield Finding(name, why, place(call, command.reading.command))

    return Rule(name, sentence, yes, no, check)


def place(call: Call, command: str) -> str:
    """The statement that a call stands in, and what it was reached through."""
    text = call.node.text(command) or " ".join(word.text for word in call.argv)
    shown = text if len(text) <= MAX_SHOWN else text[: MAX_SHOWN - 1] + "…"
    return f"{shown} (through {', '.join(call.via)})" if call.via else shown


_DRY: Final = frozenset(
    ("--dry-run", "--dryrun", "--dry_run", "--what-if", "--whatif", "-whatif", "--simulate", "--just-print", "--no-act")
)


def only_shows(words: Iterable[Word]) -> bool:
    """Whether a call asks for help, or for what would be done, and does nothing."""
    for word in words:
        text = word.text.lower()
        if text == "--":
            return False
        name, _, value = text.partition("=")
        if name in _DRY and value not in ("none", "false", "no", "0"):
            return True
        if text in ("--help", "--version", "-help"):
            return True
    return False


def is_named(call: Call, *names: str) -> bool:
    """Whether a call is of one of these programs and is meant to do something."""
    return call.name in names and not only_shows(call.arguments)


def verbs(given: Options) -> str:
    """The operands as one text, without those that are sentences: the value of an option nobody told us of."""
    return " ".join(text for text in given.texts if " " not in text and "\n" not in text)


def first_operand(given: Options) -> str:
    """The text of the first operand: a subcommand, as most clients have it."""
    return given.operands[0].text if given.operands else ""
