"""judge-jev's rubrics and fixtures in the chain: what is signed keeps to its bar, and programs use them (vectors)."""

import json

import pytest

from bridge.core.sources import Source
from bridge.judgement import payload
from bridge.judgement.bar import contradiction
from bridge.judgement.questions import read_questions
from bridge.rubrics.chain import MOCK, judgements
from bridge.rubrics.encoding import digest
from bridge.rubrics.hashes import rubric_hash
from bridge.workflows.rubrics.questions import as_questions
from tests.differential.test_jev import _EXPECTED, _SHIPPED, judged
from tests.vectors import VECTORS, needs_vectors

pytestmark = [pytest.mark.vectors, needs_vectors]

AT = "2026-09-01T12:00:00Z"
QUESTIONS = {"assistant-reply": "sha256:cae6290f", "agent-trajectory": "sha256:56801b58"}


@pytest.mark.parametrize("path", _EXPECTED)
def test_every_fixture_is_evidence(path: str) -> None:
    state, result = judged(path)
    chained = judgements(result, state_digest=digest(dict(state)), at=AT)
    assert chained[-1].answer.choice == _EXPECTED[path]["verdict"]
    assert chained[-1].state_digest == _EXPECTED[path]["state_hash"]
    assert str(chained[-1].questions_digest).startswith(QUESTIONS[result.rubric.id])
    for one in chained:
        assert payload.read(payload.build(one)) == one
        assert contradiction(one) is None
        assert one.judge.model == MOCK
        assert one.threshold is not None
        assert one.threshold.set_by.endswith(rubric_hash(result.rubric))


@pytest.mark.parametrize("name", _SHIPPED)
def test_their_rubrics_are_questions_that_a_program_uses(name: str) -> None:
    path = VECTORS / "jev/shared/rubrics" / f"{name}.yaml"
    asked = read_questions(json.loads(as_questions(Source(str(path), path.read_text(encoding="utf-8"))).text))
    assert len(asked) == 9
    assert asked["score.efficiency" if name == "agent-trajectory" else "score.coherence"].options == tuple("01234")
