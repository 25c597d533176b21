"""The judge contract as frozen values (spec: Judge and receipts, section 4).

One vocabulary serves every judge: a question is a noul (the probability of yes), a choice among options, or a score on
an ordered rubric. Numbers are doubles; names are the wire's.
"""

import enum
from collections.abc import Mapping
from typing import NamedTuple, Self

from bridge.errors import UsageError


class QuestionType(enum.StrEnum):
    """What kind of answer a question asks for."""

    NOUL = "noul"
    CHOICE = "choice"
    SCORE = "score"


class JudgeKind(enum.StrEnum):
    """What kind of thing answered."""

    DECISION_MODEL = "decision-model"
    LLM = "llm"
    CLASSIFIER = "classifier"
    RULES = "rules"


class Effect(enum.StrEnum):
    """What an answer means for the call it gates."""

    ALLOW = "allow"
    WARN = "warn"
    DENY = "deny"
    ASK = "ask"


class Outcome(enum.StrEnum):
    """What the caller did with an answer."""

    ACTED = "acted"
    ESCALATED = "escalated"
    REFUSED = "refused"
    IGNORED = "ignored"


class AppliesTo(enum.StrEnum):
    """Which number of an answer the threshold was compared with."""

    NOUL = "noul"
    CONFIDENCE = "confidence"


class Question(NamedTuple):
    """One typed question.

    Args:
        type: the kind of answer asked for.
        instructions: what the judge is told; may be empty.
        options: the options of a choice, or the names of a score's levels from the lowest, which are 0, 1, 2 …
    """

    type: QuestionType
    instructions: str = ""
    options: tuple[str, ...] = ()


class Answer(NamedTuple):
    """One answer, as the judge gave it; what it did not give is None.

    Args:
        noul: the probability of yes, in [0, 1].
        choice: the option chosen.
        score: the place on the rubric; may lie between two levels.
        probabilities: the distribution over options or levels, or over ``yes`` and ``no``.
        confidence: the judge's own statistic, in [0, 1].
    """

    noul: float | None = None
    choice: str | None = None
    score: float | None = None
    probabilities: Mapping[str, float] | None = None
    confidence: float | None = None


class JudgeIdentity(NamedTuple):
    """Who answered, in the judge's own words: nothing here is proved.

    Args:
        model: the model or engine, with its version.
        provider: who served it.
        kind: what kind of judge it is.
        replayable: whether the same inputs are promised to give the same answer.
    """

    model: str
    provider: str | None = None
    kind: JudgeKind | None = None
    replayable: bool | None = None


class Usage(NamedTuple):
    """What answering used up, in the judge's own words; what it did not say is None."""

    input_tokens: int | None = None
    output_tokens: int | None = None


class JudgeResponse(NamedTuple):
    """What a judge returned for one set of questions.

    Args:
        judge: who answered.
        answers: one answer for each question asked, by its key.
        latency_ms: how long it took, in whole milliseconds.
        request_id: the judge's name for the request, where it gave one.
        response_digest: digest of what was received.
        usage: what answering all of them used up, where the judge says so.
        notes: what whoever reads a receipt of it has to know besides, such as that it was replayed.
    """

    judge: JudgeIdentity
    answers: Mapping[str, Answer]
    latency_ms: int = 0
    request_id: str | None = None
    response_digest: str | None = None
    usage: Usage | None = None
    notes: str | None = None


class _Threshold(NamedTuple):
    value: float = 0.5
    set_by: str = "default"


class Threshold(_Threshold):
    """The bar that answers are held to.

    Args:
        value: in [0, 1].
        set_by: who set it: a policy id, a card, an operator, or ``default``.

    Raises:
        UsageError: the value is not a number in [0, 1].
    """

    __slots__ = ()

    def __new__(cls, value: float = 0.5, set_by: str = "default") -> Self:
        """The bar, once its value is checked."""
        # Negated, so that a number that is not comparable fails too.
        if isinstance(value, bool) or not 0.0 <= value <= 1.0:
            raise UsageError(f"the threshold must be between 0 and 1, not {value}", help="give a number such as 0.5")
        return super().__new__(cls, value, set_by)


class Held(NamedTuple):
    """One answer held to the bar; ``effect`` is None where no rule turns the answer into one."""

    outcome: Outcome
    effect: Effect | None
    applies_to: AppliesTo


class Decision(NamedTuple):
    """What several answers come to.

    Args:
        outcome: the word for it.
        effect: the strongest effect, None where no answer has one.
        decided_by: the keys that carry it, sorted; empty where nothing stands against the call.
    """

    outcome: Outcome
    effect: Effect | None
    decided_by: tuple[str, ...] = ()


class Contract(NamedTuple):
    """The versioned decision contract that a judgement ran under."""

    id: str
    version: str | None = None


class Judgement(NamedTuple):
    """One question, its answer and what was done about it: what a ``judgement.v1`` receipt says.

    Args:
        judge: who answered.
        key: the question's key.
        question: what was asked.
        answer: what was answered.
        outcome: what the caller did.
        effect: what that meant for the call.
        judged_at: canonical UTC time.
        threshold: the bar; None only in receipts of others that name none.
        applies_to: the number the bar was compared with.
        state_digest: digest of the state the judge was shown.
        questions_digest: digest of all the questions asked together.
        response_digest: digest of the judge's response.
        latency_ms: whole milliseconds.
        request_id: the judge's name for the request.
        contract: the decision contract, where one was named.
        usage: what answering this and the questions asked along with it used up.
        notes: what a reader has to know besides: that the answer was replayed, or what a panel made of it.
    """

    judge: JudgeIdentity
    key: str
    question: Question
    answer: Answer
    outcome: Outcome
    effect: Effect | None
    judged_at: str
    threshold: Threshold | None = None
    applies_to: AppliesTo | None = None
    state_digest: str | None = None
    questions_digest: str | None = None
    response_digest: str | None = None
    latency_ms: int | None = None
    request_id: str | None = None
    contract: Contract | None = None
    usage: Usage | None = None
    notes: str | None = None
