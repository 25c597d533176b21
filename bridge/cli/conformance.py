"""``rbridge conformance``: whether what you wrote keeps what is promised, looked for by machine."""

from pathlib import Path
from typing import Annotated, Final

import typer

from bridge.cli import output
from bridge.cli.convention import convention_enforced
from bridge.cli.exits import EXITS
from bridge.cli.options import ConventionOption, FormatOption, is_json, remember_format, require_command

app = typer.Typer(help="Searches for what breaks a promise.", invoke_without_command=True, rich_markup_mode=None)

_SECONDS: Final = 60.0


@app.callback()
def conformance(context: typer.Context, format: FormatOption = None) -> None:
    """Searches for what breaks a promise."""
    require_command(context)
    remember_format(context, format)


@app.command()
def program(
    context: typer.Context,
    file: Annotated[str, typer.Argument(metavar="FILE|-", help="A .reason source or Reason JSON; - is stdin.")],
    examples: Annotated[int, typer.Option("--examples", min=1, help="How many sets of facts to look at.")] = 1000,
    max_seconds: Annotated[float, typer.Option("--max-seconds", min=0.1, help="When to stop looking.")] = _SECONDS,
    seed: Annotated[int | None, typer.Option("--seed", help="Look at other sets than without it.")] = None,
    request: Annotated[
        str | None, typer.Option("--request", metavar="FILE", help="What an action policy is asked.")
    ] = None,
    request_out: Annotated[
        str | None, typer.Option("--request-out", metavar="FILE", help="Write the counterexample's request.")
    ] = None,
    convention: ConventionOption = "on",
    format: FormatOption = None,
) -> int:
    """Search for facts and answers that break a guarantee of the convention.

    What is found is as small as it goes, and printed as a test that the program can be given.

    Exit codes: 0 none was found, 1 one was, or an error.
    """
    import time

    from bridge.core import canonical
    from bridge.testing.guarantees import report
    from bridge.testing.guarantees.program import conform, read_asked
    from bridge.workflows.inputs import read_json, require_writable, write_file
    from bridge.workflows.programs import load

    require_writable(request_out)
    enforced = convention_enforced(convention)
    loaded = load(file)
    output.warnings(loaded.warnings)
    asked = read_asked(read_json(request)) if request is not None else None
    end = time.monotonic() + max_seconds
    done = conform(
        loaded,
        asked=asked,
        convention=enforced,
        examples=examples,
        seed=seed,
        time_is_up=lambda: time.monotonic() > end,
    )
    found = done.counterexample
    document = report.request_document(found) if found is not None else None
    if request_out is not None and document is not None:
        write_file(request_out, (canonical.pretty(document) + "\n").encode())
    named = _beside(request_out or request, file) or report.REQUEST
    if is_json(context, format):
        output.document(report.document(done, request=named))
    else:
        output.text(report.text(done, request=named, written=(request_out or request) is not None))
    return EXITS["done" if found is None else "broken"]


def _beside(path: str | None, program: str) -> str | None:
    """A file as a program names it: from the program's folder."""
    if path is None:
        return None
    folder = Path(program).resolve().parent
    whole = Path(path).resolve()
    return whole.relative_to(folder).as_posix() if whole.is_relative_to(folder) else whole.name
