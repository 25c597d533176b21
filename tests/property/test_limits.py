"""Laws of limits: a bounded run gives what the unbounded one gives, or a ``LimitError``; never another answer."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import count
from random import Random
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bridge.core.bounds import BOUNDS
from bridge.core.deadline import Deadline
from bridge.errors import LimitError, Reached
from bridge.reason.check import check
from bridge.reason.engine import Limits, Model, ask, compiled, grouptarget, join, naive, seminaive
from bridge.reason.model import Fact, Program, Rule
from bridge.testing.strategies.programs import programs
from tests.property.random_programs import random_program

Evaluate = Callable[[tuple[Fact, ...], tuple[Rule, ...], Limits], Model]

PATHS: dict[str, list[tuple[Any, str, int]]] = {
    "as it is": [],
    "row by row": [(join, "BATCH", 1)],
    "compiled": [(seminaive, "_COMPILED_FROM", 0)],
    "overrun": [(seminaive, "_COMPILED_FROM", 0), (join, "SLACK", -30)],
    "grouped": [(seminaive, "_GROUPED_FROM", 0)],
    "grouped in chunks": [(seminaive, "_GROUPED_FROM", 0), (grouptarget, "CHUNK", 1)],
    "run again": [(compiled, "RUNS", 0), (compiled, "MOST_MATCHES", 30), (compiled, "MOST_ROWS", 12)],
}


@contextmanager
def path(name: str) -> Iterator[None]:
    with ExitStack() as stack:
        for module, setting, value in PATHS[name]:
            stack.enter_context(patch.object(module, setting, value))
        yield


def ticking(seconds: float) -> Deadline:
    """A deadline by a clock that goes on by a second each time it is looked at."""
    ticks = count()
    return Deadline(seconds, lambda: float(next(ticks)))


def some_limits(random: Random) -> Limits:
    """Limits that a small program may or may not keep."""
    facts, derived, steps, rounds = [random.choice((1, 3, 10, 40, 10_000)) for _ in range(4)]
    return Limits(facts, derived, steps, rounds, ticking(random.choice((1, 5, 30, 10_000))))


def contents(model: Model) -> tuple[object, ...]:
    relations = {literal: dict(rows) for literal, rows in model.relations.items() if rows}
    return relations, model.initial, model.rounds, model.rules_evaluated


@pytest.mark.parametrize("name", PATHS)
def test_a_bounded_evaluation_is_the_unbounded_one_or_an_error(name: str) -> None:
    kept = reached = 0
    for seed in range(200):
        random = Random(seed)
        facts, rules = random_program(random)
        with path(name):
            whole = contents(seminaive.evaluate(facts, rules))
            try:
                assert contents(seminaive.evaluate(facts, rules, some_limits(random))) == whole, f"seed {seed}"
                kept += 1
            except LimitError as error:
                well_said(error)
                reached += 1
    assert kept > 20
    assert reached > 20


def test_so_is_that_of_the_specification() -> None:
    kept = 0
    for seed in range(150):
        random = Random(seed)
        facts, rules = random_program(random)
        if len(seminaive.evaluate(facts, rules)) > 30:
            continue
        try:
            bounded = contents(naive.evaluate(facts, rules, some_limits(random)))
        except LimitError as error:
            well_said(error)
        else:
            assert bounded == contents(naive.evaluate(facts, rules)), f"seed {seed}"
            kept += 1
    assert kept > 15


def test_so_is_a_query_alone() -> None:
    kept = reached = 0
    for seed in range(300):
        random = Random(seed)
        facts, rules = random_program(random)
        for atom in [*seminaive.evaluate(facts, rules)][:3]:
            try:
                bounded = ask.Store(facts, some_limits(random)).holds(atom, rules)
                assert bounded == ask.Store(facts).holds(atom, rules), f"seed {seed}"
                kept += 1
            except LimitError as error:
                well_said(error)
                reached += 1
    assert kept > 40
    assert reached > 40


def well_said(error: LimitError) -> None:
    """The bound is named, with its value, and what was reached is beyond it."""
    bound = error.bound
    assert isinstance(bound, Reached)
    assert bound.code == BOUNDS[bound.name].code
    assert bound.reached > bound.value
    assert bound.code in f"{error.message} {error.help}"
    assert f"{bound.value:.0f}" in error.message
    assert BOUNDS[bound.name].option in str(error.help)


numbers = st.sampled_from((1, 2, 3, 5, 8, 20, 1000))


@settings(max_examples=50)
@given(programs(), st.builds(Limits, numbers, numbers, numbers, numbers), st.sampled_from((1, 10, 100, 1000)))
def test_a_bounded_check_is_the_unbounded_one_or_an_error(program: Program, limits: Limits, seconds: int) -> None:
    try:
        bounded = check(program, limits=limits._replace(deadline=ticking(seconds)))
    except LimitError as error:
        well_said(error)
    else:
        assert bounded == check(program)


@settings(max_examples=50)
@given(programs())
def test_a_check_within_exactly_what_it_takes_is_not_refused(program: Program) -> None:
    metrics = check(program).metrics
    exact = Limits(facts=max(1, metrics.facts_admitted), derived=metrics.facts_derived, rounds=metrics.rounds)
    assert check(program, limits=exact).metrics == metrics
    fewer = exact._replace(derived=metrics.facts_derived - 1)
    sooner = exact._replace(rounds=metrics.rounds - 1)
    for name, value, less in (("derived", fewer.derived, fewer), ("rounds", sooner.rounds, sooner)):
        if value < 0:
            continue
        with pytest.raises(LimitError) as caught:
            check(program, limits=less)
        assert caught.value.bound is not None
        assert (caught.value.bound.name, caught.value.bound.value) == (name, value)
