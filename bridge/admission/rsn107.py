"""RSN107: an authorizing, judge-touched literal outside J that somebody has to report."""

from collections.abc import Iterator

from bridge.admission.analysis import Analysis
from bridge.admission.literals import is_judgement, shown
from bridge.core.codes.admission import RSN107
from bridge.core.diagnostics import Diagnostic
from bridge.reason.model import SYSTEM_BOUND, Program


def find(analysis: Analysis) -> Iterator[Diagnostic]:
    """The rules by which a judgement would help to make a report."""
    touched = analysis.judge_touched
    suspects = touched & analysis.authorizing
    for clause in analysis.clauses:
        predicate = clause.head.predicate
        if is_judgement(predicate) or clause.head not in suspects:
            continue
        reporters = _reporters(analysis.program, predicate)
        if reporters and any(premise in touched for premise in clause.premises):
            yield Diagnostic(
                RSN107.code,
                RSN107.title,
                path=f"$.rules[{clause.place}].then",
                note=f"{shown(predicate)} is what {' or '.join(map(shown, reporters))} reports",
                help="conclude another predicate, for which nothing is admitted, "
                f"or demand {shown(predicate)} as a premise",
            )


def _reporters(program: Program, predicate: str) -> list[str]:
    """The classes that the predicate's own admission names; the system, which binds requests, reports nothing."""
    return [name for name in program.authority.predicate_admit.get(predicate, ()) if name != SYSTEM_BOUND]
