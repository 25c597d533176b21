"""What several judges come to together on one question: a rule of agreement, and a floor that no rule goes below.

Each judge's answer is held to the bar by itself first. The rule then says how much of the panel has to let a call go
on:

| rule | the panel's effect |
|---|---|
| ``any`` | the least strict of its members' effects: one that lets it go on is enough |
| ``majority`` | the least strict effect that more than half of the members do not go beyond; of a tie the stricter |
| ``all`` | what every member says; where all let it go on, the stricter of allow and warn; else it goes to a person |
| ``strictest`` | the strictest of its members' effects: one that stops it is enough |

A member whose answer has no effect, as a score has none, has no vote. Where no member has one, the answers have to be
the same, whatever the rule: there is no order to pick one by, so that answers which differ go to a person. What the
floor refuses is refused, and what it sends to a person does not go on. Where a member failed, and that is not an error,
the question goes to a person unless it is refused anyway.
"""

import enum
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from bridge.judgement.model import Effect

STRICTNESS: Final = (Effect.ALLOW, Effect.WARN, Effect.ASK, Effect.DENY)
"""The effects from the one that lets everything go on to the one that lets nothing."""

_GOES_ON: Final = frozenset({Effect.ALLOW, Effect.WARN})


class Rule(enum.StrEnum):
    """How much of a panel has to let a call go on."""

    ANY = "any"
    MAJORITY = "majority"
    ALL = "all"
    STRICTEST = "strictest"


@dataclass(frozen=True, slots=True)
class Vote:
    """What one member says on a question.

    Args:
        effect: its answer held to the bar; None where the answer has no effect.
        answer: the answer as a text, by which answers without an effect are compared.
        floor: whether the member is the floor.
    """

    effect: Effect | None
    answer: str
    floor: bool = False


def agreed(votes: Sequence[Vote], rule: Rule, *, failed: bool = False) -> Effect | None:
    """The panel's effect on one question; the order of the votes makes no difference.

    Args:
        votes: of the members that answered; at least one.
        rule: how much of the panel has to let the call go on.
        failed: whether a member gave no answer.
    """
    effects = [vote.effect for vote in votes if vote.effect is not None]
    if effects:
        effect = _by_rule(effects, rule)
    elif len({vote.answer for vote in votes}) == 1:
        effect = None
    else:
        effect = Effect.ASK
    held = [vote.effect for vote in votes if vote.floor and vote.effect is not None and vote.effect not in _GOES_ON]
    return _strictest([*held, *([Effect.ASK] if failed else []), *([] if effect is None else [effect])])


def _by_rule(effects: Iterable[Effect], rule: Rule) -> Effect:
    ranked = sorted(effects, key=STRICTNESS.index)
    match rule:
        case Rule.ANY:
            return ranked[0]
        case Rule.MAJORITY:
            return ranked[len(ranked) // 2]
        case Rule.STRICTEST:
            return ranked[-1]
        case Rule.ALL:
            alike = ranked[0] is ranked[-1] or ranked[-1] in _GOES_ON
            return ranked[-1] if alike else Effect.ASK


def _strictest(effects: Sequence[Effect]) -> Effect | None:
    return max(effects, key=STRICTNESS.index, default=None)
