"""Live backends that speak System One, asked the whole rubric at once (spec: Rubrics, sections 5.1, 5.2 and 5.4).

The state is sent as its canonical text, so that what was judged is what the hashes are of, whatever encodes the
request. What comes back is kept as it came and checked by whoever routes it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from bridge.core.strict_json import Json
from bridge.errors import AnswerRejected, BridgeError, JudgeUnavailable
from bridge.judges.contract import read_body
from bridge.judges.exchange import REQUEST_ID_HEADERS, Exchange
from bridge.judges.retrying import Retries, send
from bridge.judges.secret import Secret
from bridge.rubrics.encoding import canonical
from bridge.rubrics.evidence import Evidence, Provenance
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
    """

    key: Secret = field(repr=False)
    base: str = field(default=TYPESAFE, repr=False)
    retries: Retries = field(default_factory=Retries)
    timeout: float = SECONDS

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
        said, request_id = _sent(exchange, canonical(body), self.key, self.retries, "TypeSafe system_one")
        return _evidence(said, rubric, "typesafe", request_id, "TypeSafe system_one")


@dataclass(frozen=True)
class Cloudflare:
    """Jev on Workers AI, which must resolve to the very model that the rubric names.

    Args:
        url: the run endpoint of an account.
        key: the API token.
        retries: how often to ask again.
        timeout: seconds for all of it.
    """

    url: str = field(repr=False)
    key: Secret = field(repr=False)
    retries: Retries = field(default_factory=Retries)
    timeout: float = SECONDS

    def answer(self, rubric: Rubric, state: Mapping[str, Json]) -> Evidence:
        """Ask the alias, and hold it to the rubric's model.

        Raises:
            JudgeUnavailable: no answer in time.
            AnswerRejected: an answer that is not System One's, or another model's.
        """
        shown = canonical(dict(state)).decode()
        body = {"input": {"questions": asked(rubric), "state": shown}, "model": CLOUDFLARE_ALIAS}
        exchange = Exchange(self.url, self.timeout, {}, self.key, None, ("cf-ray",))
        said, request_id = _sent(exchange, canonical(body), self.key, self.retries, "Cloudflare")
        if "success" in said or "result" in said:
            said = _unwrapped(said)
        if not isinstance(said.get("answers"), Mapping) or not isinstance(said.get("usage"), Mapping):
            raise AnswerRejected("Cloudflare returned no answers and usage", where="$")
        resolved = said.get("model")
        if resolved != rubric.model:
            found = f"Cloudflare alias '{CLOUDFLARE_ALIAS}' resolved to '{resolved}'"
            message = f"{found}, but rubric pins '{rubric.model}'"
            raise AnswerRejected(message, where="$.model", help="pin the model in the rubric, or ask another backend")
        return _evidence(said, rubric, "cloudflare", request_id, "Cloudflare")


def _sent(
    exchange: Exchange, content: bytes, key: Secret, retries: Retries, name: str
) -> tuple[Mapping[str, Any], str | None]:
    try:
        received = send(exchange, content, retries=retries)
        said = read_body(received.body, key)
    except JudgeUnavailable as error:
        raise error.restated(f"{name} failed: {error.message}") from None
    except BridgeError as error:
        raise AnswerRejected(f"{name} returned malformed answers: {error.message}", where=error.where) from None
    if not isinstance(said, dict):
        raise AnswerRejected(f"{name} returned malformed answers: not an object", where="$")
    return said, received.request_id


def _unwrapped(said: Mapping[str, Any]) -> Mapping[str, Any]:
    result = said.get("result")
    if said.get("success") is not True or not isinstance(result, dict):
        # Not what it says went wrong: it may repeat what it was sent.
        raise AnswerRejected("Cloudflare API error: it says that it did not succeed", where="$.success")
    return result


def _evidence(said: Mapping[str, Any], rubric: Rubric, backend: str, request_id: str | None, name: str) -> Evidence:
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
        usage=_usage(usage),
        request_id=request_id,
    )


def _usage(usage: Any) -> Mapping[str, Json]:
    given = usage if isinstance(usage, Mapping) else {}
    return {
        key: value
        for key in ("input_tokens", "output_tokens")
        if isinstance(value := given.get(key), int) and not isinstance(value, bool) and value >= 0
    }
