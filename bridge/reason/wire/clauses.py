"""Atoms, facts and rules as JSON: strict in, struct order out (spec: Reason, sections 1 and 2)."""

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
    optional,
    sorted_members,
    struct,
    text,
    truth,
    whole,
)


def read_fact(value: Json) -> Fact:
    """A fact of parsed JSON.

    Raises:
        ShapeError: the value is not a fact.
    """
    return whole(fact, value)


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
_FACT_MEMBERS: Final = _ATOM_MEMBERS | {"id", "authority", "observed_at", "valid_from", "valid_until", "supersedes"}
_TEXT: Final = frozenset({str})
_FEWEST: Final = len(("id", "predicate", "arguments", "authority"))
_LISTS: Final = frozenset({list, tuple})
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


def _build_fact(
    id: str,
    predicate: str,
    arguments: tuple[Json, ...],
    negated: bool,
    authority: str,
    observed_at: str | None,
    valid_from: str | None,
    valid_until: str | None,
    supersedes: tuple[str, ...],
) -> Fact:
    return Fact(id, predicate, arguments, authority, negated, observed_at, valid_from, valid_until, supersedes)


_read_any_fact: Final = struct(
    "Fact",
    _build_fact,
    (
        Field("id", text),
        Field("predicate", text),
        Field("arguments", items(anything), ()),
        Field("negated", truth, False),
        Field("authority", text),
        Field("observed_at", optional(text), None),
        Field("valid_from", optional(text), None),
        Field("valid_until", optional(text), None),
        Field("supersedes", items(text), ()),
    ),
    closed=True,
)


def fact(value: Json, path: Path, undeclared: list[Path]) -> Fact:
    """Reader of a fact: a program may hold a million, so the common form is read at once."""
    if type(value) is dict and _FACT_MEMBERS.issuperset(value) and (fact := _plain_fact(value)) is not None:
        return fact
    return _read_any_fact(value, path, undeclared)


def _plain_fact(members: dict[str, Any]) -> Fact | None:
    get = members.get
    name, predicate, arguments, authority = get("id"), get("predicate"), get("arguments", ()), get("authority")
    if not (type(name) is str and type(predicate) is str and type(authority) is str and _plain(arguments)):
        return None
    if len(members) == _FEWEST and "arguments" in members:
        return Fact._make((name, predicate, tuple(arguments), authority, False, None, None, None, ()))
    negated, supersedes = get("negated", False), get("supersedes", ())
    observed, since, until = get("observed_at"), get("valid_from"), get("valid_until")
    if (
        (observed is None or type(observed) is str)
        and (since is None or type(since) is str)
        and (until is None or type(until) is str)
        and type(negated) is bool
        and type(supersedes) in _LISTS
        and (not supersedes or _TEXT.issuperset(map(type, supersedes)))
    ):
        rest = (authority, negated, observed, since, until, tuple(supersedes))
        return Fact._make((name, predicate, tuple(arguments), *rest))
    return None


rule: Final[Reader[Rule]] = struct("Rule", Rule, (Field("id", text), Field("when", items(atom)), Field("then", atom)))
