"""The tests of a program as frozen values: what each gives, takes away and expects."""

from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

from bridge.core.sources import Span
from bridge.reason.authorization import AuthorizationStatus
from bridge.reason.model import Atom, Fact, Mission, ProposedAction
from bridge.reason.result import Status

Answer: TypeAlias = Status | AuthorizationStatus
"""What a program says of a literal, or an action policy of an action."""

PROGRAM_OUTCOMES: Final[Mapping[str, Answer]] = {status.value: status for status in Status}
"""What may be expected of a program, by its word."""

POLICY_OUTCOMES: Final[Mapping[str, Answer]] = {
    "authorized": AuthorizationStatus.AUTHORIZED,
    "denied": AuthorizationStatus.DENIED,
    "conflicted": AuthorizationStatus.CONFLICTED,
    "insufficient": AuthorizationStatus.INSUFFICIENT_EVIDENCE,
}
"""What may be expected of an action policy, by its word."""

_WORDS: Final[Mapping[str, str]] = {
    str(answer): word for word, answer in (*PROGRAM_OUTCOMES.items(), *POLICY_OUTCOMES.items())
}


def word(answer: Answer) -> str:
    """How a test says an answer."""
    return _WORDS[answer]


class AskedAction(NamedTuple):
    """What a test asks of an action policy: the action, the mission it serves, and when it is decided."""

    mission: Mission
    action: ProposedAction
    at: str


@dataclass(frozen=True)
class Expectation:
    """One thing that a test expects.

    Args:
        outcome: the answer.
        atom: the literal that is asked about; None in a test of an action policy, which asks about its action.
        because: the ids of exactly the leaf facts, sorted; None where the test does not say.
        missing: literals that must be among what is missing.
        span: the whole statement.
    """

    outcome: Answer
    atom: Atom | None
    because: tuple[str, ...] | None
    missing: tuple[Atom, ...]
    span: Span


@dataclass(frozen=True)
class ProgramTest:
    """A test of a program.

    Args:
        name: no other test of the file has it.
        given: facts that are added after those of the program.
        spans: where each of those is named.
        without: the ids of facts that are taken out.
        at: the clock by which it is run; None in a program without one.
        request: what an action policy is asked; None in a test of a program.
        expectations: at least one.
        span: the name of the test.
    """

    name: str
    given: tuple[Fact, ...]
    spans: tuple[Span, ...]
    without: frozenset[str]
    at: str | None
    request: AskedAction | None
    expectations: tuple[Expectation, ...]
    span: Span


def facts_under(test: ProgramTest, stated: Iterable[Fact]) -> tuple[Fact, ...]:
    """The facts of a program as a test has them; what supersedes a fact that is taken out lives on without it."""
    return (*left(stated, test.without), *test.given)


def left(stated: Iterable[Fact], without: Set[str]) -> Iterator[Fact]:
    """The facts that are left where some are taken out."""
    for fact in stated:
        if fact.id not in without:
            kept = tuple(target for target in fact.supersedes if target not in without)
            yield fact if len(kept) == len(fact.supersedes) else fact._replace(supersedes=kept)
