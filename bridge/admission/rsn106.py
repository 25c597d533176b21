"""RSN106: a ``model-judged`` fact that supersedes a ``human-authorized`` one."""

from collections.abc import Iterator

from bridge.admission.analysis import Analysis
from bridge.admission.literals import shown
from bridge.core.codes.admission import RSN106
from bridge.core.diagnostics import Diagnostic
from bridge.reason.model import HUMAN_AUTHORIZED, MODEL_JUDGED


def find(analysis: Analysis) -> Iterator[Diagnostic]:
    """The judges' facts that would unmake a person's; the one rule that looks at facts."""
    human = {fact.id for fact in analysis.program.facts if fact.authority == HUMAN_AUTHORIZED}
    for index, fact in enumerate(analysis.program.facts):
        unmade = [target for target in fact.supersedes if target in human]
        if fact.authority == MODEL_JUDGED and unmade:
            yield Diagnostic(
                RSN106.code,
                RSN106.title,
                path=f"$.facts[{index}].supersedes",
                note=f"a person said {', '.join(map(shown, unmade))}",
                help="leave the person's fact standing, or have a person supersede it",
            )
