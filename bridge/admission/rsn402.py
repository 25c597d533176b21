"""RSN402: the query is judge-made."""

from collections.abc import Iterator

from bridge.admission.analysis import Analysis
from bridge.admission.literals import ACTION_AUTHORIZED, is_judgement, literal_of, shown_literal
from bridge.core.codes.admission_lint import RSN402
from bridge.core.diagnostics import Diagnostic, Severity
from bridge.reason.model import Literal


def find(analysis: Analysis) -> Iterator[Diagnostic]:
    """Whether what is asked could be proved by a judge alone."""
    asked = literal_of(analysis.program.query)
    if asked in analysis.judge_made:
        yield Diagnostic(
            RSN402.code,
            RSN402.title,
            path=_place(analysis, asked),
            note=f"{shown_literal(asked)} is made of judgements",
            help=_help(asked),
            severity=Severity.WARNING,
        )


def _place(analysis: Analysis, asked: Literal) -> str:
    """The query; an action policy states none, so there a rule that concludes what is asked of it."""
    makers = (clause for clause in analysis.clauses if clause.head == asked)
    first = next((clause for clause in makers if analysis.makes(clause, analysis.judge_made)), None)
    if asked.predicate == ACTION_AUTHORIZED and first is not None:
        return f"$.rules[{first.place}].then"
    return "$.query"


def _help(asked: Literal) -> str:
    if asked.negated and not is_judgement(asked.predicate):
        return "ask the positive question, whose answer `disproved` says that the judge denies it"
    return "add a premise that a person or a tool supplies to what proves it, or ask about what people and tools say"
