"""Ed25519 as strict as the reference's verifier: one key and one signature for what was signed, no other.

The library checks the equation. It accepts public keys of small order, for which one signature verifies any message,
and takes any 32 bytes for a key. Refused here besides: keys whose point is not on the curve, is not spelled
canonically or has small order, and signatures whose S is not below the group order or whose R is not canonical or has
small order (RFC 8032, section 5.1; the checks of ed25519-dalek's ``verify_strict``).
"""

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from bridge.errors import KeyRefused

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

KEY_BYTES: Final = 32

_P: Final = 2**255 - 19
_L: Final = 2**252 + 27742317777372353535851937790883648493
_D: Final = -121665 * pow(121666, -1, _P) % _P
_SIGN_BIT: Final = 1 << 255
# The y coordinates of the eight points whose order divides 8; each but 1 and -1 belongs to two of them.
_Y_OF_ORDER_8: Final = 0x05FC536D880238B13933C6D305ACDFD5F098EFF289F4C345B027B2C28F95E826
SMALL_ORDER_Y: Final = frozenset({0, 1, _P - 1, _Y_OF_ORDER_8, _P - _Y_OF_ORDER_8})


def check_public_key(raw: bytes) -> None:
    """Refuse bytes that must not be used as a public key.

    Raises:
        KeyRefused: not 32 bytes, not canonical, not on the curve, or of small order.
    """
    if len(raw) != KEY_BYTES:
        raise KeyRefused(f"an Ed25519 public key has {KEY_BYTES} bytes, not {len(raw)}")
    y = _y(raw)
    if y >= _P:
        raise KeyRefused("the public key is not canonical: its coordinate is not below the field's prime")
    if y in SMALL_ORDER_Y:
        raise KeyRefused(
            "the public key has small order: one signature would verify any message",
            help="take this key out of every list of trusted keys; no honest signer has it",
        )
    if not _on_curve(y):
        raise KeyRefused("the public key is not a point of the curve")


def public_key_of(seed: bytes) -> bytes:
    """The public key of a private seed of 32 bytes."""
    return _private(seed).public_key().public_bytes_raw()


def sign(seed: bytes, message: bytes) -> bytes:
    """The 64-byte signature of a message by the key of a seed."""
    return _private(seed).sign(message)


def verifies(raw: bytes, signature: bytes, message: bytes) -> bool:
    """Whether a signature of a message is by the public key; the key has passed ``check_public_key``."""
    if len(signature) != 64 or int.from_bytes(signature[32:], "little") >= _L:
        return False
    y = _y(signature[:32])
    if y >= _P or y in SMALL_ORDER_Y:
        return False
    from cryptography.exceptions import InvalidSignature

    try:
        _public(raw).verify(signature, message)
    except InvalidSignature:
        return False
    return True


def _y(encoded: bytes) -> int:
    return int.from_bytes(encoded, "little") & (_SIGN_BIT - 1)


def _on_curve(y: int) -> bool:
    # x² = (y² - 1) / (d·y² + 1); the quotient is a square exactly where the product is.
    square = y * y % _P
    return pow((square - 1) * (_D * square + 1), (_P - 1) // 2, _P) == 1


@lru_cache(maxsize=64)
def _public(raw: bytes) -> "Ed25519PublicKey":
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    return Ed25519PublicKey.from_public_bytes(raw)


@lru_cache(maxsize=4)
def _private(seed: bytes) -> "Ed25519PrivateKey":
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    return Ed25519PrivateKey.from_private_bytes(seed)
