"""What the rules of destruction find in a command of the workspace ``/home/dev/acme``."""

from bridge.judges.bridge_rules.destruction.rules import DESTRUCTION_RULES
from bridge.judges.bridge_rules.rule import Command, Finding
from bridge.judges.bridge_rules.shell import read

ROOT = "/home/dev/acme"


def found(command: str, root: str | None = ROOT, *, windows: bool = False, home: str | None = None) -> list[Finding]:
    """Every finding, in the order of the rules."""
    reading = read(command, cwd=root, windows=windows, home=home)
    return [one for rule in DESTRUCTION_RULES for one in rule.check(Command(reading, root))]


def lines(table: str) -> list[str]:
    r"""The commands of a table, one a line, ``\n`` for a line break."""
    return [line.replace("\\n", "\n") for line in table.strip("\n").split("\n")]
