"""Laws of the rules judge: deterministic, certain, and never silent about what it cannot answer."""

import contextlib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.errors import BridgeError
from bridge.judges.base import check_answers
from bridge.judges.rules import QUESTIONS, TreeshipRules
from bridge.judges.rules.amounts import parse_double
from bridge.judges.rules.paths import normalise
from bridge.judges.rules.tokens import tokens
from bridge.testing.strategies import judgement as strategies

judge = TreeshipRules()


@given(strategies.tool_call_states())
def test_every_tool_call_is_answered_and_always_alike(state: dict[str, Any]) -> None:
    response = judge.ask(state, QUESTIONS)
    assert response == judge.ask(dict(reversed(state.items())), QUESTIONS)
    assert check_answers(QUESTIONS, response.answers) == response.answers
    assert {answer.noul for answer in response.answers.values()} <= {0.0, 1.0}


@given(strategies.tool_call_states())
def test_unsafe_is_any_of_the_others_asked_or_not(state: dict[str, Any]) -> None:
    answers = judge.ask(state, QUESTIONS).answers
    others = max(answer.noul or 0.0 for key, answer in answers.items() if key != "unsafe")
    assert judge.ask(state, {"unsafe": QUESTIONS["unsafe"]}).answers["unsafe"].noul == others


@given(strategies.tool_call_states(), st.sets(st.sampled_from(sorted(QUESTIONS)), min_size=1))
def test_a_subset_is_answered_as_the_whole(state: dict[str, Any], keys: set[str]) -> None:
    subset = {key: QUESTIONS[key] for key in keys}
    whole = judge.ask(state, QUESTIONS).answers
    assert judge.ask(state, subset).answers == {key: whole[key] for key in keys}


@given(strategies.tool_call_states(), strategies.commands())
def test_more_words_after_a_removal_never_make_it_safe(state: dict[str, Any], more: str) -> None:
    question = {"shell_destructive": QUESTIONS["shell_destructive"]}
    command = state["input"].get("command", "rm -rf x")
    longer = {**state, "input": {**state["input"], "command": f"{command} {more}"}}
    shorter = {**state, "input": {**state["input"], "command": command}}
    before, after = (judge.ask(one, question).answers["shell_destructive"].noul for one in (shorter, longer))
    assert (before, after) != (1.0, 0.0)


@given(
    st.dictionaries(
        st.sampled_from(("tool", "input", "workspace_root", "network_scope", "amount_bound")),
        st.none()
        | st.booleans()
        | st.integers()
        | st.floats()
        | st.text(max_size=3)
        | st.lists(st.text(max_size=3), max_size=2),
    )
)
def test_whatever_the_state_is_it_is_answered_or_refused(state: dict[str, Any]) -> None:
    # Any other kind of error would escape.
    with contextlib.suppress(BridgeError):
        assert set(judge.ask(state, QUESTIONS).answers) == set(QUESTIONS)


@given(st.text("/.ab ~", max_size=12), st.text("/.ab", max_size=8))
def test_a_normal_path_is_absolute_and_stays_as_it_is(path: str, base: str) -> None:
    once = normalise(path, base)
    assert once.startswith("/")
    assert normalise(once, "/elsewhere") == once
    assert not {".", ".."} & set(once.split("/"))


@given(st.text("+-.0123456789eEinfatyINFNA_ x٣", max_size=8))
def test_whatever_rust_reads_as_a_number_python_reads_alike(text: str) -> None:
    number = parse_double(text)
    if number is not None:
        assert number == float(text) or number != number
        assert text.isascii()
        assert "_" not in text
        assert text == text.strip()


@pytest.mark.parametrize("separator", ["\x1c", "\x1d", "\x1e", "\x1f"])
def test_a_word_goes_on_past_an_old_separator(separator: str) -> None:
    assert tokens(f"rm{separator}-rf /") == [f"rm{separator}-rf", "/"]
