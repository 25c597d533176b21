"""Signed judgements and resolutions for tests, and whom a reader may trust to have made them."""

from typing import Any

from bridge.core.strict_json import Json
from bridge.judgement import payload
from bridge.judgement import resolution as resolutions
from bridge.judgement.hold import hold_to_bar
from bridge.judgement.model import Answer, JudgeIdentity, JudgeKind, Judgement, Question, QuestionType, Threshold
from bridge.judgement.resolution import Resolution, ResolutionDecision, overridden
from bridge.receipts import kinds
from bridge.receipts.envelope import Envelope
from bridge.receipts.identity import artifact_id
from bridge.receipts.keys import SigningKey
from bridge.receipts.model import RECEIPT_PAYLOAD_TYPE, Subject
from bridge.receipts.sign import sign
from bridge.receipts.statement import receipt_statement
from bridge.receipts.trust import JUDGE, Root, Trust
from tests.unit.receipts.makers import ACTION_ID, AT, KEY, OTHER_KEY

ALICE = "human://alice"
LATER = "2026-09-01T10:05:00Z"
TRUST = Trust((Root(KEY.public, JUDGE), Root(OTHER_KEY.public, ALICE)))
"""The judge has ``KEY``, and alice ``OTHER_KEY``."""


def judgement(noul: float = 1.0, bar: float = 0.5, *, key: str = "unsafe", at: str = AT, **changes: Any) -> Judgement:
    question, answer = Question(QuestionType.NOUL), Answer(noul=noul)
    held = hold_to_bar(question, answer, bar)
    members: dict[str, Any] = {
        "judge": JudgeIdentity("treeship-rules/0.31", kind=JudgeKind.RULES),
        "key": key,
        "question": question,
        "answer": answer,
        "outcome": held.outcome,
        "effect": held.effect,
        "judged_at": at,
        "threshold": Threshold(bar),
        "applies_to": held.applies_to,
    }
    return Judgement(**members | changes)


def receipt_of(
    kind: str, payload: Json, *, system: str, at: str, subject: str | None = ACTION_ID, key: SigningKey = KEY
) -> Envelope:
    statement = receipt_statement(
        timestamp=at,
        system=system,
        kind=kind,
        payload=payload,
        subject=Subject(artifact_id=subject) if subject is not None else None,
    )
    return sign(RECEIPT_PAYLOAD_TYPE, statement, key)


def judged(
    one: Judgement | None = None, *, subject: str | None = ACTION_ID, key: SigningKey = KEY, system: str = JUDGE
) -> Envelope:
    said = one or judgement()
    return receipt_of(kinds.JUDGEMENT, payload.build(said), system=system, at=said.judged_at, subject=subject, key=key)


def resolved(
    of: Envelope,
    decision: str = "allow",
    *,
    by: str = ALICE,
    at: str = LATER,
    key: SigningKey = OTHER_KEY,
    system: str | None = None,
    judgement: Judgement | None = None,
    **changes: Any,
) -> Envelope:
    target, word = artifact_id(of), ResolutionDecision(decision)
    effect = (judgement or _default()).effect
    said = Resolution(target, by, word, at, route="ops" if decision == "route" else None)
    document = resolutions.build(said) | changes
    against = overridden(effect, word)
    if against is not None and "overrides" not in changes:
        document["overrides"] = str(against)
    return receipt_of(kinds.RESOLUTION, document, system=system or by, at=at, subject=target, key=key)


def _default() -> Judgement:
    return judgement()
