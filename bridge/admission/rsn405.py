"""RSN405: a judge-touched negative literal that nothing reads, and that is not the query's complement."""

from collections.abc import Iterator

from bridge.admission.analysis import Analysis
from bridge.admission.literals import literal_of, shown, shown_literal
from bridge.core.codes.admission_lint import RSN405
from bridge.core.diagnostics import Diagnostic, Severity


def find(analysis: Analysis) -> Iterator[Diagnostic]:
    """The rules by which a judgement denies what nobody asks about."""
    asked = literal_of(analysis.program.query)
    read = {premise for clause in analysis.clauses for premise in clause.premises} | {asked, asked.complement()}
    for clause in analysis.clauses:
        touched = any(premise in analysis.judge_touched for premise in clause.premises)
        if clause.head.negated and clause.head not in read and touched:
            yield Diagnostic(
                RSN405.code,
                RSN405.title,
                path=f"$.rules[{clause.place}].then",
                note=f"nothing reads {shown_literal(clause.head)}",
                help=f"conclude `not` {shown(asked.predicate)}, which is what is asked",
                severity=Severity.WARNING,
            )
