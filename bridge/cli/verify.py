"""``rbridge verify``: does a receipt hold, by its signature, its id, its chain, and its judge's own rules."""

import os
import tempfile
from typing import TYPE_CHECKING, Annotated

import typer

from bridge.cli import output
from bridge.cli.exits import EXITS
from bridge.cli.options import FormatOption, WorkspaceOption, is_json, workspace
from bridge.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bridge.workflows.known_keys import Known
    from bridge.workflows.verify_store import Placed
    from bridge.workflows.workspace import Workspace


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
    head: Annotated[
        str | None,
        typer.Option(
            "--head", metavar="FILE", help="With --all: a head taken earlier, which the store must begin with."
        ),
    ] = None,
    head_out: Annotated[
        str | None,
        typer.Option(
            "--head-out", metavar="FILE", help="With --all: write the head, to be kept where none can change it."
        ),
    ] = None,
    jobs: Annotated[
        int | None,
        typer.Option("--jobs", min=1, help="How many processes verify a large store; default: as many as cores."),
    ] = None,
    workspace_: WorkspaceOption = None,
    format: FormatOption = None,
) -> int:
    """Verify receipts: envelope, signature, id and chain.

    What --out writes verifies anywhere with --key: one envelope on each line, oldest first.

    Deleted receipts show in the numbers of the store, unless whoever deleted them changed those too: --head tells.

    Exit codes: 0 all of it holds; 1 something does not, or cannot be read.
    """
    from bridge.workflows.known_keys import known_keys

    if all == (receipt is not None):
        raise UsageError("name one receipt, or give --all", where="ID|FILE|last", help="such as: rbridge verify last")
    if all and state is not None:
        raise UsageError("--state is of one judgement", where="--state", help="name the receipt it belongs to")
    if not all and (head or head_out):
        raise UsageError("a head is of a whole store", where="--head", help="give it with --all")
    if key and trust is not None:
        raise UsageError("--key and --trust exclude each other", where="--trust", help="list the key in the file")
    home = workspace(workspace_)
    known = known_keys(home, key or (), trust)
    as_json = is_json(context, format)
    if receipt is None:
        _all(home, known, as_json=as_json, out=out, heads=(head, head_out), jobs=jobs or os.cpu_count() or 1)
    else:
        _named(receipt, home, known, as_json=as_json, out=out, state=state)
    return EXITS["done"]


def _named(name: str, home: "Workspace", known: "Known", *, as_json: bool, out: str | None, state: str | None) -> None:
    from bridge.render import verified as rendered
    from bridge.workflows.inputs import read_bytes, write_file
    from bridge.workflows.verify import envelope_lines, verify_named

    receipts = verify_named(name, home, known, state=read_bytes(state) if state is not None else None)
    if out is not None:
        write_file(out, envelope_lines(receipts))
    if as_json:
        output.document(rendered.document(receipts))
    else:
        output.text(rendered.text(receipts))


def _all(
    home: "Workspace",
    known: "Known",
    *,
    as_json: bool,
    out: str | None,
    heads: tuple[str | None, str | None],
    jobs: int,
) -> None:
    from bridge.cli.progress import Tally
    from bridge.render import verified as rendered
    from bridge.workflows.head import Heads, read_head
    from bridge.workflows.inputs import write_file, write_pieces
    from bridge.workflows.verify_store import Request, store_lines, verify_store

    expected, head_out = heads
    following = Heads(read_head(expected) if expected is not None else None)
    tally = Tally("receipts")

    def followed() -> "Iterator[Placed]":
        for placed in verify_store(home, known, Request(jobs, tally.begin, tally.step)):
            following.add(placed.summary.artifact_id)
            yield placed

    # Nothing is said before all of it holds, and it may be long.
    with tempfile.TemporaryFile("w+", encoding="utf-8", newline="") as said:
        try:
            said.writelines((rendered.document_pieces if as_json else rendered.text_pieces)(followed()))
            found = following.end()
        finally:
            tally.end()
        if out is not None:
            write_pieces(out, store_lines(home, found.receipts))
        if head_out is not None:
            write_file(head_out, found.text.encode())
        said.seek(0)
        output.lines(said)
