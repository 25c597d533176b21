"""``rbridge reason decompile`` and ``strike``: programs as people write them."""

from typing import TYPE_CHECKING, Annotated

import typer

from bridge.cli import output
from bridge.cli.bounds import OF_READING, Options, bounded, chosen
from bridge.cli.convention import convention_enforced
from bridge.cli.exits import EXITS
from bridge.cli.options import ConventionOption, FormatOption, is_json

if TYPE_CHECKING:
    from bridge.workflows.programs import Loadable

InputArgument = Annotated[str, typer.Argument(metavar="FILE|-", help="A .reason source or Reason JSON; - is stdin.")]


@bounded(OF_READING)
def decompile(
    context: typer.Context,
    file: InputArgument,
    convention: ConventionOption = "on",
    format: FormatOption = None,
    *,
    limits: Options,
) -> int:
    """Print a program as a .reason source, which compiles to it again; of a request, its policy."""
    from bridge.core import canonical
    from bridge.workflows.programs import load

    convention_enforced(convention)
    source = _source(load(file, bounds=chosen(limits).start()).program)
    if is_json(context, format):
        output.text(canonical.sorted_compact({"schema": "bridge.source.v1", "source": source, "status": "ok"}))
    else:
        output.text(source)
    return EXITS["done"]


@bounded(OF_READING)
def strike(
    context: typer.Context,
    file: InputArgument,
    convention: ConventionOption = "on",
    format: FormatOption = None,
    *,
    limits: Options,
) -> int:
    """The program with its judgements struck out: what your people and your tools must still say.

    A .reason source, or with --format json Reason JSON. Whether the program keeps the convention makes no difference.
    """
    from bridge.core import canonical
    from bridge.workflows.programs import load
    from bridge.workflows.reason import document, struck

    convention_enforced(convention)
    left = struck(load(file, bounds=chosen(limits).start()))
    output.text(canonical.pretty(document(left)) if is_json(context, format) else _source(left))
    return EXITS["done"]


def _source(program: "Loadable") -> str:
    from bridge.reason.model import ActionRequest
    from bridge.reason.syntax.printer import decompile as printed

    source = printed(program)
    if isinstance(program, ActionRequest):
        output.note("this is the policy of the request; the mission, the action and the clock are in the request alone")
    return source
