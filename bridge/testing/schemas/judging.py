"""What a judge is asked and answers, and what is recorded of it (spec: Judge and receipts, sections 4 to 6)."""

from typing import Annotated, Any, Final, Literal, Self, TypeAlias

from pydantic import AfterValidator, ConfigDict, Field, model_validator

from bridge.testing.schemas.format import Format
from bridge.testing.schemas.spelling import ArtifactId, Digest, JudgedPredicate, Text, Time
from bridge.testing.schemas.wire import Closed, Count, Json, Omissible, Open, Unit, at, when

QuestionType: TypeAlias = Literal["noul", "choice", "score"]
JudgeKind: TypeAlias = Literal["decision-model", "llm", "classifier", "rules"]
Outcome: TypeAlias = Literal["acted", "escalated", "refused", "ignored"]
Effect: TypeAlias = Literal["allow", "warn", "deny", "ask"]


class Question(Open):
    """A typed question, as it is sent and digested."""

    type: QuestionType
    instructions: Omissible[str] = None
    options: Omissible[list[str]] = None


class JudgeRequest(Open):
    """The body that an HTTP judge is sent."""

    state: dict[str, Json]
    questions: Annotated[dict[str, Question], Field(min_length=1)]


class ToolCallState(Open):
    """A tool call and what it is held against."""

    tool: str
    input: Json = None
    capability: str | None = None
    workspace_root: str | None = None
    network_scope: Omissible[list[str]] = None
    amount_bound: float | None = None


class RespondingJudge(Open):
    """Who answered, in the judge's own words."""

    model: Text
    provider: str | None = None
    kind: JudgeKind | None = None
    replayable: bool | None = None


class ResponseAnswer(Open):
    """One answer; a null member is an absent one."""

    noul: Unit | None = None
    choice: str | None = None
    score: float | None = None
    probabilities: dict[str, Unit] | None = None
    confidence: Unit | None = None


class JudgeResponse(Open):
    """The body that a judge answers with."""

    judge: RespondingJudge
    answers: dict[str, ResponseAnswer]
    latency_ms: Count | None = None
    request_id: str | None = None


def _once_each(options: list[Text]) -> list[Text]:
    if len(set(options)) < len(options):
        raise ValueError("expected each option once")
    return options


Options: TypeAlias = Annotated[list[Text], AfterValidator(_once_each), Field(json_schema_extra={"uniqueItems": True})]


class _AskedInFile(Closed):
    instructions: Omissible[str] = None


class NoulInFile(_AskedInFile):
    """A question that is answered yes or no."""

    type: Literal["noul"]
    options: Omissible[Annotated[list[Text], Field(max_length=0)]] = None


class ChoiceInFile(_AskedInFile):
    """A question that is answered with one of its options."""

    type: Literal["choice"]
    options: Omissible[Options] = None


class ScoreInFile(_AskedInFile):
    """A question that is answered with a place on its levels, the lowest first."""

    type: Literal["score"]
    options: Omissible[Options] = None


QuestionInFile: TypeAlias = Annotated[NoulInFile | ChoiceInFile | ScoreInFile, Field(discriminator="type")]
Questions: TypeAlias = Annotated[dict[Text, QuestionInFile], Field(min_length=1)]


class JudgementJudge(Open):
    """Who answered; nothing here is proved."""

    model: Text
    provider: Omissible[str] = None
    kind: Omissible[JudgeKind] = None
    replayable: Omissible[bool] = None
    request_id: Omissible[str] = None


class JudgementQuestion(Question):
    """What was asked, under its key."""

    key: str


class JudgementAnswer(Open):
    """What was answered; what the judge did not give is left out."""

    noul: Omissible[Unit] = None
    choice: Omissible[str] = None
    score: Omissible[float] = None
    probabilities: Omissible[dict[str, Unit]] = None
    confidence: Omissible[Unit] = None


class JudgementThreshold(Open):
    """The bar the answer was held to."""

    value: Unit
    set_by: Omissible[str] = None
    applies_to: Omissible[Literal["noul", "confidence"]] = None


class Contract(Closed):
    """The decision contract a judgement ran under."""

    id: str
    version: Omissible[str] = None


class Usage(Open):
    """What the judge spent."""

    input_tokens: Omissible[Count] = None
    output_tokens: Omissible[Count] = None


_OF_TYPE: Final[list[Any]] = [
    when("question.type", name, at("answer", {"required": [name]})) for name in ("noul", "choice", "score")
]


class Judgement(Open):
    """One question, its answer and what was done about it."""

    model_config = ConfigDict(json_schema_extra={"allOf": _OF_TYPE})

    schema_: Literal["judgement.v1"]
    judge: JudgementJudge
    question: JudgementQuestion
    answer: JudgementAnswer
    outcome: Outcome
    judged_at: Time
    effect: Omissible[Effect] = None
    threshold: Omissible[JudgementThreshold] = None
    state_digest: Omissible[Digest] = None
    questions_digest: Omissible[Digest] = None
    response_digest: Omissible[Digest] = None
    latency_ms: Omissible[Count] = None
    contract: Omissible[Contract] = None
    usage: Omissible[Usage] = None
    notes: Omissible[str] = None

    @model_validator(mode="after")
    def _answers_its_question(self) -> Self:
        if getattr(self.answer, self.question.type) is None:
            raise ValueError(f"answer.{self.question.type} is missing")
        return self


class DocumentJudge(Closed):
    """Who answered."""

    model: Text
    provider: Omissible[str] = None
    kind: Omissible[JudgeKind] = None
    replayable: Omissible[bool] = None


class DocumentAnswer(Closed):
    """An answer and what came of it; every member is there, null where the judge gave nothing."""

    noul: Unit | None
    choice: str | None
    score: float | None
    confidence: Unit | None
    outcome: Outcome
    effect: Effect | None


class DocumentContract(Closed):
    """The decision contract."""

    id: str
    version: str | None


class JudgedFact(Closed):
    """The fact that a judge gave an answer about a subject: any texts, of which a program takes constants alone."""

    id: Text
    predicate: JudgedPredicate
    arguments: Annotated[list[str], Field(min_length=2, max_length=2)]
    authority: Literal["model-judged"]
    observed_at: Time


class DocumentMember(Closed):
    """One judge of a panel: what it answered, or why it did not."""

    name: Text
    judge: DocumentJudge | None
    answers: dict[str, DocumentAnswer]
    receipts: list[ArtifactId]
    questions_digest: Digest | None
    response_digest: Digest | None
    request_id: str | None
    error: str | None


class DocumentPanel(Closed):
    """The judges that were asked, and how they agree."""

    name: Text
    rule: Literal["any", "majority", "all", "strictest"]
    members: Annotated[list[DocumentMember], Field(min_length=1)]


class DocumentFinding(Closed):
    """What a rule found, and where: why a question is answered with yes."""

    question: Text
    rule: Text
    why: Text
    node: str
    where: str


class JudgeDocument(Closed):
    """What ``rbridge judge --format json`` prints."""

    status: Literal["ok"]
    judge: DocumentJudge
    answers: Annotated[dict[str, DocumentAnswer], Field(min_length=1)]
    outcome: Outcome
    effect: Effect | None
    decided_by: list[str]
    threshold: Unit | None
    state_digest: Digest | None
    questions_digest: Digest | None
    response_digest: Digest | None
    request_id: str | None
    contract: DocumentContract | None
    receipts: list[ArtifactId]
    reason_facts: list[JudgedFact]
    state_out: str | None
    panel: Omissible[DocumentPanel] = None
    explanation: Omissible[list[DocumentFinding]] = None


class RecordedResponse(Open):
    """What a judge answered, as it was recorded."""

    judge: RespondingJudge
    answers: dict[str, ResponseAnswer]
    latency_ms: Omissible[Count] = None
    request_id: Omissible[str] = None
    response_digest: Omissible[Digest] = None
    usage: Omissible[Usage] = None


class RecordedAnswer(Open):
    """One line of a recording."""

    schema_: Literal["bridge.recorded-answer.v1"]
    request: Digest
    response: RecordedResponse


FORMATS: Final = (
    Format(
        "judge-request",
        "Judge request",
        "The body POSTed to an HTTP judge: a state and typed questions by key.",
        JudgeRequest,
    ),
    Format(
        "judge-response",
        "Judge response",
        "The body an HTTP judge answers with. A null member is an absent one; members and answers that nobody asked "
        "for are passed over. Whether each answer is one to its question is checked against the request.",
        JudgeResponse,
    ),
    Format(
        "tool-call-state",
        "Tool call state",
        "The state that the built-in rules judge and --state-out writes: a tool call and what it is held against.",
        ToolCallState,
    ),
    Format(
        "questions",
        "Questions file",
        "What --questions-file reads: typed questions by key. A file is a person's, so unknown members are refused.",
        Questions,
    ),
    Format(
        "judgement.v1",
        "Judgement",
        "The payload of a judgement.v1 receipt. Not said here: that a choice is one of its options and a score lies on "
        "its levels.",
        Judgement,
    ),
    Format(
        "judge-document",
        "Judged call",
        "What `rbridge judge --format json` prints. Every member is always there, null or empty where it has nothing "
        "to say; a panel is there where several judges were asked.",
        JudgeDocument,
    ),
    Format(
        "bridge.recorded-answer.v1",
        "Recorded answer",
        "A line of what --record writes and replay:FILE answers from: the digest of a request, and the response to it.",
        RecordedAnswer,
    ),
)
