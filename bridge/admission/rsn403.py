"""RSN403: a judgement that shares no variable with the rest of its rule."""

from collections import Counter
from collections.abc import Iterator

from bridge.admission.analysis import Analysis, Clause
from bridge.admission.literals import is_judgement, shown, variables
from bridge.core.codes.admission_lint import RSN403
from bridge.core.diagnostics import Diagnostic, Severity


def find(analysis: Analysis) -> Iterator[Diagnostic]:
    """The judgements to which the rest of their rule makes no difference.

    A rule without any variable speaks of what it names, and so do its judgements.
    """
    for clause in analysis.clauses:
        if analysis.judgements.isdisjoint(clause.premises):
            continue
        for place in _loose(clause):
            yield Diagnostic(
                RSN403.code,
                RSN403.title,
                path=f"$.rules[{clause.place}].when[{place}]",
                note=f"{shown(clause.premises[place].predicate)} shares no variable with the rest of the rule",
                help="use the variable of what is concluded in the judgement",
                severity=Severity.WARNING,
            )


def _loose(clause: Clause) -> Iterator[int]:
    atoms = (clause.rule.then, *clause.rule.when)
    uses = Counter(name for atom in atoms for name in variables(atom))
    if not uses:
        return
    for place, premise in enumerate(clause.rule.when):
        if is_judgement(premise.predicate) and all(uses[name] == 1 for name in variables(premise)):
            yield place
