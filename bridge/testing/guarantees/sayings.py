"""What somebody says, before it is a fact with an id and a time."""

import datetime
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from bridge.core.clock import spell
from bridge.reason.model import MODEL_JUDGED, Atom, Fact
from bridge.reason.wire import atom_key
from bridge.testing.guarantees.subject import Case, Subject


class Saying(NamedTuple):
    """A ground atom and whose word it is.

    Args:
        atom: what is said.
        authority: the class of who says it.
        corrects: the atom of an earlier saying, or of a fact of the program, that this one supersedes.
    """

    atom: Atom
    authority: str
    corrects: Atom | None = None


class Seed(NamedTuple):
    """Sayings in their order, and whether the program's own facts are taken out."""

    sayings: tuple[Saying, ...]
    alone: bool = False


def case_of(subject: Subject, seed: Seed, *, asked: int = 0, at: int = 0, without: Iterable[str] = ()) -> Case | None:
    """The case in which something is said; what the program says already is not said again.

    Args:
        subject: what is searched.
        seed: what is said.
        asked: which of the subject's requests.
        at: which of its times.
        without: facts of the program that are taken out, besides.

    Returns:
        None where there is no such time in the calendar.
    """
    request = subject.asked[asked]
    times = subject.times(request)
    now = times[at % len(times)]
    own = subject.stated.facts
    gone = frozenset(fact.id for fact in own) if seed.alone else frozenset(without)
    facts = _Facts(subject, [fact for fact in own if fact.id not in gone], now, seed.sayings)
    try:
        said = facts.made()
    except (ValueError, OverflowError):
        return None
    return Case(said, gone, now, request)


class _Facts:
    def __init__(self, subject: Subject, own: Sequence[Fact], now: str | None, sayings: Sequence[Saying]) -> None:
        self._taken = {fact.id for fact in subject.stated.facts} | {rule.id for rule in subject.stated.rules}
        self._known = {atom_key(fact.atom): fact for fact in own}
        self._now = now
        self._sayings = sayings
        self._chained = now is not None and any(saying.corrects is not None for saying in sayings)

    def made(self) -> tuple[Fact, ...]:
        facts: list[Fact] = []
        for place, saying in enumerate(self._sayings):
            key = atom_key(saying.atom)
            old = None if saying.corrects is None else self._known.get(atom_key(saying.corrects))
            if key in self._known and old is not self._known[key]:
                continue
            fact = Fact(
                id=self._id(saying),
                predicate=saying.atom.predicate,
                arguments=saying.atom.arguments,
                authority=saying.authority,
                negated=saying.atom.negated,
                observed_at=self._observed(place),
                supersedes=(old.id,) if old is not None and self._now is not None else (),
            )
            self._known[key] = fact
            facts.append(fact)
        return tuple(facts)

    def _id(self, saying: Saying) -> str:
        kind = "answer" if saying.authority == MODEL_JUDGED else "said"
        number = next(n for n in range(1, len(self._taken) + 2) if f"{kind}_{n}" not in self._taken)
        self._taken.add(f"{kind}_{number}")
        return f"{kind}_{number}"

    def _observed(self, place: int) -> str | None:
        """Now, unless something is superseded: then each saying a minute after the one before it."""
        if self._now is None or not self._chained:
            return self._now
        moment = datetime.datetime.strptime(self._now, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=datetime.UTC)
        return spell(moment - datetime.timedelta(minutes=len(self._sayings) - 1 - place))
