"""How much an evaluation may do before it is refused."""

from typing import Final, NamedTuple

from bridge.core.bounds import DERIVED, FACTS, ROUNDS, STEPS, Bound, beyond
from bridge.core.codes.limits import RSN510, RSN511
from bridge.core.deadline import NEVER, Deadline
from bridge.errors import LimitError, NotConverged, Reached
from bridge.reason.quoting import quoted

MAX_ROUNDS: Final = ROUNDS.default
"""The reference's own bound on rounds, the last empty one included (spec: Reason, section 4, step 4)."""
MOST_IN_A_RULE: Final = 4096
"""The atoms and terms of one rule; what a join costs to plan grows with their square."""

_TERMS_OF_AN_ATOM: Final = 32
"""An atom of a rule with more terms and variables than these counts as several derived ones, since it takes as much."""

_INDEXED_OF_AN_ATOM: Final = 5
"""How many rows of indices there may be for each fact and each derived atom that there may be."""

_FIRST_PACE: Final = 256
_FASTEST_PACE: Final = 4096
"""A look at the clock costs as much as two or three of the cheapest matches; the dearest take a millisecond."""
_SHORT: Final = 0.01
_LONG: Final = 0.05


class Limits(NamedTuple):
    """Bounds of one evaluation.

    Args:
        facts: facts that take part.
        derived: atoms that rules add; bounds memory.
        steps: matches of a rule's body, partial ones included; bounds time, the same on every machine.
        rounds: rounds of forward chaining.
        deadline: bounds wall time.
    """

    facts: int = FACTS.default
    derived: int = DERIVED.default
    steps: int = STEPS.default
    rounds: int = ROUNDS.default
    deadline: Deadline = NEVER


DEFAULT: Final = Limits()


def require(bound: Bound, limit: int, reached: int) -> None:
    """Refuse to go beyond a bound.

    Raises:
        LimitError: ``reached`` is more than ``limit``.
    """
    if reached > limit:
        raise beyond(bound, limit, reached)


def require_facts(limits: Limits, facts: int) -> None:
    """Refuse more facts than may take part.

    Raises:
        LimitError: there are more.
    """
    require(FACTS, limits.facts, facts)


def require_round(limit: int, finished: int) -> None:
    """Refuse to begin another round. The sentence is the reference's.

    Raises:
        NotConverged: as many rounds as may run have run.
    """
    if finished >= limit:
        raise NotConverged(
            f"reasoning did not converge after {limit} rounds",
            help="shorten the longest derivation, each of whose levels is a round, "
            f"or raise the limit with {ROUNDS.option} ({ROUNDS.code})",
            bound=Reached(ROUNDS.code, ROUNDS.name, limit, finished + 1),
        )


def require_joinable(rule: str, size: int) -> None:
    """Refuse a rule that is too large to plan a join of.

    Args:
        rule: its id.
        size: one for each of its atoms, and one for each of their terms.

    Raises:
        LimitError: it is too large.
    """
    if size > MOST_IN_A_RULE:
        raise LimitError(
            f"rule {quoted(rule)} has {size} atoms and terms; the limit is {MOST_IN_A_RULE} ({RSN510.code})",
            help="conclude a predicate of its own from part of its premises",
            bound=Reached(RSN510.code, "rule", MOST_IN_A_RULE, size),
        )


def weight(terms: int) -> int:
    """How many derived atoms one counts for, by the terms of its rule's head and the variables of the body."""
    return 1 + terms // _TERMS_OF_AN_ATOM


class Budget:
    """What an evaluation may still do: matches of bodies, atoms to derive, and time.

    The clock is looked at each time so many matches have been counted. How many is found as the run goes, so that
    a look comes some tens of milliseconds after the one before, whatever a match costs.
    """

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._steps = 0
        self._derived = 0
        self._at_round = 0
        self._indexed = 0
        self._pace = _FIRST_PACE
        self._look_at = min(limits.steps, _FIRST_PACE)
        self._looked = limits.deadline.check()

    @property
    def steps(self) -> int:
        """How many more matches of a body, partial ones included, there may be."""
        return self._limits.steps - self._steps

    @property
    def room(self) -> int:
        """How many more atoms may be derived."""
        return self._limits.derived - self._derived

    @property
    def pace(self) -> int:
        """How many matches may be made before they must be counted, or the clock looked at."""
        return min(self.steps, self._pace)

    def spend(self, matches: int) -> None:
        """Count matches.

        Raises:
            LimitError: more than may be, or it takes too long.
        """
        self._steps += matches
        if self._steps > self._look_at:
            require(STEPS, self._limits.steps, self._steps)
            self.look()

    def look(self) -> None:
        """Look at the clock.

        Raises:
            LimitError: it takes too long.
        """
        now = self._limits.deadline.check()
        took, self._looked = now - self._looked, now
        if took > _LONG:
            self._pace = max(1, self._pace // 4)
        elif took < _SHORT:
            self._pace = min(_FASTEST_PACE, 2 * self._pace)
        self._look_at = min(self._limits.steps, self._steps + self._pace)

    def over(self, matches: int) -> int:
        """Count the matches of a join that goes on, from outside: gives how many it may have before the next time.

        Args:
            matches: all that the join has made so far, none of them counted yet.

        Raises:
            LimitError: more than may be, or it takes too long.
        """
        require(STEPS, self._limits.steps, self._steps + matches)
        self.look()
        return matches + min(self.steps - matches, self._pace)

    def derive(self, atoms: int) -> None:
        """Count derived atoms, at the end of a round.

        Raises:
            LimitError: more than may be.
        """
        self.require_room(atoms)
        self._derived += atoms
        self._at_round = self._steps

    def may_be_full(self, heaviest: int) -> bool:
        """Whether this round may have derived more than there is room for: not more atoms than it has made matches.

        Args:
            heaviest: how many atoms the heaviest of them counts for.
        """
        return (self._steps - self._at_round) * heaviest > self.room

    def index(self, rows: int) -> None:
        """Count rows that are entered into an index.

        Raises:
            LimitError: all indices together have more than may be.
        """
        self._indexed += rows
        most = _INDEXED_OF_AN_ATOM * (self._limits.facts + self._limits.derived)
        if self._indexed > most:
            raise LimitError(
                f"the indices of the run have {self._indexed} rows; the limit is {most} ({RSN511.code})",
                help=f"look facts up in fewer ways, or raise the limit with {FACTS.option}",
                bound=Reached(RSN511.code, "indexed", most, self._indexed),
            )

    def require_room(self, atoms: int) -> None:
        """Refuse more derived atoms than there is room for.

        Raises:
            LimitError: there is less room.
        """
        require(DERIVED, self._limits.derived, self._derived + atoms)
