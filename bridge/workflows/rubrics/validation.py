"""Whether a rubric can be judged by, and everything that is wrong with it."""

from dataclasses import dataclass

from bridge.core.diagnostics import Diagnostic
from bridge.rubrics.findings import RubricRefused
from bridge.rubrics.hashes import rubric_hash
from bridge.rubrics.load import Dialect
from bridge.workflows.rubrics.sources import find
from bridge.workflows.settings import Settings
from bridge.workflows.workspace import Workspace


@dataclass(frozen=True)
class Checked:
    """A rubric as it was found: its hash where it is valid, and its problems, warnings included."""

    name: str
    rubric_hash: str | None
    diagnostics: tuple[Diagnostic, ...]

    @property
    def valid(self) -> bool:
        """Whether it can be judged by."""
        return self.rubric_hash is not None


def checked(name: str, settings: Settings, workspace: Workspace, dialect: Dialect | None = None) -> Checked:
    """Look at a rubric.

    Raises:
        UsageError: there is no rubric of that name.
        InputError: it cannot be read.
    """
    try:
        loaded = find(name, settings, workspace, dialect=dialect)
    except RubricRefused as refused:
        return Checked(name, None, refused.diagnostics)
    return Checked(name, rubric_hash(loaded.rubric), loaded.warnings)
