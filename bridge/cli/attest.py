"""``rbridge attest``: sign what happened."""

from typing import Annotated

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
    workspace,
)
from bridge.workflows.inputs import json_argument

app = typer.Typer(help="Sign what happened.", invoke_without_command=True, rich_markup_mode=None)


@app.callback()
def attest(context: typer.Context, format: FormatOption = None) -> None:
    """Sign what happened."""
    require_command(context)
    remember_format(context, format)


@app.command()
def action(
    context: typer.Context,
    action: Annotated[str, typer.Option("--action", help="What is done, such as a tool's name or shell.exec.")],
    actor: Annotated[str, typer.Option("--actor", metavar="URI", help="Who acts.")] = "agent://unknown",
    subject: asking.SubjectOption = None,
    parent: Annotated[str | None, typer.Option("--parent", metavar="ID", help="The receipt before it.")] = None,
    meta: Annotated[
        str | None, typer.Option("--meta", metavar="JSON|@FILE", help="Anything to record with it.")
    ] = None,
    key: asking.KeyOption = None,
    at: AtOption = None,
    workspace_: WorkspaceOption = None,
    format: FormatOption = None,
) -> int:
    """Sign an action; prints its id, which judgements can be about."""
    from bridge.workflows.attest import action_of, attest_action

    time = moment(at)
    home = workspace(workspace_)
    details = json_argument(meta, option="--meta") if meta is not None else None
    stated = action_of(action=action, at=time, actor=actor, subject=subject, parent=parent, meta=details)
    with asking.wanted_signer(home, time, key=key, speaker=actor) as signer:
        artifact_id = attest_action(stated, signer)
    if is_json(context, format):
        output.document({"action": action, "actor": actor, "artifact_id": artifact_id, "status": "ok"})
    else:
        output.text(artifact_id)
    return EXITS["done"]


@app.command()
def authorization(
    context: typer.Context,
    bundle: Annotated[
        str,
        typer.Option("--bundle", metavar="FILE|-", help="A zerker.reason.authorization-bundle.v1 document."),
    ],
    key: asking.KeyOption = None,
    at: AtOption = None,
    workspace_: WorkspaceOption = None,
    format: FormatOption = None,
) -> int:
    """Verify an authorization with the independent checker, and only then sign its certificate; prints its id.

    Exit codes: 0 signed; 1 it does not hold or does not authorize, and no receipt was signed.
    """
    from bridge.workflows.attest_authorization import SYSTEM, attest_authorization

    time = moment(at)
    home = workspace(workspace_)
    artifact_id = attest_authorization(
        bundle, at=time, open_signer=lambda: asking.wanted_signer(home, time, key=key, speaker=SYSTEM)
    )
    if is_json(context, format):
        output.document({"artifact_id": artifact_id, "kind": "reason.authorization.v1", "status": "ok"})
    else:
        output.text(artifact_id)
    return EXITS["done"]
