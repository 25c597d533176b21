"""What a text is as a rubric."""

from bridge.core.diagnostics import Diagnostic
from bridge.core.sources import Source
from bridge.rubrics.findings import RubricRefused
from bridge.rubrics.load import Dialect, LoadedRubric, load


def loaded(text: str, dialect: Dialect = Dialect.BRIDGE) -> LoadedRubric:
    return load(Source("rubric.yaml", text), dialect=dialect)


def found(text: str) -> tuple[Diagnostic, ...]:
    """Its problems, warnings included."""
    try:
        return loaded(text).warnings
    except RubricRefused as refused:
        return refused.diagnostics
