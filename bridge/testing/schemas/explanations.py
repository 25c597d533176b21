"""What ``rbridge reason explain --format json`` prints."""

from typing import Annotated, Final, Literal, TypeAlias

from pydantic import Field

from bridge.testing.schemas.format import Format
from bridge.testing.schemas.programs import Atom, FactOfEitherVersion, GroundAtom
from bridge.testing.schemas.results import Status
from bridge.testing.schemas.spelling import AuthorityClass, Digest, Text, Time
from bridge.testing.schemas.wire import Closed, Count, GroundTerm, Positive, Term

Ended: TypeAlias = Literal["all", "most", "steps"]
"""Whether what is listed is everything, as many as were asked for, or what was found before the bound on work."""


class Said(Closed):
    """A ground atom, and the same in the words of the program's documentation."""

    atom: GroundAtom
    sentence: str


class StepTimes(Closed):
    """When the fact of a step holds."""

    observed_at: Time
    valid_from: Time | None
    valid_until: Time | None
    supersedes: list[Text]


class Step(Said):
    """A step of a proof; premises are the numbers of other steps."""

    number: Positive
    kind: Literal["fact", "derivation"]
    source_id: Text
    authority: AuthorityClass | None
    temporal: StepTimes | None
    premises: list[Positive]


class ProofTree(Closed):
    """A proof in the order of reading: the first step is the conclusion."""

    digest: Digest
    steps: Annotated[list[Step], Field(min_length=1)]


class Uncounted(Said):
    """A fact that does not count, and why."""

    fact_id: Text
    reason: str


class Needed(Closed):
    """A fact that is needed, who may say it, the cheapest first, and what the cheapest costs."""

    atom: Atom
    sentence: str
    suppliers: Annotated[list[AuthorityClass], Field(min_length=1)]
    cost: Positive
    uncounted: list[Uncounted]


class OpenArgument(Closed):
    """A variable of a set that may stand for anything of a type, or for any of the options."""

    variable: str
    type: Literal["string", "integer", "boolean"]
    options: list[GroundTerm]


class Standing(Closed):
    """A variable of a set that stands for a value, or for the same as another variable of it."""

    variable: str
    value: Term


class NeedSet(Closed):
    """Facts that prove the query together, and not when one is left out, whatever the variables stand for.

    They may not stand for an exception, the values of which are meant together. Where ``exhaustive`` is false there may
    be more exceptions, and the outcome is that of the example.
    """

    cost: Positive
    outcome: Literal["proved", "inconsistent"]
    facts: Annotated[list[Needed], Field(min_length=1)]
    open: list[OpenArgument]
    exceptions: list[Annotated[list[Standing], Field(min_length=1)]]
    example: Annotated[list[GroundAtom], Field(min_length=1)]
    exhaustive: bool


class WhyNot(Closed):
    """The sets that would prove the query, the cheapest first."""

    sets: list[NeedSet]
    ended: Ended
    examined: Count


class Carrier(Closed):
    """A fact that a side rests on, and who may supersede it."""

    fact: FactOfEitherVersion
    sentence: str
    superseders: list[AuthorityClass]


class Lifting(Closed):
    """Facts that lift a side together, and the status once they are superseded by their opposite, or withdrawn."""

    facts: Annotated[list[Carrier], Field(min_length=1)]
    superseded: Status | None
    withdrawn: Status


class Against(Said):
    """What carries an atom; no set where the rules and the request alone do."""

    sets: list[Lifting]
    ended: Ended


class JudgeAnswer(Closed):
    """A fact of a judge that counts."""

    fact: FactOfEitherVersion
    sentence: str


class Flip(Closed):
    """What the status would be had the judge said something else, or, where it is null, nothing."""

    fact_id: Text
    instead: Said | None
    status: Status
    matters: bool


class Judged(Closed):
    """What the answers of a judge changed."""

    answers: Annotated[list[JudgeAnswer], Field(min_length=1)]
    flips: list[Flip]
    without: Status
    ended: Ended


class Explanation(Closed):
    """Why a query was answered as it was, and what would change that."""

    schema_: Literal["bridge.explanation.v1"]
    status: Status
    program: str
    query: Said
    evaluated_at: Time | None
    proof: ProofTree | None
    disproof: ProofTree | None
    why_not: WhyNot | None
    against: Annotated[list[Against], Field(max_length=2)]
    judge: Judged | None
    withheld: list[Uncounted]
    notes: list[str]


FORMATS: Final = (
    Format(
        "bridge.explanation.v1",
        "Explanation",
        "What `rbridge reason explain --format json` prints. Every member is always there, null or empty where it was "
        "not asked for or has nothing to say.",
        Explanation,
    ),
)
