"""RSN412 for a program that comes as JSON: a premise under ``not`` of which nothing speaks."""

from collections.abc import Iterator

from bridge.core.codes.advice import RSN412
from bridge.core.diagnostics import Diagnostic
from bridge.reason import denials
from bridge.reason.analysis.finding import finding
from bridge.reason.analysis.subject import Subject, literal
from bridge.reason.model import Literal
from bridge.reason.syntax.spelling import name as spelled


def find(subject: Subject) -> Iterator[Diagnostic]:
    """The negated premises that no fact states and no rule concludes."""
    said = unsaid(subject)
    for place, rule in enumerate(subject.program.rules):
        for index, atom in enumerate(rule.when):
            if literal(atom) in said:
                may = subject.may_be_stated(literal(atom))
                yield finding(
                    RSN412,
                    f"$.rules[{place}].when[{index}]",
                    denials.message(atom.predicate, may_be_stated=may),
                    note=denials.NOTE,
                    help=denials.remedy(_instead(atom.predicate), may_be_stated=may, source=False),
                )


def _instead(predicate: str) -> str:
    return f"leave it out, and let another rule conclude the opposite where `{spelled(predicate)}(…)` holds"


def unsaid(subject: Subject) -> frozenset[Literal]:
    """The negated premises of which RSN412 speaks."""
    stated = {(fact.predicate, fact.negated) for fact in subject.program.facts} | subject.concluded
    read = {literal(atom) for rule in subject.program.rules for atom in rule.when if atom.negated}
    return frozenset(read - stated)
