"""The live backends: what they send and take for an answer, and how often they ask (spec: Rubrics, section 5)."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from bridge.errors import AnswerRejected, JudgeUnavailable
from bridge.judges.retrying import Retries
from bridge.judges.secret import Secret
from bridge.rubrics.chain import judgements
from bridge.rubrics.encoding import canonical
from bridge.rubrics.hashes import asked
from bridge.rubrics.judging import judge, show
from bridge.rubrics.live import Cloudflare, Typesafe
from tests.unit.judges.server import Server, Talk, response, sending, serving
from tests.unit.rubrics.building import answers, rubric

KEY = Secret("key-1", named="KEY")
GIVEN = {"note": "é\n", "author": {"name": "Ada"}, "secret": "kept", "_mock_answers": {}}
SAID: dict[str, Any] = {
    "model": "rules-1",
    "usage": {"input_tokens": 12, "output_tokens": 3},
    "answers": answers(),
}
Asking = Callable[[Server], Typesafe | Cloudflare]


def quick(most: int = 2) -> Retries:
    return Retries(most, 0.0, 0.0, 0.0)


def ticking() -> Callable[[], float]:
    """A clock that is looked at when a request begins, when it is sent and when it is answered."""
    ticks: Iterator[float] = iter([100.0, 100.0, 100.25])
    return lambda: next(ticks)


def typesafe(server: Server, **changes: Any) -> Typesafe:
    return Typesafe(KEY, f"http://127.0.0.1:{server.port}/", quick(), **changes)


def cloudflare(server: Server, **changes: Any) -> Cloudflare:
    return Cloudflare(server.url, KEY, quick(), **changes)


def saying(said: Any, **headers: str) -> Talk:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return sending(response(json.dumps(said).encode(), 200, named))


def judged(talk: Talk, of: Asking) -> Any:
    with serving(talk) as server:
        return judge(rubric(), show(rubric(), GIVEN), of(server)).json()


def test_one_request_has_every_question_and_the_state_as_its_canonical_text() -> None:
    with serving(saying(SAID, x_typesafe_request_id="r-1")) as server:
        result = judge(rubric(), show(rubric(), GIVEN), typesafe(server, clock=ticking()))
    assert server.head().startswith("post /v1/systemone ")
    assert "authorization: bearer key-1" in server.head()
    state = {"note": "é\n", "author": {"name": "Ada"}}
    assert server.body() == {"model": "rules-1", "questions": asked(rubric()), "state": canonical(state).decode()}
    said = result.json()
    assert (said["backend"], said["backend_provenance"], said["mock"]) == ("typesafe", "live_model", False)
    assert (said["request_id"], said["usage"]) == ("r-1", SAID["usage"])
    assert (result.evidence.latency_ms, "latency_ms" in said) == (250, False)


def test_the_latency_and_the_request_are_in_every_receipt() -> None:
    with serving(saying(SAID, x_typesafe_request_id="r-1")) as server:
        result = judge(rubric(), show(rubric(), GIVEN), typesafe(server, clock=ticking()))
    signed = judgements(result, state_digest="sha256:" + "0" * 64, at="2026-08-14T12:00:00Z")
    assert {(one.latency_ms, one.request_id) for one in signed} == {(250, "r-1")}


def test_a_transport_that_names_no_request_and_counts_no_tokens_is_no_error() -> None:
    said = judged(saying({"model": "rules-2", "answers": answers(), "usage": {"input_tokens": "12"}}), typesafe)
    assert (said["request_id"], said["model"], said["requested_model"]) == (None, "rules-2", "rules-1")
    assert said["usage"] == {"input_tokens": None, "output_tokens": None}


def test_another_model_that_an_alias_resolves_to_is_refused() -> None:
    with pytest.raises(AnswerRejected, match="resolved to 'rules-2', but rubric pins 'rules-1'"):
        judged(saying({**SAID, "model": "rules-2"}), cloudflare)


@pytest.mark.parametrize("said", [SAID, {"success": True, "result": SAID, "errors": []}])
def test_cloudflare_answers_itself_or_in_a_wrapping(said: Any) -> None:
    with serving(saying(said, cf_ray="ray-1")) as server:
        result = judge(rubric(), show(rubric(), GIVEN), cloudflare(server)).json()
    assert (result["verdict"], result["request_id"], result["backend"]) == ("pass", "ray-1", "cloudflare")
    assert sorted(server.body()) == ["input", "model"]
    assert server.body()["model"] == "typesafe/jev"


@pytest.mark.parametrize("of", [typesafe, cloudflare])
@pytest.mark.parametrize(
    "said",
    [
        {},
        [],
        "pass",
        {**SAID, "answers": {}},
        {**SAID, "answers": None},
        {**SAID, "answers": [answers()]},
        {**SAID, "answers": answers(screen__fit={"noul": 1.5})},
        {**SAID, "answers": {**answers(), "other": {"type": "noul", "noul": 0.1}}},
        {**SAID, "model": ""},
        {**SAID, "model": None},
        {**SAID, "mock": True},
        {**SAID, "backend_provenance": "canned_demo"},
        {"success": False, "result": SAID, "errors": ["no"]},
    ],
)
def test_anything_else_is_no_verdict(said: Any, of: Asking) -> None:
    if of is typesafe and isinstance(said, dict) and "success" in said:
        said = {"result": SAID}
    with pytest.raises(AnswerRejected):
        judged(saying(said), of)


def test_an_answer_that_is_missing_escalates() -> None:
    said = judged(saying({**SAID, "answers": answers(score__clarity=None)}), typesafe)
    assert (said["verdict"], said["confidence"]) == ("escalate", 0.0)


@pytest.mark.parametrize("of", [typesafe, cloudflare])
def test_what_may_pass_is_asked_about_again_and_nothing_else(of: Asking) -> None:
    failing = sending(response(b"{}", 503))
    with serving(failing, failing, saying(SAID)) as server:
        assert judge(rubric(), show(rubric(), GIVEN), of(server)).verdict.value == "pass"
    assert len(server.requests) == 3
    with serving(sending(response(b"{}", 400))) as server, pytest.raises(JudgeUnavailable, match=r"failed: .*400"):
        judge(rubric(), show(rubric(), GIVEN), of(server))
    assert len(server.requests) == 1
