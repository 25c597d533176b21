"""The search for a case that breaks a guarantee: what is likeliest first, then Hypothesis, then as small as it goes."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Final

from bridge.reason.model import PolicyTemplate
from bridge.reason.program_tests import left
from bridge.testing.guarantees.laws import Violation
from bridge.testing.guarantees.sayings import Seed, case_of
from bridge.testing.guarantees.seeds import seeds
from bridge.testing.guarantees.subject import Case, Subject

EXAMPLES: Final = 1_000
"""How many sets are searched where nobody says otherwise."""


@dataclass(frozen=True)
class Counterexample:
    """The smallest case that was found, and what it breaks."""

    case: Case
    violation: Violation


@dataclass(frozen=True)
class Searched:
    """What a search came to.

    Args:
        sets: how many sets of facts and answers were looked at.
        counterexample: what breaks a guarantee; None where nothing that was looked at does.
        whole: whether every set that was asked for was looked at, before the time was up.
    """

    sets: int
    counterexample: Counterexample | None
    whole: bool = True


def search(
    subject: Subject,
    *,
    examples: int = EXAMPLES,
    seed: int | None = None,
    time_is_up: Callable[[], bool] = lambda: False,
) -> Searched:
    """Look for facts and answers with which a program breaks a guarantee.

    Half of the sets at most are seeds, each a way of letting a rule fire; the others are drawn by Hypothesis.

    Args:
        subject: what is searched.
        examples: how many sets to look at.
        seed: chooses other sets; None always looks at the same.
        time_is_up: asked before each set; once it says so, no more are looked at.
    """
    looking = _Looking(subject, examples, seed, time_is_up)
    found = looking.among_seeds() or looking.among_drawn() or looking.hidden
    smallest = None if found is None else _smallest(subject, found)
    return Searched(looking.sets, smallest, found is not None or not looking.late)


class _Looking:
    def __init__(self, subject: Subject, examples: int, seed: int | None, time_is_up: Callable[[], bool]) -> None:
        self.sets = 0
        self.late = False
        self.hidden: Case | None = None
        """A case whose violation no test can show."""
        self._subject = subject
        self._examples = examples
        self._seed = seed
        self._time_is_up = time_is_up
        self._seeds: list[Seed] = []

    def among_seeds(self) -> Case | None:
        for seed in seeds(self._subject):
            self.late = self.late or self._time_is_up()
            if self.late or self.sets >= max(self._examples // 2, 1):
                return None
            if seed is None:
                continue
            self._seeds.append(seed)
            for asked in range(len(self._subject.asked)):
                case = case_of(self._subject, seed, asked=asked)
                if self.breaks(case):
                    return case
        return None

    def among_drawn(self) -> Case | None:
        from hypothesis import HealthCheck, Phase, find, settings
        from hypothesis.errors import NoSuchExample

        from bridge.testing.guarantees.strategies import cases

        count = self._examples - self.sets
        if count <= 0 or self.late:
            return None
        chosen = settings(
            database=None,
            deadline=None,
            derandomize=self._seed is None,
            max_examples=count,
            phases=(Phase.generate, Phase.shrink),
            suppress_health_check=list(HealthCheck),
        )
        random = None if self._seed is None else Random(self._seed)  # noqa: S311 - chooses examples, keeps no secret
        try:
            return find(cases(self._subject, self._seeds), self.breaks, settings=chosen, random=random)
        except NoSuchExample:
            return None

    def breaks(self, case: Case | None) -> bool:
        """Whether a case breaks a guarantee, in a way that a test can show."""
        self.late = self.late or self._time_is_up()
        if self.late or case is None:
            return False
        self.sets += 1
        violation = self._subject.broken(case)
        if violation is None:
            return False
        if not shown(self._subject, violation):
            self.hidden = self.hidden or case
            return False
        return True


def shown(subject: Subject, violation: Violation) -> bool:
    """Whether a test can show what breaks a guarantee; one of an action policy asks about its action alone."""
    asked = not isinstance(subject.stated, PolicyTemplate) or violation.atom.predicate == subject.plain.query.predicate
    return asked and not violation.masked


def _smallest(subject: Subject, case: Case) -> Counterexample:
    """The case without anything that it does not need to break the same guarantee."""
    violation = subject.broken(case)
    if violation is None:
        raise ValueError("the case breaks nothing")
    while True:
        for smaller in _smaller(subject, case):
            found = subject.broken(smaller)
            if found is not None and (found.guarantee, shown(subject, found)) == (
                violation.guarantee,
                shown(subject, violation),
            ):
                case, violation = smaller, found
                break
        else:
            return Counterexample(case, violation)


def _smaller(subject: Subject, case: Case) -> Iterator[Case]:
    for fact in case.said:
        yield case._replace(said=tuple(left(case.said, {fact.id})))
    for name in sorted(case.without):
        yield case._replace(without=case.without - {name})
    for place, fact in enumerate(case.said):
        if fact.supersedes:
            yield case._replace(said=(*case.said[:place], fact._replace(supersedes=()), *case.said[place + 1 :]))
        if fact.supersedes or fact.observed_at == case.at:
            continue
        yield case._replace(said=(*case.said[:place], fact._replace(observed_at=case.at), *case.said[place + 1 :]))
    if not subject.fixed:
        yield from _less_asked(case)


def _less_asked(case: Case) -> Iterator[Case]:
    if case.asked is None:
        return
    mission, action = case.asked.mission, case.asked.action
    for key in sorted(mission.constraints):
        fewer = {name: value for name, value in mission.constraints.items() if name != key}
        yield case._replace(asked=case.asked._replace(mission=mission._replace(constraints=fewer)))
    for key in sorted(action.arguments):
        fewer = {name: value for name, value in action.arguments.items() if name != key}
        yield case._replace(asked=case.asked._replace(action=action._replace(arguments=fewer)))
    for place in range(len(action.effects)):
        effects = (*action.effects[:place], *action.effects[place + 1 :])
        yield case._replace(asked=case.asked._replace(action=action._replace(effects=effects)))
