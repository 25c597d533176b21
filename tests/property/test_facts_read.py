"""Laws of reading facts: what is written is read back, and what a judge printed is a judge's word, say what it may."""

import json
from collections.abc import Iterable
from typing import Any, Final

from hypothesis import given
from hypothesis import strategies as st

from bridge.errors import InputError
from bridge.facts.judged import judged_facts
from bridge.facts.read import read_facts
from bridge.judgement.model import Answer, JudgeIdentity, JudgeResponse, Outcome, Question, QuestionType, Threshold
from bridge.judgement.record import record
from bridge.reason.model import MODEL_JUDGED, Fact
from bridge.reason.wire import fact_json
from bridge.render.judged import document
from bridge.testing.strategies.programs import Mode, facts
from bridge.workflows.judge import JudgedCall, ToolCall

AT: Final = "2026-09-23T12:00:00Z"

KEYS: Final = st.text(st.characters(codec="utf-8"), min_size=1, max_size=8)
PROBABILITIES: Final = st.floats(0, 1)
CHOICES: Final = ("allow", "warn", "deny", "ask", "purple")
ASKED: Final = st.one_of(
    st.tuples(st.just(Question(QuestionType.NOUL)), PROBABILITIES.map(lambda drawn: Answer(noul=drawn))),
    st.tuples(
        st.just(Question(QuestionType.CHOICE)),
        st.tuples(st.sampled_from(CHOICES), st.none() | PROBABILITIES).map(
            lambda drawn: Answer(choice=drawn[0], confidence=drawn[1])
        ),
    ),
    st.tuples(st.just(Question(QuestionType.SCORE)), st.floats(-1e9, 1e9).map(lambda drawn: Answer(score=drawn))),
)


@st.composite
def judged_calls(draw: st.DrawFn) -> JudgedCall:
    """A call that some judge answered some questions about, held to some bar."""
    asked = draw(st.dictionaries(KEYS, ASKED, min_size=1, max_size=4))
    questions = {key: question for key, (question, _) in asked.items()}
    answers = {key: answer for key, (_, answer) in asked.items()}
    call = ToolCall("Bash", {})
    judgements, decision = record(
        questions,
        JudgeResponse(JudgeIdentity("m"), answers),
        Threshold(draw(PROBABILITIES)),
        state=call.state(),
        judged_at=AT,
    )
    response = JudgeResponse(JudgeIdentity("m"), answers)
    return JudgedCall(call, draw(st.none() | KEYS), response, tuple(judgements.values()), decision, call.state())


@given(judged_calls())
def test_what_judge_prints_is_read_back_as_the_facts_it_is(judged: JudgedCall) -> None:
    printed = json.dumps(document(judged, receipts=(), state_out=None)).encode()
    expected = judged_facts(judged.judgements, subject=judged.subject or "Bash", receipts=())
    read = read_facts(printed, named="x", include_escalated=True).facts
    # Without a receipt a fact gets an id of its own, which begins with the one that was printed.
    assert [fact.id.partition("#")[0] for fact in read] == [fact.id.partition("#")[0] for fact in expected]
    assert [fact._replace(id="") for fact in read] == [fact._replace(id="") for fact in expected]


@given(judged_calls())
def test_without_asking_no_escalated_answer_is_a_fact_and_each_is_named(judged: JudgedCall) -> None:
    read = read_facts(json.dumps(document(judged, receipts=(), state_out=None)).encode(), named="x")
    kept = {one.key for one in judged.judgements if one.outcome is not Outcome.ESCALATED}
    assert {fact.predicate for fact in read.facts} == {f"judged_{key}" for key in kept}
    assert len(read.notes) == len(judged.judgements) - len(kept)


@given(
    st.lists(facts(Mode.ARBITRARY), max_size=3),
    st.dictionaries(st.text(max_size=4), st.fixed_dictionaries({"outcome": st.sampled_from([*Outcome, "x"])})),
    st.booleans(),
)
def test_a_document_that_has_reason_facts_yields_judgements_or_an_error(
    claimed: list[Fact], answers: dict[str, Any], include: bool
) -> None:
    given_answers = {**answers, **{fact.predicate.removeprefix("judged_"): {"outcome": "acted"} for fact in claimed}}
    printed = {"reason_facts": [fact_json(fact) for fact in claimed], "answers": given_answers}
    try:
        read = read_facts(json.dumps(printed).encode(), named="x", include_escalated=include)
    except InputError:
        assert not all(fact.predicate.startswith("judged_") for fact in claimed)
        return
    for fact in read.facts:
        assert (fact.authority, fact.negated, fact.supersedes) == (MODEL_JUDGED, False, ())
        assert fact.predicate.startswith("judged_")


@given(st.lists(facts(Mode.ARBITRARY), min_size=1, max_size=4))
def test_a_list_and_lines_say_the_same(some: list[Fact]) -> None:
    documents = [json.dumps(fact_json(fact)) for fact in some]
    listed = read_facts(f"[{','.join(documents)}]".encode(), named="x").facts
    lines = read_facts("\n".join(documents).encode(), named="x").facts
    assert _texts(listed) == _texts(lines) == _texts(some)


def _texts(some: Iterable[Fact]) -> list[str]:
    # As text, for which 1, 1.0 and true are three.
    return [json.dumps(fact_json(fact), sort_keys=True) for fact in some]


@given(st.binary(max_size=40) | st.text(max_size=40).map(str.encode))
def test_whatever_bytes_a_file_holds_it_is_read_or_refused(data: bytes) -> None:
    try:
        read = read_facts(data, named="x")
    except InputError:
        return
    assert all(isinstance(fact, Fact) for fact in read.facts)
