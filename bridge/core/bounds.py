"""What a run is bounded by: one table, from which options, settings, errors and documentation take name and value."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from bridge.core.codes.limits import RSN503, RSN504, RSN505, RSN506, RSN507, RSN508, RSN509
from bridge.core.strict_json import MAX_BYTES, MAX_DEPTH
from bridge.errors import LimitError, Reached


class Bound(NamedTuple):
    """One bound of a run.

    Args:
        name: what it is called in the library and under ``[limits]`` in the settings.
        code: the code of the error.
        default: its value where nobody sets another.
        unit: what is counted, as a message says it.
        most: the highest value that may be set.
    """

    name: str
    code: str
    default: int
    unit: str
    most: int = (1 << 63) - 1

    @property
    def option(self) -> str:
        """The option of the command line that sets it."""
        return "--max-" + self.name.replace("_", "-")

    @property
    def variable(self) -> str:
        """The environment variable that sets it."""
        return "BRIDGE_MAX_" + self.name.upper()


FACTS: Final = Bound("facts", RSN503.code, 5_000_000, "facts")
DERIVED: Final = Bound("derived", RSN504.code, 5_000_000, "derived atoms")
STEPS: Final = Bound("steps", RSN505.code, 1_000_000_000, "steps")
ROUNDS: Final = Bound("rounds", RSN506.code, 1024, "rounds")
SECONDS: Final = Bound("seconds", RSN507.code, 600, "seconds")
INPUT_BYTES: Final = Bound("input_bytes", RSN508.code, MAX_BYTES, "bytes of one input", most=1 << 40)
NESTING: Final = Bound("nesting", RSN509.code, MAX_DEPTH, "nested arrays and objects", most=MAX_DEPTH)

BOUNDS: Final[Mapping[str, Bound]] = MappingProxyType(
    {bound.name: bound for bound in (FACTS, DERIVED, STEPS, ROUNDS, SECONDS, INPUT_BYTES, NESTING)}
)


def beyond(bound: Bound, value: float, reached: float) -> LimitError:
    """The error of work that came to more than a bound.

    Args:
        bound: which.
        value: what it was set to.
        reached: what was reached.
    """
    return LimitError(
        f"the run reached {_shown(reached)} {bound.unit}; the limit is {_shown(value)} ({bound.code})",
        help=f"make the program smaller, or raise the limit with {bound.option}",
        bound=Reached(bound.code, bound.name, value, reached),
    )


def _shown(number: float) -> str:
    return f"{number:.0f}" if number == int(number) else f"{number:.6f}".rstrip("0")
