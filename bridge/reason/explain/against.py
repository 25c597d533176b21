"""What carries the other side: the facts without which a proof falls, and what superseding them would do.

Every set found is minimal: with its facts no longer counting the atom does not follow, and with any one of them back
it does. Sets are looked for by size: each proof that is left names its facts, one of which must go (Reiter's hitting
sets).
"""

from collections import deque
from collections.abc import Iterator
from typing import Final, NamedTuple

from bridge.reason.engine import DEFAULT, Limits
from bridge.reason.explain.costs import suppliers
from bridge.reason.explain.ended import Ended
from bridge.reason.explain.slice import Slice
from bridge.reason.model import HUMAN_AUTHORIZED, MODEL_JUDGED, SYSTEM_BOUND, Atom, Fact, Program
from bridge.reason.result import Status

MOST: Final = 5
EVALUATIONS: Final = 200


class Carrier(NamedTuple):
    """A fact that a proof rests on.

    Args:
        fact: the fact.
        superseders: the classes that may supersede it, the cheapest first; nobody may what a request says, nor, at the
            same time, what was observed at the evaluation time, and a judge may not supersede a person.
    """

    fact: Fact
    superseders: tuple[str, ...]


class Lifting(NamedTuple):
    """Facts that together lift a side.

    Args:
        facts: the facts, by id.
        superseded: the status once each is superseded by a later fact that says the opposite; None where one of them
            cannot be superseded.
        withdrawn: the status once they are taken out of the program; what they had superseded counts again.
    """

    facts: tuple[Carrier, ...]
    superseded: Status | None
    withdrawn: Status


class Against(NamedTuple):
    """What carries an atom.

    Args:
        atom: the complement of the query, or the query.
        sets: the smallest sets of facts without which it does not follow, by size and ids; none where the request or
            the rules alone carry it.
        ended: whether these are all.
    """

    atom: Atom
    sets: tuple[Lifting, ...]
    ended: Ended

    @property
    def carried_by(self) -> tuple[Carrier, ...]:
        """The facts that every proof of the atom needs."""
        return tuple(only.facts[0] for only in self.sets if len(only.facts) == 1)


def against(
    program: Program, atom: Atom, *, most: int = MOST, evaluations: int = EVALUATIONS, limits: Limits = DEFAULT
) -> Against:
    """The smallest sets of facts without which an atom does not follow.

    Args:
        program: a valid program; of a request, the effective one.
        atom: its query or the complement.
        most: how many sets are wanted, at least 1.
        evaluations: how many times the program may be evaluated to find them.
        limits: bounds of each evaluation, and the deadline of all.

    Raises:
        LimitError: a bound of an evaluation was reached, or it takes too long.
    """
    part = Slice(program, limits)
    carrying: list[frozenset[str]] = []
    ended = Ended.ALL
    for found in _hitting(part, atom, evaluations):
        if found is None or len(carrying) == most:
            ended = Ended.STEPS if found is None else Ended.MOST
            break
        carrying.append(found)
    return Against(atom, tuple(_lifting(part, ids) for ids in carrying), ended)


def superseders(program: Program, fact: Fact) -> tuple[str, ...]:
    """The classes that may supersede a fact at the evaluation time, the cheapest first."""
    if program.evaluation_time is None or (fact.observed_at or "") >= program.evaluation_time:
        return ()
    if fact.authority == SYSTEM_BOUND:
        return ()
    able = suppliers(program, fact.predicate)
    return tuple(name for name in able if not (name == MODEL_JUDGED and fact.authority == HUMAN_AUTHORIZED))


def _hitting(part: Slice, atom: Atom, evaluations: int) -> Iterator[frozenset[str] | None]:
    """Minimal sets by size; a last None where the bound on evaluations was reached."""
    found: list[frozenset[str]] = []
    met: set[frozenset[str]] = {frozenset()}
    waiting = deque(met)
    while waiting:
        gone = waiting.popleft()
        if any(smaller <= gone for smaller in found):
            continue
        if evaluations == 0:
            yield None
            return
        evaluations -= 1
        leaves = part.leaves(part.model([fact for fact in part.facts if fact.id not in gone]), atom)
        if leaves is None:
            found.append(gone)
            yield gone
            continue
        for name in sorted(leaves):
            wider = gone | {name}
            if wider not in met:
                met.add(wider)
                waiting.append(wider)


def _lifting(part: Slice, ids: frozenset[str]) -> Lifting:
    gone = sorted((fact for fact in part.facts if fact.id in ids), key=lambda fact: fact.id)
    facts = tuple(Carrier(fact, superseders(part.program, fact)) for fact in gone)
    superseded = _superseded(part, facts) if all(carrier.superseders for carrier in facts) else None
    return Lifting(facts, superseded, part.status(part.without(ids)))


def _superseded(part: Slice, carriers: tuple[Carrier, ...]) -> Status:
    ids = {carrier.fact.id for carrier in carriers}
    kept = [fact for fact in part.facts if fact.id not in ids]
    opposite = [carrier.fact._replace(negated=not carrier.fact.negated) for carrier in carriers]
    return part.status((*kept, *part.bearing(opposite)))
