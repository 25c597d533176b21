"""What a rubric came to, as judgements and facts: a document of our own around the published result."""

from collections.abc import Iterator, Sequence
from typing import Any

from bridge.facts.judged import is_below_bar
from bridge.judgement.model import QuestionType
from bridge.reason.wire import fact_json
from bridge.render.judged import answer_json, identity_json
from bridge.render.plain import plain
from bridge.rubrics.chain import EVEN
from bridge.rubrics.result import EVIDENCE_SCHEMA
from bridge.workflows.rubrics.attesting import JudgedByRubric


def document(judged: JudgedByRubric, receipts: Sequence[str], state_out: str | None) -> dict[str, Any]:
    """The result with what makes it evidence; every member is there, null or empty where it has nothing to say.

    ``threshold`` is what nouls are held to, as in the document of ``rbridge judge``; the floor is in the result.
    """
    verdict = judged.verdict
    contract = verdict.contract
    return {
        "schema": EVIDENCE_SCHEMA,
        "status": "ok",
        "result": judged.result.json(),
        "subject": judged.subject,
        "outcome": verdict.outcome,
        "effect": verdict.effect,
        "judge": identity_json(verdict.judge),
        "contract": None if contract is None else {"id": contract.id, "version": contract.version},
        "threshold": EVEN,
        "set_by": None if verdict.threshold is None else verdict.threshold.set_by,
        "answers": {one.key: answer_json(one) for one in judged.judgements},
        "reason_facts": [fact_json(fact) for fact in judged.facts(tuple(receipts))],
        "receipts": list(receipts),
        "state_digest": verdict.state_digest,
        "questions_digest": verdict.questions_digest,
        "response_digest": verdict.response_digest,
        "state_out": state_out,
    }


def notes(judged: JudgedByRubric) -> Iterator[str]:
    """What whoever hands the facts on has to know."""
    if is_below_bar(judged.verdict):
        said = judged.result.verdict
        yield f"the verdict is {said}: it goes to a person, and is a fact with --include-escalated alone"
    if any(one.question.type is QuestionType.NOUL for one in judged.judgements):
        yield f"a noul is yes at {EVEN} or more in its fact; the rubric's rules have thresholds of their own"


def text(judged: JudgedByRubric, receipts: Sequence[str]) -> str:
    """Who is said to have answered, and what was signed."""
    lines = [f"Judge  {plain(judged.verdict.judge.model)}", f"Subject  {plain(judged.subject)}"]
    if receipts:
        lines.append(f"Receipts  {len(receipts)} judgement.v1 signed; the verdict is {receipts[-1]}")
    else:
        lines.append("Receipts  none signed (add --attest)")
    return "\n".join(lines)
