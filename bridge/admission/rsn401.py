"""RSN401: the conclusion is free while its complement is judge-touched."""

from collections.abc import Iterator

from bridge.admission.analysis import Analysis
from bridge.admission.literals import literal_of, shown, shown_literal
from bridge.core.codes.admission_lint import RSN401
from bridge.core.diagnostics import Diagnostic, Severity
from bridge.reason.model import SYSTEM_BOUND


def find(analysis: Analysis) -> Iterator[Diagnostic]:
    """The first rule by which a judgement denies what is asked, where nothing asks for one.

    Both hold of the program and not of the rule, so one finding is all there is to say.
    """
    asked = literal_of(analysis.program.query)
    denied = asked.complement()
    if asked not in analysis.free or denied not in analysis.judge_touched:
        return
    for clause in analysis.clauses:
        if clause.head == denied and any(premise in analysis.judge_touched for premise in clause.premises):
            yield Diagnostic(
                RSN401.code,
                RSN401.title,
                path=f"$.rules[{clause.place}].then",
                note=f"without this judgement nothing denies {shown_literal(asked)}",
                help=_remedy(analysis, asked.predicate),
                severity=Severity.WARNING,
            )
            return


def _remedy(analysis: Analysis, predicate: str) -> str:
    demand = "demand the answer that clears it in each rule that leads there"
    if any(name != SYSTEM_BOUND for name in analysis.program.authority.admitted(predicate)):
        return f"write `admit nothing for` {shown(predicate)}, and {demand}"
    return demand
