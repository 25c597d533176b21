"""Whether a call carries an amount above the declared bound. Cents are not converted: a number is a number."""

import math
import re
from typing import Final

from bridge.core.strict_json import Json
from bridge.judges.rules.state import ToolCall, values_under
from bridge.judges.rules.tokens import trim

_KEYS: Final = frozenset(("amount", "total", "price", "value", "amount_cents", "total_cents", "quantity_usd", "cost"))
_NUMBER: Final = re.compile(
    r"[+-]?(?:inf|infinity|nan|(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:e[+-]?[0-9]+)?)", re.ASCII | re.IGNORECASE
)


def amount_above_bound(call: ToolCall) -> bool:
    """Whether any amount is strictly above the bound; no where no bound is declared."""
    bound = call.amount_bound
    if bound is None:
        return False
    amounts = map(_amount, values_under(_KEYS, call.input))
    return any(amount is not None and amount > bound for amount in amounts)


def _amount(value: Json) -> float | None:
    if isinstance(value, str):
        return parse_double(trim(value).lstrip("$").replace(",", ""))
    if isinstance(value, int | float) and not isinstance(value, bool):
        return _double(value)
    return None


def _double(value: float) -> float:
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf


def parse_double(text: str) -> float | None:
    """The number that Rust's ``f64::from_str`` reads, None where it reads none.

    Narrower than Python's ``float``: no spaces, no underscores, no digits outside ASCII.
    """
    return float(text) if _NUMBER.fullmatch(text) else None
