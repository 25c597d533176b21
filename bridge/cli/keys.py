"""``rbridge keys``: the keys of a workspace, made, listed, given away as public keys, and succeeded."""

import enum
import sys
from shlex import quote
from typing import TYPE_CHECKING, Annotated, Any

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

if TYPE_CHECKING:
    from bridge.receipts.key_file import KeyRecord, Passphrase

app = typer.Typer(help="The keys that sign.", invoke_without_command=True, rich_markup_mode=None)


class Protection(enum.StrEnum):
    """How a private key is kept."""

    NONE = "none"
    PASSPHRASE = "passphrase"
    KEYRING = "keyring"


DescriptorOption = Annotated[
    int | None,
    typer.Option("--passphrase-fd", metavar="N", help="Read the passphrase from this open file descriptor.", min=0),
]
KeyIdArgument = Annotated[
    str | None, typer.Argument(metavar="KEY_ID", help="Which key; default: the one that signs.", show_default=False)
]


@app.callback()
def keys(context: typer.Context, format: FormatOption = None) -> None:
    """The keys that sign."""
    require_command(context)
    remember_format(context, format)


@app.command()
def new(
    context: typer.Context,
    for_: Annotated[
        str | None, typer.Option("--for", metavar="URI", help="The one identity it speaks for, such as human://alice.")
    ] = None,
    protect: Annotated[
        Protection | None,
        typer.Option(
            "--protect",
            help="none, passphrase or keyring; default: passphrase with --for, else none.",
            show_default=False,
        ),
    ] = None,
    passphrase_fd: DescriptorOption = None,
    at: AtOption = None,
    workspace_: WorkspaceOption = None,
    format: FormatOption = None,
) -> int:
    """Make a signing key: somebody's own with --for, else one of the workspace.

    Exit codes: 0 made; 1 an error.
    """
    from bridge.workflows.keys import new as make

    time, home = moment(at), workspace(workspace_)
    made = make(
        home,
        at=time,
        owner=for_,
        protection=protect.value if protect else None,
        passphrase=asked_passphrase(passphrase_fd, twice=True),
    )
    if made.owner is not None:
        output.note(f"nobody trusts it yet: rbridge trust add {made.public.text} --as {quote(made.owner)}")
    if is_json(context, format):
        output.document({**_entry(made), "status": "ok"})
    else:
        output.text(f"{made.id}  {made.public.text}")
    return EXITS["done"]


@app.command("list")
def list_(context: typer.Context, workspace_: WorkspaceOption = None, format: FormatOption = None) -> int:
    """List the keys of the workspace.

    Exit codes: 0 done; 1 an error.
    """
    from bridge.receipts.keys import default_keyid, records

    folder = workspace(workspace_).keys
    found, default = (records(folder), default_keyid(folder)) if folder.is_dir() else ((), None)
    if is_json(context, format):
        entries = [{**_entry(one), "default": one.id == default} for one in found]
        output.document({"keys": entries, "status": "ok"})
    else:
        output.text("\n".join(_line(one, default) for one in found) or "no key was made here yet")
    return EXITS["done"]


@app.command()
def export(
    context: typer.Context,
    key: KeyIdArgument = None,
    workspace_: WorkspaceOption = None,
    format: FormatOption = None,
) -> int:
    """Print the public key, to be trusted elsewhere; the private half never leaves its file.

    Exit codes: 0 done; 1 an error.
    """
    from bridge.errors import KeyRefused
    from bridge.receipts.keys import default_keyid, record

    folder = workspace(workspace_).keys
    named = key or default_keyid(folder)
    if named is None:
        raise KeyRefused("no key was made here yet", where=str(folder), help="make one: rbridge keys new")
    found = record(folder, named)
    if is_json(context, format):
        public = found.public
        prints = {"fingerprint": public.fingerprint, "trust_fingerprint": public.trust_fingerprint}
        output.document({"key_id": found.id, "public_key": public.text, "for": found.owner, **prints, "status": "ok"})
    else:
        output.text(found.public.text)
    return EXITS["done"]


@app.command()
def rotate(
    context: typer.Context,
    key: KeyIdArgument = None,
    until: Annotated[
        str | None,
        typer.Option("--until", metavar="TIME", help="The last second at which the old key counts; default: now."),
    ] = None,
    passphrase_fd: DescriptorOption = None,
    at: AtOption = None,
    workspace_: WorkspaceOption = None,
    format: FormatOption = None,
) -> int:
    """Let a new key take the place of one; what the old one signed keeps verifying.

    Exit codes: 0 done; 1 an error.
    """
    from bridge.receipts.keys import rotate as succeed

    time, home = moment(at), workspace(workspace_)
    ends = moment(until) if until is not None else None
    old, made = succeed(home.keys, key, at=time, until=ends, passphrase=asked_passphrase(passphrase_fd))
    if made.owner is not None:
        output.note(f"nobody trusts the new key yet: rbridge trust add {made.public.text} --as {quote(made.owner)}")
    if is_json(context, format):
        output.document({"old": _entry(old), "new": _entry(made), "status": "ok"})
    else:
        output.text(f"{made.id}  {made.public.text}\ntakes the place of {old.id}, valid until {old.valid_until}")
    return EXITS["done"]


def asked_passphrase(descriptor: int | None, *, twice: bool = False) -> "Passphrase | None":
    """How this command asks for a passphrase; None where nobody is there to be asked."""
    from bridge.workflows.keys import passphrase_from

    def prompt(keyid: str) -> str:
        said = typer.prompt(f"passphrase of {keyid}", hide_input=True, err=True, confirmation_prompt=twice)
        return str(said)

    return passphrase_from(descriptor, prompt if sys.stdin.isatty() else None)


def _entry(one: "KeyRecord") -> dict[str, Any]:
    return {
        "key_id": one.id,
        "public_key": one.public.text,
        "for": one.owner,
        "protection": one.protection,
        "created_at": one.created_at,
        "valid_until": one.valid_until,
        "successor_key_id": one.successor,
    }


def _line(one: "KeyRecord", default: str | None) -> str:
    from bridge.render.plain import plain

    said = [one.id, one.public.text, f"for {one.owner}" if one.owner else "the workspace's"]
    said += ["signs"] if one.id == default else []
    said += [f"kept by {one.protection}"] if one.protection != "none" else []
    said += [f"until {one.valid_until}"] if one.valid_until else []
    said += [f"then {one.successor}"] if one.successor else []
    return "  ".join(map(plain, said))
