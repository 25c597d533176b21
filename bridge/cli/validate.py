"""``rbridge reason validate``: whether a program makes sense, without asking what follows from it."""

from typing import Annotated

import typer

from bridge.cli import output
from bridge.cli.convention import convention_enforced
from bridge.cli.exits import EXITS
from bridge.cli.options import ConventionOption, FormatOption, is_json


def validate(
    context: typer.Context,
    file: Annotated[str, typer.Argument(metavar="FILE|-", help="A .reason source or Reason JSON; - is stdin.")],
    convention: ConventionOption = "on",
    format: FormatOption = None,
) -> int:
    """Validate a program without evaluating it.

    Exit codes: 0 valid, 1 not.
    """
    from bridge.core import canonical
    from bridge.render import reason_text
    from bridge.workflows.programs import load
    from bridge.workflows.validation import validate as validate_loaded
    from bridge.workflows.validation import validation_json

    enforced = convention_enforced(convention)
    program = validate_loaded(load(file), convention=enforced)
    if is_json(context, format):
        output.text(canonical.sorted_compact(validation_json(program)))
    else:
        output.text(reason_text.validation(program, file))
    return EXITS["done"]
