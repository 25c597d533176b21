"""``rbridge trust``: which key may speak as whom, since when and until when."""

from typing import Annotated

import typer

from bridge.cli import output
from bridge.cli.exits import EXITS
from bridge.cli.options import (
    AtOption,
    FormatOption,
    WorkspaceOption,
    is_json,
    moment,
    remember_format,
    require_command,
    workspace,
)

app = typer.Typer(help="Which key may speak as whom.", invoke_without_command=True, rich_markup_mode=None)

KeyArgument = Annotated[
    str, typer.Argument(metavar="KEY", help="A public key, ed25519:…, or the id of a key of this workspace.")
]


@app.callback()
def trust(context: typer.Context, format: FormatOption = None) -> None:
    """Which key may speak as whom."""
    require_command(context)
    remember_format(context, format)


@app.command()
def add(
    context: typer.Context,
    key: KeyArgument,
    as_: Annotated[
        str, typer.Option("--as", metavar="URI", help="Whom it speaks as: human://alice, system://treeship-judge.")
    ],
    judge: Annotated[
        list[str] | None,
        typer.Option("--judge", metavar="MODEL", help="The only judge it may sign for, in full. Repeatable."),
    ] = None,
    from_: Annotated[
        str | None, typer.Option("--from", metavar="TIME", help="The first second it may have signed at.")
    ] = None,
    until: Annotated[str | None, typer.Option("--until", metavar="TIME", help="The last one.")] = None,
    label: Annotated[str | None, typer.Option("--label", help="A remark to keep with it.")] = None,
    at: AtOption = None,
    workspace_: WorkspaceOption = None,
    format: FormatOption = None,
) -> int:
    """Believe what a key signs as one identity. The bytes of the key are kept; its id counts for nothing.

    Exit codes: 0 it is listed now; 1 an error.
    """
    from bridge.receipts.trust import Root, root_json
    from bridge.workflows import trust as trusting

    time, home = moment(at), workspace(workspace_)
    public = trusting.named_key(key, home)
    models = tuple(judge) if judge else None
    root = Root(public, as_, models, from_, until, label, time)
    trusting.add(home, root)
    if is_json(context, format):
        output.document({**root_json(root), "status": "ok"})
    else:
        output.text(f"{public.text} is trusted to speak as {as_}")
    return EXITS["done"]


@app.command("list")
def list_(context: typer.Context, workspace_: WorkspaceOption = None, format: FormatOption = None) -> int:
    """Say which keys are trusted here, the workspace's own among them.

    Exit codes: 0 done; 1 an error.
    """
    from bridge.render import trusted as rendered
    from bridge.workflows.trust import workspace_trust

    trust = workspace_trust(workspace(workspace_))
    if is_json(context, format):
        output.document(rendered.document(trust))
    else:
        output.text(rendered.text(trust))
    return EXITS["done"]


@app.command()
def remove(
    context: typer.Context,
    key: KeyArgument,
    as_: Annotated[
        str | None, typer.Option("--as", metavar="URI", help="Only as this identity; default: as anybody.")
    ] = None,
    workspace_: WorkspaceOption = None,
    format: FormatOption = None,
) -> int:
    """Believe a key no longer, whenever it signed.

    Exit codes: 0 it is not listed any more; 1 an error, as where it was not listed.
    """
    from bridge.receipts.trust import root_json
    from bridge.workflows import trust as trusting

    home = workspace(workspace_)
    gone = trusting.remove(home, trusting.named_key(key, home), as_)
    if is_json(context, format):
        output.document({"removed": [root_json(root) for root in gone], "status": "ok"})
    else:
        output.text("\n".join(f"{root.key.text} is no longer trusted to speak as {root.speaks_as}" for root in gone))
    return EXITS["done"]
