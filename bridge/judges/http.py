"""A judge asked over HTTP by the published contract (spec: Judge and receipts, section 4, HTTP judge).

One question set, one request, one committed body: nothing is sent twice. What a hostile or broken server can do is
bounded by ``judges.exchange``.
"""

import ssl
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from bridge.core.strict_json import Json
from bridge.judgement.model import JudgeResponse, Question
from bridge.judges.base import refuse_no_questions
from bridge.judges.contract import read_response, request_bytes
from bridge.judges.exchange import MAX_BODY_BYTES, REQUEST_ID_HEADERS, Exchange
from bridge.judges.secret import Secret

__all__ = ["MAX_BODY_BYTES", "REQUEST_ID_HEADERS", "HttpJudge"]


@dataclass(frozen=True, slots=True)
class HttpJudge:
    """A judge behind a URL.

    Args:
        url: where to POST; ``http`` or ``https``.
        timeout: seconds for the whole call.
        headers: further request headers.
        ssl_context: trust for ``https``; the public roots where None.
        clock: monotonic seconds, for the latency of a judge that states none.
        key: sent as a bearer token; a reply that repeats it is refused.

    Raises:
        UsageError: the timeout is not a positive number of seconds.
        JudgeUnavailable: the URL is not one that can be asked.
    """

    url: str = field(repr=False)
    timeout: float = 10.0
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    ssl_context: ssl.SSLContext | None = field(default=None, repr=False)
    clock: Callable[[], float] = field(default=time.monotonic, repr=False)
    key: Secret | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        self._exchange()

    def ask(self, state: Mapping[str, Json], questions: Mapping[str, Question]) -> JudgeResponse:
        """Ask once, and hold the answers to the contract.

        Args:
            state: what the questions are about, a JSON object.
            questions: what is asked, by key.

        Raises:
            JudgeUnavailable: no connection, no complete answer in time, or a status other than 2xx.
            AnswerRejected: a body that is encoded, too long or unreadable, or an answer that breaks the contract.
            ShapeError: the state is not JSON.
            UsageError: no question is asked.
        """
        refuse_no_questions(questions)
        content = request_bytes(state, questions)
        started = self.clock()
        received = self._exchange().send(content)
        latency_ms = max(0, int((self.clock() - started) * 1000))
        return read_response(
            received.body, questions, latency_ms=latency_ms, request_id=received.request_id, secret=self.key
        )

    def _exchange(self) -> Exchange:
        return Exchange(self.url, self.timeout, self.headers, self.key, self.ssl_context)
