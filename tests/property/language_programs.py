"""Valid programs with names and constants of every kind, keywords and hostile characters among them."""

from hypothesis import strategies as st

from bridge.reason.model import (
    PROGRAM_V1,
    PROGRAM_V2,
    Atom,
    AuthorityPolicy,
    Fact,
    Ontology,
    Program,
    Rule,
    Term,
    is_variable,
)
from bridge.reason.quoting import is_blank
from bridge.reason.syntax.grammar import grammar
from bridge.reason.wire import atom_key

_KEYWORDS = sorted(grammar().keywords)
_TEXT = st.text(st.characters(codec="utf-8"), max_size=6)
_NAMES = st.one_of(st.sampled_from(_KEYWORDS), st.sampled_from(["a", "a.b", "a-b", "p1", "x_"]), _TEXT)
_CLASSES = st.from_regex(r"[a-z0-9]([a-z0-9-]{0,5}[a-z0-9])?", fullmatch=True)
_STRINGS = st.one_of(st.sampled_from(["a", "b", "$", "a.b", '"', "\\"]), _TEXT).filter(
    lambda text: not is_variable(text)
)
_VARIABLES = _NAMES.filter(bool).map(lambda name: f"${name}")
_I64 = st.integers(-(2**63), 2**63 - 1)
_SECONDS = st.integers(0, 59).map(lambda second: f"2026-08-14T12:00:{second:02d}Z")


def constants(type: str) -> st.SearchStrategy[Term]:
    """Constants of a type."""
    if type == "string":
        return _STRINGS
    return st.booleans() if type == "boolean" else st.one_of(st.integers(-2, 2), _I64)


@st.composite
def programs(draw: st.DrawFn) -> Program:
    """Programs that the kernel's validation accepts, v1 and v2."""
    types = st.lists(st.sampled_from(["string", "integer", "boolean"]), max_size=3).map(tuple)
    predicates = draw(st.dictionaries(_NAMES, types, min_size=1, max_size=4))
    classes = draw(st.lists(_CLASSES, min_size=1, max_size=3, unique=True))
    some = st.lists(st.sampled_from(classes), max_size=2, unique=True).map(lambda chosen: tuple(sorted(chosen)))
    admit = draw(st.dictionaries(st.sampled_from(sorted(predicates)), some, max_size=3))
    policy = AuthorityPolicy(tuple(sorted(classes)), draw(some), admit)
    time = draw(st.none() | _SECONDS)
    ids = draw(st.lists(_NAMES.filter(lambda name: not is_blank(name)), max_size=6, unique=True))
    facts, taken = [], set()
    for name in ids[: len(ids) // 2]:
        atom = draw(_ground(predicates))
        if atom_key(atom) not in taken:
            taken.add(atom_key(atom))
            facts.append(draw(_fact(name, atom, classes, time)))
    rules = [draw(_rule(name, predicates)) for name in ids[len(ids) // 2 :]]
    text = _TEXT.filter(lambda value: not is_blank(value))
    ontology = Ontology(draw(text), draw(text), predicates)
    schema = PROGRAM_V1 if time is None else PROGRAM_V2
    return Program(schema, ontology, policy, time, tuple(facts), tuple(rules), draw(_ground(predicates)))


@st.composite
def _ground(draw: st.DrawFn, predicates: dict[str, tuple[str, ...]]) -> Atom:
    name = draw(st.sampled_from(sorted(predicates)))
    return Atom(name, tuple(draw(constants(kind)) for kind in predicates[name]), draw(st.booleans()))


@st.composite
def _fact(draw: st.DrawFn, id: str, atom: Atom, classes: list[str], time: str | None) -> Fact:
    authority = draw(st.sampled_from(classes))
    if time is None:
        return Fact(id, atom.predicate, atom.arguments, authority, atom.negated)
    since, until = sorted(draw(st.lists(_SECONDS, min_size=2, max_size=2, unique=True)))
    return Fact(
        id,
        atom.predicate,
        atom.arguments,
        authority,
        atom.negated,
        draw(_SECONDS),
        draw(st.sampled_from([None, since])),
        draw(st.sampled_from([None, until])),
    )


@st.composite
def _rule(draw: st.DrawFn, id: str, predicates: dict[str, tuple[str, ...]]) -> Rule:
    body = tuple(draw(st.lists(_literal(predicates, _VARIABLES), max_size=3)))
    bound = sorted({term for atom in body for term in atom.arguments if isinstance(term, str) and is_variable(term)})
    return Rule(id, body, draw(_literal(predicates, st.sampled_from(bound) if bound else st.nothing())))


@st.composite
def _literal(draw: st.DrawFn, predicates: dict[str, tuple[str, ...]], variables: st.SearchStrategy[str]) -> Atom:
    name = draw(st.sampled_from(sorted(predicates)))
    terms = tuple(draw(st.one_of(variables, constants(kind))) for kind in predicates[name])
    return Atom(name, terms, draw(st.booleans()))
