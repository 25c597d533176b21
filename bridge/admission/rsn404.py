"""RSN404: premises that only a judgement joined fall apart when the judgements are struck."""

from collections.abc import Iterable, Iterator, Sequence

from bridge.admission.analysis import Analysis, Clause
from bridge.admission.literals import is_judgement, shown, variables
from bridge.core.codes.admission_lint import RSN404
from bridge.core.diagnostics import Diagnostic, Severity
from bridge.reason.model import Atom


def find(analysis: Analysis) -> Iterator[Diagnostic]:
    """The authorizing rules in which a judge chooses what goes with what; a denial may be a judge's choice."""
    for clause in analysis.clauses:
        if analysis.judgements.isdisjoint(clause.premises):
            continue
        if clause.head not in analysis.authorizing or is_judgement(clause.head.predicate):
            continue
        left = clause.left(analysis.judgements)
        apart = components(left, ())
        if len(apart) > len(components(left, clause.rule.when)):
            yield Diagnostic(
                RSN404.code,
                RSN404.title,
                path=f"$.rules[{clause.place}].when[{_judgement(clause)}]",
                note=f"without it, {_named(apart)} have no variable in common",
                help="add a premise that a person or a tool supplies, and that names what is to belong together",
                severity=Severity.WARNING,
            )


def components(atoms: Sequence[Atom], links: Iterable[Atom]) -> list[list[Atom]]:
    """The atoms in groups that variables hold together, each group and all of them in order.

    Args:
        atoms: what is to be grouped.
        links: atoms that join what shares a variable with them, and are in no group themselves.
    """
    everything = (*atoms, *links)
    parents = list(range(len(everything)))
    first: dict[str, int] = {}
    for place, atom in enumerate(everything):
        for name in variables(atom):
            parents[_root(parents, place)] = _root(parents, first.setdefault(name, place))
    groups: dict[int, list[Atom]] = {}
    for place, atom in enumerate(atoms):
        groups.setdefault(_root(parents, place), []).append(atom)
    return list(groups.values())


def _root(parents: list[int], place: int) -> int:
    while parents[place] != place:
        parents[place] = parents[parents[place]]
        place = parents[place]
    return place


def _judgement(clause: Clause) -> int:
    """The judgement to show: the first that shares variables with more than one group of what is left."""
    when = clause.rule.when
    left = [atom for atom in when if not is_judgement(atom.predicate)]
    places = [place for place, atom in enumerate(when) if is_judgement(atom.predicate)]
    return next((place for place in places if len(_touched(when[place], left)) > 1), places[0])


def _touched(judgement: Atom, left: Sequence[Atom]) -> list[list[Atom]]:
    names = set(variables(judgement))
    return [group for group in components(left, ()) if names & set(variables(*group))]


def _named(apart: Sequence[Sequence[Atom]]) -> str:
    first = list(dict.fromkeys(shown(group[0].predicate) for group in apart))
    return " and ".join(first) if len(first) > 1 else f"two of {first[0]}"
