"""The table routes as routing does, and the best of a threshold is the best there is."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from bridge.rubrics.answers import check_answers
from bridge.rubrics.evaluation.cases import Case, Split
from bridge.rubrics.evaluation.results import Observed, ResultRow
from bridge.rubrics.evaluation.sweep import rerouted
from bridge.rubrics.model import Rubric, Verdict
from bridge.rubrics.tuning.cost_policy import DEFAULT
from bridge.rubrics.tuning.line import best, choose, interval, quantile, refined
from bridge.rubrics.tuning.parameters import parameters, vector, with_values
from bridge.rubrics.tuning.table import Table, build
from tests.property.rubric_cases import UNIT, answers_to, rubrics


def observed(rubric: Rubric, answers: Any, expected: Verdict, *, injected: bool = False) -> Observed:
    case = Case("a", rubric.id, Split.TRAIN, expected)
    checked = check_answers(rubric, answers)
    return Observed(case, ResultRow("a", "live_model"), expected, 0.0, checked, injected, False, (3, 4))


@st.composite
def tables(draw: st.DrawFn) -> tuple[Rubric, list[Observed], Table]:
    rubric = draw(rubrics())
    rows = draw(
        st.lists(st.tuples(answers_to(rubric), st.sampled_from(Verdict), st.booleans()), min_size=1, max_size=6)
    )
    seen = [observed(rubric, answers, expected, injected=injected) for answers, expected, injected in rows]
    return rubric, seen, build(rubric, parameters(rubric), seen, DEFAULT)


@given(st.data(), tables())
@settings(max_examples=50)
def test_a_case_comes_to_what_its_answers_are_routed_to(
    data: st.DataObject, made: tuple[Rubric, list[Observed], Table]
) -> None:
    rubric, seen, table = made
    assert table.verdicts(vector(table.parameters)) == [rerouted(rubric, one) for one in seen]
    values = tuple(data.draw(UNIT) * one.high for one in table.parameters)
    other = with_values(rubric, table.parameters, values)
    assert table.verdicts(values) == [rerouted(other, one) for one in seen]


@given(st.data(), tables())
@settings(max_examples=50)
def test_nothing_costs_less_than_the_best_and_what_is_chosen_costs_that(
    data: st.DataObject, made: tuple[Rubric, list[Observed], Table]
) -> None:
    _, seen, table = made
    values = vector(table.parameters)
    index = data.draw(st.integers(0, len(values) - 1))
    one = table.parameters[index]
    steps = table.steps(values, index)
    found = best(steps, [1.0] * len(seen), one.low, one.high)
    if found is None:
        return
    fixed = sum(cost for cost, step in zip(table.costs(values), steps, strict=True) if step is None)

    def cost(value: float) -> float:
        return sum(table.costs((*values[:index], value, *values[index + 1 :])))

    chosen = choose(found, one.value)
    assert one.low < chosen < one.high
    assert found.holds(chosen)
    assert abs(cost(chosen) - fixed - found.cost) < 1e-6
    at_answers = {step.at for step in steps if step is not None}
    tried = [value for value in (each / 37 * one.high for each in range(1, 37)) if value not in at_answers]
    assert all(cost(value) >= cost(chosen) - 1e-6 for value in tried)


@given(tables())
@settings(max_examples=25)
def test_moving_one_number_at_a_time_never_costs_more(made: tuple[Rubric, list[Observed], Table]) -> None:
    _, _, table = made
    start = vector(table.parameters)
    end = refined(table, start, range(len(start)))
    assert sum(table.costs(end)) <= sum(table.costs(start))


@given(tables())
@settings(max_examples=20)
def test_an_interval_lies_in_the_range(made: tuple[Rubric, list[Observed], Table]) -> None:
    _, seen, table = made
    values = vector(table.parameters)
    for index, one in enumerate(table.parameters):
        found = interval(table, values, index, [[1.0] * len(seen), [2.0] + [0.0] * (len(seen) - 1)], 0.95)
        assert found is None or one.low <= found[0] <= found[1] <= one.high


def test_a_gap_without_an_answer_is_one_stretch_and_a_round_number_in_it_is_chosen() -> None:
    from bridge.rubrics.tuning.table import Step

    found = best([Step(0.2, 0.0, 5.0), Step(0.7, 9.0, 0.0)], [1.0, 1.0], 0.0, 1.0)
    assert found is not None
    assert (found.cost, found.stretches) == (5.0, ((0.7, 1.0),))
    assert choose(found, 0.1) == 0.8
    assert best([None, Step(0.5, 1.0, 2.0)], [1.0, 0.0], 0.0, 1.0) is None


def test_an_unreachable_threshold_and_an_equality_are_left_alone() -> None:
    from bridge.rubrics.load import Dialect
    from tests.unit.rubrics.loading import loaded
    from tests.unit.rubrics.tuning.planted import TEXT

    text = TEXT.replace('op: ">=", value: 0.9', 'op: ">", value: 1.5').replace(
        'op: "<", value: 0.25', 'op: "==", value: 2'
    )
    names = [one.path for one in parameters(loaded(text, Dialect.JUDGE_JEV).rubric)]
    assert names == ["routing.rules[2].all[0].value", "confidence_floors.write"]


def test_a_quantile_is_one_of_the_values() -> None:
    assert [quantile([3.0, 1.0, 2.0], share) for share in (0.0, 0.5, 0.67, 1.0)] == [1.0, 2.0, 3.0, 3.0]
