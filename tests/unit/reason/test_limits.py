"""Programs that would run away, and where each is stopped."""

import time

import pytest

from bridge.core.codes.registry import REGISTRY
from bridge.errors import EvaluationError, LimitError, NotConverged, Reached
from bridge.reason.check import Engine
from bridge.reason.engine import Limits, ask, naive, seminaive
from bridge.reason.engine.cycles import on_cycles
from bridge.reason.model import Fact, Rule
from bridge.workflows import limits
from tests.unit.reason.programs import atom, fact, rule

SECONDS = 0.05
MOST = 30
"""Generous, for slow machines: it is there to notice what would go on for minutes."""


def numbers(count: int, predicate: str = "p") -> tuple[Fact, ...]:
    return tuple(fact(f"{predicate}{i}", predicate, i) for i in range(count))


def product(size: int) -> tuple[Rule, ...]:
    """A rule whose conclusions are all combinations of so many numbers."""
    variables = [f"$x{i}" for i in range(size)]
    return (rule("r", atom("all", *variables), *(atom("p", variable) for variable in variables)),)


def pairs(count: int, step: int) -> tuple[Fact, ...]:
    return tuple(fact(f"e{i}_{j}", "e", i, (i * step + j) % count) for i in range(count) for j in range(12))


CLOSURE = (
    rule("base", atom("path", "$x", "$y"), atom("e", "$x", "$y")),
    rule("step", atom("path", "$x", "$z"), atom("path", "$x", "$y"), atom("path", "$y", "$z")),
)
LINKS = [atom("e", f"$x{i}", f"$x{i + 1}") for i in range(3)]
TIES = (
    rule("tie", atom("some"), *(atom("p", f"$x{i}") for i in range(4)), *LINKS),
    rule("e", atom("e", "$x", "$y"), atom("p", "$x"), atom("p", "$y")),
)

ENDLESS = tuple(rule(f"r{i}", atom(f"q{i + 1}", "$x"), atom(f"q{i}", "$x")) for i in range(30_000))

RUNAWAYS = {
    "compiled": (numbers(1100), product(4)),
    "in batches": (numbers(90), product(12)),
    "in batches, too long for code": (numbers(2000), product(60)),
    "a body as long as may be": (numbers(5), product(1000)),
    "grouped": (pairs(2500, 7), CLOSURE),
    "long texts that tie": (tuple(fact(f"f{i}", "p", "x" * 500_000 + str(i)) for i in range(30)), TIES),
    "rules without end": (numbers(3, "q0"), ENDLESS),
}


@pytest.mark.parametrize("name", RUNAWAYS)
def test_what_would_run_away_is_stopped_soon_after_its_time(name: str) -> None:
    facts, rules = RUNAWAYS[name]
    start = time.monotonic()
    with pytest.raises(LimitError) as caught:
        seminaive.evaluate(facts, rules, limits.Limits(seconds=SECONDS).start().engine)
    assert time.monotonic() - start < MOST
    assert caught.value.bound is not None
    assert (caught.value.bound.code, caught.value.bound.value) == ("RSN507", SECONDS)
    assert caught.value.bound.reached > SECONDS


@pytest.mark.parametrize("engine", [naive.evaluate, seminaive.evaluate], ids=["naive", "seminaive"])
def test_so_it_is_by_either_engine(engine: Engine) -> None:
    start = time.monotonic()
    with pytest.raises(LimitError, match="RSN507"):
        engine(numbers(60), product(8), limits.Limits(seconds=SECONDS).start().engine)
    assert time.monotonic() - start < MOST


def test_so_is_a_query_alone() -> None:
    store = ask.Store(pairs(1000, 7), limits.Limits(seconds=SECONDS).start().engine)
    start = time.monotonic()
    with pytest.raises(LimitError, match="RSN507"):
        store.holds(atom("path", 0, -1), CLOSURE)
    assert time.monotonic() - start < MOST


def test_rules_that_are_run_again_have_their_time_each_time() -> None:
    rules = product(12)
    for _ in range(6):
        with pytest.raises(LimitError, match="RSN507"):
            seminaive.evaluate(numbers(90), rules, limits.Limits(seconds=SECONDS).start().engine)


def test_many_wide_atoms_count_for_more_than_their_number() -> None:
    head = atom("q", *["$x"] * 3000)
    wide = (rule("r", head, atom("p", "$x")),)
    assert len(seminaive.evaluate(numbers(40), wide, Limits(derived=40 * 94))) == 80
    with pytest.raises(LimitError, match="derived atoms"):
        seminaive.evaluate(numbers(40), wide, Limits(derived=1000))


def test_all_rules_of_a_round_share_the_room_there_is() -> None:
    rules = tuple(rule(f"r{i:02}", atom(f"q{i}", "$x", "$y"), atom("p", "$x"), atom("p", "$y")) for i in range(40))
    with pytest.raises(LimitError) as caught:
        seminaive.evaluate(numbers(50), rules, Limits(derived=5000))
    assert caught.value.bound is not None
    assert 5000 < caught.value.bound.reached <= 5000 + 2500, "noticed before the next rule made more"


def test_a_rule_that_nobody_could_read_is_refused_before_it_is_planned() -> None:
    large = (rule("large", atom("q", "$x"), *[atom("p", "$x")] * 2100),)
    with pytest.raises(LimitError, match="4202 atoms and terms; the limit is 4096") as caught:
        seminaive.evaluate(numbers(1), large)
    assert caught.value.bound == Reached("RSN510", "rule", 4096, 4202)


def test_every_way_of_looking_up_counts_and_the_same_way_counts_once() -> None:
    facts = tuple(fact(f"f{i}", "t", i, i + 1, i + 2, i + 3) for i in range(30))
    ways = [(f"r{way}", [f"$x{at}" if way >> at & 1 else f"$y{at}" for at in range(4)]) for way in range(1, 15)]
    rules = [
        rule(name, atom("q", name), atom("t", "$x0", "$x1", "$x2", "$x3"), atom("t", *terms)) for name, terms in ways
    ]
    narrow = Limits(facts=30, derived=20)
    with pytest.raises(LimitError, match="the limit is 250") as caught:
        seminaive.evaluate(facts, tuple(rules), narrow)
    assert caught.value.bound is not None
    assert (caught.value.bound.code, caught.value.bound.value) == ("RSN511", 250)
    again = tuple(rules[3]._replace(id=f"s{i}") for i in range(100))
    assert len(seminaive.evaluate(facts, again, narrow)) == 31


def test_rounds_are_an_error_of_evaluation_in_the_words_of_the_reference() -> None:
    step = (rule("r", atom("n", "$y"), atom("n", "$x"), atom("next", "$x", "$y")),)
    facts = (fact("0", "n", 0), *(fact(f"f{i}", "next", i, i + 1) for i in range(9)))
    with pytest.raises(NotConverged) as caught:
        seminaive.evaluate(facts, step, Limits(rounds=9))
    assert isinstance(caught.value, EvaluationError)
    assert caught.value.message == "reasoning did not converge after 9 rounds"
    assert caught.value.bound == Reached("RSN506", "rounds", 9, 10)
    assert len(seminaive.evaluate(facts, step, Limits(rounds=10))) == 19


def test_every_bound_has_a_code_with_a_page() -> None:
    from bridge.core.bounds import BOUNDS

    assert [bound.code for bound in BOUNDS.values()] == [f"RSN{number}" for number in range(503, 510)]
    assert all(bound.option in REGISTRY[bound.code].why for bound in BOUNDS.values())


@pytest.mark.parametrize(
    ("graph", "expected"),
    [
        ({}, set()),
        ({"a": ["a"]}, {"a"}),
        ({"a": ["b"], "b": ["c"]}, set()),
        ({"a": ["b"], "b": ["c"], "c": ["b"], "d": ["a"]}, {"b", "c"}),
        ({"a": ["b"], "b": ["a", "c"], "c": ["d"], "d": ["c"]}, {"a", "b", "c", "d"}),
        ({"a": ["b"], "b": ["c"], "c": ["d"], "d": ["d"]}, {"d"}),
    ],
)
def test_what_is_on_a_cycle(graph: dict[str, list[str]], expected: set[str]) -> None:
    assert on_cycles(graph) == expected


def test_a_long_path_has_no_cycle_and_takes_no_frames() -> None:
    graph = {node: [node + 1] for node in range(20_000)}
    assert on_cycles(graph) == set()
    assert on_cycles({**graph, 20_000: [5]}) == set(range(5, 20_001))
