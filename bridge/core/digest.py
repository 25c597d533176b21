"""SHA-256 digests in the text form that every document uses: ``sha256:`` and 64 lowercase hexadecimal digits."""

import hashlib
from typing import Final

from bridge.core.lazy_pattern import pattern

_DIGEST: Final = pattern(r"sha256:[0-9a-f]{64}")


def sha256_hex(data: bytes | str) -> str:
    """The 64 lowercase hexadecimal digits of the SHA-256 of bytes, or of text as UTF-8."""
    return hashlib.sha256(data.encode() if isinstance(data, str) else data).hexdigest()


def sha256(data: bytes | str) -> str:
    """``sha256:`` and the hexadecimal digits."""
    return "sha256:" + sha256_hex(data)


def is_digest(text: object) -> bool:
    """Whether a value is the text form of a digest."""
    return isinstance(text, str) and _DIGEST.fullmatch(text) is not None
