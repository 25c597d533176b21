"""What it costs to get somebody's word: the one table by which sets of facts are ordered."""

from collections.abc import Mapping
from typing import Final

from bridge.reason.model import AGENT_PROPOSED, HUMAN_AUTHORIZED, MODEL_JUDGED, SYSTEM_BOUND, TOOL_REPORTED, Program

COSTS: Final[Mapping[str, int]] = {AGENT_PROPOSED: 1, MODEL_JUDGED: 2, TOOL_REPORTED: 4, HUMAN_AUTHORIZED: 16}
"""An agent proposes for nothing; a judgement is a call, a tool run takes a while, and a person is interrupted."""

OTHER_CLASS: Final = 8
"""A class that is not in the table: dearer than a tool run, cheaper than a person."""


def cost_of(authority: str) -> int:
    """What a fact of an authority class costs; a set of facts costs the sum."""
    return COSTS.get(authority, OTHER_CLASS)


def suppliers(program: Program, predicate: str) -> tuple[str, ...]:
    """The classes that may say a fact over a predicate, the cheapest first; what only a request says, nobody may."""
    admitted = (name for name in program.authority.admitted(predicate) if name != SYSTEM_BOUND)
    return tuple(sorted(admitted, key=lambda name: (cost_of(name), name)))
