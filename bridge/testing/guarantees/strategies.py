"""Hypothesis strategies for sets of facts and answers about one given program."""

from collections.abc import Iterator, Sequence
from itertools import islice, product
from typing import Final, NamedTuple

from hypothesis import strategies as st

from bridge.reason.model import Atom
from bridge.testing.guarantees.sayings import Saying, Seed, case_of
from bridge.testing.guarantees.subject import Case, Subject

MOST: Final = 20_000
"""How many different atoms are drawn from, about."""
_TIMES: Final = 8


class _Correction(NamedTuple):
    """Which of the things said before is superseded, whether by its complement, and by which of its speakers."""

    target: int
    opposes: bool
    speaker: int


def cases(subject: Subject, seeds: Sequence[Seed]) -> st.SearchStrategy[Case | None]:
    """Cases of a program: some of the seeds together, more that somebody may say, and corrections of either.

    Facts of the program may be taken out, its clock may be moved to where one of them begins or ceases to hold, and an
    action policy is asked one of its requests. The simplest case adds nothing; None is no case.
    """
    own = [fact.id for fact in subject.stated.facts]

    def made(
        together: list[Seed],
        more: list[Saying],
        corrections: list[_Correction],
        gone: set[str],
        asked: int,
        at: int,
    ) -> Case | None:
        said = [*(saying for seed in together for saying in seed.sayings), *more]
        said += _corrections(subject, said, corrections) if subject.temporal else ()
        return case_of(subject, Seed(tuple(said)), asked=asked, at=at, without=gone)

    return st.builds(
        made,
        _some(seeds),
        _some(tuple(sayings(subject))),
        st.lists(st.builds(_Correction, st.integers(0, 15), st.booleans(), st.integers(0, 3)), max_size=2),
        st.sets(st.sampled_from(own)) if own else st.just(set()),
        st.integers(0, len(subject.asked) - 1),
        st.integers(0, _TIMES - 1),
    )


def sayings(subject: Subject) -> Iterator[Saying]:
    """What somebody may say about a program's constants, of either sign; of each predicate its share of ``MOST``."""
    share = MOST // max(len(subject.speakers), 1) + 1
    for predicate, speakers in subject.speakers.items():
        places = range(len(subject.plain.ontology.predicates[predicate]))
        for terms in islice(product(*(subject.vocabulary.terms(predicate, place) for place in places)), share):
            for negated, speaker in product((False, True), speakers):
                yield Saying(Atom(predicate, terms, negated), speaker)


def _some(options: Sequence[Seed] | Sequence[Saying]) -> st.SearchStrategy[list[object]]:
    return st.lists(st.sampled_from(options), max_size=3) if options else st.just([])


def _corrections(subject: Subject, said: Sequence[Saying], wanted: Sequence[_Correction]) -> Iterator[Saying]:
    atoms = [*(saying.atom for saying in said), *(fact.atom for fact in subject.stated.facts)]
    atoms = [atom for atom in atoms if atom.predicate in subject.speakers]
    for one in wanted if atoms else ():
        atom = atoms[one.target % len(atoms)]
        speakers = subject.speakers[atom.predicate]
        yield Saying(atom.complement() if one.opposes else atom, speakers[one.speaker % len(speakers)], atom)
