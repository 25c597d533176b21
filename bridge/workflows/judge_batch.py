"""Many states judged in one run: JSON Lines in, one answer for each, in their order.

A line is ``{"id", "state"[, "questions"][, "threshold"]}``: the state is what the judge is shown, as it is. A line that
cannot be answered costs that line only.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, TypeAlias

from bridge.core import strict_json
from bridge.core.strict_json import Json
from bridge.errors import BridgeError, ShapeError, UsageError
from bridge.judgement.answers import is_number
from bridge.judgement.model import Contract, Decision, JudgeIdentity, Judgement, Question, Threshold
from bridge.judgement.panelled import Spoken, record_panel
from bridge.judgement.questions import read_questions
from bridge.judgement.record import record
from bridge.judges.base import Judge, answered, is_panel
from bridge.workflows.line import Line, id_of, members
from bridge.workflows.workers import Feed

Say: TypeAlias = Callable[[BridgeError], str]
"""What is wrong, in words."""

_LINES_PER_JOB: Final = 4
_SUCH_AS: Final = '{"id": "1", "state": {"tool": "Bash", "input": {…}}}'

# Members that the caller keeps for itself are left alone; one that would change the answer must not be passed over.
_OPTIONS: Final = frozenset(
    {"at", "attest", "bound", "contract", "enforce", "judge_url", "network_scope", "question", "set_by", "tool"}
)


@dataclass(frozen=True)
class Batch:
    """Who is asked in every line, and what where a line does not say.

    Args:
        judge: any judge, or a panel.
        questions: by key; at least one.
        threshold: the bar.
        at: the canonical time of the judgements.
        contract: the decision contract to record.
        max_bytes: how long a line may be.
    """

    judge: Judge
    questions: Mapping[str, Question]
    threshold: Threshold
    at: str
    contract: Contract | None = None
    max_bytes: int = strict_json.MAX_BYTES


@dataclass(frozen=True)
class Answered:
    """What is said of one line: who answered what and what that comes to, or what is wrong.

    Args:
        id: the line's own, else its number.
        judge: who answered; of a panel, the panel.
        standing: one judgement for each question.
        every: of a panel one for each judge and question, else the same.
        decision: what they come to.
        failures: why judges of a panel gave no answer, where that is no error.
        error: why the line has no answer; then nothing else is there.
    """

    id: str | int
    judge: JudgeIdentity | None = None
    standing: tuple[Judgement, ...] = ()
    every: tuple[Judgement, ...] = ()
    decision: Decision | None = None
    failures: tuple[str, ...] = ()
    error: str | None = None


def judged_lines(lines: Iterable[Line], batch: Batch, *, jobs: int, say: Say) -> Iterator[Answered]:
    """Judge every line, each answer in its turn and as soon as it is there.

    Args:
        lines: taken one at a time; with more than one job, in a thread of its own.
        batch: who is asked what.
        jobs: how many lines are asked about at once, for judges that are waited for.
        say: puts an error into words.

    Raises:
        InputError: the lines cannot be read on; the answers before it have been given.
    """
    judge_one = partial(judged_line, batch=batch, say=say)
    return map(judge_one, lines) if jobs == 1 else _at_once(lines, judge_one, jobs)


def _at_once(lines: Iterable[Line], judge_one: Callable[[Line], Answered], jobs: int) -> Iterator[Answered]:
    pool = ThreadPoolExecutor(jobs, thread_name_prefix="batch")
    feed = Feed(lines, lambda line: pool.submit(judge_one, line), jobs * _LINES_PER_JOB)
    try:
        feed.start()
        for asked in feed.asked():
            yield asked.result()
            feed.make_room()
    finally:
        feed.stop()
        pool.shutdown(wait=False, cancel_futures=True)


def judged_line(line: Line, *, batch: Batch, say: Say) -> Answered:
    """The answer to one line, whatever is on it.

    Args:
        line: its bytes, with or without the end of the line.
        batch: who is asked what.
        say: puts an error into words.
    """
    name: str | int = line.number
    try:
        given = members(line, such_as=_SUCH_AS, max_bytes=batch.max_bytes)
        name = id_of(given, line)
        return _judged(name, given, batch)
    except BridgeError as error:
        return Answered(name, error=say(error))
    except Exception as error:  # noqa: BLE001 - a fault of ours, too, costs one line; the others are still answered
        return Answered(name, error=f"internal error: {type(error).__name__}: {error}")


def _judged(name: str | int, members: Mapping[str, Json], batch: Batch) -> Answered:
    # A judge that is an object is what an answered line says; one that is a name would have to be asked.
    named = {"judge"} if isinstance(members.get("judge"), str) else set()
    refused = sorted(_OPTIONS & members.keys() | named)
    if refused:
        raise ShapeError(
            "is an option; a line has none, and the command's holds for all of them", where=f"$.{refused[0]}"
        )
    state = members.get("state")
    if not isinstance(state, dict):
        raise ShapeError(
            'expected the state to judge, an object such as {"tool": "Bash", "input": {…}}', where="$.state"
        )
    questions = _questions(members, batch)
    threshold = _threshold(members, batch)
    given: dict[str, Any] = {"state": state, "judged_at": batch.at, "contract": batch.contract}
    if is_panel(batch.judge):
        panel = batch.judge
        replies, failures = panel.ask_each(state, questions)
        spoken = [Spoken(one.asked, one.response, one.member.floor) for one in replies]
        failed = [one.member.name for one in failures]
        panelled = record_panel(spoken, panel.rule, threshold, name=panel.name, failed=failed, **given)
        standing = tuple(panelled.judgements[place] for place in panelled.standing.values())
        messages = tuple(one.error.message for one in failures)
        return Answered(name, panel.identity, standing, panelled.judgements, panelled.decision, messages)
    response = answered(batch.judge, state, questions)
    judgements, decision = record(questions, response, threshold, **given)
    every = tuple(judgements.values())
    return Answered(name, response.judge, every, every, decision)


def _questions(members: Mapping[str, Json], batch: Batch) -> Mapping[str, Question]:
    given = members.get("questions")
    return batch.questions if given is None else read_questions(given, "$.questions")


def _threshold(members: Mapping[str, Json], batch: Batch) -> Threshold:
    given = members.get("threshold")
    if given is None:
        return batch.threshold
    if not isinstance(given, int | float) or not is_number(given):
        raise ShapeError("is not a number from 0 to 1", where="$.threshold")
    try:
        return Threshold(float(given), batch.threshold.set_by)
    except UsageError as error:
        raise ShapeError(error.message, where="$.threshold") from None
