"""Strict Ed25519, held against the curve's own arithmetic, written out here."""

import hashlib

import pytest

from bridge.errors import KeyRefused
from bridge.receipts import ed25519
from tests.unit.receipts.makers import KEY

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
Point = tuple[int, int]
IDENTITY: Point = (0, 1)
MESSAGE = b"what was signed"


def add(a: Point, b: Point) -> Point:
    cross = D * a[0] * b[0] * a[1] * b[1] % P
    x = (a[0] * b[1] + a[1] * b[0]) * pow(1 + cross, -1, P) % P
    y = (a[1] * b[1] + a[0] * b[0]) * pow(1 - cross, -1, P) % P
    return x, y


def times(scalar: int, point: Point) -> Point:
    result = IDENTITY
    while scalar:
        if scalar & 1:
            result = add(result, point)
        point = add(point, point)
        scalar >>= 1
    return result


def point_at(y: int) -> Point | None:
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    root = pow(square, (P + 3) // 8, P)
    for x in (root, root * pow(2, (P - 1) // 4, P) % P):
        if x * x % P == square:
            return x, y
    return None


def encoded(point: Point) -> bytes:
    return (point[1] | (point[0] & 1) << 255).to_bytes(32, "little")


def small_order_points() -> list[Point]:
    for y in range(2, 200):
        if (point := point_at(y)) is not None:
            torsion = times(L, point)
            if times(4, torsion) != IDENTITY:
                return [times(n, torsion) for n in range(8)]
    raise AssertionError("no point of order 8 found")


SMALL = small_order_points()


def test_the_eight_points_of_small_order_are_the_ones_refused() -> None:
    assert len(set(SMALL)) == 8
    assert {y for _, y in SMALL} == ed25519.SMALL_ORDER_Y


@pytest.mark.parametrize("point", SMALL)
@pytest.mark.parametrize("sign_bit", [0, 0x80])
def test_a_key_of_small_order_is_refused(point: Point, sign_bit: int) -> None:
    raw = encoded(point)
    with pytest.raises(KeyRefused, match="small order"):
        ed25519.check_public_key(raw[:31] + bytes([raw[31] & 0x7F | sign_bit]))


@pytest.mark.parametrize("y", [P, P + 1, P + 3, 2**255 - 1])
def test_a_key_that_is_not_canonical_is_refused(y: int) -> None:
    for sign_bit in (0, 1 << 255):
        with pytest.raises(KeyRefused, match="not canonical"):
            ed25519.check_public_key((y | sign_bit).to_bytes(32, "little"))


def test_a_key_is_accepted_exactly_where_the_curve_has_a_point() -> None:
    for y in range(2, 60):
        raw = y.to_bytes(32, "little")
        if point_at(y) is None:
            with pytest.raises(KeyRefused, match="not a point"):
                ed25519.check_public_key(raw)
        else:
            ed25519.check_public_key(raw)


@pytest.mark.parametrize("size", [0, 31, 33, 64])
def test_a_key_of_another_length_is_refused(size: int) -> None:
    with pytest.raises(KeyRefused, match=f"not {size}"):
        ed25519.check_public_key(bytes(size))


def verifies(signature: bytes, message: bytes = MESSAGE) -> bool:
    return ed25519.verifies(KEY.public.raw, signature, message)


def test_a_signature_verifies_its_message_only() -> None:
    signature = KEY.sign(MESSAGE)
    assert verifies(signature)
    assert not verifies(signature, MESSAGE + b".")


def test_the_group_order_added_to_s_is_refused() -> None:
    signature = KEY.sign(MESSAGE)
    s = int.from_bytes(signature[32:], "little")
    for factor in range(1, 16):
        if s + factor * L < 2**256:
            assert not verifies(signature[:32] + (s + factor * L).to_bytes(32, "little"))


@pytest.mark.parametrize("size", [0, 63, 65])
def test_a_signature_of_another_length_is_refused(size: int) -> None:
    assert not verifies((KEY.sign(MESSAGE) + b"\0")[:size])


def forged_with_r(r: bytes) -> bytes:
    """What the key's owner can make for any R: S·B = h·A, which is the equation where R is the identity."""
    digest = hashlib.sha512(KEY.seed).digest()
    scalar = int.from_bytes(digest[:32], "little") & ((1 << 254) - 8) | 1 << 254
    h = int.from_bytes(hashlib.sha512(r + KEY.public.raw + MESSAGE).digest(), "little") % L
    return r + (h * scalar % L).to_bytes(32, "little")


def test_r_of_small_order_is_refused_though_the_equation_holds() -> None:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    forged = forged_with_r(encoded(IDENTITY))
    Ed25519PublicKey.from_public_bytes(KEY.public.raw).verify(forged, MESSAGE)
    assert not verifies(forged)


def test_r_that_is_not_canonical_is_refused() -> None:
    assert not verifies(forged_with_r((P + 1).to_bytes(32, "little")))
