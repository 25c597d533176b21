"""``rbridge reason test``: run the tests that programs carry."""

from typing import Annotated

import typer

from bridge.cli import output
from bridge.cli.bounds import Options, bounded, chosen
from bridge.cli.convention import convention_enforced
from bridge.cli.exits import EXITS
from bridge.cli.options import ConventionOption, FormatOption, is_json


@bounded()
def run(
    context: typer.Context,
    paths: Annotated[
        list[str] | None,
        typer.Argument(metavar="PATH", help="Sources, or folders of them; default: the current folder."),
    ] = None,
    pattern: Annotated[
        str | None, typer.Option("-k", metavar="PATTERN", help="Only tests whose name contains this; * and ? match.")
    ] = None,
    jobs: Annotated[
        int | None, typer.Option("--jobs", min=1, max=256, help="How many processes; default: as many as help.")
    ] = None,
    coverage: Annotated[
        bool, typer.Option("--coverage", help="Say which rules and admissions no test exercised.")
    ] = False,
    fail_under: Annotated[
        float | None,
        typer.Option("--fail-under", min=0, max=100, metavar="PERCENT", help="Fail where coverage is less."),
    ] = None,
    junit: Annotated[str | None, typer.Option("--junit", metavar="FILE", help="Write the report as JUnit XML.")] = None,
    convention: ConventionOption = "on",
    format: FormatOption = None,
    *,
    limits: Options,
) -> int:
    """Run the tests of programs: the test blocks of .reason sources.

    Folders are searched for sources through and through. That there is no test is an error. Limits hold for the
    reading of each file, and again for each test.

    Exit codes: 0 all passed, 1 one failed or could not be run, coverage is less than asked for, or an error.
    """
    from bridge.cli.progress import Tally
    from bridge.render import program_tests_json, program_tests_junit, program_tests_text
    from bridge.workflows.inputs import require_writable, write_file
    from bridge.workflows.program_tests import Choice, run_tests

    require_writable(junit)
    choice = Choice(pattern, convention_enforced(convention), coverage or fail_under is not None, chosen(limits))
    progress = Tally("files")
    try:
        report = run_tests(
            paths or ["."], choice, jobs=jobs, fail_under=fail_under, begin=progress.begin, step=progress.step
        )
    finally:
        progress.end()
    for file in report.files:
        output.warnings(file.warnings)
    if junit is not None:
        write_file(junit, program_tests_junit.junit(report).encode())
    if is_json(context, format):
        output.document(program_tests_json.document(report))
    else:
        output.text(program_tests_text.text(report))
    return EXITS["done" if report.passed else "tests-failed"]
