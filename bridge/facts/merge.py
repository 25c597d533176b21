"""Merging facts into a program: one place for panels, files, packages and ``decide`` alike.

Equal atoms are merged as ``the later supersedes; in the same second the lesser id stands``, except that a judge never
supersedes a person (RSN106), and that in the same second a person's fact stands. Only facts that count against each
other are merged: those that are admitted and hold at the time. What a judge says over a predicate that the program does
not declare or does not admit a judge for is set aside. Whatever gave way is named in a note. The order in which facts
come makes no difference to what holds.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass
from typing import Protocol

from bridge.errors import InputError
from bridge.reason import authority, temporal
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


def merge(program: Receiving, incoming: Iterable[Fact], *, at: str | None) -> Merged:
    """The program's facts followed by the incoming ones, equal atoms merged.

    Args:
        program: receives the facts; its own keep their order.
        incoming: facts from judgements, receipts or files, in order.
        at: the evaluation time; None where facts have no times, and then the lesser id stands.

    Raises:
        InputError: two different facts with one id.
    """
    given = tuple(incoming)
    if len({fact.id for fact in program.facts}) < len(program.facts):
        # A program that is not valid stays so: the kernel says what is wrong with it.
        return Merged((*program.facts, *given), ())
    merging = _Merging(program, at)
    reasons = {fact.id: reason for fact in given if (reason := _set_aside(fact, program))}
    merging.notes += reasons.values()
    for fact in given:
        # What is set aside is not there to be superseded.
        kept = fact._replace(supersedes=tuple(target for target in fact.supersedes if target not in reasons))
        if fact.id not in reasons and not merging.knows(kept):
            merging.add(kept)
    merging.settle()
    return Merged(tuple(merging.facts.values()), tuple(merging.notes))


def _set_aside(fact: Fact, program: Receiving) -> str:
    if fact.authority != MODEL_JUDGED:
        return ""
    if fact.predicate not in program.ontology.predicates:
        return f"fact {fact.id} is set aside: the program declares no predicate {fact.predicate}"
    if MODEL_JUDGED not in program.authority.admitted(fact.predicate):
        return f"fact {fact.id} is set aside: the program admits no judge for {fact.predicate}"
    return ""


class _Merging:
    """The facts so far, by id and in order, and which of them are new."""

    def __init__(self, program: Receiving, at: str | None) -> None:
        self.facts = {fact.id: fact for fact in program.facts}
        self.notes: list[str] = []
        self._new: dict[str, Fact] = {}
        self._authority = program.authority
        self._at = at

    def knows(self, fact: Fact) -> bool:
        twin = self.facts.get(fact.id)
        if twin is None:
            return False
        same_atom = atom_key(twin.atom) == atom_key(fact.atom)
        if same_atom and twin._replace(supersedes=()) == fact._replace(supersedes=()):
            return True
        raise InputError(f'two different facts have the id "{fact.id}"', where=fact.id, help="give each its own id")

    def add(self, fact: Fact) -> None:
        self.facts[fact.id] = self._new[fact.id] = fact

    def settle(self) -> None:
        """Leave of each new atom one fact standing; the others are superseded or, in the same second, left out."""
        before: dict[str, Fact] = {}
        # Again where something changed: what is left out no longer keeps down what it had superseded.
        while before != self.facts:
            before = dict(self.facts)
            self._settle_all()

    def _settle_all(self) -> None:
        counting = tuple(self._counting())
        retired = {target for fact in counting for target in fact.supersedes}
        twins: defaultdict[str, list[Fact]] = defaultdict(list)
        for fact in counting:
            twins[atom_key(fact.atom)].append(fact)
        for atom in dict.fromkeys(atom_key(fact.atom) for fact in self._new.values()):
            self._settle(twins[atom], retired)

    def _counting(self) -> Iterable[Fact]:
        if self._at is None:
            # Without times the kernel calls any repeated atom invalid, admitted or not.
            return self.facts.values()
        admitted, _ = authority.partition(self.facts.values(), self._authority)
        _, withheld = temporal.partition((fact._replace(supersedes=()) for fact in admitted), self._at)
        untimely = {fact.fact_id for fact in withheld}
        return (fact for fact in admitted if fact.id not in untimely)

    def _settle(self, twins: Sequence[Fact], retired: Set[str]) -> None:
        old = [fact for fact in twins if fact.id in retired]
        standing = [fact for fact in twins if fact.id not in retired]
        # What was withdrawn since is not brought back by an older copy of it.
        stale = [fact for fact in standing if any(self._outdates(one, fact) for one in old)]
        person = any(self._admits(fact) and fact.authority == HUMAN_AUTHORIZED for fact in twins)
        fresh = self._ranked([fact for fact in standing if fact not in stale], person=person)
        for loser in stale:
            over = [one for one in (*old, *fresh[:1]) if self._outdates(one, loser)]
            self._give_way(loser, max(over, key=_time))
        for loser in fresh[1:]:
            self._give_way(loser, fresh[0])

    def _ranked(self, twins: Iterable[Fact], *, person: bool) -> Sequence[Fact]:
        """First the one that stands: admitted, no judge's where a person spoke, the latest, a person's, lesser id."""

        def rank(fact: Fact) -> tuple[bool, bool, str, bool]:
            judge = person and fact.authority == MODEL_JUDGED
            return self._admits(fact), not judge, _time(fact), fact.authority == HUMAN_AUTHORIZED

        return sorted(sorted(twins, key=lambda fact: fact.id), key=rank, reverse=True)

    def _admits(self, fact: Fact) -> bool:
        return fact.authority in self._authority.admitted(fact.predicate)

    def _outdates(self, one: Fact, other: Fact) -> bool:
        if one.id not in self._new and other.id not in self._new:
            return False
        judge_over_person = one.authority == MODEL_JUDGED and other.authority == HUMAN_AUTHORIZED
        return _time(one) >= _time(other) and not judge_over_person

    def _give_way(self, loser: Fact, winner: Fact) -> None:
        self.notes.append(f"fact {loser.id} gives way to {winner.id}, which says the same")
        if self._at is not None and _time(winner) > _time(loser):
            self._supersede(winner.id, (loser.id,))
            return
        del self.facts[loser.id]
        for other in tuple(self.facts.values()):
            if loser.id in other.supersedes:
                kept = tuple(target for target in other.supersedes if target != loser.id)
                self.facts[other.id] = other._replace(supersedes=kept)
                if not (other.authority == MODEL_JUDGED and winner.authority == HUMAN_AUTHORIZED):
                    self._supersede(other.id, (winner.id,))
        if (loser.authority == MODEL_JUDGED) == (winner.authority == MODEL_JUDGED):
            # What the loser had withdrawn stays so; what a judge had, a person does not repeat.
            self._supersede(winner.id, loser.supersedes)
        else:
            released = (target for target in loser.supersedes if target in self.facts)
            self._new.update((target, self.facts[target]) for target in released)

    def _supersede(self, superseding: str, targets: Iterable[str]) -> None:
        fact = self.facts[superseding]
        more = tuple(target for target in targets if target != fact.id and target not in fact.supersedes)
        self.facts[superseding] = fact._replace(supersedes=(*fact.supersedes, *more))


def _time(fact: Fact) -> str:
    return fact.observed_at or ""
