"""A request in, a document out: the three things that the server does, as functions of the service and a JSON value."""

import time
from collections.abc import Mapping
from typing import Any

from bridge.core.strict_json import Json
from bridge.errors import BridgeError, JudgeUnavailable
from bridge.judgement import shape
from bridge.judgement.model import JudgeResponse, Question
from bridge.judgement.wire import answer_json, judge_json
from bridge.judges.base import UNAVAILABLE, check_answers
from bridge.render import decided as decided_page
from bridge.render import judged as judged_page
from bridge.serve import reading
from bridge.serve.problems import Problem
from bridge.serve.service import Asking, Deciding, Service
from bridge.workflows.attest import attest_judgements
from bridge.workflows.decide import Asked, decide, propose
from bridge.workflows.judge import judge


def answer(service: Service, value: Json, request_id: str) -> dict[str, Any]:
    """Answer a request of the judge contract (spec: Judge and receipts, section 4).

    Raises:
        ShapeError: not a request of the contract.
        JudgeError: no usable answer.
        Problem: there is no judge.
    """
    state, questions = reading.read_contract_request(value)
    asking = _asking(service)
    if not asking.others:
        reading.refuse_null_scope(state)
    started = time.monotonic()
    response = _asked(asking, state, questions)
    measured = int((time.monotonic() - started) * 1000)
    return {
        "judge": judge_json(response.judge),
        "answers": {key: answer_json(one) for key, one in response.answers.items()},
        "latency_ms": response.latency_ms or measured,
        "request_id": response.request_id or request_id,
    }


def judge_call(service: Service, value: Json) -> dict[str, Any]:
    """Judge a call; signed where the request asks for that.

    Raises:
        ShapeError: not such a request.
        JudgeError: no usable answer.
        StoreError: the receipts could not be stored.
        Problem: there is no judge.
    """
    given = reading.read_members(value, reading.JUDGE)
    asking = _asking(service)
    call, at = reading.read_call(given, service.calling), service.now()
    wanted = shape.optional(given, "attest", "$", shape.flag)
    signer = service.signer_at(at) if wanted else None
    judged = judge(
        call,
        judge=asking.judge,
        questions=reading.read_asked(given, asking),
        threshold=reading.read_threshold(given, asking.threshold),
        at=at,
        subject=reading.filled(given, "subject"),
        contract=asking.contract,
    )
    receipts = attest_judgements(judged, signer) if signer else ()
    return judged_page.document(judged, receipts=receipts, state_out=None)


def decide_call(service: Service, value: Json) -> dict[str, Any]:
    """Decide a call by the operator's program, and sign the action and the answers where the server signs.

    Raises:
        ShapeError: not such a request.
        Problem: there is no program.
        BridgeError: as ``workflows.decide.decide``; never an allow.
    """
    given = reading.read_members(value, reading.DECIDE)
    deciding = _deciding(service)
    call, at = reading.read_call(given, service.calling), service.now()
    proposal = propose(
        call,
        at=at,
        actor=reading.filled(given, "actor") or deciding.actor,
        mission=reading.read_stated_mission(given),
        principal=reading.filled(given, "principal") or deciding.principal,
        instruction=shape.optional(given, "instruction", "$", shape.text) or "",
        effects=shape.optional(given, "effects", "$", shape.texts) or (),
    )
    asking = service.asking
    decided = decide(
        proposal,
        deciding.loaded,
        asked=Asked(asking.judge, asking.questions, asking.threshold, asking.contract) if asking else None,
        facts=deciding.facts,
        signer=service.signer_at(at) if service.signer else None,
        include_escalated=deciding.include_escalated,
        convention=deciding.convention,
        limits=deciding.limits,
    )
    return decided_page.document(decided)


def _asked(asking: Asking, state: Mapping[str, Json], questions: Mapping[str, Question]) -> JudgeResponse:
    # A judge may be anybody's code: what it does wrong is a judge that gave no usable answer.
    try:
        response = asking.judge.ask(state, questions)
    except BridgeError:
        raise
    except Exception as error:
        raise JudgeUnavailable(f"{UNAVAILABLE}{type(error).__name__}") from error
    check_answers(questions, response.answers)
    return response


def _asking(service: Service) -> Asking:
    if service.asking is None:
        raise Problem(404, "no-judge", "this server asks no judge", "start it with a judge")
    return service.asking


def _deciding(service: Service) -> Deciding:
    if service.deciding is None:
        raise Problem(404, "no-program", "this server has no program to decide by", "start it with --program FILE")
    return service.deciding
