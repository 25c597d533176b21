"""What ``rbridge reason test`` prints as JSON."""

from typing import Annotated, Final, Literal

from pydantic import Field

from bridge.testing.schemas.documents import Diagnostic, Need, Withheld
from bridge.testing.schemas.format import Format
from bridge.testing.schemas.programs import GroundAtom
from bridge.testing.schemas.spelling import Text
from bridge.testing.schemas.wire import Closed, Count, Positive

Answer = Literal["proved", "disproved", "inconsistent", "unknown", "authorized", "denied", "conflicted", "insufficient"]
Percent = Annotated[float, Field(ge=0, le=100)]


class Spot(Closed):
    """Where something begins in a source; lines and columns count code points from 1."""

    file: str
    line: Positive
    column: Positive


class Refusal(Closed):
    """Why a file or a test could not be run."""

    code: Text
    message: str
    help: str | None
    diagnostics: list[Diagnostic]


class Expected(Closed):
    """What a test expects; it asks about an atom unless it is of an action policy."""

    outcome: Answer
    atom: GroundAtom | None
    because: list[str] | None
    missing: list[GroundAtom]


class Got(Closed):
    """What came: the answer, and the leaf facts of its proof, disproof or both."""

    outcome: Answer
    because: list[str]


class ProofLine(Closed):
    """A node of a proof, as it is met from the root downwards; a rule's premises follow it unless they did before."""

    side: Literal["for", "against"]
    depth: Count
    atom: GroundAtom
    sentence: str
    source_id: str
    authority: str | None
    again: bool


class Expectation(Closed):
    """What came of one expectation; of one that is met, only what was expected and what came."""

    place: Spot
    status: Literal["passed", "failed"]
    expected: Expected
    got: Got
    unlisted: list[str]
    unused: list[str]
    not_missing: list[GroundAtom]
    missing: list[GroundAtom]
    needs: list[Need]
    withheld: list[Withheld]
    proof: list[ProofLine]


class Test(Closed):
    """What became of one test."""

    name: Text
    place: Spot
    status: Literal["passed", "failed", "refused"]
    error: Refusal | None
    expectations: list[Expectation]


class File(Closed):
    """What became of one file; ``refused`` where it could not be loaded."""

    file: str
    status: Literal["passed", "failed", "refused"]
    error: Refusal | None
    warnings: list[Diagnostic]
    tests: list[Test]


class Counts(Closed):
    """How many are exercised, of how many."""

    exercised: Count
    total: Count


class Unexercised(Closed):
    """A rule, or an admission, that no test exercised."""

    kind: Literal["rule", "admission"]
    name: str
    statement: str
    place: Spot


class Coverage(Closed):
    """What the tests exercise of the programs that could be loaded; no percentage where there is nothing."""

    percent: Percent | None
    fail_under: Percent | None
    rules: Counts
    admissions: Counts
    unexercised: list[Unexercised]
    untested: list[str]


class ProgramTests(Closed):
    """The whole report."""

    schema_: Literal["bridge.program-tests.v1"]
    status: Literal["passed", "failed"]
    passed: Count
    failed: Count
    refused: Count
    files: list[File]
    coverage: Coverage | None


FORMATS: Final = (
    Format(
        "bridge.program-tests.v1",
        "Tests of programs",
        "What `rbridge reason test --format json` prints. The status is `passed` only where every file could be "
        "loaded, every test passed, and as much is exercised as was asked for.",
        ProgramTests,
    ),
)
