"""Strategies for facts, rules, programs, policies and requests.

``WELL_FORMED`` values are valid to a kernel, small, and full of judgements, approvals, supersession and vetoes; about
half of the programs keep the admission convention. ``ARBITRARY`` values are any that the model can hold, names of
every kind included: they are for readers, printers and validators.
"""

import enum
from random import Random
from typing import Final

from hypothesis import strategies as st

from bridge.core.strict_json import Json
from bridge.reason.model import (
    ACTION_V1,
    POLICY_TEMPLATE_V1,
    PROGRAM_V1,
    PROGRAM_V2,
    ActionRequest,
    Atom,
    AuthorityPolicy,
    Effect,
    Fact,
    Mission,
    Ontology,
    PolicyTemplate,
    Program,
    ProposedAction,
    Rule,
    Term,
)
from bridge.testing.strategies.binding import bound, request_for
from bridge.testing.strategies.choices import Choices, DrawnChoices, SeededChoices
from bridge.testing.strategies.generation import Kind, policy
from bridge.testing.strategies.vocabulary import CLASSES, EVALUATION_TIME, NOT_YET, OBSERVED

__all__ = ["Kind", "Mode", "facts", "programs", "random_program", "requests", "rules", "templates"]


class Mode(enum.Enum):
    """Whether values have to make sense."""

    WELL_FORMED = "well-formed"
    ARBITRARY = "arbitrary"


def random_program(rng: Random, kind: Kind | None = None) -> Program:
    """A well-formed program from a seeded generator, for soaks; of kind ``ACTION`` an effective program."""
    return _program(SeededChoices(rng), kind)


def programs(mode: Mode = Mode.WELL_FORMED, kind: Kind | None = None) -> st.SearchStrategy[Program]:
    """Programs, v1 and v2; of a kind, where one is given, and then well-formed.

    A well-formed program of kind ``ACTION`` is an effective one: the request's bindings are among its facts.
    """
    return _arbitrary_programs() if mode is Mode.ARBITRARY else _well_formed_programs(kind)


def facts(mode: Mode = Mode.WELL_FORMED) -> st.SearchStrategy[Fact]:
    """Facts; a well-formed one comes from a well-formed program, whose predicates and classes it uses."""
    if mode is Mode.ARBITRARY:
        return _arbitrary_facts()
    return programs().filter(lambda program: bool(program.facts)).flatmap(lambda p: st.sampled_from(p.facts))


def rules(mode: Mode = Mode.WELL_FORMED) -> st.SearchStrategy[Rule]:
    """Rules; a well-formed one binds every variable of its head."""
    if mode is Mode.ARBITRARY:
        return st.builds(Rule, _names(), st.lists(_arbitrary_atoms(), max_size=3).map(tuple), _arbitrary_atoms())
    return programs().flatmap(lambda program: st.sampled_from(program.rules))


def templates() -> st.SearchStrategy[PolicyTemplate]:
    """Well-formed action policies before a request gives them a clock and a query."""
    return _policies().map(lambda p: PolicyTemplate(POLICY_TEMPLATE_V1, p.ontology, p.authority, p.facts, p.rules))


def requests(mode: Mode = Mode.WELL_FORMED) -> st.SearchStrategy[ActionRequest]:
    """Requests to decide an action; the policy of an arbitrary one need not fit, nor its ids be filled in."""
    if mode is Mode.WELL_FORMED:
        return _policies().map(request_for)
    objects = st.dictionaries(_names(), _values(), max_size=3)
    effects = st.lists(st.builds(Effect, _names(), _names(), _values()), max_size=2).map(tuple)
    missions = st.builds(Mission, _names(), _names(), _names(), _times(), st.none() | _times(), objects)
    actions = st.builds(ProposedAction, _names(), _names(), _times(), objects, effects)
    return st.builds(ActionRequest, st.just(ACTION_V1) | _names(), missions, actions, _arbitrary_programs())


def _program(choices: Choices, kind: Kind | None) -> Program:
    kind, drafted = policy(choices, kind)
    return bound(drafted) if kind is Kind.ACTION else drafted


@st.composite
def _well_formed_programs(draw: st.DrawFn, kind: Kind | None) -> Program:
    return _program(DrawnChoices(draw), kind)


@st.composite
def _policies(draw: st.DrawFn) -> Program:
    return policy(DrawnChoices(draw), Kind.ACTION)[1]


HOSTILE_NAMES: Final = (
    "",
    "p",
    "judged_",
    "judged_unsafe",
    "judged",
    "Judged_x",
    "judg\u0435d_x",
    " judged_x",
    "not",
    "nothing",
    "_",
    "$",
    "$x",
    "$$x",
    "a.b-c",
    "a b",
    'q"uote',
    "back`tick",
    "back\\slash",
    "line\nbreak",
    "\u202eevil",
    "zero\u200bwidth",
    "\U0001f600",
    "\u00e9",
    "e\u0301",
    "__proto__",
    "rules[0].then",
)
"""Names that readers, printers and paths have to survive."""


def _names() -> st.SearchStrategy[str]:
    return st.sampled_from(HOSTILE_NAMES) | st.text(st.characters(codec="utf-8"), max_size=8)


def _times() -> st.SearchStrategy[str]:
    return st.sampled_from((*OBSERVED, NOT_YET, EVALUATION_TIME, "2026-08-14", "2026-08-14T12:30:60Z", ""))


def _values() -> st.SearchStrategy[Json]:
    """Any JSON value of little depth; decimals are short, so that every reader and printer agrees on them."""
    scalars: st.SearchStrategy[Json] = st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-(2**63), 2**64 - 1),
        st.integers(-9999, 9999).map(lambda n: n / 8),
        _names(),
    )
    return st.recursive(
        scalars, lambda inner: st.lists(inner, max_size=2) | st.dictionaries(_names(), inner, max_size=2), max_leaves=4
    )


def _arbitrary_terms() -> st.SearchStrategy[Term]:
    return st.one_of(st.sampled_from(("$x", "$y", "a", "b", 0, 1, True, False)), _values())


def _arbitrary_atoms() -> st.SearchStrategy[Atom]:
    return st.builds(Atom, _names(), st.lists(_arbitrary_terms(), max_size=3).map(tuple), st.booleans())


def _arbitrary_facts() -> st.SearchStrategy[Fact]:
    times = st.none() | _times()
    return st.builds(
        Fact,
        id=_names(),
        predicate=_names(),
        arguments=st.lists(_arbitrary_terms(), max_size=3).map(tuple),
        authority=st.sampled_from(CLASSES) | _names(),
        negated=st.booleans(),
        observed_at=times,
        valid_from=times,
        valid_until=times,
        supersedes=st.lists(_names(), max_size=2).map(tuple),
    )


def _arbitrary_programs() -> st.SearchStrategy[Program]:
    classes = st.lists(st.sampled_from(CLASSES) | _names(), max_size=4).map(lambda names: tuple(sorted(set(names))))
    types = st.lists(st.sampled_from(("string", "integer", "boolean")), max_size=3).map(tuple)
    return st.builds(
        Program,
        schema=st.sampled_from((PROGRAM_V1, PROGRAM_V2)) | _names(),
        ontology=st.builds(Ontology, _names(), _names(), st.dictionaries(_names(), types, max_size=4)),
        authority=st.builds(AuthorityPolicy, classes, classes, st.dictionaries(_names(), classes, max_size=4)),
        evaluation_time=st.none() | _times(),
        facts=st.lists(_arbitrary_facts(), max_size=3).map(tuple),
        rules=st.lists(rules(Mode.ARBITRARY), max_size=3).map(tuple),
        query=_arbitrary_atoms(),
    )
