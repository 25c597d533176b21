"""``rbridge rubric history``: the results that were saved with ``--save``."""

from typing import Annotated

import typer

from bridge.cli import output
from bridge.cli.exits import EXITS
from bridge.cli.options import Format, FormatOption, WorkspaceOption, is_json, require_command, settings, workspace
from bridge.cli.rubric_keeping import SaveOption
from bridge.cli.rubric_options import DialectOption, DriftOption, found, say, speaks
from bridge.errors import UsageError

app = typer.Typer(help="The results that were saved.", invoke_without_command=True)

IdOption = Annotated[str, typer.Option("--id", metavar="ID", help="The result, as `history list` names it.")]


@app.callback()
def history(context: typer.Context) -> None:
    """The results that were saved."""
    require_command(context)


@app.command("list")
def list_(context: typer.Context, workspace_: WorkspaceOption = None, format: FormatOption = None) -> int:
    """List the saved results, the newest first."""
    from bridge.render import rubric_history as rendered
    from bridge.workflows.rubrics.history import history as opened

    home = workspace(workspace_)
    kept = opened(settings(home), home)
    listing = kept.listing()
    if listing.malformed:
        output.note(f"{listing.malformed} rows of {kept.folder} are malformed: they are left alone, and not listed")
    if is_json(context, format):
        output.document(rendered.listed_json(listing, kept.folder))
    else:
        output.text(rendered.listed(listing))
    return EXITS["done"]


@app.command()
def show(context: typer.Context, id: IdOption, workspace_: WorkspaceOption = None, format: FormatOption = None) -> int:
    """Show a saved result."""
    from bridge.render import rubric_history as rendered
    from bridge.rubrics.encoding import pretty
    from bridge.workflows.rubrics.history import history as opened

    home = workspace(workspace_)
    entry = opened(settings(home), home).entry(id)
    output.text(pretty(entry.json()) if is_json(context, format) else rendered.shown(entry))
    return EXITS["done"]


@app.command()
def replay(
    context: typer.Context,
    id: IdOption,
    rubric: Annotated[
        str | None, typer.Option("--rubric", metavar="ID|FILE", help="The rubric; default: the one the result names.")
    ] = None,
    allow_version_drift: DriftOption = False,
    save: SaveOption = False,
    dialect: DialectOption = None,
    workspace_: WorkspaceOption = None,
    format: FormatOption = None,
) -> int:
    """Route a saved result by the rubric as it is now; nobody is asked, and the exit code is the verdict."""
    from bridge.cli import rubric_keeping
    from bridge.rubrics.replay import replay as route
    from bridge.workflows.rubrics.history import history as opened

    home = workspace(workspace_)
    given = settings(home)
    kept = opened(given, home)
    saved = kept.entry(id).result
    loaded = found(rubric or saved["rubric_id"], given, home, dialect)
    result = route(loaded.rubric, saved, allow_version_drift=allow_version_drift)
    if save:
        rubric_keeping.save(result, kept)
    return say(result, as_json=speaks(context, format, Format.HUMAN))


@app.command()
def delete(
    context: typer.Context,
    id: Annotated[str | None, typer.Option("--id", metavar="ID", help="One result.")] = None,
    all: Annotated[bool, typer.Option("--all", help="Every result.")] = False,
    confirm_all: Annotated[bool, typer.Option("--confirm-all", help="Yes, every one.")] = False,
    workspace_: WorkspaceOption = None,
    format: FormatOption = None,
) -> int:
    """Delete one saved result, or all of them."""
    from bridge.workflows.rubrics.history import history as opened

    if (id is None) is not all:
        raise UsageError("history delete needs --id or --all", where="--id", help="one of them")
    if all and not confirm_all:
        raise UsageError("history delete --all requires --confirm-all", where="--confirm-all", help="it is for good")
    home = workspace(workspace_)
    gone = opened(settings(home), home).delete(id)
    if is_json(context, format):
        output.document({"deleted": gone})
    else:
        output.text(f"deleted {gone}")
    return EXITS["done"]
