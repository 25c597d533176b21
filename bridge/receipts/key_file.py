"""One signing key at rest: ``keys/<keyid>.json``, mode 0600 in a folder of mode 0700.

::

    {"schema": "bridge.key.v1", "id": "key_…", "algorithm": "ed25519", "created_at": "…Z",
     "public_key": "ed25519:<base64url>", "private_key": "<base64url of the 32-byte seed>"}

Instead of ``private_key``, which is plain and protected by the permissions of its file, ``locked_key`` holds the seed
under a passphrase (``key_lock``), and ``keyring`` says that the system keyring has it (``system_keyring``). A key that
speaks for one identity alone names it in ``for``; one that was succeeded has ``valid_until`` and ``successor_key_id``.
"""

import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Final, Literal, NamedTuple

from bridge.core import b64url, canonical, strict_json
from bridge.core.clock import is_canonical_time
from bridge.core.strict_json import Json
from bridge.errors import InputError, KeyRefused
from bridge.receipts import system_keyring
from bridge.receipts.key_lock import Locked, locked_json, read_locked, unseal
from bridge.receipts.key_pair import PublicKey, SigningKey
from bridge.receipts.private_files import unsafe_reason

KEY_SCHEMA: Final = "bridge.key.v1"
KEYRING: Final = "keyring"

_ALGORITHM: Final = "ed25519"
_TEXTS: Final = ("id", "algorithm", "created_at", "public_key")
_SECRETS: Final = ("private_key", "locked_key", "keyring")
_OPTIONS: Final = ("for", "valid_until", "successor_key_id")
_READ_FLAGS: Final = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)

Passphrase = Callable[[str], str]
"""Asks for the passphrase of a key, which it is told by the key's id."""


class KeyRecord(NamedTuple):
    """A key file: the public half and how the private one is kept.

    Args:
        id: the random label.
        public: the public key.
        created_at: canonical time.
        secret: the key itself where it is plain, what opens under a passphrase, or ``keyring``.
        owner: the URI of the one identity it speaks for; None for a key of the workspace.
        valid_until: the last second at which what it signed counts; None without end.
        successor: the label of the key that took its place.
    """

    id: str
    public: PublicKey
    created_at: str
    secret: SigningKey | Locked | Literal["keyring"]
    owner: str | None = None
    valid_until: str | None = None
    successor: str | None = None

    @property
    def protection(self) -> Literal["none", "passphrase", "keyring"]:
        """How the private half is kept."""
        if isinstance(self.secret, SigningKey):
            return "none"
        return "passphrase" if isinstance(self.secret, Locked) else KEYRING

    def unlock(self, passphrase: Passphrase | None = None) -> SigningKey:
        """The signing key.

        Args:
            passphrase: asks for the passphrase of a locked key.

        Raises:
            KeyRefused: no passphrase or another one, no keyring, or the halves do not belong together.
        """
        if isinstance(self.secret, SigningKey):
            return self.secret
        key = SigningKey.from_seed(self.id, self._seed(self.secret, passphrase))
        if key.public != self.public:
            raise KeyRefused(f"the private half that is kept for {self.id} belongs to another public key")
        return key

    def _seed(self, secret: Locked | Literal["keyring"], passphrase: Passphrase | None) -> bytes:
        if not isinstance(secret, Locked):
            return system_keyring.fetch(self.public)
        if passphrase is None:
            raise KeyRefused(
                f"{self.id} is locked with a passphrase", help="give it in BRIDGE_PASSPHRASE, or at the terminal"
            )
        return unseal(secret, passphrase(self.id), bound=bound_bytes(self.id, self.public, self.owner))


def bound_bytes(keyid: str, public: PublicKey, owner: str | None) -> bytes:
    """What a sealed seed belongs to."""
    return canonical.compact([KEY_SCHEMA, keyid, public.text, owner]).encode()


def record_json(record: KeyRecord) -> dict[str, Json]:
    """A key file's document; of a plain key that was not rotated, the six members it always had."""
    document: dict[str, Json] = {
        "schema": KEY_SCHEMA,
        "id": record.id,
        "algorithm": _ALGORITHM,
        "created_at": record.created_at,
        "public_key": record.public.text,
        **_secret_json(record.secret),
    }
    options = zip(_OPTIONS, (record.owner, record.valid_until, record.successor), strict=True)
    return document | {name: value for name, value in options if value is not None}


def _secret_json(secret: SigningKey | Locked | Literal["keyring"]) -> dict[str, Json]:
    if isinstance(secret, SigningKey):
        return {"private_key": b64url.encode(secret.seed)}
    if isinstance(secret, Locked):
        return {"locked_key": locked_json(secret)}
    return {"keyring": system_keyring.SERVICE}


def read_record(path: Path) -> KeyRecord:
    """The key of a file; what it says of itself holds as far as the file can be trusted, and no further.

    Raises:
        KeyRefused: unsafe permissions, malformed, or its halves do not belong together.
    """
    document = read_document(path, KEY_SCHEMA)
    members = {name: _text(document, name, path) for name in _TEXTS}
    if members["algorithm"] != _ALGORITHM:
        raise KeyRefused("the key file is of another key or algorithm than its name says", where=str(path))
    public = PublicKey.read(members["public_key"])
    owner, valid_until, successor = (_text(document, name, path) if name in document else None for name in _OPTIONS)
    if valid_until is not None and not is_canonical_time(valid_until):
        raise KeyRefused(f"`valid_until` is not a time: `{valid_until}`", where=str(path))
    secret = _secret(document, members["id"], path)
    if isinstance(secret, SigningKey) and secret.public != public:
        raise KeyRefused("the public key of the file does not belong to its private key", where=str(path))
    return KeyRecord(members["id"], public, members["created_at"], secret, owner, valid_until, successor)


def _secret(document: dict[str, Json], keyid: str, path: Path) -> SigningKey | Locked | Literal["keyring"]:
    ways = [name for name in _SECRETS if name in document]
    if ways == ["locked_key"]:
        locked = document["locked_key"]
        try:
            return read_locked(locked if isinstance(locked, dict) else {})
        except KeyRefused as error:
            raise error.restated(error.message, where=str(path)) from None
    if ways == ["keyring"] and document["keyring"] == system_keyring.SERVICE:
        return KEYRING
    if ways not in ([], ["private_key"]):
        raise KeyRefused("the private key must be kept in one way that this program knows", where=str(path))
    try:
        return SigningKey.from_seed(keyid, b64url.decode(_text(document, "private_key", path)))
    except ValueError:
        raise KeyRefused("the private key is not base64url without padding", where=str(path)) from None


def read_document(path: Path, schema: str) -> dict[str, Json]:
    """The members of a private JSON file of a schema.

    Raises:
        KeyRefused: the file or its folder is unsafe, or it is not such a document.
    """
    check_folder(path.parent)
    try:
        document = strict_json.loads(_read_private(path))
    except InputError as error:
        raise KeyRefused(f"not strict JSON: {error.message}", where=str(path)) from None
    if not isinstance(document, dict) or document.get("schema") != schema:
        raise KeyRefused(f"the file is not a `{schema}` document", where=str(path))
    return document


def check_folder(folder: Path) -> None:
    """Refuse a folder that others may write.

    Raises:
        KeyRefused: they may, or it cannot be opened.
    """
    try:
        reason = unsafe_reason(folder.stat(), 0o022)
    except (OSError, ValueError) as error:
        raise cannot("open", folder, error) from None
    if reason:
        raise KeyRefused(f"the key folder is unsafe: {reason}", where=str(folder), help=f"chmod 700 {folder}")


def cannot(verb: str, path: Path, error: OSError | ValueError) -> KeyRefused:
    """The error that says what the operating system refuses, or that a name is none for it."""
    reason = (error.strerror if isinstance(error, OSError) else None) or error
    return KeyRefused(f"cannot {verb} the key path: {reason}", where=str(path))


def _text(document: dict[str, Json], name: str, path: Path) -> str:
    value = document.get(name)
    if not isinstance(value, str):
        raise KeyRefused(f"`{name}` must be a string", where=str(path))
    return value


def _read_private(path: Path) -> bytes:
    try:
        with open(path, "rb", opener=lambda name, _: os.open(name, _READ_FLAGS)) as file:
            _check_file(path, os.fstat(file.fileno()))
            return file.read()
    except FileNotFoundError:
        raise KeyRefused("there is no such key file", where=str(path)) from None
    except (OSError, ValueError) as error:
        raise cannot("open", path, error) from None


def _check_file(path: Path, status: os.stat_result) -> None:
    if not stat.S_ISREG(status.st_mode):
        raise KeyRefused("a key file must be a regular file", where=str(path))
    if reason := unsafe_reason(status, 0o077):
        raise KeyRefused(f"the key file is unsafe: {reason}", where=str(path), help=f"chmod 600 {path}")
