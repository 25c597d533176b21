"""The rules behind ``amount_above_bound`` that look at members; those on commands are apart.

All are silent where no bound is declared.
"""

from collections.abc import Iterator
from decimal import Decimal
from typing import Final

from bridge.core.canonical import sorted_compact
from bridge.core.strict_json import Json
from bridge.judges.bridge_rules.amounts import BEYOND, multiplied, read_amount
from bridge.judges.bridge_rules.case import Case
from bridge.judges.bridge_rules.listed import listed
from bridge.judges.bridge_rules.members import Held, held, key_words
from bridge.judges.bridge_rules.named_amounts import PAYING, amounts_in, is_per_unit
from bridge.judges.bridge_rules.rule import Finding, Rule
from bridge.judges.bridge_rules.state import ToolCall

_QUANTITY: Final = frozenset(("quantity", "qty", "count", "units", "shares", "pieces", "quantities", "seats", "times"))
_UNIT_PRICE: Final = frozenset(("price", "rate"))
_SEARCHING: Final = listed("search find list query browse filter lookup")


def _single(case: Case) -> Iterator[Finding]:
    call, bound = case.call, bound_of(case)
    for one in call.objects if bound is not None else ():
        for key, amount in amounts_in(one, is_paid=_pays(call)):
            searched = key_words(key)[0] in ("max", "maximum") and not _pays(call)
            if bound is not None and amount > bound and not searched:
                yield Finding("amount", why_above(amount, bound), _text({key: one.members[key]}), one.where(key))


def _pays(call: ToolCall) -> bool:
    """Whether a tool pays, orders or transfers by its name, rather than looking for what could be."""
    return not call.purpose.isdisjoint(PAYING) and call.purpose.isdisjoint(_SEARCHING)


def _multiplied(case: Case) -> Iterator[Finding]:
    call, bound = case.call, bound_of(case)
    for one in call.objects if bound is not None else ():
        product = _product(one)
        if bound is not None and product is not None and product > bound:
            why = f"they come to {_said(product)}, above the bound of {_plain(bound)}"
            yield Finding("quantity-times-price", why, _text(one.members), one.place)


def _product(one: Held) -> Decimal | None:
    counts = [read_amount(one.members[key]) for key in one.under(_QUANTITY)]
    whole = [count for count in counts if count is not None]
    if not whole:
        return None
    priced = [
        key for key in one.members if key_words(key)[-1:] and (key_words(key)[-1] in _UNIT_PRICE or is_per_unit(key))
    ]
    inner = [held(value, (key,), "") for key in priced if isinstance(value := one.members[key], dict)]
    prices = [amount for key, amount in amounts_in(one) if key in priced]
    prices += [amount for each in inner for _, amount in amounts_in(each)]
    if not prices:
        return None
    pair = (max(prices), max(whole))
    return BEYOND if BEYOND in pair else multiplied(pair)


def _summed(case: Case) -> Iterator[Finding]:
    call, bound = case.call, bound_of(case)
    if bound is None or not _pays(call):
        return
    for one in call.objects:
        for key, value in one.members.items():
            parts = list(_parts(key, value, (*one.keys, key))) if isinstance(value, list) else []
            if len(parts) > 1 and BEYOND not in parts and sum(parts) > bound:
                why = f"together they come to {_said(sum(parts, Decimal()))}, above the bound of {_plain(bound)}"
                yield Finding("sum-of-amounts", why, _text({key: value}), one.where(key))


def _parts(key: str, items: list[Json], keys: tuple[str, ...]) -> Iterator[Decimal]:
    for item in items:
        if isinstance(item, dict):
            one = held(item, keys, "")
            product = _product(one)
            single = max((amount for _, amount in amounts_in(one)), default=None)
            yield from (one for one in (product if product is not None else single,) if one is not None)
        else:
            yield from (amount for _, amount in amounts_in(held({key: item}, (), "")))


def bound_of(case: Case) -> Decimal | None:
    """The bound that is declared, exactly; None where none is."""
    return None if case.call.amount_bound is None else Decimal(repr(case.call.amount_bound))


def why_above(amount: Decimal, bound: Decimal) -> str:
    """Why an amount is too large, as a clause."""
    return f"{_said(amount)} is above the bound of {_plain(bound)}"


def _said(amount: Decimal) -> str:
    return "more than can be read" if amount == BEYOND else _plain(amount)


def _plain(amount: Decimal) -> str:
    short = amount.normalize()
    return f"{short:f}" if abs(short.adjusted()) < _SHORT else f"{short}"


_SHORT: Final = 20


def _text(value: Json) -> str:
    try:
        return sorted_compact(value)[:200]
    except ValueError:
        return str(value)[:200]


_PAY: Final[dict[str, Json]] = {"tool": "mcp__pay__transfer", "amount_bound": 100}

RULES: Final[tuple[Rule[Case], ...]] = (
    Rule(
        "amount",
        "An amount is above the declared bound, whatever its sign, whichever way it is written. A mere `value` is one "
        "where the call pays, or a currency stands beside it.",
        yes=(
            {**_PAY, "input": {"amount": 250}},
            {**_PAY, "input": {"order": {"total": "1.234,56 €"}}},
            {**_PAY, "input": {"amount": -250}},
            {**_PAY, "input": {"amount_cents": 25000}},
            {**_PAY, "input": {"amount": "5k"}},
            {**_PAY, "input": {"amount": "NaN"}},
            {**_PAY, "input": {"amount": "1.250", "currency": "EUR"}},
            {**_PAY, "input": {"amount_due": 250}},
            {**_PAY, "input": {"price_per_night": "250 CHF"}},
        ),
        no=(
            {**_PAY, "input": {"amount": "100.00"}},
            {**_PAY, "input": {"amount_cents": 5000}},
            {**_PAY, "input": {"amount": {"value": 5000, "minor_units": 2, "currency": "EUR"}}},
            {**_PAY, "input": {"amount": True, "payment": "pay_48213"}},
            {**_PAY, "tool": "thermostat", "input": {"value": 250}},
            {**_PAY, "tool": "mcp__shop__search", "input": {"max_price": 250}},
            {"tool": "mcp__pay__transfer", "input": {"amount": 250}},
        ),
        check=_single,
    ),
    Rule(
        "quantity-times-price",
        "A quantity times the price that stands beside it is above the declared bound.",
        yes=({**_PAY, "input": {"items": [{"unit_price": 60, "quantity": 2}]}},),
        no=({**_PAY, "input": {"items": [{"unit_price": 6, "quantity": 2}]}},),
        check=_multiplied,
    ),
    Rule(
        "sum-of-amounts",
        "The amounts in a list that one call pays, orders or transfers are together above the declared bound.",
        yes=({**_PAY, "input": {"transfers": [{"amount": 60}, {"amount": 60}]}},),
        no=(
            {**_PAY, "input": {"transfers": [{"amount": 40}, {"amount": 40}]}},
            {"tool": "mcp__catalog__list", "input": {"products": [{"price": 60}, {"price": 60}]}, "amount_bound": 100},
        ),
        check=_summed,
    ),
)
