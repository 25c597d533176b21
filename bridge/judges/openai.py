"""A chat model as a judge, behind any endpoint of OpenAI's shape that takes a JSON Schema.

The answers are read strictly: one choice that ended by itself, its content one strict JSON document with exactly the
members that were asked for. A refusal, an answer cut short, text around the document or a call of a tool is an error.
"""

import ssl
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from bridge.core import strict_json
from bridge.core.canonical import sorted_compact
from bridge.core.digest import sha256
from bridge.core.strict_json import Json
from bridge.errors import JsonError, LimitError, ShapeError
from bridge.judgement import shape
from bridge.judgement.model import Answer, JudgeIdentity, JudgeKind, JudgeResponse, Question, QuestionType, Usage
from bridge.judgement.wire import read_answer
from bridge.judges import prompt
from bridge.judges.base import check_answers, refuse_no_questions, rejected
from bridge.judges.bounds import bounded
from bridge.judges.contract import read_body
from bridge.judges.exchange import REQUEST_ID_HEADERS, Exchange
from bridge.judges.retrying import Retries, send
from bridge.judges.secret import Secret

BASE: Final = "https://api.openai.com/v1"
PROVIDER: Final = "openai"

_PATH: Final = "/chat/completions"
_CONTENT: Final = "$.choices[0].message.content"


@dataclass(frozen=True, slots=True)
class OpenAIJudge:
    """A generative model prompted to judge.

    Args:
        model: the model asked for.
        key: sent as a bearer token; None sends none.
        base: the API, to which ``/chat/completions`` is added.
        provider: who serves it, as receipts record it.
        timeout: seconds for one question set, retries included.
        retries: how often to ask again.
        ssl_context: trust for ``https``; the public roots where None.
        clock: monotonic seconds.

    Raises:
        UsageError: the timeout is not a positive number of seconds.
        JudgeUnavailable: the base is not a URL that can be asked.
    """

    model: str
    key: Secret | None = field(default=None, repr=False)
    base: str = field(default=BASE, repr=False)
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
            state: what the questions are about, a JSON object; the model is told that it is data.
            questions: what is asked, by key.

        Raises:
            JudgeUnavailable: no connection, no complete answer in time, or a status other than 2xx.
            AnswerRejected: a refusal, an answer cut short, text around the answers, or answers that break the contract.
            ShapeError: the state is not JSON.
            UsageError: no question is asked.
        """
        refuse_no_questions(questions)
        received = send(self._exchange(), self._request(state, questions), retries=self.retries, clock=self.clock)
        try:
            members = shape.members(read_body(received.body, self.key), "$")
            answers = _answers(_content(members, self.key), questions)
            model = shape.optional(members, "model", "$", shape.text) or self.model
            named = shape.optional(members, "id", "$", shape.text)
        except ShapeError as error:
            raise rejected(error.message, error.where) from None
        return bounded(
            JudgeResponse(
                JudgeIdentity(model, self.provider, JudgeKind.LLM, replayable=False),
                check_answers(questions, answers),
                received.latency_ms,
                received.request_id or named,
                sha256(received.body),
                _usage(members.get("usage")),
            )
        )

    def _request(self, state: Mapping[str, Json], questions: Mapping[str, Question]) -> bytes:
        schema = {"name": "answers", "strict": True, "schema": prompt.answer_schema(questions)}
        document = {
            "model": self.model,
            "messages": prompt.messages(state, questions),
            "response_format": {"type": "json_schema", "json_schema": schema},
        }
        return sorted_compact(document).encode()

    def _exchange(self) -> Exchange:
        base = self.base.rstrip("/")
        url = base if base.endswith(_PATH) else base + _PATH
        return Exchange(url, self.timeout, {}, self.key, self.ssl_context, REQUEST_ID_HEADERS)


def _content(members: Mapping[str, Json], key: Secret | None) -> Json:
    """The JSON that the model wrote."""
    choices = members.get("choices")
    if not isinstance(choices, list) or len(choices) != 1:
        raise ShapeError("expected exactly one choice", where="$.choices")
    choice = shape.members(choices[0], "$.choices[0]")
    message = shape.required(choice, "message", "$.choices[0]", shape.members)
    if message.get("refusal") not in (None, ""):
        raise ShapeError("the model refused to answer", where="$.choices[0].message.refusal")
    for call in ("tool_calls", "function_call"):
        if message.get(call):
            raise ShapeError("the model called a tool instead of answering", where=f"$.choices[0].message.{call}")
    ended = shape.required(choice, "finish_reason", "$.choices[0]", shape.text)
    if ended != "stop":
        raise ShapeError(f"the answer did not end by itself ({ended})", where="$.choices[0].finish_reason")
    text = shape.required(message, "content", "$.choices[0].message", shape.text)
    try:
        content = strict_json.loads(text)
    except (JsonError, LimitError) as error:
        raise ShapeError(f"the model wrote something else than JSON: {error.message}", where=_CONTENT) from None
    if key is not None and key.is_in_json(content):
        raise ShapeError("the answer repeats the key it was asked with", where=_CONTENT)
    return content


def _answers(content: Json, questions: Mapping[str, Question]) -> dict[str, Answer]:
    given = shape.members(content, _CONTENT)
    unasked = sorted(set(given) - set(questions))
    if unasked:
        raise ShapeError(f'"{unasked[0]}" was not asked', where=f"{_CONTENT}.{unasked[0]}")
    return {key: _answer(key, questions[key], value) for key, value in given.items()}


def _answer(key: str, question: Question, value: Json) -> Answer:
    where = f"{_CONTENT}.{key}"
    given = shape.members(value, where)
    expected = prompt.members_of(question)
    if set(given) != set(expected):
        raise ShapeError(f'question "{key}": expected exactly {" and ".join(expected)}', where=where)
    answer = read_answer(given, where)
    return answer._replace(confidence=answer.noul) if question.type is QuestionType.NOUL else answer


def _usage(value: Json) -> Usage | None:
    if not isinstance(value, dict):
        return None
    try:
        usage = Usage(_count(value, "prompt_tokens"), _count(value, "completion_tokens"))
    except ShapeError:
        return None
    return None if usage == Usage() else usage


def _count(usage: Mapping[str, Json], name: str) -> int | None:
    given = {name: usage[name]} if usage.get(name) is not None else {}
    return shape.optional(given, name, "$.usage", shape.count)
