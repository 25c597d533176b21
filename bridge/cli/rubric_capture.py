"""``rbridge rubric capture``: the files that judgements were captured in."""

import time
from pathlib import Path
from typing import Annotated

import typer

from bridge.cli import output
from bridge.cli.exits import EXITS
from bridge.cli.options import Format, FormatOption, require_command
from bridge.cli.rubric_options import speaks

app = typer.Typer(help="The files that judgements were captured in.", invoke_without_command=True)


@app.callback()
def capture(context: typer.Context) -> None:
    """The files that judgements were captured in."""
    require_command(context)


@app.command()
def prune(
    context: typer.Context,
    dir: Annotated[str, typer.Option("--dir", metavar="FOLDER", help="The capture folder.")],
    older_than: Annotated[
        str, typer.Option("--older-than", metavar="AGE", help="How old: 30d, 12h, 5m, 90s, or seconds alone.")
    ],
    apply: Annotated[bool, typer.Option("--apply", help="Remove them; without it they are only named.")] = False,
    format: FormatOption = None,
) -> int:
    """Name the finalized capture files that are older; with --apply, remove them."""
    from bridge.rubrics.capture.pruning import age, older, remove
    from bridge.rubrics.encoding import pretty

    found = older(Path(dir), age(older_than), now=time.time())
    if apply:
        remove(found)
    files = [str(one.path) for one in found]
    if speaks(context, format, Format.JSON):
        output.text(pretty({"dry_run": not apply, "files": files}))
    else:
        output.lines(files)
        output.note(f"{len(files)} files {'removed' if apply else 'are older; nothing was removed (--apply does)'}")
    return EXITS["done"]
