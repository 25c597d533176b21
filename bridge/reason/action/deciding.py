"""One request, decided: its policy is evaluated with what the request binds, and the certificate says why."""

from bridge.core.digest import sha256
from bridge.reason.action.issues import issues
from bridge.reason.action.requests import validate_request
from bridge.reason.authorization import (
    AUTHORIZATION_V1,
    BUNDLE_V1,
    Authorization,
    AuthorizationBundle,
    AuthorizationStatus,
    BoundAction,
    BoundMission,
)
from bridge.reason.check import Engine, evaluate
from bridge.reason.engine import DEFAULT, Limits, seminaive
from bridge.reason.model import ActionRequest
from bridge.reason.wire import texts


def authorize(
    request: ActionRequest, *, engine: Engine = seminaive.evaluate, limits: Limits = DEFAULT
) -> Authorization:
    """Decide one proposed action by its request's policy, and say why.

    Raises:
        ProgramInvalid: the request, or the program it makes, does not make sense.
        EvaluationError: the program does not converge within the rounds allowed.
        LimitError: another bound was reached.
    """
    program = validate_request(request)
    mission, action = request.mission, request.action
    mission_text, action_text = texts.mission_text(mission), texts.action_text(action)
    facts = texts.fact_texts(program.facts)
    digest = sha256(texts.program_text(program, facts))
    result = evaluate(program, engine=engine, limits=limits, digest=digest)
    # What the request binds stands after the policy's own.
    policy = texts.program_text(request.policy, facts[: len(request.policy.facts)])
    return Authorization(
        schema=AUTHORIZATION_V1,
        status=AuthorizationStatus.of(result.status),
        request_digest=sha256(texts.request_text(request, mission_text, action_text, policy)),
        mission=BoundMission(mission.id, sha256(mission_text)),
        action=BoundAction(action.id, sha256(action_text), action.tool, action.arguments, action.effects),
        reasoning=result,
        issues=issues(result),
    )


def bundle(request: ActionRequest, certificate: Authorization) -> AuthorizationBundle:
    """A request and its certificate as one document."""
    return AuthorizationBundle(BUNDLE_V1, request, certificate)
