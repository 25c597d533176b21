"""Live backends that speak System One, asked the whole rubric at once (spec: Rubrics, sections 5.1, 5.2 and 5.4).

The state is sent as its canonical text, so that what was judged is what the hashes are of, whatever encodes the
request. What comes back is kept as it came and checked by whoever routes it.
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from bridge.core.strict_json import Json
from bridge.errors import AnswerRejected, BridgeError, JudgeUnavailable
from bridge.judges.contract import read_body
from bridge.judges.exchange import REQUEST_ID_HEADERS, Exchange
from bridge.judges.retrying import Retries, send
from bridge.judges.secret import Secret
from bridge.rubrics.encoding import canonical
from bridge.rubrics.evidence import Evidence, Provenance, tokens
from bridge.rubrics.hashes import asked
from bridge.rubrics.model import Rubric

TYPESAFE: Final = "https://api.typesafe.ai"
CLOUDFLARE_ALIAS: Final = "typesafe/jev"
SECONDS: Final = 30.0
"""For one judgement, retries included."""


@dataclass(frozen=True)
class Typesafe:
    """TypeSafe's System One, or a server that speaks it.

    Args:
        key: sent as a bearer token.
        base: the server, to which ``/v1/systemone`` is added.
        retries: how often to ask again.
        timeout: seconds for all of it.
        clock: monotonic seconds.
    """

    key: Secret = field(repr=False)
    base: str = field(default=TYPESAFE, repr=False)
    retries: Retries = field(default_factory=Retries)
    timeout: float = SECONDS
    clock: Callable[[], float] = field(default=time.monotonic, repr=False)

    def answer(self, rubric: Rubric, state: Mapping[str, Json]) -> Evidence:
        """Ask the model that the rubric was written for.

        Raises:
            JudgeUnavailable: no answer in time.
            AnswerRejected: an answer that is not System One's.
        """
        body = {"model": rubric.model, "questions": asked(rubric), "state": canonical(dict(state)).decode()}
        exchange = Exchange(
            f"{self.base.rstrip('/')}/v1/systemone", self.timeout, {}, self.key, None, REQUEST_ID_HEADERS
        )
        received = _sent(exchange, canonical(body), self.retries, "TypeSafe system_one", self.clock)
        return _evidence(received, rubric, "typesafe", "TypeSafe system_one")


@dataclass(frozen=True)
class Cloudflare:
    """Jev on Workers AI, which must resolve to the very model that the rubric names.

    Args:
        url: the run endpoint of an account.
        key: the API token.
        retries: how often to ask again.
        timeout: seconds for all of it.
        clock: monotonic seconds.
    """

    url: str = field(repr=False)
    key: Secret = field(repr=False)
    retries: Retries = field(default_factory=Retries)
    timeout: float = SECONDS
    clock: Callable[[], float] = field(default=time.monotonic, repr=False)

    def answer(self, rubric: Rubric, state: Mapping[str, Json]) -> Evidence:
        """Ask the alias, and hold it to the rubric's model.

        Raises:
            JudgeUnavailable: no answer in time.
            AnswerRejected: an answer that is not System One's, or another model's.
        """
        shown = canonical(dict(state)).decode()
        body = {"input": {"questions": asked(rubric), "state": shown}, "model": CLOUDFLARE_ALIAS}
        exchange = Exchange(self.url, self.timeout, {}, self.key, None, ("cf-ray",))
        received = _sent(exchange, canonical(body), self.retries, "Cloudflare", self.clock)
        said = received.said
        if "success" in said or "result" in said:
            said = _unwrapped(said)
        if not isinstance(said.get("answers"), Mapping) or not isinstance(said.get("usage"), Mapping):
            raise AnswerRejected("Cloudflare returned no answers and usage", where="$")
        resolved = said.get("model")
        if resolved != rubric.model:
            found = f"Cloudflare alias '{CLOUDFLARE_ALIAS}' resolved to '{resolved}'"
            message = f"{found}, but rubric pins '{rubric.model}'"
            raise AnswerRejected(message, where="$.model", help="pin the model in the rubric, or ask another backend")
        return _evidence(replace(received, said=said), rubric, "cloudflare", "Cloudflare")


@dataclass(frozen=True)
class _Received:
    said: Mapping[str, Any]
    request_id: str | None
    latency_ms: int


def _sent(exchange: Exchange, content: bytes, retries: Retries, name: str, clock: Callable[[], float]) -> _Received:
    try:
        received = send(exchange, content, retries=retries, clock=clock)
        said = read_body(received.body, exchange.key)
    except JudgeUnavailable as error:
        raise error.restated(f"{name} failed: {error.message}") from None
    except BridgeError as error:
        raise AnswerRejected(f"{name} returned malformed answers: {error.message}", where=error.where) from None
    if not isinstance(said, dict):
        raise AnswerRejected(f"{name} returned malformed answers: not an object", where="$")
    return _Received(said, received.request_id, received.latency_ms)


def _unwrapped(said: Mapping[str, Any]) -> Mapping[str, Any]:
    result = said.get("result")
    if said.get("success") is not True or not isinstance(result, dict):
        # Not what it says went wrong: it may repeat what it was sent.
        raise AnswerRejected("Cloudflare API error: it says that it did not succeed", where="$.success")
    return result


def _evidence(received: _Received, rubric: Rubric, backend: str, name: str) -> Evidence:
    said = received.said
    answers, model, usage = said.get("answers"), said.get("model"), said.get("usage")
    if not answers:
        raise AnswerRejected(f"{name} returned no answers", where="$.answers")
    if not isinstance(model, str) or not model:
        raise AnswerRejected(f"{name} does not say which model answered", where="$.model")
    if said.get("mock") is True or said.get("backend_provenance") not in (None, Provenance.LIVE_MODEL.value):
        raise AnswerRejected(f"{name} returned canned or recorded answers", where="$")
    return Evidence(
        answers=answers,
        backend=backend,
        provenance=Provenance.LIVE_MODEL,
        model=model,
        requested_model=rubric.model,
        usage=tokens(usage),
        request_id=received.request_id,
        latency_ms=received.latency_ms,
    )
