"""Why a rules judge says yes: what its rules found, and where in the call."""

from typing import TYPE_CHECKING

from bridge.errors import UsageError
from bridge.judges.base import Judge, is_panel

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from bridge.core.strict_json import Json
    from bridge.judges.bridge_rules.judge import BridgeRules, Explanation


def explained(judge: Judge, state: "Mapping[str, Json]", keys: "Iterable[str]") -> "tuple[Explanation, ...]":
    """What the rules of a judge found behind its answers.

    Args:
        judge: the judge that was asked; of a panel, the rules judge in it.
        state: what it was shown.
        keys: the questions that were asked; with ``unsafe`` among them all are explained.

    Raises:
        UsageError: no rules judge that explains itself was asked.
        ShapeError: the state is not a tool call.
    """
    rules = explainable(judge)
    return rules.explain(state, tuple(keys))


def explainable(judge: Judge) -> "BridgeRules":
    """The judge in a judge, or in a panel, that can say why.

    Raises:
        UsageError: there is none.
    """
    from bridge.judges.bridge_rules.judge import BridgeRules

    for one in (member.judge for member in judge.members) if is_panel(judge) else (judge,):
        found = getattr(one, "judge", one)
        if isinstance(found, BridgeRules):
            return found
    raise UsageError("this judge does not say why", where="--explain", help="ask --judge bridge-rules")
