"""A public key that passed the strict checks, and a private one that no text shows.

The key id is a random label, ``key_`` and 16 hexadecimal digits; it says nothing about the key, so trust compares the
key's bytes (spec: Judge and receipts, section 2).
"""

import os
from collections.abc import Callable
from functools import lru_cache
from hashlib import sha256
from typing import NamedTuple, Self

from bridge.core import b64url
from bridge.errors import KeyRefused
from bridge.receipts import ed25519

Entropy = Callable[[int], bytes]
"""Gives as many unpredictable bytes as it is asked for."""


class _PublicKey(NamedTuple):
    raw: bytes


class PublicKey(_PublicKey):
    """An Ed25519 public key of 32 bytes that passed the strict checks.

    Raises:
        KeyRefused: malformed, not canonical, not on the curve, or of small order.
    """

    __slots__ = ()

    def __new__(cls, raw: bytes) -> Self:
        """The key of 32 bytes, once they are checked."""
        ed25519.check_public_key(raw)
        return super().__new__(cls, raw)

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
        return _text(self.raw)

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


class SigningKey(NamedTuple):
    """A private key, by its random label; neither ``repr`` nor an error shows the seed."""

    keyid: str
    public: PublicKey
    seed: bytes

    def __repr__(self) -> str:
        return f"SigningKey(keyid={self.keyid!r}, public={self.public!r})"

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
        """A new key under a new label."""
        return cls.from_seed(f"key_{entropy(8).hex()}", entropy(ed25519.KEY_BYTES))

    def sign(self, message: bytes) -> bytes:
        """The 64-byte signature of a message."""
        return ed25519.sign(self.seed, message)


@lru_cache(maxsize=256)
def _text(raw: bytes) -> str:
    return f"ed25519:{b64url.encode(raw)}"
