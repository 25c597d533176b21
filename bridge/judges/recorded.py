"""Recording what judges answer, and answering from a recording: for tests and audits.

A recording is JSON Lines: the digest of a request, and the response to it. The request itself is not kept, since a
state can hold what nobody should read twice. An answer from a recording is never passed off as the judge's own: its
model is ``replayed:`` and the judge's, it is not replayable, and a note says that nobody was asked.
"""

import os
import stat
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final, NamedTuple

from bridge.core import strict_json
from bridge.core.canonical import sorted_compact
from bridge.core.digest import is_digest, sha256
from bridge.core.strict_json import Json
from bridge.errors import InputError, JsonError, JudgeUnavailable, LimitError, ShapeError
from bridge.judgement import shape
from bridge.judgement.model import JudgeResponse, Question
from bridge.judgement.payload import read_usage
from bridge.judgement.wire import answer_json, judge_json, read_answer, read_judge
from bridge.judges.base import UNAVAILABLE, Judge, check_answers, is_panel, refuse_no_questions
from bridge.judges.contract import request_bytes

SCHEMA: Final = "bridge.recorded-answer.v1"
REPLAYED: Final = "replayed:"

_OWNER_ALONE: Final = 0o600


def request_digest(state: Mapping[str, Json], questions: Mapping[str, Question]) -> str:
    """The digest of a request of the judge contract, by which an answer is found again.

    Raises:
        ShapeError: the state is not JSON.
    """
    return sha256(request_bytes(state, questions))


@dataclass(frozen=True, slots=True)
class Recording:
    """A judge whose answers are written down as they come; what it does not answer is not.

    Args:
        judge: who is asked.
        path: the file that answers are added to; it is made for its owner alone.
    """

    judge: Judge
    path: Path

    def ask(self, state: Mapping[str, Json], questions: Mapping[str, Question]) -> JudgeResponse:
        """Ask the judge, and write down what it answers.

        Raises:
            BridgeError: as the judge does.
            InputError: the answer could not be written down, so that nobody relies on a recording that has a gap.
        """
        digest = request_digest(state, questions)
        response = self.judge.ask(state, questions)
        _append(self.path, line_of(digest, response))
        return response


def recording(judge: Judge, path: str) -> Judge:
    """The same judge, with its answers written down; of a panel, those of every judge of it.

    Args:
        judge: who is asked.
        path: the file that answers are added to.
    """
    if not is_panel(judge):
        return Recording(judge, Path(path))
    members = (replace(member, judge=Recording(member.judge, Path(path))) for member in judge.members)
    return replace(judge, members=tuple(members))


def line_of(digest: str, response: JudgeResponse) -> str:
    """The line that records a response to the request of a digest."""
    members: dict[str, Json] = {
        "judge": judge_json(response.judge),
        "answers": {key: answer_json(answer) for key, answer in response.answers.items()},
        "latency_ms": response.latency_ms,
        "request_id": response.request_id,
        "response_digest": response.response_digest,
    }
    if response.usage is not None:
        counts = {"input_tokens": response.usage.input_tokens, "output_tokens": response.usage.output_tokens}
        members["usage"] = {name: count for name, count in counts.items() if count is not None}
    kept = {name: member for name, member in members.items() if member is not None}
    return sorted_compact({"schema": SCHEMA, "request": digest, "response": kept}) + "\n"


def _append(path: Path, line: str) -> None:
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_NONBLOCK", 0), _OWNER_ALONE)
        try:
            found = os.fstat(descriptor)
            if not stat.S_ISREG(found.st_mode):
                raise InputError(f"cannot record into {path}: it is not an ordinary file", where=str(path))
            if found.st_mode & 0o077:
                raise InputError(
                    f"cannot record into {path}: others may read it", where=str(path), help=f"chmod 600 {path}"
                )
            # One write for a line, so that lines of several processes do not run into each other.
            data = line.encode()
            if os.write(descriptor, data) != len(data):
                raise InputError(f"cannot record into {path}: the disk is full", where=str(path))
        finally:
            os.close(descriptor)
    except (OSError, ValueError) as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
        raise InputError(f"cannot record into {path}: {reason}", where=str(path)) from None


class Recorded(NamedTuple):
    """One line of a recording."""

    request: str
    response: JudgeResponse


def read_recording(text: bytes, *, named: str) -> tuple[Recorded, ...]:
    """The answers of a recording, in the order they were given.

    Args:
        text: JSON Lines, UTF-8.
        named: the file's name, for errors.

    Raises:
        InputError: a line that is not a recorded answer; names it.
    """
    found: list[Recorded] = []
    for number, line in enumerate(text.split(b"\n"), 1):
        if not line.strip():
            continue
        try:
            found.append(_recorded(strict_json.loads(line)))
        except (JsonError, LimitError, ShapeError) as error:
            raise InputError(f"{named}:{number}: no recorded answer: {error.message}", where=error.where) from None
    return tuple(found)


def _recorded(value: Json) -> Recorded:
    given = shape.members(value, "$")
    if given.get("schema") != SCHEMA:
        raise ShapeError(f'expected the schema "{SCHEMA}"', where="$.schema")
    where = "$.response"
    response = shape.required(given, "response", "$", shape.members)
    answers = shape.required(response, "answers", where, shape.members)
    return Recorded(
        shape.required(given, "request", "$", _digest),
        JudgeResponse(
            shape.required(response, "judge", where, read_judge),
            {key: read_answer(answer, f"{where}.answers.{key}") for key, answer in answers.items()},
            shape.optional(response, "latency_ms", where, shape.count) or 0,
            shape.optional(response, "request_id", where, shape.text),
            shape.optional(response, "response_digest", where, _digest),
            shape.optional(response, "usage", where, read_usage),
        ),
    )


def _digest(value: Json, where: str) -> str:
    text = shape.text(value, where)
    if not is_digest(text):
        raise shape.wrong("sha256: and 64 lowercase hexadecimal digits", value, where)
    return text


@dataclass(frozen=True, slots=True)
class ReplayJudge:
    """Answers from a recording; of several answers of one judge to one request the last.

    Args:
        recording: the answers.
        named: what the recording is called, for errors.
        model: take the answers of this model alone.
    """

    recording: Sequence[Recorded] = field(repr=False)
    named: str
    model: str | None = None

    def ask(self, state: Mapping[str, Json], questions: Mapping[str, Question]) -> JudgeResponse:
        """The recorded answer to exactly this request.

        Raises:
            JudgeUnavailable: there is none, or there are answers of several judges.
            AnswerRejected: the recorded answer breaks the contract.
            ShapeError: the state is not JSON.
            UsageError: no question is asked.
        """
        refuse_no_questions(questions)
        digest = request_digest(state, questions)
        found = [one.response for one in self.recording if one.request == digest and self._counts(one)]
        models = sorted({one.judge.model for one in found})
        if not found:
            of = "" if self.model is None else f" of {self.model}"
            raise JudgeUnavailable(
                f"{UNAVAILABLE}{self.named} has no answer{of} to this request, {digest}",
                help="an answer is found again for exactly the same state and questions",
            )
        if len(models) > 1:
            raise JudgeUnavailable(
                f"{UNAVAILABLE}{self.named} has answers of {' and '.join(models)} to this request, {digest}",
                help=f"name one, as replay:{self.named}#{models[0]}",
            )
        return _replayed(found[-1], questions)

    def _counts(self, one: Recorded) -> bool:
        return self.model in (None, one.response.judge.model)


def _replayed(response: JudgeResponse, questions: Mapping[str, Question]) -> JudgeResponse:
    model = response.judge.model.removeprefix(REPLAYED)
    return response._replace(
        judge=response.judge._replace(model=REPLAYED + model, replayable=False),
        answers=check_answers(questions, response.answers),
        # What the answer cost was spent when it was recorded.
        usage=None,
        notes=f"replayed from a recording of {model}; nobody was asked",
    )
