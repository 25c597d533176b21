"""Asking several judges: all at once, each what it can answer, and one that fails is never an allow."""

import threading
from collections.abc import Mapping
from dataclasses import dataclass

import pytest

from bridge.core.strict_json import Json
from bridge.errors import (
    AnswerRejected,
    BridgeError,
    JudgeError,
    JudgeUnavailable,
    ShapeError,
    UnknownQuestion,
    UsageError,
)
from bridge.judgement.agreement import Rule
from bridge.judgement.model import Answer, JudgeIdentity, JudgeResponse, Question, QuestionType
from bridge.judges.panel import Member, Panel
from bridge.judges.rules import QUESTIONS, TreeshipRules

STATE: dict[str, Json] = {"tool": "Bash", "input": {"command": "rm -rf /"}}
ASKED = {"unsafe": QUESTIONS["unsafe"]}


@dataclass
class Says:
    """A judge that gives every noul the same answer."""

    model: str
    noul: float

    def ask(self, state: Mapping[str, Json], questions: Mapping[str, Question]) -> JudgeResponse:
        del state
        return JudgeResponse(JudgeIdentity(self.model), {key: Answer(noul=self.noul) for key in questions})


@dataclass
class Fails:
    """A judge that raises."""

    error: Exception

    def ask(self, state: Mapping[str, Json], questions: Mapping[str, Question]) -> JudgeResponse:
        raise self.error


DOWN = Member("down", Fails(JudgeUnavailable("judge unavailable: no route")))
MILD = Member("mild", Says("mild-1", 0.1))
STERN = Member("stern", Says("stern-1", 0.9))
RULES = Member("rules", TreeshipRules(), floor=True, knows=frozenset(QUESTIONS))


def test_the_answers_are_in_the_order_of_the_panel() -> None:
    replies, failures = Panel((STERN, MILD)).ask_each(STATE, ASKED)
    assert [one.response.judge.model for one in replies] == ["stern-1", "mild-1"]
    assert failures == ()


def test_all_are_asked_at_once() -> None:
    together = threading.Barrier(3, timeout=30)

    class Meets:
        def ask(self, state: Mapping[str, Json], questions: Mapping[str, Question]) -> JudgeResponse:
            together.wait()
            return Says("m", 0.1).ask(state, questions)

    replies, _ = Panel(tuple(Member(str(number), Meets()) for number in range(3))).ask_each(STATE, ASKED)
    assert len(replies) == 3


def test_the_rules_are_asked_what_they_have_rules_for() -> None:
    polite = Question(QuestionType.NOUL, "Is it polite?")
    typed = Question(QuestionType.CHOICE, "Go on?", ("allow", "deny"))
    replies, _ = Panel((RULES, MILD)).ask_each(STATE, {**ASKED, "polite": polite})
    assert [sorted(one.asked) for one in replies] == [["unsafe"], ["polite", "unsafe"]]
    with pytest.raises(UnknownQuestion, match="rules of the panel panel answers none"):
        Panel((RULES, MILD)).ask_each(STATE, {"shell_destructive": typed})
    with pytest.raises(UnknownQuestion):
        Panel((RULES,)).ask_each(STATE, {**ASKED, "polite": polite})


@pytest.mark.parametrize(
    "error",
    [
        JudgeUnavailable("judge unavailable: x"),
        AnswerRejected("judge answer rejected: x"),
        RuntimeError("x"),
        MemoryError("x"),
    ],
)
def test_a_judge_that_fails_is_an_error_that_names_it(error: Exception) -> None:
    with pytest.raises(JudgeError, match=r"^down: judge "):
        Panel((MILD, Member("down", Fails(error)))).ask_each(STATE, ASKED)


def test_a_judge_that_fails_may_be_a_question_for_a_person_instead() -> None:
    replies, failures = Panel((DOWN, MILD), on_error="ask").ask_each(STATE, ASKED)
    assert [one.member.name for one in replies] == ["mild"]
    assert [one.member.name for one in failures] == ["down"]


def test_where_all_fail_nobody_answered() -> None:
    with pytest.raises(JudgeUnavailable):
        Panel((DOWN, Member("too", DOWN.judge)), on_error="ask").ask_each(STATE, ASKED)


def test_a_state_that_cannot_be_judged_is_no_failure_of_a_judge() -> None:
    with pytest.raises(ShapeError):
        Panel((RULES, MILD), on_error="ask").ask_each({"no": "tool"}, ASKED)


@pytest.mark.parametrize("noul", [1.5, float("nan"), None])
def test_each_answer_is_held_to_the_contract(noul: float | None) -> None:
    bad = Member("bad", Says("bad-1", noul))  # type: ignore[arg-type]  # what no type keeps a judge from saying
    with pytest.raises(AnswerRejected):
        Panel((MILD, bad)).ask_each(STATE, ASKED)


@pytest.mark.parametrize("members", [(), (MILD, MILD)])
def test_a_panel_has_judges_each_of_its_own_name(members: tuple[Member, ...]) -> None:
    with pytest.raises(UsageError):
        Panel(members)
    with pytest.raises(UsageError):
        Panel((MILD,), on_error="allow")


def test_no_question_is_no_allow() -> None:
    with pytest.raises(UsageError):
        Panel((MILD,)).ask_each(STATE, {})


class TestAsOneJudge:
    """A panel fits the judge slot, for whoever takes one answer under one name."""

    @pytest.mark.parametrize(("rule", "noul"), [(Rule.ANY, 0.1), (Rule.STRICTEST, 0.9), (Rule.ALL, 0.9)])
    def test_the_answer_is_of_the_judge_whose_answer_is_the_panels(self, rule: Rule, noul: float) -> None:
        said = Panel((MILD, STERN), rule, "gate").ask(STATE, ASKED)
        assert said.judge.model == f"panel:gate/{rule}"
        assert said.answers["unsafe"].noul == noul

    @pytest.mark.parametrize("rule", Rule)
    def test_the_floor_cannot_be_outvoted(self, rule: Rule) -> None:
        said = Panel((MILD, Member("mild too", MILD.judge), RULES), rule).ask(STATE, ASKED)
        assert said.answers["unsafe"].noul == 1.0

    def test_a_judge_that_fails_is_an_error(self) -> None:
        with pytest.raises(BridgeError):
            Panel((MILD, DOWN), on_error="ask").ask(STATE, ASKED)
