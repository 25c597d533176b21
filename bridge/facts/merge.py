"""Merging facts into a program: one place for panels, files, packages and ``decide`` alike.

Equal atoms are merged as ``the later supersedes; in the same second the lesser id stands``, except that a judge never
supersedes a person (RSN106): there the person's fact stands. What a judge says over a predicate that the program does
not declare or does not admit a judge for is set aside. Whatever gave way is named in a note.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from bridge.errors import InputError
from bridge.reason.model import HUMAN_AUTHORIZED, MODEL_JUDGED, AuthorityPolicy, Fact, Ontology
from bridge.reason.wire import atom_key


class Receiving(Protocol):
    """What facts are merged into: a program or a policy template."""

    @property
    def ontology(self) -> Ontology:
        """The predicates it declares."""

    @property
    def authority(self) -> AuthorityPolicy:
        """Whose word it takes for each of them."""

    @property
    def facts(self) -> tuple[Fact, ...]:
        """The facts it has already."""


@dataclass(frozen=True)
class Merged:
    """The facts of the program with the new ones, and a sentence for each fact that gave way."""

    facts: tuple[Fact, ...]
    notes: tuple[str, ...]


def merge(program: Receiving, incoming: Iterable[Fact], *, temporal: bool) -> Merged:
    """The program's facts followed by the incoming ones, equal atoms merged.

    Args:
        program: receives the facts; its own are kept in place.
        incoming: facts from judgements, receipts or files, in order.
        temporal: whether facts have times; without them the lesser id stands.

    Raises:
        InputError: two different facts with one id.
    """
    merging = _Merging(program, temporal)
    for fact in incoming:
        reason = _set_aside(fact, program)
        if reason:
            merging.notes.append(reason)
        elif not merging.knows(fact):
            merging.add(fact)
    return Merged(tuple(fact for fact in merging.facts if fact is not None), tuple(merging.notes))


def _set_aside(fact: Fact, program: Receiving) -> str:
    if fact.authority != MODEL_JUDGED:
        return ""
    if fact.predicate not in program.ontology.predicates:
        return f"fact {fact.id} is set aside: the program declares no predicate {fact.predicate}"
    if MODEL_JUDGED not in program.authority.admitted(fact.predicate):
        return f"fact {fact.id} is set aside: the program admits no judge for {fact.predicate}"
    return ""


class _Merging:
    """The facts so far, indexed by id and by atom; a fact that gave way leaves an empty place."""

    def __init__(self, program: Receiving, temporal: bool) -> None:
        self.authority = program.authority
        self.temporal = temporal
        self.notes: list[str] = []
        self.facts: list[Fact | None] = list(program.facts)
        self._by_id = {fact.id: place for place, fact in enumerate(program.facts)}
        self._by_atom: defaultdict[str, list[int]] = defaultdict(list)
        for place, fact in enumerate(program.facts):
            self._by_atom[atom_key(fact.atom)].append(place)

    def knows(self, fact: Fact) -> bool:
        place = self._by_id.get(fact.id)
        twin = None if place is None else self.facts[place]
        if twin is None:
            return False
        same_atom = atom_key(twin.atom) == atom_key(fact.atom)
        if same_atom and twin._replace(supersedes=()) == fact._replace(supersedes=()):
            return True
        raise InputError(f'two different facts have the id "{fact.id}"', where=fact.id, help="give each its own id")

    def add(self, fact: Fact) -> None:
        for place in self._by_atom[atom_key(fact.atom)]:
            other = self.facts[place]
            if other is None or not _both_count(fact, other, self.authority, temporal=self.temporal):
                continue
            if other.id in fact.supersedes or fact.id in other.supersedes:
                continue
            winner, loser = _order(fact, other, temporal=self.temporal)
            self.notes.append(f"fact {loser.id} gives way to {winner.id}, which says the same")
            superseding = winner._replace(supersedes=(*winner.supersedes, loser.id))
            if not _may_supersede(winner, loser, temporal=self.temporal):
                if winner is other:
                    return
                self.facts[place] = None
            elif winner is other:
                self.facts[place] = superseding
            else:
                fact = superseding
        self._by_id[fact.id] = len(self.facts)
        self._by_atom[atom_key(fact.atom)].append(len(self.facts))
        self.facts.append(fact)


def _both_count(fact: Fact, other: Fact, authority: AuthorityPolicy, *, temporal: bool) -> bool:
    # Without times the kernel calls any repeated atom invalid, admitted or not.
    return not temporal or all(one.authority in authority.admitted(one.predicate) for one in (fact, other))


def _order(fact: Fact, other: Fact, *, temporal: bool) -> tuple[Fact, Fact]:
    classes = (fact.authority, other.authority)
    if MODEL_JUDGED in classes and HUMAN_AUTHORIZED in classes:
        return (fact, other) if fact.authority == HUMAN_AUTHORIZED else (other, fact)
    if temporal and fact.observed_at != other.observed_at:
        return (fact, other) if (fact.observed_at or "") > (other.observed_at or "") else (other, fact)
    return (fact, other) if fact.id < other.id else (other, fact)


def _may_supersede(winner: Fact, loser: Fact, *, temporal: bool) -> bool:
    return temporal and (winner.observed_at or "") > (loser.observed_at or "")
