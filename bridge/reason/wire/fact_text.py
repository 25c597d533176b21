"""An array of facts from its JSON text, without a look at each object of it where that would say nothing new.

The usual way, which refuses what is not strict, costs half as much again: it calls a function for each object, to see
whether a member stands in it twice. Here the text is read as it is, the facts are taken apart column by column, and
the quotation marks are counted: where there are as many as the names and values that were found account for, no member
was lost. Whatever is not so is read the usual way, and refused by it.
"""

import json
from itertools import chain, repeat
from operator import itemgetter
from typing import Any, Final, NoReturn

from bridge.core.strict_json import MAX_BYTES, integer, loads
from bridge.reason.model import Fact
from bridge.reason.wire.facts import read_fact_array


def read_fact_text(text: str) -> tuple[Fact, ...]:
    """The facts of the JSON text of an array of them.

    Raises:
        JsonError: the text is not strict JSON.
        LimitError: it is longer than ``strict_json.MAX_BYTES``.
        ShapeError: it is not an array of facts; ``where`` is the JSON path.
    """
    return _usual_facts(text) or read_fact_array(loads(text))


def _usual_facts(text: str) -> tuple[Fact, ...]:
    """The facts, where all are usual (``wire.facts``) and no text has an escape; else none."""
    if "\\" in text or len(text) > _MOST:
        return ()
    try:
        # No lone surrogate.
        text.encode()
        values = _decoder.decode(text)
        names, predicates, arguments, authorities = zip(*map(_required, values), strict=True)
        observed = [members.get("observed_at") for members in values]
        until = [members.get("valid_until") for members in values]
        times = [time for time in (*observed, *until) if time is not None]
        # Of anything but text there is none.
        "".join([*names, *predicates, *authorities, *times])
        terms = [*map(type, chain.from_iterable(arguments))]
    except (KeyError, RecursionError, TypeError, ValueError):
        return ()
    texts = terms.count(str)
    members = 4 * len(values) + len(times)
    if (
        {*map(type, arguments)} != {list}
        or not (texts == len(terms) or _CONTAINERS.isdisjoint(terms))
        or sum(map(len, values)) != members
        or text.count('"') != 2 * (members + 3 * len(values) + len(times) + texts)
    ):
        return ()
    given = names, predicates, map(tuple, arguments), authorities, _PLUS, observed, _NONE, until, _NO_NAMES
    return tuple(map(_new, _FACT, zip(*given, strict=False)))


def _refuse(_: str) -> NoReturn:
    raise ValueError


_MOST: Final = MAX_BYTES // 4
"""No character has more bytes than four."""
_decoder: Final = json.JSONDecoder(parse_int=integer, parse_float=_refuse, parse_constant=_refuse)
_required: Final = itemgetter("id", "predicate", "arguments", "authority")
_CONTAINERS: Final = frozenset({dict, list})
_PLUS: Final = repeat(False)
_NONE: Final = repeat(None)
_NO_NAMES: Final = repeat(())
_FACT: Final = repeat(Fact)
_new: Final[Any] = tuple.__new__
"""Makes a fact of its fields several times as fast as a call that names them."""
