"""What ``rbridge reason lint`` prints as JSON."""

from typing import Final, Literal

from bridge.testing.schemas.documents import Diagnostic
from bridge.testing.schemas.format import Format
from bridge.testing.schemas.spelling import Text
from bridge.testing.schemas.wire import Closed, Count


class Summary(Closed):
    """How many files were looked at, and how many findings of each kind there are."""

    files: Count
    errors: Count
    warnings: Count
    silenced: Count


class SilencedFinding(Closed):
    """A warning that a comment lets stand, and the reason it gives."""

    finding: Diagnostic
    reason: Text


class LintedFile(Closed):
    """What was found in one file."""

    file: str
    findings: list[Diagnostic]
    silenced: list[SilencedFinding]


class Lint(Closed):
    """The whole report."""

    schema_: Literal["bridge.lint.v1"]
    status: Literal["clean", "findings"]
    summary: Summary
    files: list[LintedFile]


FORMATS: Final = (
    Format(
        "bridge.lint.v1",
        "Findings of the linter",
        "What `rbridge reason lint --format json` prints. A file that cannot be read has a finding that says so, and "
        "nothing else.",
        Lint,
    ),
)
