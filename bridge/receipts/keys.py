"""Signing keys and public keys, and the folder they are kept in.

The key id is a random label, ``key_`` and 16 hexadecimal digits; it says nothing about the key, so trust compares the
key's bytes (spec: Judge and receipts, section 2). A public key exists here only once it has passed the strict checks.

``keys/<keyid>.json``, mode 0600 in a folder of mode 0700::

    {"schema": "bridge.key.v1", "id": "key_…", "algorithm": "ed25519", "created_at": "…Z",
     "public_key": "ed25519:<base64url>", "private_key": "<base64url of the 32-byte seed>"}

``keys/manifest.json`` names the key that signs: ``{"schema": "bridge.keys.v1", "default_key_id": "key_…"}``. The
private key is plain, protected by the permissions of its file; a file that others may read is refused.
"""

import os
import re
import stat
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Final

from bridge.core import b64url, canonical, strict_json
from bridge.errors import InputError, KeyRefused
from bridge.receipts import ed25519
from bridge.receipts.private_files import create_once, make_folder, unsafe_reason, write_synced

KEY_SCHEMA: Final = "bridge.key.v1"
MANIFEST_SCHEMA: Final = "bridge.keys.v1"

_KEYID: Final = re.compile(r"key_[0-9a-f]{16}")
_ALGORITHM: Final = "ed25519"
_READ_FLAGS: Final = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)

Entropy = Callable[[int], bytes]


@dataclass(frozen=True)
class PublicKey:
    """An Ed25519 public key of 32 bytes that passed the strict checks.

    Raises:
        KeyRefused: malformed, not canonical, not on the curve, or of small order.
    """

    raw: bytes

    def __post_init__(self) -> None:
        ed25519.check_public_key(self.raw)

    @classmethod
    def read(cls, text: str) -> "PublicKey":
        """The key of its text form, with or without the leading ``ed25519:``.

        Raises:
            KeyRefused: not base64url without padding, or not a key to use.
        """
        try:
            return cls(b64url.decode(text.removeprefix("ed25519:")))
        except ValueError as error:
            raise KeyRefused(f"the public key cannot be decoded: {error}", help="give ed25519:<base64url>") from None

    @property
    def text(self) -> str:
        """``ed25519:`` and the base64url of the 32 bytes."""
        return f"ed25519:{b64url.encode(self.raw)}"

    @property
    def fingerprint(self) -> str:
        """The keystore's fingerprint: 16 digits of the SHA-256 of the raw key."""
        return sha256(self.raw).hexdigest()[:16]

    @property
    def trust_fingerprint(self) -> str:
        """The trust store's fingerprint, which is another: 16 digits of the SHA-256 of the text form."""
        return sha256(self.text.encode()).hexdigest()[:16]

    def verifies(self, signature: bytes, message: bytes) -> bool:
        """Whether this key made the signature of the message, strictly (``ed25519``)."""
        return ed25519.verifies(self.raw, signature, message)


@dataclass(frozen=True)
class SigningKey:
    """A private key, by its random label; neither ``repr`` nor an error shows the seed."""

    keyid: str
    public: PublicKey
    seed: bytes = field(repr=False)

    @classmethod
    def from_seed(cls, keyid: str, seed: bytes) -> "SigningKey":
        """The key of a private seed.

        Raises:
            KeyRefused: the seed is not 32 bytes.
        """
        if len(seed) != ed25519.KEY_BYTES:
            raise KeyRefused(f"an Ed25519 seed has {ed25519.KEY_BYTES} bytes, not {len(seed)}")
        return cls(keyid, PublicKey(ed25519.public_key_of(seed)), seed)

    @classmethod
    def generate(cls, entropy: Entropy = os.urandom) -> "SigningKey":
        """A new key under a new label; ``entropy`` gives as many unpredictable bytes as it is asked for."""
        return cls.from_seed(f"key_{entropy(8).hex()}", entropy(ed25519.KEY_BYTES))

    def sign(self, message: bytes) -> bytes:
        """The 64-byte signature of a message."""
        return ed25519.sign(self.seed, message)


def load_or_create(folder: Path, *, at: str, entropy: Entropy = os.urandom) -> SigningKey:
    """The default signing key of a folder, made on first use; processes that race end with the same key.

    Args:
        folder: the key folder, ``.bridge/keys``.
        at: the canonical time to record for a new key.
        entropy: unpredictable bytes for a new key.

    Raises:
        KeyRefused: the folder or a file in it is unsafe, malformed or cannot be written.
    """
    keyid = default_keyid(folder)
    if keyid is None:
        try:
            keyid = _create(folder, at, SigningKey.generate(entropy))
        except OSError as error:
            raise _cannot("make a signing key in", folder, error) from None
    return load(folder, keyid)


def default_keyid(folder: Path) -> str | None:
    """The label of the key that signs, or None where no key was made yet.

    Raises:
        KeyRefused: the folder or its manifest is unsafe or malformed.
    """
    path = folder / "manifest.json"
    if not path.exists() and not path.is_symlink():
        return None
    return _members(path, MANIFEST_SCHEMA, ("default_key_id",))["default_key_id"]


def load(folder: Path, keyid: str) -> SigningKey:
    """A signing key of a folder.

    Raises:
        KeyRefused: not a label, no such key, unsafe permissions, malformed, or its halves do not belong together.
    """
    if _KEYID.fullmatch(keyid) is None:
        raise KeyRefused(f"`{keyid}` is not a key id", help="a key id is key_ and 16 lowercase hexadecimal digits")
    path = folder / f"{keyid}.json"
    members = _members(path, KEY_SCHEMA, ("id", "algorithm", "created_at", "public_key", "private_key"))
    if members["id"] != keyid or members["algorithm"] != _ALGORITHM:
        raise KeyRefused("the key file is of another key or algorithm than its name says", where=str(path))
    try:
        key = SigningKey.from_seed(keyid, b64url.decode(members["private_key"]))
    except ValueError:
        raise KeyRefused("the private key is not base64url without padding", where=str(path)) from None
    if key.public != PublicKey.read(members["public_key"]):
        raise KeyRefused("the public key of the file does not belong to its private key", where=str(path))
    return key


def public_keys(folder: Path) -> Mapping[str, PublicKey]:
    """The public halves of every key of a folder, by label; none where there is no folder.

    Raises:
        KeyRefused: as ``load``.
    """
    keys: dict[str, PublicKey] = {}
    for path in sorted(folder.glob("key_*.json")):
        try:
            keys[path.stem] = load(folder, path.stem).public
        except KeyRefused:
            # A process that lost the race for the default key takes its own away again.
            if path.exists():
                raise
    return keys


def _create(folder: Path, at: str, key: SigningKey) -> str:
    make_folder(folder)
    _check_folder(folder)
    path = folder / f"{key.keyid}.json"
    if not _write(path, _key_json(key, at)):
        raise KeyRefused(f"the random label {key.keyid} is taken; the source of randomness repeats itself")
    if _write(folder / "manifest.json", {"schema": MANIFEST_SCHEMA, "default_key_id": key.keyid}):
        return key.keyid
    path.unlink()
    winner = default_keyid(folder)
    if winner is None:
        raise KeyRefused("the key manifest went away while it was being read", where=str(folder), help="try again")
    return winner


def _key_json(key: SigningKey, at: str) -> dict[str, str]:
    return {
        "schema": KEY_SCHEMA,
        "id": key.keyid,
        "algorithm": _ALGORITHM,
        "created_at": at,
        "public_key": key.public.text,
        "private_key": b64url.encode(key.seed),
    }


def _write(path: Path, document: dict[str, str]) -> bool:
    return create_once(path, lambda draft: write_synced(draft, canonical.pretty(document) + "\n"))


def _members(path: Path, schema: str, names: tuple[str, ...]) -> dict[str, str]:
    _check_folder(path.parent)
    try:
        document = strict_json.loads(_read_private(path))
    except InputError as error:
        raise KeyRefused(f"not strict JSON: {error.message}", where=str(path)) from None
    if not isinstance(document, dict) or document.get("schema") != schema:
        raise KeyRefused(f"the file is not a `{schema}` document", where=str(path))
    members = {name: value for name in names if isinstance(value := document.get(name), str)}
    if len(members) != len(names):
        raise KeyRefused(f"each of {', '.join(names)} must be a string", where=str(path))
    return members


def _read_private(path: Path) -> bytes:
    try:
        with open(path, "rb", opener=lambda name, _: os.open(name, _READ_FLAGS)) as file:
            _check_file(path, os.fstat(file.fileno()))
            return file.read()
    except FileNotFoundError:
        raise KeyRefused("there is no such key file", where=str(path)) from None
    except OSError as error:
        raise _cannot("open", path, error) from None


def _check_file(path: Path, status: os.stat_result) -> None:
    if not stat.S_ISREG(status.st_mode):
        raise KeyRefused("a key file must be a regular file", where=str(path))
    if reason := unsafe_reason(status, 0o077):
        raise KeyRefused(f"the key file is unsafe: {reason}", where=str(path), help=f"chmod 600 {path}")


def _check_folder(folder: Path) -> None:
    try:
        reason = unsafe_reason(folder.stat(), 0o022)
    except OSError as error:
        raise _cannot("open", folder, error) from None
    if reason:
        raise KeyRefused(f"the key folder is unsafe: {reason}", where=str(folder), help=f"chmod 700 {folder}")


def _cannot(verb: str, path: Path, error: OSError) -> KeyRefused:
    return KeyRefused(f"cannot {verb} the key path: {error.strerror or error}", where=str(path))
