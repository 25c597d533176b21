"""RSN407: predicates that only look like judgements, and admitted classes that read like a judge."""

from collections.abc import Iterator

from bridge.admission.analysis import Analysis
from bridge.admission.literals import is_judgement, shown
from bridge.admission.lookalikes import reads_like_a_judge, reads_like_a_judgement
from bridge.core.codes.admission_lint import RSN407
from bridge.core.diagnostics import Diagnostic, Severity


def find(analysis: Analysis) -> Iterator[Diagnostic]:
    """The names for which a reader would think that the convention holds."""
    for predicate in sorted(analysis.predicates):
        if not is_judgement(predicate) and reads_like_a_judgement(predicate):
            yield _finding(
                f"$.ontology.predicates.{predicate}",
                f"{shown(predicate)} is no judgement: its name does not begin with `judged_`",
                "if a judge says it, let its name begin with `judged_`; if not, choose a name that does not look so",
            )
    authority = analysis.program.authority
    admitted = {*authority.default_admit, *(name for names in authority.predicate_admit.values() for name in names)}
    for index, name in enumerate(authority.classes):
        if name in admitted and reads_like_a_judge(name):
            yield _finding(
                f"$.authority.classes[{index}]",
                f"{shown(name)} is admitted as a person or a tool is",
                "use `model-judged` for what a judge says, or choose a name that says whose word it is",
            )


def _finding(path: str, note: str, remedy: str) -> Diagnostic:
    return Diagnostic(RSN407.code, RSN407.title, path=path, note=note, help=remedy, severity=Severity.WARNING)
