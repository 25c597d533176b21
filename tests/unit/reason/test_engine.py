"""What follows from facts by rules, and why: each example holds of both engines."""

import gc
import time

import pytest

from bridge.errors import EvaluationError, LimitError
from bridge.reason.check import Engine
from bridge.reason.engine import Derivation, Limits, naive, seminaive
from bridge.reason.model import Atom, Fact, Rule
from tests.unit.reason.programs import atom, fact, rule

engines = pytest.mark.parametrize("engine", [naive.evaluate, seminaive.evaluate], ids=["naive", "seminaive"])

BASE = rule("base", atom("path", "$x", "$y"), atom("edge", "$x", "$y"))
STEP = rule("step", atom("path", "$x", "$z"), atom("edge", "$x", "$y"), atom("path", "$y", "$z"))


def chain(length: int) -> tuple[Fact, ...]:
    return tuple(fact(f"e{i}", "edge", i, i + 1) for i in range(length))


def why(engine: Engine, facts: tuple[Fact, ...], rules: tuple[Rule, ...], of: Atom) -> tuple[str, tuple[Atom, ...]]:
    support = engine(facts, rules, Limits()).support(of)
    assert isinstance(support, Derivation)
    return support.rule.id, support.premises


@engines
def test_a_chain_is_closed_in_a_round_for_each_length_and_one_that_adds_nothing(engine: Engine) -> None:
    model = engine(chain(5), (STEP, BASE), Limits())
    assert sum(1 for known in model if known.predicate == "path") == 15
    assert (model.initial, len(model), model.rounds, model.rules_evaluated) == (5, 20, 6, 12)


@engines
def test_no_facts_and_no_rules_take_one_round(engine: Engine) -> None:
    model = engine((), (), Limits())
    assert (len(model), model.rounds, model.rules_evaluated) == (0, 1, 0)
    assert atom("p") not in model
    assert model.support(atom("p")) is None


@engines
def test_a_rule_without_a_body_holds_from_the_first_round(engine: Engine) -> None:
    rules = (rule("axiom", atom("p", "a")), rule("next", atom("q", "$x"), atom("p", "$x")))
    model = engine((), rules, Limits())
    assert model.rounds == 3
    assert why(engine, (), rules, atom("p", "a")) == ("axiom", ())


@engines
def test_true_is_not_one_and_no_text_is_a_number(engine: Engine) -> None:
    facts = (fact("1", "p", 1), fact("2", "q", True), fact("3", "r", "1"))
    rules = (
        rule("a", atom("number", "$x"), atom("p", "$x"), atom("q", "$x")),
        rule("b", atom("text", "$x"), atom("p", "$x"), atom("r", "$x")),
        rule("c", atom("constant"), atom("p", True)),
        rule("d", atom("kept", "$x"), atom("q", "$x")),
    )
    model = engine(facts, rules, Limits())
    assert set(map(str, model)) == {str(f.atom) for f in facts} | {str(atom("kept", True))}
    assert atom("kept", True) in model
    assert atom("kept", 1) not in model


@engines
def test_a_negated_atom_is_another_atom(engine: Engine) -> None:
    facts = (fact("1", "p", "a"), fact("2", "p", "a", negated=True), fact("3", "p", "b"))
    rules = (rule("r", atom("q", "$x", negated=True), atom("p", "$x", negated=True)),)
    model = engine(facts, rules, Limits())
    assert atom("q", "a", negated=True) in model
    assert atom("q", "a") not in model
    assert atom("q", "b", negated=True) not in model


@engines
def test_a_variable_that_stands_twice_needs_the_same_value_twice(engine: Engine) -> None:
    facts = (fact("1", "e", "a", "b"), fact("2", "e", "a", "a"))
    rules = (rule("r", atom("loop", "$x"), atom("e", "$x", "$x")),)
    assert [a for a in engine(facts, rules, Limits()) if a.predicate == "loop"] == [atom("loop", "a")]


@engines
def test_a_dollar_alone_is_a_constant(engine: Engine) -> None:
    facts = (fact("1", "p", "$"), fact("2", "p", "a"))
    rules = (rule("r", atom("q", "$"), atom("p", "$")), rule("s", atom("never"), atom("q", "a")))
    model = engine(facts, rules, Limits())
    assert atom("q", "$") in model
    assert len(model) == 3


@engines
def test_a_fact_precedes_every_derivation_and_the_lesser_rule_id_the_greater(engine: Engine) -> None:
    facts = (fact("1", "p", "a"), fact("2", "q", "a"))
    rules = tuple(rule(name, atom("q", "$x"), atom("p", "$x")) for name in ("r9", "r10"))
    assert engine(facts, rules, Limits()).support(atom("q", "a")) == facts[1]
    assert why(engine, facts[:1], rules, atom("q", "a"))[0] == "r10"


@engines
def test_an_earlier_round_precedes_a_lesser_rule_id(engine: Engine) -> None:
    rules = (
        rule("a", atom("goal"), atom("late")),
        rule("z", atom("goal"), atom("p")),
        rule("m", atom("late"), atom("p")),
    )
    assert why(engine, (fact("1", "p"),), rules, atom("goal")) == ("z", (atom("p"),))


@engines
@pytest.mark.parametrize(
    ("least", "other"),
    [(10, 9), (10, 1), ("a!", "a"), ("a", "a1"), (1, "1 as text"), ("1", 1), (-10, -9), ("\n", "a"), (False, True)],
)
def test_of_premises_the_least_in_the_order_of_json_text_is_kept(
    engine: Engine, least: str | int, other: str | int
) -> None:
    if least == 1:
        least, other = "1 as text", 1
    facts = (fact("1", "p", other), fact("2", "p", least))
    rules = (rule("r", atom("some"), atom("p", "$x")),)
    assert why(engine, facts, rules, atom("some")) == ("r", (atom("p", least),))


@engines
def test_numbers_that_begin_alike_are_ordered_by_what_follows_them(engine: Engine) -> None:
    before_a_comma = (fact("1", "p", 10, "a"), fact("2", "p", 1, "b"))
    rules = (rule("r", atom("some"), atom("p", "$x", "$y")),)
    assert why(engine, before_a_comma, rules, atom("some"))[1] == (atom("p", 1, "b"),)
    before_a_bracket = (fact("1", "p", "a", 10), fact("2", "p", "a", 1))
    assert why(engine, before_a_bracket, rules, atom("some"))[1] == (atom("p", "a", 10),)


@engines
def test_the_first_premise_of_the_body_decides_before_the_second(engine: Engine) -> None:
    facts = (fact("1", "p", "b"), fact("2", "p", "a"), fact("3", "q", "a", "y"), fact("4", "q", "b", "x"))
    rules = (rule("r", atom("some"), atom("p", "$x"), atom("q", "$x", "$y")),)
    assert why(engine, facts, rules, atom("some"))[1] == (atom("p", "a"), atom("q", "a", "y"))


@engines
def test_a_rule_may_name_an_atom_twice_and_conclude_of_what_it_reads(engine: Engine) -> None:
    rules = (rule("r", atom("p", "b"), atom("p", "$x"), atom("p", "$x")),)
    facts = (fact("1", "p", "a"),)
    assert why(engine, facts, rules, atom("p", "b")) == ("r", (atom("p", "a"), atom("p", "a")))


@engines
def test_it_converges_in_1024_rounds_or_not_at_all(engine: Engine) -> None:
    step = (rule("r", atom("n", "$y"), atom("n", "$x"), atom("next", "$x", "$y")),)
    start = fact("0", "n", 0)

    def ladder(levels: int) -> tuple[Fact, ...]:
        return (start, *(fact(f"f{i}", "next", i, i + 1) for i in range(levels)))

    short = Limits(rounds=5)
    assert engine(ladder(4), step, short).rounds == 5
    with pytest.raises(EvaluationError, match="reasoning did not converge after 5 rounds"):
        engine(ladder(5), step, short)
    if engine is seminaive.evaluate:
        assert engine(ladder(1023), step, Limits()).rounds == 1024
        with pytest.raises(EvaluationError, match="reasoning did not converge after 1024 rounds"):
            engine(ladder(1024), step, Limits())


@engines
def test_a_bound_is_refused_with_its_name_its_value_and_what_was_reached(engine: Engine) -> None:
    with pytest.raises(LimitError, match="reached 5 facts; the limit is 4"):
        engine(chain(5), (BASE,), Limits(facts=4))
    with pytest.raises(LimitError, match="reached 5 derived atoms; the limit is 4"):
        engine(chain(5), (BASE,), Limits(derived=4))


@pytest.mark.parametrize("count", [30, 1200], ids=["in batches", "compiled"])
def test_a_join_that_multiplies_is_stopped_within_its_round(count: int) -> None:
    facts = tuple(fact(f"f{i}", "p", i) for i in range(count))
    body = [atom("p", variable) for variable in ("$a", "$b", "$c", "$d")]
    every = (rule("r", atom("all", "$a", "$b", "$c", "$d"), *body),)
    with pytest.raises(LimitError, match="steps; the limit is 50000"):
        seminaive.evaluate(facts, every, Limits(steps=50_000))
    with pytest.raises(LimitError, match="derived atoms; the limit is 20000"):
        seminaive.evaluate(facts, every, Limits(derived=20_000))


def test_parts_of_a_body_that_share_nothing_are_not_multiplied() -> None:
    facts = tuple(fact(f"{p}{i}", p, i) for p in ("p", "q", "s") for i in range(3000))
    rules = (rule("r", atom("head", "$x"), atom("p", "$x"), atom("q", "$y"), atom("s", "$z")),)
    model = seminaive.evaluate(facts, rules, Limits(steps=20_000))
    assert len(model) == 12_000
    support = model.support(atom("head", 7))
    assert isinstance(support, Derivation)
    assert support.premises == (atom("p", 7), atom("q", 0), atom("s", 0))


@pytest.mark.parametrize("atoms", [2, 15, 25, 600])
def test_a_body_may_be_long_and_its_relations_large(atoms: int) -> None:
    facts = tuple(fact(f"f{i}", "next", i, i + 1) for i in range(1100))
    body = [atom("next", f"$x{i}", f"$x{i + 1}") for i in range(atoms)]
    head = atom("far", "$x0", f"$x{atoms}", *(f"$x{i}" for i in range(1, atoms)))
    model = seminaive.evaluate(facts, (rule("r", head, *body),))
    assert len(model) - model.initial == 1100 - atoms + 1
    assert atom("far", 3, 3 + atoms, *range(4, 3 + atoms)) in model


def test_a_chain_of_80_takes_little_time_and_the_garbage_collector_is_as_it_was() -> None:
    assert gc.isenabled()
    start = time.process_time()
    model = seminaive.evaluate(chain(80), (BASE, STEP))
    assert time.process_time() - start < 2
    assert len(model) == 80 + 3240
    assert gc.isenabled()


@pytest.mark.parametrize("people", [5, 40], ids=["few facts", "grouped and linked"])
def test_what_an_evaluation_made_does_not_wait_for_the_collector(people: int) -> None:
    rules = (
        rule("siblings", atom("same", "$x", "$y"), atom("parent", "$x", "$p"), atom("parent", "$y", "$p")),
        rule(
            "cousins",
            atom("same", "$x", "$y"),
            atom("parent", "$x", "$p"),
            atom("same", "$p", "$q"),
            atom("parent", "$y", "$q"),
        ),
    )
    facts = tuple(
        fact(
            f"f{person}-{generation}-{other}", "parent", people * (generation + 1) + person, people * generation + other
        )
        for generation in range(3)
        for person in range(people)
        for other in {person, (person * 7 + 1) % people}
    )
    for _ in range(4):
        seminaive.evaluate(facts, rules)
    gc.collect()
    assert len(seminaive.evaluate(facts, rules)) > len(facts)
    assert gc.collect() == 0
