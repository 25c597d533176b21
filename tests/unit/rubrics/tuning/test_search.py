"""The search is the same whoever weighs it, and however often it is interrupted."""

from collections.abc import Sequence

from bridge.rubrics.tuning.chance import chance_of_cost, resampled, saving_interval
from bridge.rubrics.tuning.cost_policy import DEFAULT
from bridge.rubrics.tuning.parameters import Parameter, Vector, parameters, vector
from bridge.rubrics.tuning.readiness import ready
from bridge.rubrics.tuning.search import KEPT, State, begin, rounds
from bridge.rubrics.tuning.table import build
from tests.unit.rubrics.tuning.planted import planted, rubric, shuffled

GIVEN = (Parameter("a", "a", 0.2, 0.0, 1.0, ">="), Parameter("b", "b", 3.0, 0.0, 4.0, "<"))


def near(drawn: Sequence[Vector]) -> list[float]:
    """Worth the more, the nearer to 0.8 and 1.0."""
    return [-abs(one - 0.8) - abs(other - 1.0) for one, other in drawn]


def searched(iterations: int, start: State | None = None, seed: int = 1) -> State:
    first = start or begin(GIVEN, near)
    return [first, *rounds(GIVEN, first, near, seed=seed, iterations=iterations, candidates=24)][-1]


def test_it_moves_towards_what_costs_less() -> None:
    best = searched(12).pool[0][1]
    assert abs(best[0] - 0.8) < 0.1
    assert abs(best[1] - 1.0) < 0.4


def test_a_search_that_was_interrupted_comes_to_the_same_end() -> None:
    assert searched(7, searched(3)) == searched(7)
    assert searched(7, seed=2) != searched(7)
    assert searched(3, searched(3)) == searched(3)


def test_what_is_drawn_stays_in_range_and_what_there_was_stays_in_the_pool() -> None:
    pool = searched(20).pool
    assert len(pool) == KEPT
    assert vector(GIVEN) in [values for _, values in pool]
    assert all(one.low <= value <= one.high for _, values in pool for one, value in zip(GIVEN, values, strict=True))


def test_where_nothing_makes_a_difference_nothing_breaks() -> None:
    def flat(drawn: Sequence[Vector]) -> list[float]:
        return [0.0] * len(drawn)

    for state in rounds(GIVEN, begin(GIVEN, flat), flat, seed=1, iterations=30, candidates=2):
        assert all(spread > 0 for spread in state.std)


def test_shuffled_labels_cost_as_little_by_chance_and_real_ones_do_not() -> None:
    of = rubric().rubric
    for (cases, rows), low, high in ((planted(1), 0.0, 0.01), (shuffled(1), 0.01, 1.0)):
        seen = ready(of, cases, rows, DEFAULT, min_support=2)
        table = build(of, parameters(of), seen, DEFAULT)
        chance = chance_of_cost(table, vector(table.parameters), seed=1, shuffles=199)
        assert low < chance <= high


def test_frozen_cases_are_in_every_resample_once() -> None:
    of = rubric().rubric
    cases, rows = planted(1, 20, frozen=3)
    table = build(of, parameters(of), ready(of, cases, rows, DEFAULT, min_support=1), DEFAULT)
    for weights in resampled(table, seed=1, count=20):
        assert weights[-3:] == [1.0] * 3
        assert sum(weights) == 23


def test_a_saving_of_every_case_is_certain_and_of_none_nothing() -> None:
    resamples = [[1.0, 1.0], [2.0, 0.0], [0.0, 2.0]]
    assert saving_interval([0.5, 0.5], resamples, 0.95) == (0.5, 0.5)
    assert saving_interval([0.0, 0.0], resamples, 0.95) == (0.0, 0.0)
    assert saving_interval([1.0, 0.0], resamples, 0.95) == (0.0, 1.0)
