"""A premise under `not` of which nothing in the program speaks: most often meant as absence, which it is not."""

from collections.abc import Iterable, Iterator, Sequence

from bridge.core.codes.advice import RSN412
from bridge.core.sources import Source
from bridge.reason import denials
from bridge.reason.lowering.scope import Scope, span
from bridge.reason.lowering.spans import Parts
from bridge.reason.lowering.units import Unit
from bridge.reason.syntax import ast


def check(scope: Scope, parts: Parts, tests: Sequence[ast.Test]) -> None:
    """Warn of each negated premise that no fact states and no rule concludes.

    A test that gives such a fact shows that somebody is meant to state it, where somebody may.
    """
    if scope.gaps.may_hold("fact", "rule", "given"):
        return
    rules = [lowered.unit for lowered in parts.rules]
    said = set(_denied(atom for found in parts.facts for atom in [found.unit.piece.atom]))
    said |= set(_denied(rule.piece.head for rule in rules))
    given = set(_denied(_given(tests)))
    for rule in rules:
        for atom in rule.piece.body:
            name = atom.predicate.text
            declared = scope.predicates.get(name)
            if atom.negated and name not in said and declared is not None:
                stated = declared.span is not None and _admitted(scope, parts, name)
                if not (stated and name in given):
                    _warn(scope, rule, atom, may_be_stated=stated)


def _admitted(scope: Scope, parts: Parts, name: str) -> bool:
    return scope.gaps.may_hold("admit", "authority") or bool(parts.admission.policy.admitted(name))


def _denied(atoms: Iterable[ast.Atom]) -> Iterator[str]:
    return (atom.predicate.text for atom in atoms if atom.negated)


def _given(tests: Sequence[ast.Test]) -> Iterator[ast.Atom]:
    steps = (statement.piece for test in tests for statement in test.steps)
    return (piece.fact.atom for piece in steps if isinstance(piece, ast.GivenFact))


def _warn(scope: Scope, rule: Unit[ast.Rule], atom: ast.Atom, *, may_be_stated: bool) -> None:
    scope.report.warning(
        RSN412,
        span(rule.source, atom),
        denials.message(atom.predicate.text, may_be_stated=may_be_stated),
        note=denials.NOTE,
        help=denials.remedy(_instead(rule, atom), may_be_stated=may_be_stated, source=True),
    )


def _instead(rule: Unit[ast.Rule], atom: ast.Atom) -> str:
    head = rule.piece.head
    if head.negated:
        return "leave the premise out, or state the opposite by a rule"
    positive = _written(rule.source, atom).removeprefix("not").lstrip()
    others = [] if _variables(head) <= _variables(atom) else [one for one in rule.piece.body if one is not atom]
    premises = ", ".join([*(_written(rule.source, one) for one in others), positive])
    return f"leave it out, and add `rule …: not {_written(rule.source, head)} if {premises}.`"


def _variables(atom: ast.Atom) -> set[str]:
    return {term.name for term in atom.arguments if isinstance(term, ast.Variable)}


def _written(source: Source, atom: ast.Atom) -> str:
    return " ".join(source.text[atom.start : atom.end].split())
