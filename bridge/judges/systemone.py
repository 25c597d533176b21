"""TypeSafe's Jev, and any server that speaks its System One API: ``POST {base}/v1/systemone``."""

import ssl
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from bridge.core.canonical import compact
from bridge.core.strict_json import Json
from bridge.judgement.model import JudgeResponse, Question
from bridge.judges import system_one_wire
from bridge.judges.base import refuse_no_questions
from bridge.judges.contract import read_body
from bridge.judges.exchange import REQUEST_ID_HEADERS, Exchange
from bridge.judges.retrying import Retries, send
from bridge.judges.secret import Secret

BASE: Final = "https://api.typesafe.ai"
MODEL: Final = "jev-latest"
PROVIDER: Final = "typesafe"

_PATH: Final = "/v1/systemone"


@dataclass(frozen=True, slots=True)
class SystemOneJudge:
    """A decision model behind System One.

    Args:
        base: the server, to which ``/v1/systemone`` is added.
        key: sent as a bearer token; None sends none.
        model: the model asked for; a name such as ``jev-latest`` may be answered by another.
        provider: who serves it, as receipts record it.
        timeout: seconds for one question set, retries included.
        retries: how often to ask again.
        ssl_context: trust for ``https``; the public roots where None.
        clock: monotonic seconds.

    Raises:
        UsageError: the timeout is not a positive number of seconds.
        JudgeUnavailable: the base is not a URL that can be asked.
    """

    base: str = field(default=BASE, repr=False)
    key: Secret | None = field(default=None, repr=False)
    model: str = MODEL
    provider: str = PROVIDER
    timeout: float = 10.0
    retries: Retries = field(default_factory=Retries)
    ssl_context: ssl.SSLContext | None = field(default=None, repr=False)
    clock: Callable[[], float] = field(default=time.monotonic, repr=False)

    def __post_init__(self) -> None:
        self._exchange()

    def ask(self, state: Mapping[str, Json], questions: Mapping[str, Question]) -> JudgeResponse:
        """Ask, again where that may help, and hold the answers to the contract.

        Args:
            state: what the questions are about, a JSON object.
            questions: what is asked, by key.

        Raises:
            JudgeUnavailable: no connection, no complete answer in time, or a status other than 2xx.
            AnswerRejected: a body or an answer that breaks the contract.
            UnknownQuestion: a question that System One cannot be asked.
            ShapeError: the state is not JSON.
            UsageError: no question is asked.
        """
        refuse_no_questions(questions)
        document = {
            "model": self.model,
            "questions": system_one_wire.questions_json(questions),
            "state": system_one_wire.state_text(state),
        }
        # Not sorted: the options of a choice stand in their order.
        content = compact(document).encode()
        received = send(self._exchange(), content, retries=self.retries, clock=self.clock)
        said = system_one_wire.read(read_body(received.body, self.key), questions)
        return said.response(self.provider, received)

    def _exchange(self) -> Exchange:
        base = self.base.rstrip("/")
        url = base if base.endswith(_PATH) else base.removesuffix("/v1") + _PATH
        return Exchange(url, self.timeout, {}, self.key, self.ssl_context, REQUEST_ID_HEADERS)
