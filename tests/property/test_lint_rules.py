"""Duplicate and subsumed rules, and rules that can never fire: each against what programs support."""

from collections.abc import Iterator
from itertools import permutations, product
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from bridge.reason.analysis.covering import covers
from bridge.reason.analysis.pattern import Pattern
from bridge.reason.analysis.rsn416 import suppliable
from bridge.reason.analysis.subject import Subject, literal
from bridge.reason.model import Atom, Fact, Program, Rule, Term
from bridge.testing.strategies.programs import random_program
from tests.property.support_model import fires, supported

VARIABLES = ("$x", "$y", "$z")
TERMS: tuple[Term, ...] = (*VARIABLES, "a", 1, True)

atoms = st.builds(
    Atom, st.sampled_from(["p", "q"]), st.tuples(st.sampled_from(TERMS), st.sampled_from(TERMS)), st.booleans()
)
bodies = st.lists(atoms, max_size=3).map(tuple)
heads = st.builds(Atom, st.just("go"), st.tuples(st.sampled_from(TERMS)))
rules = st.builds(Rule, st.just("r"), bodies, heads)


def replaced(rule: Rule, new: dict[Term, Term], extra: tuple[Atom, ...] = ()) -> Rule:
    """A rule with other terms for its variables, and more premises."""

    def instance(atom: Atom) -> Atom:
        return atom._replace(arguments=tuple(new[t] if t in VARIABLES else t for t in atom.arguments))

    return Rule("other", (*map(instance, rule.when), *extra), instance(rule.then))


def substitutions(rule: Rule, other: Rule) -> Iterator[dict[Term, Term]]:
    """Every way to put terms of another rule for the variables of a rule."""
    inside = {(type(t).__name__, t) for atom in (other.then, *other.when) for t in atom.arguments}
    for chosen in product([term for _, term in sorted(inside, key=str)] or ["a"], repeat=len(VARIABLES)):
        yield dict(zip(VARIABLES, chosen, strict=True))


def keyed(atom: Atom) -> tuple[object, ...]:
    return (atom.predicate, atom.negated, *((type(t).__name__, t) for t in atom.arguments))


def subsumes(rule: Rule, other: Rule) -> bool:
    """θ-subsumption by its definition: some substitution makes the rule a part of the other."""
    there = set(map(keyed, other.when))
    return any(
        keyed(made.then) == keyed(other.then) and set(map(keyed, made.when)) <= there
        for new in substitutions(rule, other)
        for made in [replaced(rule, new)]
    )


@settings(max_examples=60)
@given(rule=rules, other=rules)
def test_subsumption_is_what_its_definition_says(rule: Rule, other: Rule) -> None:
    assert Pattern(rule).subsumes(Pattern(other)) == subsumes(rule, other)


@settings(max_examples=60)
@given(rule=rules, terms=st.permutations(TERMS), extra=bodies, order=st.randoms(use_true_random=False))
def test_an_instance_with_more_premises_is_subsumed(
    rule: Rule, terms: list[Term], extra: tuple[Atom, ...], order: Random
) -> None:
    special = replaced(rule, dict(zip(VARIABLES, terms, strict=False)), extra)
    special = special._replace(when=tuple(order.sample(special.when, len(special.when))))
    assert Pattern(rule).subsumes(Pattern(special))
    assert [(cover.place, cover.by) for cover in covers([rule, special], [0, 1]).found] in (
        [(1, 0)],
        [(0, 1)] if Pattern(special).subsumes(Pattern(rule)) else [(1, 0)],
    )


@settings(max_examples=60)
@given(rule=rules, variables=st.sampled_from(list(permutations(VARIABLES))), data=st.data())
def test_a_rule_in_other_variables_and_another_order_is_a_duplicate(
    rule: Rule, variables: tuple[str, ...], data: st.DataObject
) -> None:
    twin = replaced(rule, dict(zip(VARIABLES, variables, strict=True)))
    twin = twin._replace(when=tuple(data.draw(st.permutations(twin.when))))
    (cover,) = covers([rule, twin], [0, 1]).found
    assert (cover.place, cover.by, cover.same) == (1, 0, True)


@settings(max_examples=40)
@given(some=st.lists(rules, min_size=2, max_size=6), facts=st.lists(atoms, max_size=8))
def test_without_the_rules_that_are_needless_the_same_is_supported(some: list[Rule], facts: list[Atom]) -> None:
    given_facts = tuple(
        Fact(f"f{n}", a.predicate, tuple("b" if t in VARIABLES else t for t in a.arguments), "x", a.negated)
        for n, a in enumerate(facts)
    )
    program = random_program(Random(1))
    program = program._replace(
        authority=program.authority._replace(default_admit=("x",), predicate_admit={}), facts=given_facts
    )
    safe = [
        rule for rule in some if {*rule.then.arguments} & {*VARIABLES} <= {t for a in rule.when for t in a.arguments}
    ]
    needless = {cover.place for cover in covers(safe, range(len(safe))).found}
    left = tuple(rule for place, rule in enumerate(safe) if place not in needless)
    assert supported(program._replace(rules=tuple(safe))) == supported(program._replace(rules=left))


def test_among_many_rules_each_pair_is_found_that_is_there() -> None:
    """The index passes over none: against comparing every rule with every other."""
    rng = Random(5)

    def atom(name: str, size: int) -> Atom:
        return Atom(name, tuple(rng.choice(TERMS) for _ in range(size)), rng.random() < 0.2)

    some = [
        Rule(f"r{n}", tuple(atom(rng.choice("pqs"), 2) for _ in range(rng.randrange(4))), atom("go", 1))
        for n in range(120)
    ]
    patterns = list(map(Pattern, some))
    expected = {
        place
        for place, one in enumerate(patterns)
        for by, other in enumerate(patterns)
        if by != place
        and other.subsumes(one)
        and (not one.subsumes(other) or (len(other.body), by) < (len(one.body), place))
    }
    assert {cover.place for cover in covers(some, range(len(some))).found} == expected
    assert len(expected) > 20


def test_a_rule_that_can_never_fire_does_not_whatever_is_admitted_and_said() -> None:
    """What is not suppliable is supported by no facts that admitted classes could state."""
    rng = Random(416)
    short = 0
    for _ in range(400):
        program = random_program(rng)
        program = program._replace(authority=program.authority._replace(default_admit=()))
        supplied = suppliable(Subject(program))
        known = supported(program)
        for rule in program.rules:
            if not {literal(atom) for atom in rule.when} <= supplied:
                short += 1
                assert not fires(rule, known)
    assert short > 50


def test_what_can_be_supplied_is_where_everybody_says_everything_they_may() -> None:
    """Where nothing but the predicates decides, a premise is suppliable just when the fullest facts support it."""
    rng = Random(17)
    for _ in range(200):
        program = _propositional(rng)
        full = tuple(
            Fact(f"f_{name}_{negated}", name, (), "x", negated) for name in "abcdef" for negated in (False, True)
        )
        reached = {(name, negated) for name, negated, _ in supported(program._replace(facts=full))}
        supplied = suppliable(Subject(program))
        read = {literal(atom) for rule in program.rules for atom in rule.when}
        assert {found for found in read if found in supplied} == {found for found in read if tuple(found) in reached}


def _propositional(rng: Random) -> Program:
    def atom() -> Atom:
        return Atom(rng.choice("abcdef"), (), rng.random() < 0.3)

    base = random_program(rng)
    rules = tuple(Rule(f"r{n}", tuple(atom() for _ in range(rng.randrange(3))), atom()) for n in range(6))
    admit = {name: ("x",) if rng.random() < 0.3 else () for name in "abcdef"}
    authority = base.authority._replace(default_admit=(), predicate_admit=admit)
    return base._replace(authority=authority, rules=rules, facts=(), evaluation_time=None)
