"""The keys of a workspace: which one signs a command, made, listed and succeeded."""

import os
from collections.abc import Callable
from pathlib import Path

from bridge.errors import KeyRefused, UsageError
from bridge.receipts import keys
from bridge.receipts.key_file import KeyRecord, Passphrase, read_record
from bridge.receipts.key_pair import SigningKey
from bridge.receipts.trust import check_identity
from bridge.workflows.workspace import Workspace

Ask = Callable[[str], str]


def new(
    workspace: Workspace,
    *,
    at: str,
    owner: str | None,
    protection: keys.Protection | None,
    passphrase: Passphrase | None,
) -> KeyRecord:
    """Make a key.

    Args:
        workspace: whose folder keeps it.
        at: canonical time.
        owner: the URI of the one identity it is to speak for; None for a key of the workspace.
        protection: how it is kept; None for a passphrase where somebody owns it, and none otherwise.
        passphrase: asks for the passphrase.

    Raises:
        UsageError: the owner is not a URI, or names nobody in particular.
        KeyRefused: as ``keys.create``.
    """
    if owner is not None:
        check_identity(owner)
    workspace.create()
    kept: keys.Protection = protection or ("none" if owner is None else "passphrase")
    return keys.create(workspace.keys, at=at, owner=owner, protection=kept, passphrase=passphrase)


def choose(workspace: Workspace, named: str) -> KeyRecord:
    """The key that ``--key`` names: a label of this workspace, or a key file.

    Raises:
        KeyRefused: there is none, or it is unsafe or malformed.
    """
    return keys.record(workspace.keys, named) if named.startswith("key_") else read_record(Path(named))


def open_key(found: KeyRecord, *, speaker: str, at: str, passphrase: Passphrase | None) -> SigningKey:
    """The signing key of a record, for what one identity says at a time.

    Raises:
        KeyRefused: the key is somebody else's own, has expired, or does not open.
    """
    if found.owner is not None and found.owner != speaker:
        raise KeyRefused(
            f"{found.id} is the key of {found.owner}, and signs nothing that {speaker} says",
            help="name another key with --key, or none for the workspace's own",
        )
    keys.refuse_expired(found, at)
    return found.unlock(passphrase)


def own_key(workspace: Workspace, owner: str, *, at: str) -> KeyRecord | None:
    """The key of this workspace that was made for an identity and is valid at a time, the newest of several.

    Raises:
        KeyRefused: a key file that is unsafe or malformed.
    """
    if not workspace.keys.is_dir():
        return None
    own = [one for one in keys.records(workspace.keys) if one.owner == owner]
    valid = [one for one in own if one.valid_until is None or at < one.valid_until]
    return max(valid, key=lambda one: (one.created_at, one.id), default=None)


def passphrase_from(descriptor: int | None, prompt: Ask | None) -> Passphrase | None:
    """How a passphrase is asked for: from an open file descriptor, else ``BRIDGE_PASSPHRASE``, else at the terminal.

    Args:
        descriptor: read once, to its end; a last line feed is not part of the passphrase.
        prompt: asks the person at the terminal; None where there is none.

    Raises:
        UsageError: the descriptor cannot be read.
    """
    if descriptor is not None:
        read = _read(descriptor)
        return lambda _: read
    given = os.environ.get("BRIDGE_PASSPHRASE")
    if given:
        return lambda _: given
    return prompt


def _read(descriptor: int) -> str:
    try:
        with os.fdopen(descriptor, "rb", closefd=False) as file:
            data = file.read(65536)
        return data.decode().removesuffix("\n").removesuffix("\r")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(
            f"no passphrase can be read from descriptor {descriptor}: {error}", where="--passphrase-fd"
        ) from None
