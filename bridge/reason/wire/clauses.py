"""Atoms, facts and rules as JSON: strict in, struct order out (spec: Reason, sections 1 and 2)."""

from collections.abc import Sequence
from itertools import chain
from json.encoder import encode_basestring as _quoted
from typing import Any, Final

from bridge.core.canonical import sorted_compact
from bridge.core.strict_json import Json
from bridge.reason.model import Atom, Fact, Rule, Term
from bridge.reason.wire.reading import (
    Field,
    Path,
    Reader,
    anything,
    items,
    sorted_members,
    struct,
    text,
    truth,
    whole,
)


def read_rule(value: Json) -> Rule:
    """A rule of parsed JSON.

    Raises:
        ShapeError: the value is not a rule.
    """
    return whole(rule, value)


def read_atom(value: Json) -> Atom:
    """An atom of parsed JSON.

    Raises:
        ShapeError: the value is not an atom.
    """
    return whole(atom, value)


def atom_json(atom: Atom) -> dict[str, Any]:
    """An atom in struct order; ``negated`` only where it is true."""
    arguments = atom.arguments if _plain(atom.arguments) else map(sorted_members, atom.arguments)
    members: dict[str, Any] = {"predicate": atom.predicate, "arguments": list(arguments)}
    if atom.negated:
        members["negated"] = True
    return members


def atom_key(atom: Atom) -> str:
    """The compact JSON of an atom: two atoms are the same exactly when their keys are."""
    predicate, arguments, negated = atom
    return f'{{"predicate":{_quoted(predicate)},"arguments":[{terms_text(arguments)}]{_NEGATED if negated else "}"}'


_NEGATED: Final = ',"negated":true}'


_quote_text: Final[Any] = _quoted
"""For terms, most of which are text: of any other it raises TypeError."""


def terms_text(terms: tuple[Term, ...]) -> str:
    """The compact JSON of terms, without the brackets."""
    try:
        return ",".join(map(_quote_text, terms))
    except TypeError:
        return ",".join(map(term_text, terms))


def arguments_texts(rows: Sequence[tuple[Any, ...]]) -> list[str]:
    """The ``terms_text`` of each of some rows; one look tells of all of them that there is nothing to escape."""
    try:
        together = "".join(chain.from_iterable(rows))
    except TypeError:
        return [*map(terms_text, rows)]
    if len(_quoted(together)) == len(together) + 2:
        return [f'"{_BETWEEN.join(row)}"' if row else "" for row in rows]
    return [*map(terms_text, rows)]


_BETWEEN: Final[Any] = '","'


def term_text(term: Term) -> str:
    """The compact JSON of a term."""
    if isinstance(term, str):
        return _quoted(term)
    if isinstance(term, bool):
        return "true" if term else "false"
    return int.__repr__(term) if isinstance(term, int) else sorted_compact(term)


def fact_json(fact: Fact) -> dict[str, Any]:
    """A fact in struct order, without what is absent."""
    return {"id": fact.id, **atom_json(fact.atom), "authority": fact.authority, **lifecycle_json(fact)}


def lifecycle_json(fact: Fact) -> dict[str, Any]:
    """The temporal members of a fact that are present."""
    times = {"observed_at": fact.observed_at, "valid_from": fact.valid_from, "valid_until": fact.valid_until}
    members: dict[str, Any] = {name: time for name, time in times.items() if time is not None}
    if fact.supersedes:
        members["supersedes"] = list(fact.supersedes)
    return members


def rule_json(rule: Rule) -> dict[str, Any]:
    """A rule in struct order."""
    return {"id": rule.id, "when": [atom_json(atom) for atom in rule.when], "then": atom_json(rule.then)}


_ATOM_MEMBERS: Final = frozenset({"predicate", "arguments", "negated"})
_CONTAINERS: Final = frozenset({dict, list})


def _build_atom(predicate: str, arguments: tuple[Json, ...], negated: bool) -> Atom:
    return Atom(predicate, arguments, negated)


_read_any_atom: Final = struct(
    "Atom",
    _build_atom,
    (Field("predicate", text), Field("arguments", items(anything), ()), Field("negated", truth, False)),
)


def atom(value: Json, path: Path, undeclared: list[Path]) -> Atom:
    """Reader of an atom: the common form at once, every other the long way."""
    if type(value) is dict and value.keys() <= _ATOM_MEMBERS:
        plain = _plain_atom(value)
        if plain is not None:
            return plain
    return _read_any_atom(value, path, undeclared)


def _plain_atom(members: dict[str, Any]) -> Atom | None:
    predicate, arguments, negated = (
        members.get("predicate"),
        members.get("arguments", ()),
        members.get("negated", False),
    )
    if type(predicate) is str and type(negated) is bool and _plain(arguments):
        return Atom(predicate, tuple(arguments), negated)
    return None


def _plain(arguments: Any) -> bool:
    return isinstance(arguments, (list, tuple)) and _CONTAINERS.isdisjoint(map(type, arguments))


rule: Final[Reader[Rule]] = struct("Rule", Rule, (Field("id", text), Field("when", items(atom)), Field("then", atom)))
