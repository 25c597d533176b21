"""``rbridge reason capabilities``: what this installation speaks and answers."""

import typer

from bridge.cli import output
from bridge.cli.convention import convention_enforced
from bridge.cli.exits import EXITS
from bridge.cli.options import ConventionOption, FormatOption, is_json


def capabilities(context: typer.Context, convention: ConventionOption = "on", format: FormatOption = None) -> int:
    """The formats, commands, statuses, exit codes and bounds of this installation. Reads nothing."""
    from bridge.core import canonical
    from bridge.render import capabilities_text
    from bridge.workflows.capabilities import capabilities as of_installation

    convention_enforced(convention)
    document = of_installation(_siblings(context))
    if is_json(context, format):
        output.text(canonical.pretty(document))
    else:
        output.text(capabilities_text.capabilities(document))
    return EXITS["done"]


def _siblings(context: typer.Context) -> list[str]:
    """The commands of the group that this one belongs to."""
    from typer.core import TyperGroup

    group = context.parent
    return group.command.list_commands(group) if group and isinstance(group.command, TyperGroup) else []
