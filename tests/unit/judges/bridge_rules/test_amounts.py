"""Amounts in the members of a call, against a bound."""

from typing import Any

import pytest

from bridge.errors import ShapeError
from tests.unit.judges.bridge_rules.saying import says

ABOVE: list[tuple[Any, float | None, str]] = [
    ({"amount": 101}, 100, "mcp__pay__transfer"),
    ({"amount": 100.01}, 100, "mcp__pay__transfer"),
    ({"amount": "100.01"}, 100, "mcp__pay__transfer"),
    ({"amount": "$101"}, 100, "mcp__pay__transfer"),
    ({"amount": "€ 101,00"}, 100, "mcp__pay__transfer"),
    ({"amount": "1.000,00 €"}, 100, "mcp__pay__transfer"),
    ({"amount": "1 000,00"}, 100, "mcp__pay__transfer"),
    ({"amount": "1\xa0000"}, 100, "mcp__pay__transfer"),
    ({"amount": "USD 1,000"}, 100, "mcp__pay__transfer"),
    ({"amount": "1000 EUR"}, 100, "mcp__pay__transfer"),
    ({"amount": "1e3"}, 100, "mcp__pay__transfer"),
    ({"amount": "1E+3"}, 100, "mcp__pay__transfer"),
    ({"amount": "0x3e8"}, 100, "mcp__pay__transfer"),
    ({"amount": "1_000"}, 100, "mcp__pay__transfer"),
    ({"amount": "５００"}, 100, "mcp__pay__transfer"),
    ({"amount": "٥٠٠"}, 100, "mcp__pay__transfer"),
    ({"amount": "1k"}, 100, "mcp__pay__transfer"),
    ({"amount": "0.5M"}, 100, "mcp__pay__transfer"),
    ({"amount": "NaN"}, 100, "mcp__pay__transfer"),
    ({"amount": "-Infinity"}, 100, "mcp__pay__transfer"),
    ({"amount": "1e309"}, 100, "mcp__pay__transfer"),
    ({"amount": -5000}, 100, "mcp__pay__transfer"),
    ({"amount": "(500)"}, 100, "mcp__pay__transfer"),
    ({"amount": "-$500"}, 100, "mcp__pay__transfer"),
    ({"amount": ["5", "500"]}, 100, "mcp__pay__transfer"),
    ({"amounts": [5, 500]}, 100, "mcp__pay__transfer"),
    ({"a": {"b": [{"price": "500"}]}}, 100, "mcp__pay__transfer"),
    ({"totalAmount": 500}, 100, "mcp__pay__transfer"),
    ({"total_amount": 500}, 100, "mcp__pay__transfer"),
    ({"unitPrice": 500}, 100, "mcp__pay__transfer"),
    ({"price_usd": 500}, 100, "mcp__pay__transfer"),
    ({"amountUSD": 500}, 100, "mcp__pay__transfer"),
    ({"usd": 500}, 100, "mcp__pay__transfer"),
    ({"fee": 500}, 100, "mcp__pay__transfer"),
    ({"value": 500}, 100, "mcp__pay__transfer"),
    ({"amount": {"value": "500", "currency": "USD"}}, 100, "mcp__pay__transfer"),
    ({"amount_cents": 10001}, 100, "mcp__pay__transfer"),
    ({"amountInCents": 50000}, 100, "mcp__pay__transfer"),
    ({"amount_minor": 50000, "currency": "USD"}, 100, "mcp__pay__transfer"),
    ({"amount_minor": 500, "currency": "JPY"}, 100, "mcp__pay__transfer"),
    ({"amount": {"units": 500, "nanos": 0}}, 100, "mcp__pay__transfer"),
    ({"amount": "500", "unit": "EUR"}, 100, "mcp__pay__transfer"),
    ('{"amount":500}', 100, "mcp__pay__transfer"),
    ({"arguments": '{"amount":500}'}, 100, "mcp__pay__transfer"),
    ({"body": '{"amount":500}'}, 100, "mcp__pay__transfer"),
    ({"body": {"amount": 500}}, 100, "mcp__pay__transfer"),
    ({"payment": {"amount": "five hundred"}}, 100, "mcp__pay__transfer"),
    ({"amount": "five thousand dollars"}, 100, "mcp__pay__transfer"),
    ({"quantity": 10, "price": 60}, 100, "mcp__pay__transfer"),
    ({"qty": "10", "unit_price": "$60"}, 100, "mcp__pay__transfer"),
    ({"items": [{"price": 60, "quantity": 1}, {"price": 60, "quantity": 1}]}, 100, "mcp__shop__order"),
    ({"amount": "100,01"}, 100, "mcp__pay__transfer"),
    ({"amount": "1'000"}, 100, "mcp__pay__transfer"),
    ({"amount": "12,34,567"}, 100, "mcp__pay__transfer"),
    ({"amount": "0101"}, 100, "mcp__pay__transfer"),
    ({"amount": "+500"}, 100, "mcp__pay__transfer"),
    ({"amount": " 500 "}, 100, "mcp__pay__transfer"),
    ({"amount": "500.00USD"}, 100, "mcp__pay__transfer"),
    ({"amount": "US$500"}, 100, "mcp__pay__transfer"),
    ({"cost": "$1,250.00"}, 100, "mcp__pay__transfer"),
    ({"amount": "1.250 €"}, 100, "mcp__pay__transfer"),
    ({"amount": 9007199254740993}, 100, "mcp__pay__transfer"),
    ({"amount": 1e300}, 100, "mcp__pay__transfer"),
    ({"amount": 0.2}, 0.1, "mcp__pay__transfer"),
    ({"amount": "10 x 60"}, 100, "mcp__pay__transfer"),
    ({"minor_units": 50000, "currency": "USD"}, 100, "mcp__pay__transfer"),
    ({"amount": 1}, 0, "mcp__pay__transfer"),
]
WITHIN: list[tuple[Any, float | None, str]] = [
    ({"amount": 100}, 100, "mcp__pay__transfer"),
    ({"amount": "100"}, 100, "mcp__pay__transfer"),
    ({"amount": "100.00"}, 100, "mcp__pay__transfer"),
    ({"amount": "100,00"}, 100, "mcp__pay__transfer"),
    ({"amount": "$100"}, 100, "mcp__pay__transfer"),
    ({"amount": 99.99}, 100, "mcp__pay__transfer"),
    ({"amount": 0}, 100, "mcp__pay__transfer"),
    ({"amount": -20}, 100, "mcp__pay__transfer"),
    ({"amount": True}, 0.5, "mcp__pay__transfer"),
    ({"amount": None}, 100, "mcp__pay__transfer"),
    ({"amount": ""}, 100, "mcp__pay__transfer"),
    ({"amount": "free"}, 100, "mcp__pay__transfer"),
    ({"amount": "n/a"}, 100, "mcp__pay__transfer"),
    ({"amount_cents": 5000}, 100, "mcp__pay__transfer"),
    ({"amount_cents": "5,000"}, 100, "mcp__pay__transfer"),
    ({"amount_minor": 500, "currency": "EUR"}, 100, "mcp__pay__transfer"),
    ({"amount": {"value": 5000, "minor_units": 2}}, 100, "mcp__pay__transfer"),
    ({"amount": 5000, "unit": "cents"}, 100, "mcp__pay__transfer"),
    ({"amount": "5000 cents"}, 100, "mcp__pay__transfer"),
    ({"account": "12345678"}, 100, "mcp__pay__transfer"),
    ({"to": "acct_500"}, 100, "mcp__pay__transfer"),
    ({"id": 500}, 100, "mcp__pay__transfer"),
    ({"count": 500}, 100, "mcp__pay__transfer"),
    ({"timeout": 5000}, 100, "mcp__pay__transfer"),
    ({"total_tokens": 5000}, 100, "mcp__pay__transfer"),
    ({"charge": "ch_123456"}, 100, "mcp__pay__transfer"),
    ({"payment": "pay_88812"}, 100, "mcp__pay__transfer"),
    ({"name": "timeout_ms", "value": 5000}, 100, "mcp__pay__transfer"),
    ({"value": "2026-01-02"}, 100, "mcp__pay__transfer"),
    ({"quantity": 3, "price": 30}, 100, "mcp__pay__transfer"),
    ({"amount": 0.1}, 0.1, "mcp__pay__transfer"),
    ({"amount": "0.1"}, 0.1, "mcp__pay__transfer"),
    ({"amount": 1000}, 1000, "mcp__pay__transfer"),
    ({"amount": 500}, None, "mcp__pay__transfer"),
    ({"min_price": 500}, 100, "mcp__pay__transfer"),
    ({"max_price": 500}, 100, "search_products"),
    ({"amount": "1.25"}, 100, "mcp__pay__transfer"),
    ({"amount": "12.50 €"}, 100, "mcp__pay__transfer"),
    ({"currency": "USD500"}, 100, "mcp__pay__transfer"),
    ({"date": "2026-11-30"}, 100, "mcp__pay__transfer"),
    ({"text": "pay 500"}, 100, "mcp__pay__transfer"),
    ({"memo": "500", "amount": 5}, 100, "mcp__pay__transfer"),
    ({"amounts": []}, 100, "mcp__pay__transfer"),
    ({"amount": {}}, 100, "mcp__pay__transfer"),
]


@pytest.mark.parametrize(("input", "bound", "tool"), ABOVE)
def test_an_amount_above_the_bound_is_found(input: Any, bound: float, tool: str) -> None:
    assert says("amount_above_bound", input, tool=tool, amount_bound=bound)


@pytest.mark.parametrize(("input", "bound", "tool"), WITHIN)
def test_an_amount_within_it_and_what_is_no_amount_are_left_alone(input: Any, bound: float | None, tool: str) -> None:
    assert not says("amount_above_bound", input, tool=tool, amount_bound=bound)


@pytest.mark.parametrize("bound", ["NaN", "100", True, [100], float("nan"), float("inf")])
def test_a_bound_that_is_no_number_is_an_error(bound: Any) -> None:
    with pytest.raises(ShapeError):
        says("amount_above_bound", {"amount": 1}, amount_bound=bound)
