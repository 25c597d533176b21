"""What became of a test: of each thing it expects what came instead, and why; or what kept it from being run."""

from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Literal, NamedTuple, TypeAlias

from bridge.core.diagnostics import Diagnostic, ProgramRefused
from bridge.core.sources import Span
from bridge.errors import BridgeError
from bridge.reason.model import Atom
from bridge.reason.program_tests import Answer, Expectation
from bridge.workflows.reasons import Need, Reason, Side, Withheld

Standing: TypeAlias = Literal["passed", "failed", "refused"]


class ProofLine(NamedTuple):
    """A node of a proof as it is met from the root downwards.

    Args:
        side: whether the proof is for the literal or against it.
        depth: how far from the root.
        atom: what the node says.
        sentence: the same in the program's words.
        source_id: the fact, or the rule.
        authority: who says the fact; None for a rule.
        again: whether it was met before, so that nothing follows below it.
    """

    side: Side
    depth: int
    atom: Atom
    sentence: str
    source_id: str
    authority: str | None
    again: bool


class Refusal(NamedTuple):
    """Why a test or a file could not be run: one error, and the diagnostics where it is made of some."""

    code: str
    message: str
    help: str | None
    diagnostics: tuple[Diagnostic, ...] = ()

    @staticmethod
    def of(error: BridgeError) -> "Refusal":
        """What an error says; it is a value, so it can come from another process."""
        found = error.diagnostics if isinstance(error, ProgramRefused) else ()
        place = f"{error.where}: " if error.where and error.where not in error.message else ""
        return Refusal(error.code, place + error.message, error.help, found)


@dataclass(frozen=True)
class ExpectationOutcome:
    """What came of one thing that a test expects.

    Args:
        expected: what was expected.
        got: the answer that came.
        because: the ids of the leaf facts of the proof, the disproof or both, sorted.
        not_missing: literals that were expected among what is missing, and are not.
        needs: of what failed, what each rule lacks.
        lacking: of what failed, the ground premises that are missing.
        reasons: of what failed, the leaf facts.
        withheld: of what failed, the facts that did not count.
        proof: of what failed, the proof and then the disproof.
    """

    expected: Expectation
    got: Answer
    because: tuple[str, ...]
    not_missing: tuple[Atom, ...] = ()
    needs: tuple[Need, ...] = ()
    lacking: tuple[Atom, ...] = ()
    reasons: tuple[Reason, ...] = ()
    withheld: tuple[Withheld, ...] = ()
    proof: tuple[ProofLine, ...] = ()

    @property
    def answered(self) -> bool:
        """Whether the answer is the one expected."""
        return self.got == self.expected.outcome

    @property
    def unlisted(self) -> tuple[str, ...]:
        """Leaf facts that ``because`` does not list."""
        listed = self.expected.because
        return () if listed is None or not self.answered else tuple(one for one in self.because if one not in listed)

    @property
    def unused(self) -> tuple[str, ...]:
        """Facts that ``because`` lists and that are no leaf facts."""
        listed = self.expected.because
        return () if listed is None or not self.answered else tuple(one for one in listed if one not in self.because)

    @property
    def passed(self) -> bool:
        """Whether all of it holds."""
        return self.answered and not (self.unlisted or self.unused or self.not_missing)


@dataclass(frozen=True)
class TestOutcome:
    """What became of one test.

    Args:
        name: of the test.
        span: where it is named.
        expectations: what came of each thing it expects, in order; empty where it could not be run.
        refusal: what kept it from being run.
    """

    __test__: ClassVar[bool] = False

    name: str
    span: Span
    expectations: tuple[ExpectationOutcome, ...] = ()
    refusal: Refusal | None = None

    @cached_property
    def standing(self) -> Standing:
        """Whether it passed, failed, or could not be run."""
        if self.refusal is not None:
            return "refused"
        return "passed" if all(one.passed for one in self.expectations) else "failed"
