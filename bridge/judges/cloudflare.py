"""Jev served by Cloudflare Workers AI: its run endpoint (spec: Rubrics, section 5.4)."""

import re
import ssl
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from bridge.core.canonical import sorted_compact
from bridge.core.strict_json import Json
from bridge.errors import InputError, ShapeError
from bridge.judgement import shape
from bridge.judgement.model import JudgeResponse, Question
from bridge.judges import system_one_wire
from bridge.judges.base import refuse_no_questions, rejected
from bridge.judges.contract import read_body
from bridge.judges.exchange import Exchange
from bridge.judges.retrying import Retries, send
from bridge.judges.secret import Secret

BASE: Final = "https://api.cloudflare.com/client/v4"
MODEL: Final = "typesafe/jev"
PROVIDER: Final = "cloudflare"

_ACCOUNT: Final = re.compile(r"[A-Za-z0-9_-]+")


def run_url(account: str) -> str:
    """Where the models of an account are run.

    Raises:
        InputError: that is no account's id, which becomes part of the URL; it is not shown.
    """
    if not _ACCOUNT.fullmatch(account):
        raise InputError("the id of a Cloudflare account is made of letters and digits", where="account")
    return f"{BASE}/accounts/{account}/ai/run"


@dataclass(frozen=True, slots=True)
class CloudflareJudge:
    """A decision model that Workers AI runs.

    Args:
        url: the run endpoint of the account, as ``run_url`` makes it.
        key: the API token.
        model: the alias that Workers AI knows the model by.
        timeout: seconds for one question set, retries included.
        retries: how often to ask again.
        ssl_context: trust for ``https``; the public roots where None.
        clock: monotonic seconds.

    Raises:
        UsageError: the timeout is not a positive number of seconds.
        JudgeUnavailable: the URL is not a URL that can be asked.
    """

    url: str = field(repr=False)
    key: Secret = field(repr=False)
    model: str = MODEL
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
        asked = {
            "questions": system_one_wire.questions_json(questions),
            "state": system_one_wire.state_text(state),
        }
        content = sorted_compact({"input": asked, "model": self.model}).encode()
        received = send(self._exchange(), content, retries=self.retries, clock=self.clock)
        said = system_one_wire.read(_result(read_body(received.body, self.key)), questions)
        return said.response(PROVIDER, received)

    def _exchange(self) -> Exchange:
        return Exchange(self.url, self.timeout, {}, self.key, self.ssl_context, ("cf-ray",))


def _result(document: Json) -> Json:
    """The System One object, which may stand by itself or as the result of an envelope."""
    try:
        members = shape.members(document, "$")
        if "success" not in members and "result" not in members:
            result = members
        elif members.get("success") is not True:
            raise rejected("Cloudflare says that it did not succeed", "$.success")
        else:
            result = shape.required(members, "result", "$", shape.members)
        for name in ("answers", "usage"):
            shape.required(result, name, "$", shape.members)
    except ShapeError as error:
        raise rejected(error.message, error.where) from None
    return result
