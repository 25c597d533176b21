"""Whom this workspace believes: its own keys as its systems, and whoever its ``trust.json`` lists."""

import stat
from collections.abc import Iterator
from contextlib import contextmanager

from bridge.core import canonical
from bridge.errors import InputError, KeyRefused, UsageError
from bridge.receipts import keys, private_files
from bridge.receipts.key_pair import PublicKey
from bridge.receipts.trust import Root, Trust
from bridge.workflows.inputs import read_json
from bridge.workflows.workspace import Workspace


def workspace_trust(workspace: Workspace, named: str | None = None) -> Trust:
    """Whom a command believes.

    Args:
        workspace: its own keys speak as its systems, and its ``trust.json`` adds to them.
        named: a file of trust to go by instead, and nothing else; None for the workspace's.

    Raises:
        InputError: a file that cannot be read, is not of trust, or that others may write.
        KeyRefused: a key file of the workspace that is unsafe or malformed.
    """
    if named is not None:
        return read_trust(named)
    own = Trust.of_workspace(keys.records(workspace.keys)) if workspace.keys.is_dir() else Trust.EMPTY
    return own.joined(listed(workspace))


def listed(workspace: Workspace) -> Trust:
    """What the ``trust.json`` of a workspace lists; nothing where there is none.

    Raises:
        InputError: as ``workspace_trust``.
    """
    path = workspace.trust
    if not path.exists() and not path.is_symlink():
        return Trust.EMPTY
    try:
        status = path.lstat()
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror or error}", where=str(path)) from None
    if not stat.S_ISREG(status.st_mode):
        kind = "a symbolic link" if path.is_symlink() else "not a regular file"
        raise InputError(f"the list of trusted keys is unsafe: it is {kind}", where=str(path))
    reason = private_files.unsafe_reason(status, 0o022)
    if reason:
        raise InputError(f"the list of trusted keys is unsafe: {reason}", where=str(path), help=f"chmod 600 {path}")
    return read_trust(str(path))


def read_trust(name: str) -> Trust:
    """The trust that a file states, ours or Treeship's ``trust_roots.json``.

    Raises:
        InputError: it cannot be read, or is not of trust; names it.
    """
    try:
        return Trust.read(read_json(name))
    except InputError as error:
        raise error if name in error.message else error.restated(f"{name}: {error.message}") from None


def add(workspace: Workspace, root: Root) -> Trust:
    """Believe one more root; the whole list as it now is.

    Raises:
        UsageError: the key speaks as this identity already.
        InputError: the list cannot be read or written.
    """
    with _changing(workspace) as before:
        if _matching(before, root.key, root.speaks_as):
            raise UsageError(
                f"{root.key.text} is trusted to speak as {root.speaks_as} already",
                help="remove it first, to give it another window or other judges",
            )
        return _write(workspace, Trust((*before.roots, root)))


def remove(workspace: Workspace, key: PublicKey, speaks_as: str | None) -> tuple[Root, ...]:
    """Believe a key no longer: as one identity, or, with None, as anybody; the roots that were removed.

    Raises:
        UsageError: there is no such root.
        InputError: the list cannot be read or written.
    """
    with _changing(workspace) as before:
        gone = _matching(before, key, speaks_as)
        if not gone:
            named = f" as {speaks_as}" if speaks_as else ""
            raise UsageError(
                f"{key.text} is not listed{named}", help="`rbridge trust list` shows what is; own keys are not listed"
            )
        _write(workspace, Trust(tuple(root for root in before.roots if root not in gone)))
        return gone


def named_key(text: str, workspace: Workspace) -> PublicKey:
    """The public key of its text form, or of a key of this workspace by its label.

    Raises:
        KeyRefused: neither.
    """
    if text.startswith("key_"):
        return keys.record(workspace.keys, text).public
    try:
        return PublicKey.read(text)
    except KeyRefused as error:
        raise error.restated(f"`{text}`: {error.message}") from None


def _matching(trust: Trust, key: PublicKey, speaks_as: str | None) -> tuple[Root, ...]:
    return tuple(root for root in trust.roots if root.key == key and (speaks_as is None or root.speaks_as == speaks_as))


@contextmanager
def _changing(workspace: Workspace) -> Iterator[Trust]:
    workspace.create()
    try:
        with private_files.locked(workspace.folder):
            yield listed(workspace)
    except OSError as error:
        raise InputError(
            f"cannot change {workspace.trust}: {error.strerror or error}", where=str(workspace.trust)
        ) from None


def _write(workspace: Workspace, trust: Trust) -> Trust:
    private_files.replace(workspace.trust, canonical.pretty(trust.document()) + "\n")
    return trust
