"""How much an evaluation may do before it is refused."""

from typing import Final, NamedTuple

from bridge.errors import EvaluationError, LimitError

MAX_ROUNDS: Final = 1024
"""The reference's own bound on rounds, the last empty one included (spec: Reason, section 4, step 4)."""


class Limits(NamedTuple):
    """Bounds of one evaluation.

    Args:
        facts: facts that take part.
        derived: atoms that rules add.
        steps: matches of a rule's body, partial ones included; bounds time, where ``derived`` bounds memory.
        rounds: rounds of forward chaining.
    """

    facts: int = 5_000_000
    derived: int = 5_000_000
    steps: int = 1_000_000_000
    rounds: int = MAX_ROUNDS


DEFAULT: Final = Limits()


def require(name: str, limit: int, reached: int) -> None:
    """Refuse to go beyond a bound.

    Raises:
        LimitError: ``reached`` is more than ``limit``.
    """
    if reached > limit:
        raise LimitError(
            f"the evaluation reached {reached} {name}; the limit is {limit}",
            help="make the program smaller, or raise the limit",
        )


def require_round(limit: int, finished: int) -> None:
    """Refuse to begin another round.

    Raises:
        EvaluationError: as many rounds as may run have run.
    """
    if finished >= limit:
        raise EvaluationError(
            f"reasoning did not converge after {limit} rounds",
            help=f"shorten the longest derivation: each of its levels is a round, and {limit} rounds is the limit",
        )


class Budget:
    """What an evaluation may still do: matches of bodies, and atoms to derive."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._steps = 0
        self._derived = 0

    @property
    def steps(self) -> int:
        """How many more matches of a body, partial ones included, there may be."""
        return self._limits.steps - self._steps

    @property
    def room(self) -> int:
        """How many more atoms may be derived."""
        return self._limits.derived - self._derived

    def spend(self, matches: int) -> None:
        """Count matches.

        Raises:
            LimitError: more than may be.
        """
        self._steps += matches
        require("steps", self._limits.steps, self._steps)

    def derive(self, atoms: int) -> None:
        """Count derived atoms.

        Raises:
            LimitError: more than may be.
        """
        self.require_room(atoms)
        self._derived += atoms

    def require_room(self, atoms: int) -> None:
        """Refuse more derived atoms than there is room for.

        Raises:
            LimitError: there is less room.
        """
        require("derived atoms", self._limits.derived, self._derived + atoms)
