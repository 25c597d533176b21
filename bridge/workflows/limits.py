"""What one run may take: asked for by flags, the environment or the settings, and in force from the moment it starts.

This is where the clock of the time limit is read.
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from math import inf
from typing import Final, TypeAlias

from bridge.core.bounds import BOUNDS, DERIVED, FACTS, INPUT_BYTES, NESTING, ROUNDS, SECONDS, STEPS, Bound
from bridge.core.deadline import Deadline
from bridge.errors import UsageError
from bridge.reason.engine.limits import Limits as EngineLimits

Said: TypeAlias = Callable[[str], tuple[str, str] | None]
"""What a limit of some name is set to, as text, and where; none where nobody sets it."""


def _require(bound: Bound, value: float, where: str) -> float:
    kinds = {int, float} if bound is SECONDS else {int}
    if type(value) not in kinds or not 0 < value < inf:
        kind = "a positive number" if bound is SECONDS else "a positive whole number"
        raise UsageError(f"{where} must be {kind}, not {value!r}", where=where)
    if value > bound.most:
        raise UsageError(f"{where} must be at most {bound.most}, not {value}", where=where)
    return value


@dataclass(frozen=True)
class Limits:
    """The limits of a run. Each is a positive number; a run that reaches one ends in a ``LimitError``.

    Args:
        facts: facts that take part.
        derived: atoms that rules add.
        steps: matches of rules' bodies, partial ones included.
        rounds: rounds of forward chaining.
        seconds: wall time, from reading the first input on.
        input_bytes: the length of one input.
        nesting: how deep the arrays and objects of a JSON input may stand in each other.

    Raises:
        UsageError: a value that no limit can have.
    """

    facts: int = FACTS.default
    derived: int = DERIVED.default
    steps: int = STEPS.default
    rounds: int = ROUNDS.default
    seconds: float = SECONDS.default
    input_bytes: int = INPUT_BYTES.default
    nesting: int = NESTING.default

    def __post_init__(self) -> None:
        for field in fields(self):
            _require(BOUNDS[field.name], getattr(self, field.name), field.name)

    def start(self) -> "Bounds":
        """The limits in force; their time begins to run."""
        deadline = Deadline(self.seconds, time.monotonic)
        engine = EngineLimits(self.facts, self.derived, self.steps, self.rounds, deadline)
        return Bounds(engine, self.input_bytes, self.nesting)


@dataclass(frozen=True)
class Bounds:
    """The limits of a run that has begun.

    Args:
        engine: those of reading programs and of reasoning, with the deadline.
        input_bytes: the length of one input.
        nesting: how deep JSON may be nested.
    """

    engine: EngineLimits
    input_bytes: int
    nesting: int

    @property
    def deadline(self) -> Deadline:
        """When the run must be over."""
        return self.engine.deadline


DEFAULT: Final = Limits()


def begun(bounds: Bounds | None) -> Bounds:
    """The bounds of a run that is under way, or those that hold where nobody set any, from now on."""
    return bounds or DEFAULT.start()


def chosen(options: Mapping[str, float | None], said: Said) -> Limits:
    """The limits of a command.

    Args:
        options: those given on the command line, by their names.
        said: what the environment and the settings say.

    Raises:
        UsageError: a value that no limit can have; names where it was set.
    """
    found: dict[str, float] = {}
    for name, bound in BOUNDS.items():
        option = options.get(name)
        setting = said(name) if option is None else None
        if option is not None:
            found[name] = _require(bound, option, bound.option)
        elif setting is not None:
            found[name] = _require(bound, _number(bound, *setting), setting[1])
    return Limits(**found)  # type: ignore[arg-type]  # each value has been held to the kind of its field


def _number(bound: Bound, text: str, where: str) -> float:
    try:
        return float(text) if bound is SECONDS else int(text)
    except ValueError:
        raise UsageError(f"{where} must be a number, not {text!r}", where=where) from None
