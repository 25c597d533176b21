"""Linting in tests: a source or a program in, the findings out, without any file."""

from bridge.core.diagnostics import Diagnostic
from bridge.reason.analysis.subject import Subject
from bridge.reason.analysis.table import advice
from bridge.reason.model import Program
from bridge.workflows.limits import begun
from bridge.workflows.lint_file import look
from bridge.workflows.lint_findings import Looked

NAME = "main.reason"


def looked(text: str, *, at: str | None = None) -> Looked:
    return look(text.encode(), NAME, at, begun(None))


def codes(text: str, *, at: str | None = None) -> list[str]:
    """The code of each finding, those that are silenced left out."""
    return [found.code for found in looked(text, at=at).findings]


def only(text: str, *, at: str | None = None) -> Diagnostic:
    """The one finding there is."""
    (found,) = looked(text, at=at).findings
    return found


def marked(diagnostic: Diagnostic) -> str:
    """The text at which a finding points."""
    assert diagnostic.span is not None
    return diagnostic.span.source.text[diagnostic.span.start : diagnostic.span.end]


def advised(program: Program) -> list[tuple[str, str | None]]:
    """The code and the path of each lint of a program that comes as JSON."""
    return [(found.code, found.path) for found in advice(Subject(program), source=False)]


RELEASE = """\
ontology "release" version "1".
authority human-authorized, tool-reported, model-judged.
admit human-authorized by default.
admit only tool-reported for tested.
admit only model-judged for judged_*.
admit nothing for ready.
predicate ready(version: string).
predicate approved(version: string).
predicate tested(version: string).
predicate judged_risk(version: string, level: "low" < "medium" < "high").
rule allow: ready($v) if approved($v), tested($v), judged_risk($v, "low").
query ready("1.4.0").
"""
"""A program about which there is nothing to say."""

POLICY = """\
action policy "calls" version "1".
authority human-authorized.
admit human-authorized by default.
predicate allowed(tool: string).
rule permit: action_authorized($a) if action_tool($a, $tool), allowed($tool).
"""
"""An action policy about which there is nothing to say."""
