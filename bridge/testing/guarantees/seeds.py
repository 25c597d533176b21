"""What is tried first: for each rule, what lets it fire, by the words of judges wherever they are taken."""

from collections.abc import Iterator
from functools import partial
from itertools import chain, islice
from typing import Final

from bridge.admission.analysis import Analysis, analyse
from bridge.admission.literals import is_judgement, literal_of
from bridge.reason.model import HUMAN_AUTHORIZED, MODEL_JUDGED, SYSTEM_BOUND, Atom, Literal, Rule
from bridge.testing.guarantees.derivations import Derivations
from bridge.testing.guarantees.sayings import Saying, Seed
from bridge.testing.guarantees.subject import Subject

PER_RULE: Final = 24
"""How many ways of letting one rule fire are tried."""


def seeds(subject: Subject) -> Iterator[Seed | None]:
    """Sets of sayings, each once: single ones, corrections, then what lets rules fire, turn by turn.

    None says that some work gave nothing, so that whoever asks can look at the clock.
    """
    seen: set[Seed] = set()
    for seed in chain(_single(subject), _corrections(subject), _of_rules(subject)):
        if seed is None:
            yield None
            continue
        for alone in (False, True) if subject.stated.facts else (False,):
            one = seed._replace(alone=alone)
            # Python takes True for 1, and nothing is lost where it does here: the terms of a place have one type.
            if one not in seen:
                seen.add(one)
                yield one


def _single(subject: Subject) -> Iterator[Seed]:
    for predicate, speakers in subject.speakers.items():
        for negated in (False, True):
            atom = _example(subject, predicate, negated)
            yield from (Seed((Saying(atom, speaker),)) for speaker in _judges_first(speakers))


def _corrections(subject: Subject) -> Iterator[Seed]:
    """A judge takes back what another said: about an example, and about each fact of the program."""
    if not subject.temporal:
        return
    for predicate, speakers in subject.speakers.items():
        if MODEL_JUDGED in speakers:
            atom = _example(subject, predicate, negated=False)
            answer = Saying(atom.complement(), MODEL_JUDGED, corrects=atom)
            for speaker in speakers:
                if speaker != MODEL_JUDGED:
                    yield Seed((Saying(atom, speaker), answer))
    for fact in subject.stated.facts:
        if fact.authority != MODEL_JUDGED and MODEL_JUDGED in subject.speakers.get(fact.predicate, ()):
            yield Seed((Saying(fact.atom.complement(), MODEL_JUDGED, corrects=fact.atom),))


def _of_rules(subject: Subject) -> Iterator[Seed | None]:
    may_be_said = partial(_may_be_said, subject)
    bound = [fact.atom for fact in subject.plain.facts if fact.authority == SYSTEM_BOUND]
    own = [fact.atom for fact in subject.plain.facts]
    known = (bound, own) if len(own) > len(bound) else (bound,)
    derivations = [Derivations(subject.plain.rules, atoms, may_be_said, subject.vocabulary) for atoms in known]
    rules = sorted(subject.plain.rules, key=partial(_place, analyse(subject.plain)))
    ways = [islice(one.of(rule), PER_RULE) for rule in rules for one in derivations]
    while ways:
        left = []
        for way in ways:
            atoms = next(way, None)
            if atoms is None:
                yield None
                continue
            left.append(way)
            yield from _spoken(subject, atoms)
        ways = left


def _spoken(subject: Subject, atoms: tuple[Atom, ...]) -> Iterator[Seed]:
    """The atoms said by whoever may: by judges wherever they are taken, and outside J by others wherever they are."""
    everywhere = tuple(Saying(atom, _judges_first(subject.speakers[atom.predicate])[0]) for atom in atoms)
    yield Seed(everywhere)
    yield Seed(tuple(_by_others(subject, saying) for saying in everywhere))


def _by_others(subject: Subject, saying: Saying) -> Saying:
    if is_judgement(saying.atom.predicate):
        return saying
    return saying._replace(authority=_judges_last(subject.speakers[saying.atom.predicate])[0])


def _may_be_said(subject: Subject, literal: Literal) -> bool:
    return literal.predicate in subject.speakers


def _place(analysis: Analysis, rule: Rule) -> tuple[bool, bool]:
    """Rules for the query first, then those that a judgement reaches."""
    concluded = literal_of(rule.then)
    return rule.then.predicate != analysis.program.query.predicate, concluded not in analysis.judge_touched


def _example(subject: Subject, predicate: str, negated: bool) -> Atom:
    places = range(len(subject.plain.ontology.predicates[predicate]))
    return Atom(predicate, tuple(subject.vocabulary.terms(predicate, place)[0] for place in places), negated)


def _judges_first(speakers: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted(speakers, key=lambda name: (name != MODEL_JUDGED, name != HUMAN_AUTHORIZED, name)))


def _judges_last(speakers: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted(speakers, key=lambda name: (name == MODEL_JUDGED, name != HUMAN_AUTHORIZED, name)))
