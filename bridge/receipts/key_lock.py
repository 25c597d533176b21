"""A private key under a passphrase: scrypt makes the key (RFC 7914), AES-256-GCM seals the seed (NIST SP 800-38D).

The seal binds the file's id, public key and owner: a sealed seed moved into another key's file does not open there. A
wrong passphrase and a changed file cannot be told apart. What scrypt may cost is bounded when a file is read.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

from bridge.core import b64url
from bridge.core.strict_json import Json
from bridge.errors import KeyRefused
from bridge.receipts.key_pair import Entropy

_SALT: Final = 16
_NONCE: Final = 12
_SEALED: Final = 32 + 16
_R: Final = 8
_P: Final = 1
# 2^15 takes 32 MiB and some 60 ms; a file may ask for as much as 2^20, a gibibyte.
_LOG_N: Final = 15
_LOG_N_READ: Final = range(14, 21)


class Locked(NamedTuple):
    """A sealed seed: the cost of its passphrase as a power of two, and the bytes that open it again."""

    log_n: int
    salt: bytes
    nonce: bytes
    sealed: bytes


def seal(seed: bytes, passphrase: str, *, bound: bytes, entropy: Entropy) -> Locked:
    """Seal a seed.

    Args:
        seed: the 32 private bytes.
        passphrase: not empty.
        bound: what the seal belongs to; opening needs the same bytes.
        entropy: unpredictable bytes for salt and nonce.

    Raises:
        KeyRefused: the passphrase is empty.
    """
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    if not passphrase:
        raise KeyRefused("the passphrase is empty", help="give one that is not")
    salt, nonce = entropy(_SALT), entropy(_NONCE)
    sealed = AESGCM(_key(passphrase, salt, _LOG_N)).encrypt(nonce, seed, bound)
    return Locked(_LOG_N, salt, nonce, sealed)


def unseal(locked: Locked, passphrase: str, *, bound: bytes) -> bytes:
    """The seed again.

    Raises:
        KeyRefused: another passphrase, or the file was changed.
    """
    from cryptography.exceptions import InvalidTag
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    try:
        return AESGCM(_key(passphrase, locked.salt, locked.log_n)).decrypt(locked.nonce, locked.sealed, bound)
    except InvalidTag:
        raise KeyRefused("the passphrase does not open the key, or its file was changed") from None


def locked_json(locked: Locked) -> dict[str, Json]:
    """A sealed seed as its file has it."""
    return {
        "kdf": "scrypt",
        "log_n": locked.log_n,
        "r": _R,
        "p": _P,
        "salt": b64url.encode(locked.salt),
        "cipher": "aes-256-gcm",
        "nonce": b64url.encode(locked.nonce),
        "sealed": b64url.encode(locked.sealed),
    }


def read_locked(value: Mapping[str, Json]) -> Locked:
    """A sealed seed from its file.

    Raises:
        KeyRefused: another scheme, a cost out of bounds, or bytes of another length.
    """
    scheme = {"kdf": "scrypt", "r": _R, "p": _P, "cipher": "aes-256-gcm"}
    if value.keys() != {*scheme, "log_n", "salt", "nonce", "sealed"}:
        raise KeyRefused("the sealed private key has other members than this program writes")
    for name, expected in scheme.items():
        if value[name] != expected or isinstance(value[name], bool):
            raise KeyRefused(f"the private key is sealed with another `{name}` than {expected}")
    log_n = value["log_n"]
    if not isinstance(log_n, int) or log_n not in _LOG_N_READ:
        raise KeyRefused(f"`log_n` must be from {_LOG_N_READ.start} to {_LOG_N_READ[-1]}")
    return Locked(log_n, _bytes(value, "salt", _SALT), _bytes(value, "nonce", _NONCE), _bytes(value, "sealed", _SEALED))


def _bytes(value: Mapping[str, Json], name: str, size: int) -> bytes:
    text = value[name]
    try:
        data = b64url.decode(text) if isinstance(text, str) else b""
    except ValueError:
        data = b""
    if len(data) != size:
        raise KeyRefused(f"`{name}` must be {size} bytes as base64url without padding")
    return data


def _key(passphrase: str, salt: bytes, log_n: int) -> bytes:
    from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

    return Scrypt(salt=salt, length=32, n=2**log_n, r=_R, p=_P).derive(passphrase.encode("utf-8", "surrogateescape"))
