"""The folder of signing keys: which key signs, which keys there were, and how one succeeds another.

``keys/<keyid>.json`` is a key (``key_file``); ``keys/manifest.json`` names the one that signs:
``{"schema": "bridge.keys.v1", "default_key_id": "key_…"}``. What a key signed keeps verifying after another took its
place, up to the last second it was valid.
"""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final, Literal

from bridge.core import canonical
from bridge.core.lazy_pattern import pattern
from bridge.core.strict_json import Json
from bridge.errors import KeyRefused
from bridge.receipts import key_lock, private_files, system_keyring
from bridge.receipts.key_file import (
    KEYRING,
    KeyRecord,
    Passphrase,
    bound_bytes,
    cannot,
    check_folder,
    read_document,
    read_record,
    record_json,
)
from bridge.receipts.key_pair import Entropy, PublicKey, SigningKey
from bridge.receipts.private_files import create_once, make_folder, write_synced

__all__ = ["Entropy", "KeyRecord", "Passphrase", "PublicKey", "SigningKey"]

MANIFEST_SCHEMA: Final = "bridge.keys.v1"
Protection = Literal["none", "passphrase", "keyring"]

_KEYID: Final = pattern(r"key_[0-9a-f]{16}")


def load_or_create(
    folder: Path, *, at: str, entropy: Entropy = os.urandom, passphrase: Passphrase | None = None
) -> SigningKey:
    """The default signing key of a folder, made on first use; processes that race end with the same key.

    Args:
        folder: the key folder, ``.bridge/keys``.
        at: the canonical time to record for a new key.
        entropy: unpredictable bytes for a new key.
        passphrase: asks for the passphrase where the key has one.

    Raises:
        KeyRefused: the folder or a file in it is unsafe, malformed or cannot be written, or the key has expired.
    """
    keyid = default_keyid(folder)
    if keyid is None:
        try:
            keyid = _create(folder, at, SigningKey.generate(entropy))
        except OSError as error:
            raise cannot("make a signing key in", folder, error) from None
    return load(folder, keyid, at=at, passphrase=passphrase)


def default_keyid(folder: Path) -> str | None:
    """The label of the key that signs, or None where no key was made yet.

    Raises:
        KeyRefused: the folder or its manifest is unsafe or malformed.
    """
    path = folder / "manifest.json"
    if not path.exists() and not path.is_symlink():
        return None
    keyid = read_document(path, MANIFEST_SCHEMA).get("default_key_id")
    if not isinstance(keyid, str):
        raise KeyRefused("`default_key_id` must be a string", where=str(path))
    return keyid


def record(folder: Path, keyid: str) -> KeyRecord:
    """A key of a folder, its private half as it is kept.

    Raises:
        KeyRefused: not a label, no such key, unsafe permissions, malformed, or its halves do not belong together.
    """
    if _KEYID.fullmatch(keyid) is None:
        raise KeyRefused(f"`{keyid}` is not a key id", help="a key id is key_ and 16 lowercase hexadecimal digits")
    path = folder / f"{keyid}.json"
    found = read_record(path)
    if found.id != keyid:
        raise KeyRefused("the key file is of another key or algorithm than its name says", where=str(path))
    return found


def load(folder: Path, keyid: str, *, at: str | None = None, passphrase: Passphrase | None = None) -> SigningKey:
    """A signing key of a folder.

    Args:
        folder: the key folder.
        keyid: its label.
        at: when it is to sign; None where it is not.
        passphrase: asks for the passphrase where the key has one.

    Raises:
        KeyRefused: as ``record``, the key has expired, or it does not open.
    """
    found = record(folder, keyid)
    if at is not None:
        refuse_expired(found, at)
    return found.unlock(passphrase)


def refuse_expired(found: KeyRecord, at: str) -> None:
    """Refuse to sign with a key at a time from which on it no longer counts.

    Raises:
        KeyRefused: it has expired; names its successor.
    """
    if found.valid_until is not None and at >= found.valid_until:
        remedy = f"sign with {found.successor}, which took its place" if found.successor else "sign with another key"
        raise KeyRefused(f"{found.id} was valid until {found.valid_until}, and signs nothing after it", help=remedy)


def records(folder: Path) -> tuple[KeyRecord, ...]:
    """Every key of a folder, by label; none where there is no folder.

    Raises:
        KeyRefused: as ``record``.
    """
    found: list[KeyRecord] = []
    for path in sorted(folder.glob("key_*.json")):
        try:
            found.append(record(folder, path.stem))
        except KeyRefused:
            # A process that lost the race for the default key takes its own away again.
            if path.exists():
                raise
    return tuple(found)


def public_keys(folder: Path) -> Mapping[str, PublicKey]:
    """The public halves of every key of a folder, by label; none where there is no folder.

    Raises:
        KeyRefused: as ``record``.
    """
    return {one.id: one.public for one in records(folder)}


def create(
    folder: Path,
    *,
    at: str,
    owner: str | None = None,
    protection: Protection = "none",
    passphrase: Passphrase | None = None,
    entropy: Entropy = os.urandom,
) -> KeyRecord:
    """Make a key; it becomes the one that signs where there is none yet and it is not somebody's own.

    Args:
        folder: the key folder, made where it is missing.
        at: the canonical time to record.
        owner: the URI of the one identity it speaks for.
        protection: how its private half is kept.
        passphrase: asks for the passphrase of one that is to have it.
        entropy: unpredictable bytes.

    Raises:
        KeyRefused: the folder is unsafe or cannot be written, the passphrase is empty, or there is no keyring.
    """
    try:
        make_folder(folder)
        check_folder(folder)
        made = _record(SigningKey.generate(entropy), at, owner, protection, passphrase, entropy)
        _store(folder, made)
        if owner is None:
            _write(folder / "manifest.json", _manifest(made.id))
    except OSError as error:
        raise cannot("make a signing key in", folder, error) from None
    return made


def rotate(
    folder: Path,
    keyid: str | None,
    *,
    at: str,
    until: str | None = None,
    passphrase: Passphrase | None = None,
    entropy: Entropy = os.urandom,
) -> tuple[KeyRecord, KeyRecord]:
    """Let a new key take the place of one, for the same owner and kept the same way; the old and the new one.

    Args:
        folder: the key folder.
        keyid: the label of the old key; None for the one that signs.
        at: the canonical time.
        until: the last second at which what the old key signed counts; None for ``at``.
        passphrase: asks for the passphrases.
        entropy: unpredictable bytes.

    Raises:
        KeyRefused: there is no such key, it has a successor or expired, or as ``create``.
    """
    try:
        with private_files.locked(folder):
            default = default_keyid(folder)
            if keyid is None and default is None:
                raise KeyRefused("there is no key to rotate", where=str(folder), help="make one: rbridge keys new")
            old = record(folder, keyid or default or "")
            _refuse_rotated(old, at, until)
            # Whoever lets another key speak in a key's place must hold that key.
            old.unlock(passphrase)
            new = _record(SigningKey.generate(entropy), at, old.owner, old.protection, passphrase, entropy)
            _store(folder, new)
            # In this order: whatever is interrupted leaves a key that signs.
            if old.id == default:
                private_files.replace(folder / "manifest.json", canonical.pretty(_manifest(new.id)) + "\n")
            ended = old._replace(valid_until=until or at, successor=new.id)
            private_files.replace(folder / f"{old.id}.json", canonical.pretty(record_json(ended)) + "\n")
    except OSError as error:
        raise cannot("rotate a key in", folder, error) from None
    return ended, new


def _refuse_rotated(old: KeyRecord, at: str, until: str | None) -> None:
    if old.successor is not None:
        raise KeyRefused(f"{old.id} has a successor already", help=f"rotate {old.successor}")
    refuse_expired(old, at)
    if until is not None and until < at:
        raise KeyRefused(
            f"{old.id} cannot end at {until}, before it is rotated", help="what it signed since would no longer count"
        )


def _record(
    key: SigningKey,
    at: str,
    owner: str | None,
    protection: Protection,
    passphrase: Passphrase | None,
    entropy: Entropy,
) -> KeyRecord:
    if protection == "passphrase":
        if passphrase is None:
            raise KeyRefused(f"{key.keyid} is to have a passphrase, and none is given", help="set BRIDGE_PASSPHRASE")
        bound = bound_bytes(key.keyid, key.public, owner)
        locked = key_lock.seal(key.seed, passphrase(key.keyid), bound=bound, entropy=entropy)
        return KeyRecord(key.keyid, key.public, at, locked, owner)
    if protection == KEYRING:
        system_keyring.keep(key.public, key.seed)
        return KeyRecord(key.keyid, key.public, at, KEYRING, owner)
    return KeyRecord(key.keyid, key.public, at, key, owner)


def _create(folder: Path, at: str, key: SigningKey) -> str:
    make_folder(folder)
    check_folder(folder)
    path = _store(folder, KeyRecord(key.keyid, key.public, at, key))
    if _write(folder / "manifest.json", _manifest(key.keyid)):
        return key.keyid
    path.unlink()
    winner = default_keyid(folder)
    if winner is None:
        raise KeyRefused("the key manifest went away while it was being read", where=str(folder), help="try again")
    return winner


def _store(folder: Path, made: KeyRecord) -> Path:
    path = folder / f"{made.id}.json"
    if not _write(path, record_json(made)):
        raise KeyRefused(f"the random label {made.id} is taken; the source of randomness repeats itself")
    return path


def _manifest(keyid: str) -> dict[str, Json]:
    return {"schema": MANIFEST_SCHEMA, "default_key_id": keyid}


def _write(path: Path, document: dict[str, Json]) -> bool:
    return create_once(path, lambda draft: write_synced(draft, canonical.pretty(document) + "\n"))
