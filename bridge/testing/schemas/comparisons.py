"""What ``rbridge reason diff`` and ``rbridge conformance program`` print with ``--format json``."""

from typing import Annotated, Final, Literal, TypeAlias

from pydantic import Field

from bridge.testing.schemas.authorizations import Authorization, AuthorizationStatus
from bridge.testing.schemas.format import Format
from bridge.testing.schemas.programs import Atom, FactOfEitherVersion, GroundAtom, Mission, ProposedAction, Rule
from bridge.testing.schemas.results import ResultV1, ResultV2, Status
from bridge.testing.schemas.spelling import DiagnosticCode, Text, Time
from bridge.testing.schemas.wire import Closed, Count, Positive

Side: TypeAlias = str | list[str] | Rule | FactOfEitherVersion | Atom | None
"""What stands in one version: a text, types, classes, a rule, a fact or an atom; null where nothing does."""

CaseStatus: TypeAlias = Status | AuthorizationStatus | Literal["error"]
"""What a version says of a case; ``error`` where it cannot answer."""


class Change(Closed):
    """One difference between two versions."""

    part: Literal[
        "schema",
        "evaluation_time",
        "query",
        "ontology",
        "authority",
        "default_admission",
        "predicate",
        "admission",
        "rule",
        "fact",
        "documentation",
        "answers",
    ]
    how: Literal["added", "removed", "changed", "renamed", "repeated", "merged"]
    name: str
    group: str
    means: bool
    old: Side
    new: Side
    gained: list[str] | list[Atom]
    lost: list[str] | list[Atom]
    asks: Literal["more", "less", "else", "same"] | None


class Refusal(Closed):
    """What the convention says of a program."""

    code: DiagnosticCode
    path: str | None
    message: Text
    note: str


class ConventionChange(Closed):
    """What the convention says of both versions."""

    old: list[Refusal]
    new: list[Refusal]
    gone: list[Refusal]
    appeared: list[Refusal]


class CaseAnswer(Closed):
    """What one version says of a case: the result, the certificate, or why there is none."""

    status: CaseStatus
    result: ResultV1 | ResultV2 | Authorization | None
    error: str | None


class ChangedCase(Closed):
    """A recorded case that is answered otherwise."""

    id: str
    where: str
    old: CaseAnswer
    new: CaseAnswer


class Move(Closed):
    """How many cases went from one status to another."""

    old: CaseStatus
    new: CaseStatus
    count: Positive


class UnreadCase(Closed):
    """A case that cannot be read, and why."""

    where: str
    error: Text


class Cases(Closed):
    """What the recorded cases show."""

    answered: Count
    changed: list[ChangedCase]
    moves: list[Move]
    direction: Literal["stricter", "looser", "both", "neither", "none"]
    unread: list[UnreadCase]


class Diff(Closed):
    """What ``rbridge reason diff --format json`` prints."""

    schema_: Literal["bridge.diff.v1"]
    status: Literal["same", "changed"]
    old: str
    new: str
    changes: list[Change]
    convention: ConventionChange
    cases: Cases


class AskedAction(Closed):
    """What an action policy is asked."""

    mission: Mission
    action: ProposedAction


class Counterexample(Closed):
    """Facts and answers that break a guarantee, as small as they go."""

    guarantee: Literal["evidence", "narrowing", "reports are untouched", "denials stand", "demand"]
    promise: Text
    atom: GroundAtom
    supported: bool
    facts: list[FactOfEitherVersion]
    without: list[Text]
    evaluation_time: Time | None
    request: AskedAction | None
    refused: list[Refusal]
    explanation: Annotated[list[str], Field(min_length=1)]
    test: Text


class Conformance(Closed):
    """What ``rbridge conformance program --format json`` prints."""

    schema_: Literal["bridge.conformance.v1"]
    status: Literal["held", "broken"]
    program: str
    convention: bool
    sets: Count
    whole: bool
    counterexample: Counterexample | None


FORMATS: Final = (
    Format(
        "bridge.diff.v1",
        "Difference of two versions",
        "What `rbridge reason diff --format json` prints. A change with `means: false` makes no difference to any "
        "answer.",
        Diff,
    ),
    Format(
        "bridge.conformance.v1",
        "Search for a counterexample",
        "What `rbridge conformance program --format json` prints. `held` says that nothing was found among the sets "
        "that were searched.",
        Conformance,
    ),
)
