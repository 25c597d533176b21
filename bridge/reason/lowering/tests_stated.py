"""What a program states, as its tests refer to it; made once for all of them."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from bridge.core.sources import Span
from bridge.reason.lowering.facts import LoweredFact
from bridge.reason.lowering.scope import Scope, span
from bridge.reason.lowering.spans import Parts
from bridge.reason.model import Atom, AuthorityPolicy
from bridge.reason.wire import atom_key


class Stated(NamedTuple):
    """The facts and rules of a program.

    Args:
        facts: each fact by its id.
        rules: each rule by its id, expanded ones by each of theirs, and where it is named.
        subjects: the facts about the same predicate and arguments, whatever their sign.
        doubled: the subjects that more than one fact is about.
        authority: whose word counts.
        sound: whether nothing is wrong with the program itself.
    """

    facts: Mapping[str, LoweredFact]
    rules: Mapping[str, Span]
    subjects: Mapping[str, Sequence[LoweredFact]]
    doubled: Sequence[str]
    authority: AuthorityPolicy
    sound: bool


def stated(scope: Scope, parts: Parts) -> Stated:
    """What a program states."""
    subjects: dict[str, list[LoweredFact]] = {}
    for found in parts.facts:
        if found.atom is not None:
            subjects.setdefault(subject(found.atom), []).append(found)
    rules: dict[str, Span] = {}
    for lowered in parts.rules:
        here = span(lowered.unit.source, lowered.unit.piece.id)
        for name in [rule.id for rule in lowered.rules] or [lowered.unit.piece.id.text]:
            rules.setdefault(name, here)
    facts = {found.unit.piece.id.text: found for found in parts.facts}
    doubled = [about for about, those in subjects.items() if len(those) > 1]
    return Stated(facts, rules, subjects, doubled, parts.admission.policy, not scope.report.refused)


def subject(atom: Atom) -> str:
    """What an atom is about, whatever its sign."""
    return atom_key(Atom(atom.predicate, atom.arguments))
