"""A premise under `not` of which nothing in the program speaks: most often meant as absence, which it is not."""

from collections.abc import Iterable, Iterator

from bridge.core.codes.advice import RSN412
from bridge.core.sources import Source
from bridge.reason.lowering.scope import Scope, span
from bridge.reason.lowering.spans import Parts
from bridge.reason.lowering.units import Unit
from bridge.reason.model import AuthorityPolicy
from bridge.reason.syntax import ast
from bridge.reason.syntax.spelling import name as spelled


def check(scope: Scope, parts: Parts) -> None:
    """Warn of each negated premise that no fact states and no rule concludes.

    The facts of an action policy come with its request, so there it must also be that nobody may state one.
    """
    if scope.gaps.may_hold("fact", "rule"):
        return
    rules = [lowered.unit for lowered in parts.rules]
    said = set(_denied(atom for found in parts.facts for atom in [found.unit.piece.atom]))
    said |= set(_denied(rule.piece.head for rule in rules))
    for rule in rules:
        for atom in rule.piece.body:
            name = atom.predicate.text
            if atom.negated and name not in said and not _may_come(scope, parts.admission.policy, name):
                _warn(scope, rule, atom)


def _denied(atoms: Iterable[ast.Atom]) -> Iterator[str]:
    return (atom.predicate.text for atom in atoms if atom.negated)


def _may_come(scope: Scope, policy: AuthorityPolicy, name: str) -> bool:
    declared = scope.predicates.get(name)
    if declared is None:
        return True
    return scope.policy and declared.span is not None and bool(policy.admitted(name))


def _warn(scope: Scope, rule: Unit[ast.Rule], atom: ast.Atom) -> None:
    head = rule.piece.head
    positive = _written(rule.source, atom).removeprefix("not").lstrip()
    remedy = "state the opposite by a fact or a rule, or leave the premise out"
    if not head.negated:
        remedy = f"leave it out, and add `rule …: not {_written(rule.source, head)} if {positive}.`"
    scope.report.warning(
        RSN412,
        span(rule.source, atom),
        f"nothing says `not {spelled(atom.predicate.text)}(…)`, so this premise never holds",
        note="an absent fact is unknown, and not false",
        help=remedy,
    )


def _written(source: Source, atom: ast.Atom) -> str:
    return " ".join(source.text[atom.start : atom.end].split())
