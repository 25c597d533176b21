"""Reading amounts of money: in numbers and texts, with separators, currencies and units, each exactly.

Where a text can be read as two amounts the larger counts, and a text that holds digits but cannot be read counts as
more than any bound: a bound that an odd spelling gets past is none.
"""

import re
import unicodedata
from collections.abc import Iterable
from decimal import Decimal, InvalidOperation
from itertools import pairwise
from typing import Final

from bridge.core.lazy_pattern import pattern
from bridge.core.strict_json import Json
from bridge.judges.bridge_rules.listed import listed

BEYOND: Final = Decimal("Infinity")
"""An amount that is not finite, or that cannot be read: above every bound."""

_EXPONENTS: Final = {
    **dict.fromkeys(listed("bif clp djf gnf isk jpy kmf krw pyg rwf ugx vnd vuv xaf xof xpf"), 0),
    **dict.fromkeys(listed("bhd iqd jod kwd lyd omr tnd"), 3),
}
CURRENCIES: Final = frozenset(_EXPONENTS) | listed(
    """usd eur gbp chf jpy cny inr aud cad nzd sek nok dkk pln czk huf brl mxn zar krw sgd hkd try ils thb aed sar
    btc eth usdc usdt dollar dollars euro euros pound pounds yen rub uah ron bgn php idr myr vnd clp ars cop"""
)
"""The words, in lower case, that name a currency."""

_SCALES: Final = {
    "k": 3, "thousand": 3, "thsd": 3, "tsd": 3, "m": 6, "mm": 6, "mn": 6, "mio": 6, "mil": 6, "million": 6,
    "millions": 6, "b": 9, "bn": 9, "bio": 9, "mrd": 9, "billion": 9, "billions": 9, "t": 12, "tn": 12, "trillion": 12,
    "lakh": 5, "crore": 7, "hundred": 2,
}  # fmt: skip
_SMALL_UNITS: Final = frozenset(("cent", "cents", "c", "ct", "cts", "p", "pence", "penny", "pennies", "minor", "¢"))
_NOT_FINITE: Final = pattern(r"[+-]?(?:nan|inf|infinity|∞)", re.IGNORECASE)
_NUMBER_WORDS: Final = pattern(
    r"\b(?:ten|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|billion|trillion)s?\b",
    re.IGNORECASE,
)
_NUMBER: Final = pattern(r"(?:[0-9](?:[0-9.,'’_٬٫ ]*[0-9])?|[.,](?=[0-9])[0-9]+)[.,]?(?:e[+-]?[0-9]+)?", re.IGNORECASE)
_GROUPS: Final = pattern(r"[0-9]{1,3}(?:,[0-9]{2,3})*,[0-9]{3}")
_POINT_GROUPS: Final = pattern(
    r"€|₫|₺|₽|eur|dkk|nok|sek|isk|brl|ars|clp|cop|uyu|idr|try|vnd|pln|czk|huf|rub|jpy|krw|\br\$|\brp|\bkr\b|\bk[cč]\b|zł|,-",
    re.IGNORECASE,
)
"""What shows that a point before three digits stands between thousands: whose people write it, or who have no cents."""

_TIMES: Final = pattern(r"(?<=[0-9])\s*[x×*@]\s*(?=[^0-9]{0,3}[0-9])", re.IGNORECASE)
_HEXADECIMAL: Final = pattern(r"0x[0-9a-f]{1,64}", re.IGNORECASE)
_DATE: Final = pattern(r"[0-9]{4}-[0-9]{2}|[0-9]-[0-9]|(?:[0-9]+\.){3}")
_BETWEEN: Final = pattern("['’_٬ ]")
_LONGEST: Final = 4096
_LARGEST_EXPONENT: Final = 300


def read_amount(value: Json) -> Decimal | None:
    """The size of an amount, without its sign: a withdrawal is as large as a deposit.

    Args:
        value: what stands under an amount's name.

    Returns:
        None of what states no amount: a truth value, null, a text without a number.
    """
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    if isinstance(value, str):
        return _of_text(value)
    read = Decimal(value) if isinstance(value, int) else Decimal(repr(value))
    return abs(read) if read.is_finite() else BEYOND


def _of_text(text: str) -> Decimal | None:
    if len(text) > _LONGEST:
        return BEYOND if re.search("[0-9]", text) else None
    plain = _ascii_digits(unicodedata.normalize("NFKC", text)).strip()
    if _NOT_FINITE.fullmatch(plain):
        return BEYOND
    if _HEXADECIMAL.fullmatch(plain):
        return Decimal(int(plain, 16))
    if not re.search("[0-9]", plain):
        return BEYOND if _NUMBER_WORDS.search(plain) else None
    factors = [_largest(part, plain) for part in _TIMES.split(plain)]
    return BEYOND if BEYOND in factors else multiplied(factors)


def multiplied(factors: Iterable[Decimal]) -> Decimal:
    """The product of finite amounts; ``BEYOND`` where it is too large to tell from it."""
    product = Decimal(1)
    for factor in factors:
        product *= factor
        if product and product.adjusted() > _LARGEST_EXPONENT:
            return BEYOND
    return product


def is_plain_amount(text: str) -> bool:
    """Whether a text is an amount and nothing else: digits with signs, separators, currencies and units."""
    bare = re.sub(r"[0-9.,'’_٬٫ $€£¥₹₩₽₺₪฿¢+()−-]", " ", _ascii_digits(unicodedata.normalize("NFKC", text)))
    words = re.findall(r"[^\s]+", bare.lower())
    known = all(
        word in ("e", "us", "x", "us$") or word in _SCALES or word in _SMALL_UNITS or word in CURRENCIES
        for word in words
    )
    if _NOT_FINITE.fullmatch(text.strip()) or _HEXADECIMAL.fullmatch(text.strip()):
        return True
    return known and re.search(r"\d", text) is not None and _DATE.search(text) is None


def _ascii_digits(text: str) -> str:
    if text.isascii():
        return text
    return "".join(
        str(unicodedata.decimal(sign)) if sign.isdecimal() else " " if sign.isspace() else sign for sign in text
    )


def _largest(text: str, whole: str) -> Decimal:
    matches = list(_NUMBER.finditer(text))
    if any(one.end() == other.start() for one, other in pairwise(matches)):
        return BEYOND
    found = [_scaled(match, text, whole) for match in matches]
    return max(found, default=BEYOND)


def _scaled(match: re.Match[str], text: str, whole: str) -> Decimal:
    number = _number(match[0], is_european=_POINT_GROUPS.search(whole) is not None)
    if number is None:
        return BEYOND
    unit = re.match(r"\s*([a-z¢]+)", text[match.end() :].lower())
    name = unit[1] if unit else ""
    if name in _SCALES:
        return number.scaleb(_SCALES[name])
    return number / 100 if name in _SMALL_UNITS else number


def _number(digits: str, *, is_european: bool) -> Decimal | None:
    mantissa, e, exponent = re.sub("[٫]", ",", digits).lower().partition("e")
    bare = _BETWEEN.sub("", mantissa).rstrip(".,")
    try:
        number = Decimal(_decimal(bare, is_european=is_european) + e + exponent)
    except InvalidOperation:
        return None
    if not number or number.adjusted() < -_LARGEST_EXPONENT:
        return Decimal(0)
    return number if number.adjusted() <= _LARGEST_EXPONENT else None


def _decimal(text: str, *, is_european: bool) -> str:
    """A number with its grouping taken out and a point as its decimal sign."""
    points, commas = text.count("."), text.count(",")
    if points and commas:
        decimal = max(text.rfind("."), text.rfind(","))
        return re.sub("[.,]", "", text[:decimal]) + "." + text[decimal + 1 :]
    if commas:
        return text.replace(",", "") if commas > 1 or _GROUPS.fullmatch(text) else text.replace(",", ".")
    if points > 1 or (points and is_european and re.fullmatch(r"[1-9][0-9]{0,2}\.[0-9]{3}", text)):
        return text.replace(".", "")
    return text


def exponent_of(currency: str) -> int:
    """How many decimal places the minor unit of a currency has: 2, or 0 of yen and the like, or 3 of dinars."""
    return _EXPONENTS.get(currency.strip().lower(), 2)
