"""``rbridge reason explain-code``: what a diagnostic code means, and how to mend what has it."""

from typing import Annotated

import typer

from bridge.cli import output
from bridge.cli.exits import EXITS
from bridge.cli.options import ConventionOption, FormatOption, convention_on, is_json


def explain_code(
    context: typer.Context,
    code: Annotated[
        str | None, typer.Argument(metavar="[CODE]", help="Such as RSN104; all, where it is left out.")
    ] = None,
    convention: ConventionOption = "on",
    format: FormatOption = None,
) -> int:
    """Say why a diagnostic code exists, with a program that has the problem and the same program mended."""
    from bridge.render import code_page

    convention_on(convention)
    if code is None:
        codes = code_page.every()
        if is_json(context, format):
            output.document({"schema": "bridge.codes.v1", "status": "ok", "codes": code_page.codes_json(codes)})
        else:
            output.text(code_page.table(codes))
        return EXITS["done"]
    found = code_page.named(code)
    if is_json(context, format):
        output.document({"schema": "bridge.code.v1", "status": "ok", **code_page.code_json(found)})
    else:
        output.text(code_page.page(found))
    return EXITS["done"]
