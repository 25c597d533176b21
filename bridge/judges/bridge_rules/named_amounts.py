"""Which members of a call state amounts of money: by their names, their units and what stands beside them."""

from collections.abc import Iterator
from decimal import Decimal
from typing import Final

from bridge.core.lazy_pattern import pattern
from bridge.core.strict_json import Json
from bridge.judges.bridge_rules.amounts import BEYOND, CURRENCIES, exponent_of, is_plain_amount, read_amount
from bridge.judges.bridge_rules.listed import listed
from bridge.judges.bridge_rules.members import Held, key_words, last_word

_SURE: Final = frozenset(("amount", "amounts", "price", "prices", "cost", "costs", "total", "totals"))
_LIKELY: Final = listed(
    """value sum fee fees charge payment subtotal amt spend payout deposit bid tip salary refund donation wage
    premium rent debit credit paid pay transfer withdrawal notional stake wager budget principal"""
)
_MEASURED: Final = listed("gas token tokens thinking time error retry memory latency performance")
"""What a price or a budget of which is no money: ``gas_price``, ``thinking_budget``."""

_COUNTED: Final = listed("page pages item items step steps row rows result results test tests file files line lines")
"""What a total of which is a count."""

_MERE: Final = frozenset(("value", "total", "totals", "sum", "charge"))
"""The names that are of money only where a call pays, or a currency stands beside them."""

_MEASURES: Final = listed(
    """ml l cl dl g kg mg oz lb lbs cup cups tbsp tsp pcs pieces km m cm mm mi ft in min h hours s ms kwh kw w v a kcal
    percent % c f celsius px gb mb"""
)
_SPENT: Final = frozenset(("spend", "spending", "credit", "budget"))
_INNER: Final = listed("raw number major gross net units num decimal integer formatted display text")
_SMALL: Final = {"cent": 2, "cents": 2, "pence": 2, "pennies": 2, "micros": 6, "micro": 6, "mills": 3, "nanos": 9}
_MINOR: Final = frozenset(("minor", "subunit", "subunits", "smallest"))
_DENOMINATION: Final = ("unit", "units", "denomination")
_EXPONENT: Final = ("exponent", "scale", "decimals", "precision", "minor_unit", "minor_units", "minorUnits")
_NAMED_BY: Final = ("name", "key", "setting", "field", "option", "property", "variable", "metric", "parameter")
PAYING: Final = listed(
    """pay payment payments payout payouts transfer transfers charge charges purchase purchases order orders
    checkout buy invoice invoices billing refund refunds wallet bank treasury disburse disbursement shop cart bill
    bills expense expenses donate donation subscribe subscription payroll trade trading bid auction booking reserve
    deposit withdraw withdrawal swap loan money finance stripe paypal"""
)
"""The words by which a tool, a program or an address says that it pays, orders or transfers."""

_ASKED: Final = _SURE | _LIKELY | _INNER | CURRENCIES | frozenset(_SMALL) | _MINOR | {"value", "unit", "limit"}


def amounts_in(one: Held, *, is_paid: bool = True) -> Iterator[tuple[str, Decimal]]:
    """The amounts that stand in an object, with the names they stand under.

    Args:
        one: the object.
        is_paid: whether the call is one that pays, so that a mere ``value`` is money.
    """
    for key in dict.fromkeys((*one.under(_ASKED), *filter(_says_more, one.members))):
        value = one.members[key]
        items = value if isinstance(value, list) else [value]
        if not _is_amount(key, one, is_paid=is_paid):
            continue
        for item in items:
            if isinstance(item, str) and not _states_amount(key, item):
                continue
            read = read_amount(_with_currency(item, one))
            if read is not None:
                yield key, read if read == BEYOND else read.scaleb(-_exponent(key, one, item))


def _with_currency(item: Json, one: Held) -> Json:
    """An amount as a text with the currency that stands beside it, which says what a point in it separates."""
    currency = _currency(one)
    return f"{item} {currency}" if isinstance(item, str) and currency.lower() in CURRENCIES else item


def _currency(one: Held) -> str:
    value = one.members[one.named["currency"][0][1]] if "currency" in one.named else ""
    return value if isinstance(value, str) else ""


def _is_amount(key: str, one: Held, *, is_paid: bool) -> bool:
    words = _core(key_words(key))
    if words[0] in ("min", "minimum") or not _MEASURED.isdisjoint(words) or (not is_paid and _is_measured(one)):
        return False
    last, every = words[-1], frozenset(words)
    if last in _SMALL or last in _MINOR or (last in ("unit", "units") and not every.isdisjoint(_MINOR)):
        return not (last in ("unit", "units") and not _NAMES.isdisjoint(one.named))
    if last in ("total", "totals") and not _COUNTED.isdisjoint(words):
        return False
    if last == "value" or (len(words) == 1 and last in _MERE):
        return (is_paid or _is_of_money(key, one)) and (last != "value" or _is_valued(one.members))
    if last == "limit":
        return not _SPENT.isdisjoint(words)
    return last in _SURE or last in _LIKELY or last in CURRENCIES or (last in _INNER and _stands_under_amount(one.keys))


def _is_of_money(key: str, one: Held) -> bool:
    """Whether a currency stands in a value or beside it, or the object is an amount or an order."""
    value = one.members[key]
    if "currency" in one.named or (isinstance(value, str) and _CURRENCY.search(value) is not None):
        return True
    return _stands_under_amount(one.keys) or (bool(one.keys) and last_word(one.keys[-1]) in PAYING)


_CURRENCY: Final = pattern(r"[$€£¥₹₩₽₺₪]|\b[A-Z]{3}\b")


def _is_measured(one: Held) -> bool:
    """Whether a unit stands beside that is none of money: 250 ml are no price."""
    units = (one.members[name] for name in ("unit", "units") if name in one.members)
    return any(isinstance(unit, str) and unit.lower() in _MEASURES for unit in units)


_NAMES: Final = _SURE | {"value"}


def _is_valued(members: dict[str, Json]) -> bool:
    """Whether ``value`` may be an amount: not where a member beside it names another thing that it is the value of."""
    named = [members[name] for name in _NAMED_BY if isinstance(members.get(name), str)]
    return not named or any(not (_SURE | _LIKELY).isdisjoint(key_words(str(one))) for one in named)


def _core(words: tuple[str, ...]) -> tuple[str, ...]:
    """The words of a name up to what it is: ``price_per_night`` is a price, ``amount_due`` an amount."""
    kept = words[: words.index("per")] if "per" in words[1:] else words
    while len(kept) > 1 and kept[-1] in _MORE:
        kept = kept[:-1]
    return kept


def _says_more(key: str) -> bool:
    words = key_words(key)
    return "per" in words[1:] or (bool(words) and words[-1] in _MORE)


_MORE: Final = listed("due required requested payable owed in out each")
"""The words after an amount's name that say more of it."""


def _stands_under_amount(keys: tuple[str, ...]) -> bool:
    return bool(keys) and not (_SURE | _LIKELY).isdisjoint(key_words(keys[-1])[-1:])


def _states_amount(key: str, text: str) -> bool:
    return (_core(key_words(key))[-1] in _SURE and not _IDENTIFIER.fullmatch(text)) or is_plain_amount(text)


_IDENTIFIER: Final = pattern(r"(?:price|plan|prod|sku)_[A-Za-z0-9]{6,64}")
"""What stands for a price in the list of a service: ``price_1NxYz9AbCd``."""


def _exponent(key: str, one: Held, item: Json) -> int:
    """By how many places an amount is to be moved to be in whole units, as its name or the members beside it say."""
    words, members = key_words(key), one.members
    minor = exponent_of(_currency(one))
    if not _MINOR.isdisjoint(words):
        return minor
    small = next((_SMALL[word] for word in words if word in _SMALL), None)
    if small is not None:
        return small
    for name in _DENOMINATION:
        value = members.get(name)
        if isinstance(value, str) and value.lower() in (*_SMALL, *_MINOR):
            return _SMALL.get(value.lower(), minor)
    places = (members[name] for name in _EXPONENT if name in members)
    whole = (value for value in places if isinstance(value, int) and not isinstance(value, bool))
    value = next(whole, 0) if isinstance(item, int) else 0
    return value if 0 <= value <= _MOST_PLACES else 0


_MOST_PLACES: Final = 18


def is_per_unit(key: str) -> bool:
    """Whether an amount of a name is of one unit."""
    return not frozenset(key_words(key)).isdisjoint(("unit", "each", "per"))
