"""The sets of literals, by example; the property tests compare them with a second reading of their definitions."""

from collections.abc import Callable
from functools import partial

import pytest

from bridge.admission.analysis import analyse
from bridge.admission.lint_table import advice
from bridge.admission.table import enforce, violations
from bridge.core.deadline import Deadline
from bridge.errors import LimitError
from bridge.reason.model import Fact, Literal, Program
from tests.unit.admission.building import action, no, program, yes

JUDGED = yes("judged_unsafe", "$a", "no")
DEPLOY = yes("deployable", "$a")


def names(literals: frozenset[Literal]) -> set[str]:
    return {("not " if negated else "") + predicate for predicate, negated in literals}


def test_given_is_the_request_and_what_follows_from_it_or_from_nothing() -> None:
    policy = action(
        (yes("known", "$a"), [yes("action_tool", "$a", "$t")]),
        (yes("open"), []),
        (yes("both", "$a"), [yes("known", "$a"), yes("open")]),
        (yes("more", "$a"), [yes("known", "$a"), yes("approved", "$a")]),
    )
    given = names(analyse(policy).given)
    assert {"action_tool", "not action_tool", "known", "open", "both"} <= given
    assert given.isdisjoint({"more", "approved", "action_authorized", "not known"})


def test_judge_made_goes_through_helpers_and_stops_where_a_rule_stands() -> None:
    made = names(
        analyse(
            program(
                (no("blocked", "$a"), [JUDGED]),
                (yes("clear", "$a"), [no("blocked", "$a")]),
                (DEPLOY, [yes("clear", "$a"), yes("approved", "$a")]),
            )
        ).judge_made
    )
    assert made == {"judged_unsafe", "not judged_unsafe", "not blocked", "clear"}


def test_judge_touched_goes_on_where_a_rule_stands() -> None:
    touched = names(analyse(program((DEPLOY, [yes("approved", "$a"), JUDGED]), (yes("go"), [DEPLOY]))).judge_touched)
    assert touched == {"judged_unsafe", "not judged_unsafe", "deployable", "go"}


def test_authorizing_is_what_positive_conclusions_read_and_does_not_pass_through_a_judgement() -> None:
    reading = program(
        (DEPLOY, [no("blocked", "$a"), yes("judged_clear", "$a")]),
        (no("blocked", "$a"), [no("listed", "$a")]),
        (yes("judged_clear", "$a"), [no("hidden", "$a")]),
        (no("spare", "$a"), [no("unread", "$a")]),
    )
    authorizing = names(analyse(reading).authorizing)
    assert {"deployable", "blocked", "not blocked", "not listed", "judged_clear"} <= authorizing
    assert authorizing.isdisjoint({"not hidden", "not unread", "not spare", "not deployable", "not judged_clear"})


class TestFree:
    """What can be concluded although no judge was asked."""

    def free(self, program: Program) -> set[str]:
        return names(analyse(program).free)

    def test_what_a_class_may_assert_in_either_sign(self) -> None:
        asked = program((DEPLOY, [yes("approved", "$a")]), admit={"deployable": ()})
        assert self.free(asked) == {"approved", "not approved", "deployable", "asked", "not asked"}

    def test_not_what_demands_a_judgement(self) -> None:
        assert "deployable" not in self.free(program((DEPLOY, [yes("ok", "$a"), JUDGED]), admit={"deployable": ()}))

    def test_no_judgement_is_free_even_if_concluded_from_free_premises(self) -> None:
        assert self.free(program((yes("judged_clear", "$a"), [yes("ok", "$a")]))).isdisjoint({"judged_clear"})

    def test_the_request_counts_as_asserted_and_the_authorization_does_not(self) -> None:
        free = self.free(action((no("action_authorized", "$a"), [yes("action_tool", "$a", "$t")])))
        assert {"action_tool", "mission_active", "not action_authorized"} <= free
        assert "action_authorized" not in free

    def test_only_the_authorization_is_kept_from_the_system(self) -> None:
        bound = program((DEPLOY, [yes("ok", "$a")]), default=("system-bound",), query=yes("action_authorized", "c"))
        assert {"ok", "deployable"} <= self.free(bound)
        assert "action_authorized" not in self.free(bound)


@pytest.mark.parametrize("name", ["given", "judge_made", "judge_touched", "free"])
def test_the_sets_are_there_in_time_or_not_at_all(name: str) -> None:
    times = iter([0.0, 0.5, 2.0])
    late = analyse(program((DEPLOY, [JUDGED]), (yes("go"), [DEPLOY])), Deadline(1.0, lambda: next(times, 2.0)))
    with pytest.raises(LimitError):
        getattr(late, name)


@pytest.mark.parametrize("check", [violations, enforce, advice])
def test_a_program_that_keeps_the_convention_is_found_to_do_so_in_time(check: Callable[..., object]) -> None:
    def kept(*facts: Fact) -> Program:
        rule = (DEPLOY, [yes("approved", "$a"), JUDGED])
        return program(rule, admit={"deployable": ()}, query=yes("deployable", "a"), facts=facts)

    check(kept(), deadline=Deadline(1.0, lambda: 0.0))
    said = Fact("said", "approved", ("a",), "human-authorized")
    for late in (kept(), kept(said, said._replace(id="later", supersedes=("said",)))):
        times = iter([0.0])
        with pytest.raises(LimitError):
            check(late, deadline=Deadline(1.0, partial(next, times, 2.0)))
