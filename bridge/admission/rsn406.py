"""RSN406: a ``model-judged`` fact that supersedes one of the opposite sign."""

from collections.abc import Iterator

from bridge.admission.analysis import Analysis
from bridge.admission.literals import is_judgement, shown
from bridge.core.codes.admission_lint import RSN406
from bridge.core.diagnostics import Diagnostic, Severity
from bridge.reason.model import MODEL_JUDGED


def find(analysis: Analysis) -> Iterator[Diagnostic]:
    """The answers by which a judge unsays what was said; like RSN106, it looks at facts."""
    signs = {fact.id: fact.negated for fact in analysis.program.facts}
    for index, fact in enumerate(analysis.program.facts):
        if fact.authority != MODEL_JUDGED or not is_judgement(fact.predicate):
            continue
        for place, target in enumerate(fact.supersedes):
            if signs.get(target, fact.negated) != fact.negated:
                yield Diagnostic(
                    RSN406.code,
                    RSN406.title,
                    path=f"$.facts[{index}].supersedes[{place}]",
                    note=f"{shown(target)} says the opposite",
                    help="let a person overrule the judge, or let the judge answer about a new subject",
                    severity=Severity.WARNING,
                )
