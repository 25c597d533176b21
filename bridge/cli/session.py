"""``rbridge session``: receipts in one chain, and a package of them in the end."""

from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from bridge.cli import asking, output
from bridge.cli.exits import EXITS
from bridge.cli.options import (
    AtOption,
    FormatOption,
    WorkspaceOption,
    is_json,
    moment,
    remember_format,
    require_command,
    settings,
    workspace,
)

if TYPE_CHECKING:
    from bridge.workflows.attest import Signer

app = typer.Typer(
    help="Receipts in one chain, and a package of them in the end.", invoke_without_command=True, rich_markup_mode=None
)


@app.callback()
def session(context: typer.Context, format: FormatOption = None) -> None:
    """Receipts in one chain, and a package of them in the end."""
    require_command(context)
    remember_format(context, format)


@app.command()
def start(
    context: typer.Context,
    name: Annotated[str | None, typer.Option("--name", help="What the session is about.")] = None,
    actor: Annotated[str | None, typer.Option("--actor", metavar="URI", help="Who works.")] = None,
    at: AtOption = None,
    workspace_: WorkspaceOption = None,
    format: FormatOption = None,
) -> int:
    """Open a session: what is signed from now on is chained, until it is closed."""
    from bridge.render import sessions as rendered
    from bridge.workflows.session import start as begin

    time, home = moment(at), workspace(workspace_)
    who = settings(home).text("actor", actor)
    with asking.signer(home, time, wanted=True) as signer:
        begun = begin(cast("Signer", signer), at=time, name=name, actor=who)
    _say(context, format, rendered.started(begun), begun.id)
    return EXITS["done"]


@app.command()
def note(
    context: typer.Context,
    text: Annotated[str, typer.Argument(metavar="NOTE", help="What to remember.")],
    at: AtOption = None,
    workspace_: WorkspaceOption = None,
    format: FormatOption = None,
) -> int:
    """Take a note in the open session; it enters the timeline that the close record binds."""
    from bridge.render import sessions as rendered
    from bridge.workflows.session import note as take

    noted = take(workspace(workspace_), text, at=moment(at))
    _say(context, format, rendered.noted(noted, text), f"noted in {noted.id}")
    return EXITS["done"]


@app.command()
def status(context: typer.Context, workspace_: WorkspaceOption = None, format: FormatOption = None) -> int:
    """Say which session is open, or which was the last."""
    from bridge.render import sessions as rendered
    from bridge.workflows.session import status as look

    found = look(workspace(workspace_))
    _say(context, format, rendered.status_document(found), rendered.status_text(found))
    return EXITS["done"]


@app.command()
def close(
    context: typer.Context,
    summary: Annotated[str | None, typer.Option("--summary", help="What came of it.")] = None,
    out: Annotated[
        str | None,
        typer.Option("--out", metavar="DIR", help="Where to put the package; default: .bridge/sessions."),
    ] = None,
    abandon: Annotated[
        bool, typer.Option("--abandon", help="Close it without a package; the receipts stay in the store.")
    ] = False,
    at: AtOption = None,
    workspace_: WorkspaceOption = None,
    format: FormatOption = None,
) -> int:
    """Close the session, and seal its package."""
    from bridge.errors import UsageError
    from bridge.render import sessions as rendered
    from bridge.workflows import session as sessions

    time, home = moment(at), workspace(workspace_)
    if abandon:
        if summary is not None or out is not None:
            raise UsageError("--abandon makes no package", where="--abandon", help="leave out --summary and --out")
        given_up = sessions.abandon(home, at=time)
        _say(context, format, rendered.abandoned(given_up), f"{given_up.id} is closed, without a package")
        return EXITS["done"]
    with asking.signer(home, time, wanted=True, key=sessions.keyid_to_close(home)) as signer:
        sealed = sessions.close(cast("Signer", signer), home, at=time, summary=summary, out=out)
    _say(context, format, rendered.sealed_document(sealed), rendered.sealed_text(sealed))
    return EXITS["done"]


def _say(context: typer.Context, format: Any, document: dict[str, Any], text: str) -> None:
    if is_json(context, format):
        output.document(document)
    else:
        output.text(text)
