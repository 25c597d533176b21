"""The commands of ``rbridge``, each named once. What a command needs is imported when it runs."""

from typing import Annotated

import typer

from bridge.cli import attest, decide, judge, reason, verify
from bridge.cli.options import FormatOption

app = typer.Typer(
    help="A judge is asked, the answer is signed, and logic decides.",
    add_completion=False,
    invoke_without_command=True,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


@app.callback()
def rbridge(
    context: typer.Context,
    format: FormatOption = None,
    version: Annotated[bool, typer.Option("--version", help="Print the version.", is_eager=True)] = False,
) -> None:
    """A judge is asked, the answer is signed, and logic decides."""
    if version:
        from bridge import __version__
        from bridge.cli import output

        output.text(f"rbridge {__version__}")
        raise typer.Exit
    context.obj = {"format": format}


app.command()(judge.judge)
app.command()(decide.decide)
app.command()(verify.verify)
app.add_typer(attest.app, name="attest")
app.add_typer(reason.app, name="reason")
