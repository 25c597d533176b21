"""``rbridge verify``: does a receipt hold, by its signature, its id, its chain, and its judge's own rules."""

from typing import Annotated

import typer

from bridge.cli import output
from bridge.cli.exits import EXITS
from bridge.cli.options import FormatOption, WorkspaceOption, is_json, workspace
from bridge.errors import UsageError


def verify(
    context: typer.Context,
    receipt: Annotated[str | None, typer.Argument(metavar="ID|FILE|last", help="What to verify.")] = None,
    all: Annotated[bool, typer.Option("--all", help="Every receipt of the store.")] = False,
    state: Annotated[
        str | None,
        typer.Option("--state", metavar="FILE", help="The state that was judged: shows it, and replays the rules."),
    ] = None,
    key: Annotated[
        list[str] | None, typer.Option("--key", metavar="ed25519:…", help="A public key to trust. Repeatable.")
    ] = None,
    trust: Annotated[
        str | None, typer.Option("--trust", metavar="FILE", help="Whom to believe instead of the workspace.")
    ] = None,
    out: Annotated[
        str | None,
        typer.Option("--out", metavar="FILE", help="Write what was verified, with all that comes before it."),
    ] = None,
    workspace_: WorkspaceOption = None,
    format: FormatOption = None,
) -> int:
    """Verify receipts: envelope, signature, id and chain.

    What --out writes verifies anywhere with --key: one envelope on each line, oldest first.

    Exit codes: 0 all of it holds; 1 something does not, or cannot be read.
    """
    from bridge.render import verified as rendered
    from bridge.workflows.inputs import read_bytes, write_file
    from bridge.workflows.known_keys import known_keys
    from bridge.workflows.verify import envelope_lines, verify_all, verify_named

    if all == (receipt is not None):
        raise UsageError("name one receipt, or give --all", where="ID|FILE|last", help="such as: rbridge verify last")
    if all and state is not None:
        raise UsageError("--state is of one judgement", where="--state", help="name the receipt it belongs to")
    if key and trust is not None:
        raise UsageError("--key and --trust exclude each other", where="--trust", help="list the key in the file")
    home = workspace(workspace_)
    known = known_keys(home, key or (), trust)
    shown = read_bytes(state) if state is not None else None
    receipts = verify_named(receipt, home, known, state=shown) if receipt is not None else verify_all(home, known)
    if out is not None:
        write_file(out, envelope_lines(receipts))
    if is_json(context, format):
        output.document(rendered.document(receipts))
    else:
        output.text(rendered.text(receipts))
    return EXITS["done"]
