"""``rbridge reason lint``: everything that is wrong or doubtful with programs."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from bridge.cli import output
from bridge.cli.bounds import OF_READING, Options, bounded, chosen
from bridge.cli.convention import convention_enforced
from bridge.cli.exits import EXITS
from bridge.cli.options import ConventionOption, ReportFormat, ReportFormatOption, report_format

if TYPE_CHECKING:
    from bridge.workflows.limits import Bounds
    from bridge.workflows.lint import Linted

CodesOption = list[str] | None


@bounded(OF_READING)
def lint(
    context: typer.Context,
    files: Annotated[
        list[str],
        typer.Argument(metavar="FILE|FOLDER…|-", help="Sources, Reason JSON, or folders with sources; - is stdin."),
    ],
    select: Annotated[
        CodesOption, typer.Option("--select", metavar="CODES", help="Only these warnings, as RSN40,RSN415. Repeatable.")
    ] = None,
    ignore: Annotated[
        CodesOption, typer.Option("--ignore", metavar="CODES", help="None of these warnings. Repeatable.")
    ] = None,
    convention: ConventionOption = "on",
    at: Annotated[
        str | None,
        typer.Option("--at", metavar="TIME", help="The time facts are held against, as 2026-08-14T12:00:00Z."),
    ] = None,
    format: ReportFormatOption = None,
    *,
    limits: Options,
) -> int:
    """Lint programs and libraries: all that refuses them, and all that is valid and most likely not meant.

    Exit codes: 0 nothing is found, 1 something is, or an error.
    """
    from bridge.render import linted as rendered
    from bridge.workflows.lint import lint as lint_files

    found = lint_files(
        files,
        at=at,
        convention=convention_enforced(convention),
        select=_codes(select),
        ignore=_codes(ignore),
        bounds=chosen(limits).start(),
    )
    _say(found, report_format(context, format))
    output.note(rendered.summary(found))
    return EXITS["findings"] if any(file.findings for file in found) else EXITS["done"]


def compiled(name: str, at: str | None, query: str | None, *, convention: bool, bounds: "Bounds") -> int:
    """Say as SARIF what compiling a program finds; whether it was refused is the exit code."""
    from bridge.core.diagnostics import Severity
    from bridge.workflows.lint import compilation

    found = compilation(name, at=at, query=query, convention=convention, bounds=bounds)
    _say([found], ReportFormat.SARIF)
    refused = any(diagnostic.severity is Severity.ERROR for diagnostic in found.findings)
    return EXITS["error"] if refused else EXITS["done"]


def _say(found: "Sequence[Linted]", format: ReportFormat) -> None:
    from pathlib import Path

    from bridge.core import canonical
    from bridge.render import linted as rendered

    if format is ReportFormat.SARIF:
        output.text(canonical.pretty(rendered.log(found, root=str(Path.cwd()))))
    elif format is ReportFormat.JSON:
        output.document(rendered.json(found))
    elif text := rendered.text(found):
        output.text(text)


def _codes(given: Sequence[str] | None) -> list[str]:
    return [code.strip().upper() for words in given or () for code in words.split(",")]
