"""RSN105: a rule that concludes a literal over J from no premise, or from one outside J."""

from collections.abc import Iterator

from bridge.admission.analysis import Analysis, Clause
from bridge.admission.literals import is_judgement, shown, shown_literal
from bridge.core.codes.admission import RSN105
from bridge.core.diagnostics import Diagnostic


def find(analysis: Analysis) -> Iterator[Diagnostic]:
    """The rules that would invent a judgement."""
    for clause in analysis.clauses:
        if is_judgement(clause.head.predicate) and not _only_judgements(clause):
            yield Diagnostic(
                RSN105.code,
                RSN105.title,
                path=f"$.rules[{clause.place}].then",
                note=_note(clause),
                help="conclude a predicate whose name does not begin with `judged_`, "
                f"or conclude {shown(clause.head.predicate)} from judgements alone",
            )


def _only_judgements(clause: Clause) -> bool:
    return bool(clause.premises) and all(is_judgement(premise.predicate) for premise in clause.premises)


def _note(clause: Clause) -> str:
    others = dict.fromkeys(premise for premise in clause.premises if not is_judgement(premise.predicate))
    if not others:
        return "this rule has no premise: nobody was asked"
    return f"this rule reads {', '.join(map(shown_literal, others))}, which no judge answers"
