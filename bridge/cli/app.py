"""The commands of ``rbridge``, each named once. What a command needs is imported when it runs."""

from typing import Annotated

import typer

from bridge.cli import (
    attest,
    batch,
    capabilities,
    conformance,
    decide,
    diff,
    explain,
    explain_code,
    facts,
    fmt,
    gate,
    judge,
    keys,
    language_server,
    lint,
    package,
    policy,
    reason,
    release,
    rubric,
    serve,
    session,
    source,
    terminal,
    test,
    trust,
    validate,
    verify,
    verify_bundle,
)
from bridge.cli.options import Format, FormatOption, require_command

app = typer.Typer(
    help="A judge is asked, the answer is signed, and logic decides.",
    add_completion=False,
    invoke_without_command=True,
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

        if format is Format.JSON:
            output.document({"name": "rbridge", "version": __version__})
        else:
            output.text(f"rbridge {__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None and format is None and terminal.is_interactive():
        from bridge.cli import rubric_menu

        raise typer.Exit(rubric_menu.menu())
    require_command(context)
    context.obj = {"format": format}


app.command()(judge.judge)
app.command()(decide.decide)
app.command()(verify.verify)
app.command()(facts.facts)
app.command()(serve.serve)
app.command()(language_server.language_server)
app.add_typer(attest.app, name="attest")
app.add_typer(session.app, name="session")
app.add_typer(package.app, name="package")
app.add_typer(reason.app, name="reason")
app.add_typer(trust.app, name="trust")
app.add_typer(keys.app, name="keys")
app.add_typer(conformance.app, name="conformance")
app.add_typer(gate.app, name="gate")
app.add_typer(rubric.app, name="rubric")

reason.app.command()(source.decompile)
reason.app.command()(source.strike)
reason.app.command()(diff.diff)
reason.app.command()(lint.lint)
reason.app.command()(fmt.fmt)
reason.app.command()(explain_code.explain_code)
reason.app.command()(validate.validate)
reason.app.command()(explain.explain)
reason.app.command("verify-authorization-bundle")(verify_bundle.verify_authorization_bundle)
reason.app.command()(batch.batch)
reason.app.command("test")(test.run)
reason.app.command()(capabilities.capabilities)
reason.app.add_typer(policy.app, name="policy")
reason.app.add_typer(release.app, name="release")
