"""The bundled gate: a person permits tools; a judge may veto, and must have been asked."""

from collections.abc import Mapping
from typing import Any

import pytest

import bridge
from bridge.admission.table import violations
from bridge.core.diagnostics import ProgramRefused
from bridge.core.sources import Source
from bridge.core.strict_json import Json
from bridge.judgement.model import Answer, JudgeIdentity, JudgeResponse, Question, QuestionType
from bridge.reason.lowering import compile_source
from bridge.reason.model import PROGRAM_V2, Atom, PolicyTemplate, Program
from bridge.workflows import programs
from bridge.workflows.bundled import bundled

GATE = "bridge:gates/tool_call"
AT = "2026-09-23T12:00:00Z"


class Saying:
    """A judge that says what it is told to."""

    def __init__(self, noul: float) -> None:
        self.noul = noul

    def ask(self, state: Mapping[str, Json], questions: Mapping[str, Question]) -> JudgeResponse:
        answers = {key: Answer(noul=self.noul) for key in questions}
        return JudgeResponse(JudgeIdentity("told/1"), answers)


UNSAFE = {"unsafe": Question(QuestionType.NOUL, "Is it unsafe?")}


def fact(predicate: str, *, negated: bool = False, authority: str = "human-authorized") -> dict[str, Json]:
    return {
        "id": f"{predicate}_{authority}_{negated}",
        "predicate": predicate,
        "arguments": ["Bash"],
        "negated": negated,
        "authority": authority,
        "observed_at": "2026-09-01T09:00:00Z",
    }


ALLOWED = fact("tool_allowed")
FORBIDDEN = fact("tool_forbidden")


@pytest.mark.parametrize(
    ("facts", "noul", "status"),
    [
        ([ALLOWED], 0.0, "authorized"),
        ([ALLOWED], 1.0, "denied"),
        ([ALLOWED], None, "insufficient_evidence"),
        ([], 0.0, "insufficient_evidence"),
        ([], 1.0, "denied"),
        ([], None, "insufficient_evidence"),
        ([FORBIDDEN], 0.0, "denied"),
        ([FORBIDDEN], None, "denied"),
        ([ALLOWED, FORBIDDEN], 0.0, "conflicted"),
        ([ALLOWED, FORBIDDEN], 1.0, "denied"),
        ([fact("tool_allowed", authority="agent-proposed")], 0.0, "insufficient_evidence"),
        ([fact("tool_allowed", authority="tool-reported")], 0.0, "insufficient_evidence"),
        ([fact("tool_allowed", negated=True)], 0.0, "insufficient_evidence"),
    ],
)
def test_who_decides(facts: list[dict[str, Json]], noul: float | None, status: str) -> None:
    judge = None if noul is None else Saying(noul)
    decided = bridge.decide("Bash", {"command": "ls"}, program=GATE, facts=facts, judge=judge, questions=UNSAFE, at=AT)
    assert decided.status == status
    assert bool(decided) == (status == "authorized")


@pytest.mark.parametrize("noul", [0.0, 0.5, 1.0])
def test_a_judge_may_not_permit_a_tool_even_if_it_says_so_as_a_fact(noul: float) -> None:
    forged = fact("tool_allowed", authority="model-judged")
    decided = bridge.decide(
        "Bash", {}, program=GATE, facts=[forged], judge=Saying(noul), questions=UNSAFE, at=AT, convention=False
    )
    assert not decided.authorized


def test_a_permission_is_for_the_tool_it_names() -> None:
    decided = bridge.decide("Read", {}, program=GATE, facts=[ALLOWED], judge=Saying(0.0), questions=UNSAFE, at=AT)
    assert decided.status == "insufficient_evidence"


def source() -> str:
    return bundled(GATE).decode()


def template(text: str) -> PolicyTemplate:
    program = compile_source(Source("gate.reason", text)).program
    assert isinstance(program, PolicyTemplate)
    return program


def test_it_passes_the_convention_without_a_warning() -> None:
    loaded = programs.load(GATE)
    assert loaded.warnings == ()
    policy = template(source())
    whole = Program(
        PROGRAM_V2,
        policy.ontology,
        policy.authority,
        AT,
        policy.facts,
        policy.rules,
        Atom("action_authorized", ("a",)),
    )
    assert violations(whole) == ()


def refusal(text: str) -> set[Any]:
    loaded = programs.parse(text.encode(), name="gate.reason", with_tests=False)
    with pytest.raises(ProgramRefused) as refused:
        bridge.decide("Bash", {}, program=loaded, judge=None, at=AT)
    return {diagnostic.code for diagnostic in refused.value.diagnostics}


def test_without_its_human_premise_it_is_refused() -> None:
    assert "  tool_allowed($tool),\n" in source()
    assert refusal(source().replace("  tool_allowed($tool),\n", "")) == {"RSN104"}


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("admit human-authorized by default", "admit human-authorized, model-judged by default", "RSN101"),
        ("admit only human-authorized for tool_allowed", "admit only model-judged for tool_allowed", "RSN102"),
        ("admit only model-judged for judged_*", "admit only model-judged, tool-reported for judged_*", "RSN103"),
        ("rule veto: not action_authorized($action) if", 'rule veto: judged_unsafe($action, "yes") if', "RSN105"),
    ],
)
def test_other_ways_to_let_the_judge_through_are_refused(old: str, new: str, code: str) -> None:
    assert old in source()
    assert code in refusal(source().replace(old, new))
