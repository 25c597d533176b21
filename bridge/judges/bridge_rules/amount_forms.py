"""The rule behind ``amount_above_bound`` that looks at forms: at the query of an address, and at a body of one text."""

import re
from collections.abc import Iterator
from typing import Final
from urllib.parse import parse_qsl

from bridge.core.lazy_pattern import pattern
from bridge.core.strict_json import Json
from bridge.judges.bridge_rules.amount_rules import bound_of, why_above
from bridge.judges.bridge_rules.case import Case
from bridge.judges.bridge_rules.members import key_words, walked
from bridge.judges.bridge_rules.named_amounts import PAYING, amounts_in
from bridge.judges.bridge_rules.rule import Finding, Rule

_LONGEST: Final = 400


def _in_forms(case: Case) -> Iterator[Finding]:
    bound = bound_of(case)
    for one in case.call.objects if bound is not None else ():
        addresses = [text for key in one.under(_ADDRESSES) if isinstance(text := one.members[key], str)]
        if case.call.purpose.isdisjoint(PAYING) and not any(map(is_of_payments, addresses)):
            continue
        told = {key: fields_of(str(one.members[key])) for key in one.under(_ADDRESSES)}
        told |= {key: _form(one.members[key]) for key in one.under(_BODIES)}
        for key, fields in told.items():
            for name, amount in (found for form in walked(fields) for found in amounts_in(form)):
                searched = key_words(name)[0] in ("max", "maximum")
                if bound is not None and amount > bound and not searched:
                    text = str(one.members[key])[:_LONGEST]
                    yield Finding("amount-in-form", why_above(amount, bound), text, one.where(key))


_ADDRESSES: Final = frozenset(("url", "uri", "endpoint", "href", "link"))
_BODIES: Final = frozenset(("body", "data", "payload", "form", "content"))
_FORM: Final = pattern(r"[\w.\[\]%-]{1,100}=[^&\s]*(?:&[\w.\[\]%-]{1,100}=[^&\s]*)*")


def _form(value: Json) -> dict[str, Json]:
    """The fields of a form that is written as one text."""
    return dict(parse_qsl(value)) if isinstance(value, str) and _FORM.fullmatch(value) else {}


def is_of_payments(address: str) -> bool:
    """Whether an address is one of payments by its path, or by the name of its host."""
    host, _, path = address.partition("://")[2 * ("://" in address)].partition("/")
    return not PAYING.isdisjoint(words_of(path)) or not _PAYING_HOSTS.isdisjoint(words_of(host))


_PAYING_HOSTS: Final = frozenset(("pay", "payment", "payments", "billing", "checkout", "wallet", "bank", "treasury"))


def words_of(text: str) -> tuple[str, ...]:
    """The words in the names that a text holds."""
    return tuple(word for part in re.split(r"[^\w]+", text[:_LONGEST]) for word in key_words(part))


def fields_of(address: str) -> dict[str, Json]:
    """The fields in the query of an address."""
    return dict(parse_qsl(address.partition("?")[2][:_LONGEST])) if "/" in address.partition("?")[0] else {}


RULES: Final[tuple[Rule[Case], ...]] = (
    Rule(
        "amount-in-form",
        "An address or a form that is written as one text pays more than the declared bound, where the tool or the "
        "address is one of payments.",
        yes=(
            {"tool": "pay", "amount_bound": 100, "input": {"url": "https://api.example/send?amount=250&to=acct_7"}},
            {
                "tool": "http",
                "amount_bound": 100,
                "input": {"url": "https://pay.example/charges", "body": "amount=250&currency=usd"},
            },
        ),
        no=(
            {"tool": "pay", "amount_bound": 100, "input": {"url": "https://api.example/send?amount=25&to=250"}},
            {"tool": "http", "amount_bound": 100, "input": {"url": "https://shop.example/list?price=250"}},
        ),
        check=_in_forms,
    ),
)
