"""Base64url without padding (RFC 4648, section 5), decoded strictly.

Python's decoder skips characters outside the alphabet and accepts unused trailing bits, so that several texts decode to
the same bytes. Here a text is accepted only if encoding its bytes gives that text again.
"""

import base64
import binascii


def encode(data: bytes) -> str:
    """The base64url text of bytes, without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    """The bytes of a base64url text without padding.

    Raises:
        ValueError: padding, another alphabet, stray characters, an impossible length or unused bits that are set.
    """
    try:
        data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except (binascii.Error, ValueError):
        raise ValueError("not base64url") from None
    if encode(data) != text:
        raise ValueError("not base64url without padding in its one canonical spelling")
    return data
