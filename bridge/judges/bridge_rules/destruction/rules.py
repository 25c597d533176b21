"""All the rules of ``shell_destructive``, loaded."""

from typing import Final

from bridge.judges.bridge_rules.destruction.families import FAMILIES
from bridge.judges.bridge_rules.rule import CommandRule

DESTRUCTION_RULES: Final[tuple[CommandRule, ...]] = tuple(rule for family in FAMILIES for rule in family.rules())
"""The rules of ``shell_destructive``; any finding of any of them is a yes."""
