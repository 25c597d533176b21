"""Agreement with judge-jev: hashes, filter, budget, routing and gates of its rubrics and fixtures (marked vectors)."""

from collections.abc import Mapping
from functools import cache
from typing import Any

import jsonschema
import pytest

from bridge.core.sources import Source
from bridge.core.strict_json import Json
from bridge.rubrics.budget import estimate
from bridge.rubrics.canned import Canned, pinned_answers
from bridge.rubrics.encoding import canonical, digest
from bridge.rubrics.hashes import asked, projection_hash, rubric_hash
from bridge.rubrics.judging import judge, show
from bridge.rubrics.load import Dialect, load
from bridge.rubrics.model import Rubric
from bridge.rubrics.replay import Drifted, replay
from bridge.rubrics.result import JudgmentResult
from tests.vectors import VECTORS, available, document, needs_vectors

pytestmark = [pytest.mark.vectors, needs_vectors]

_EXPECTED: Mapping[str, dict[str, Any]] = document("jev/expected-mock-results.json") if available() else {}
_SHIPPED = ("assistant-reply", "agent-trajectory")


@cache
def theirs(name: str) -> Rubric:
    path = VECTORS / "jev/shared/rubrics" / f"{name}.yaml"
    loaded = load(Source(path.name, path.read_text(encoding="utf-8")), dialect=Dialect.JUDGE_JEV)
    assert loaded.warnings == ()
    return loaded.rubric


def ours(name: str) -> Rubric:
    from bridge.rubrics.shipped import text

    return load(Source(name, text(name))).rubric


def judged(path: str) -> tuple[Mapping[str, Json], JudgmentResult]:
    given = document(f"jev/{path}")
    rubric = theirs(_EXPECTED[path]["rubric_id"])
    shown = show(rubric, given)
    result = judge(rubric, shown, Canned(pinned_answers(given)))
    return shown.projected.state, result


@pytest.mark.parametrize(
    ("name", "rubric", "paths", "questions", "size"),
    [
        ("assistant-reply", "ed46388c", "7d26c079", "cae6290f", 2156),
        ("agent-trajectory", "bf6270d9", "61206414", "56801b58", 2151),
    ],
)
def test_hashes_agree(name: str, rubric: str, paths: str, questions: str, size: int) -> None:
    read = theirs(name)
    assert rubric_hash(read).startswith(f"sha256:{rubric}")
    assert projection_hash(one.path for one in read.state_filter).startswith(f"sha256:{paths}")
    assert digest(asked(read)).startswith(f"sha256:{questions}")
    assert len(canonical(asked(read))) == size


@pytest.mark.parametrize("name", _SHIPPED)
def test_our_rubrics_ask_the_same_and_route_alike(name: str) -> None:
    one, other = ours(name), theirs(name)
    assert [(each.type, each.stage, each.labels) for each in one.questions.values()] == [
        (each.type, each.stage, each.labels) for each in other.questions.values()
    ]
    assert list(one.questions) == list(other.questions)
    assert [(rule.verdict, rule.conditions) for rule in one.rules] == [
        (rule.verdict, rule.conditions) for rule in other.rules
    ]
    assert (one.stakes, one.confidence_floors) == (other.stakes, other.confidence_floors)
    assert [each.path for each in one.state_filter] == [each.path for each in other.state_filter]


@pytest.mark.parametrize("path", _EXPECTED)
def test_results_agree(path: str) -> None:
    state, result = judged(path)
    expected, found = _EXPECTED[path], result.json()
    tokens = estimate(result.rubric, state)
    assert expected["canonical_state_bytes"] == len(canonical(dict(state)))
    assert expected["state_hash"] == digest(dict(state))
    assert expected["projected_keys"] == found["state_projection"]["projected_keys"]
    assert expected["estimated_tokens"] == {
        "questions": tokens.questions,
        "state": tokens.state,
        "total": tokens.total,
    }
    for key in ("confidence", "deciding_answers", "routing_reason", "rubric_id", "stage", "verdict"):
        assert expected[key] == found[key], key
    assert result.route.matched is not None
    assert expected["matched_rule_id"] == result.route.traces[result.route.matched].rule_id


@pytest.mark.parametrize("path", _EXPECTED)
def test_results_and_replays_fit_the_published_schema(path: str) -> None:
    schema = document("jev/shared/schemas/judgment-result.schema.json")
    _, result = judged(path)
    fresh = result.json()
    jsonschema.validate(fresh, schema)
    jsonschema.validate(replay(result.rubric, fresh).json(), schema)


def test_the_recorded_answers_route_only_where_drift_is_allowed() -> None:
    saved = document("jev/fixtures/recorded/assistant-reply-live.json")
    rubric = theirs("assistant-reply")
    with pytest.raises(Drifted):
        replay(rubric, saved)
    routed = replay(rubric, saved, allow_version_drift=True)
    assert (routed.verdict.value, round(routed.route.confidence, 2)) == ("review", 0.28)
