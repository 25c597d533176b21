"""From the responses of a panel to the judgements that are recorded: one for each judge and question.

Every judgement keeps its own judge's answer. What was done about it is what the panel came to: an answer that agrees
with the panel has its own outcome; one that gave way was recorded and not used, which is ``ignored``; and where the
panel sends a question to a person whom no member asked for, the strictest answer is the one that is escalated. A note
says which panel it was, so that whoever reads one receipt knows that there are others.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from bridge.core.strict_json import Json
from bridge.judgement.agreement import STRICTNESS, Rule, Vote, agreed
from bridge.judgement.answer_text import answer_text
from bridge.judgement.hold import overall
from bridge.judgement.model import (
    AppliesTo,
    Contract,
    Decision,
    Effect,
    Held,
    Judgement,
    JudgeResponse,
    Outcome,
    Question,
    Threshold,
)
from bridge.judgement.record import record

GAVE_WAY: Final = "this answer gave way"

_OUTCOME: Final[Mapping[Effect | None, Outcome]] = {
    Effect.ALLOW: Outcome.ACTED,
    Effect.WARN: Outcome.ACTED,
    Effect.ASK: Outcome.ESCALATED,
    Effect.DENY: Outcome.REFUSED,
    None: Outcome.IGNORED,
}


@dataclass(frozen=True, slots=True)
class Spoken:
    """What one member of a panel was asked and returned; it answers everything that it was asked."""

    questions: Mapping[str, Question]
    response: JudgeResponse
    floor: bool = False


class Panelled(NamedTuple):
    """The judgements in the order of their keys, of one key in the order of the panel.

    Args:
        judgements: one for each judge and question.
        speakers: whose each of them is, by its place in the panel.
        standing: for each key the place, in ``judgements``, of the one whose answer is the panel's.
        decision: what the panel comes to.
    """

    judgements: tuple[Judgement, ...]
    speakers: tuple[int, ...]
    standing: Mapping[str, int]
    decision: Decision


def record_panel(
    spoken: Sequence[Spoken],
    rule: Rule,
    threshold: Threshold,
    *,
    name: str,
    state: Mapping[str, Json],
    judged_at: str,
    contract: Contract | None = None,
    failed: Sequence[str] = (),
) -> Panelled:
    """Hold each answer to the bar, let the panel agree, and write down what came of it.

    Args:
        spoken: what the members returned, in the order of the panel; at least one of them.
        rule: how much of the panel has to let the call go on.
        threshold: the bar, the same for all.
        name: the panel's name.
        state: the state that all were shown.
        judged_at: canonical UTC time of the answers.
        contract: the decision contract they ran under.
        failed: the names of members that gave no answer.

    Raises:
        ShapeError: the state or a question is not JSON.
    """
    by_member = [
        record(one.questions, one.response, threshold, state=state, judged_at=judged_at, contract=contract).judgements
        for one in spoken
    ]
    panel = f'panel "{name}", {rule} of {", ".join(one.response.judge.model for one in spoken)}'
    if failed:
        panel += f", without {', '.join(failed)}"
    judgements: list[Judgement] = []
    speakers: list[int] = []
    standing: dict[str, int] = {}
    held: dict[str, Held] = {}
    for key in sorted({key for one in by_member for key in one}):
        members = [place for place, one in enumerate(by_member) if key in one]
        said = [by_member[place][key] for place in members]
        votes = [_vote(one, spoken[place].floor) for one, place in zip(said, members, strict=True)]
        effect = agreed(votes, rule, failed=bool(failed))
        carrier = _carrier(said, votes, effect)
        standing[key] = len(judgements) + carrier
        judgements += (_recorded(one, effect, place == carrier, panel) for place, one in enumerate(said))
        speakers += members
        held[key] = Held(_OUTCOME[effect], effect, said[carrier].applies_to or AppliesTo.CONFIDENCE)
    return Panelled(tuple(judgements), tuple(speakers), standing, overall(held))


def gave_way(judgement: Judgement) -> bool:
    """Whether a panel set this answer aside: whoever acted did not go by it."""
    return judgement.outcome is Outcome.IGNORED and (judgement.notes or "").endswith(GAVE_WAY)


def _vote(judgement: Judgement, floor: bool) -> Vote:
    return Vote(judgement.effect, _text(judgement), floor)


def _text(judgement: Judgement) -> str:
    threshold = judgement.threshold or Threshold()
    return answer_text(judgement.question, judgement.answer, threshold.value)


def _carrier(said: Sequence[Judgement], votes: Sequence[Vote], effect: Effect | None) -> int:
    """Whose answer is the panel's: one that has its effect, else the strictest; of several the lesser model's."""

    def rank(place: int) -> tuple[bool, int, str, str, int]:
        own = votes[place].effect
        strictness = -1 if own is None else STRICTNESS.index(own)
        return own is not effect, -strictness, said[place].judge.model, votes[place].answer, place

    return min(range(len(said)), key=rank)


def _recorded(judgement: Judgement, effect: Effect | None, carries: bool, panel: str) -> Judgement:
    notes = f"{judgement.notes}; {panel}" if judgement.notes else panel
    notes += f": {effect or 'no effect'}"
    if judgement.effect is effect:
        return judgement._replace(notes=notes)
    if carries:
        return judgement._replace(outcome=_OUTCOME[effect], effect=effect, notes=notes)
    return judgement._replace(outcome=Outcome.IGNORED, effect=None, notes=f"{notes}; {GAVE_WAY}")
