"""Exact-action authorization: a request is bound into its policy as facts, and the policy decides it."""

from bridge.reason.action.bindings import bindings, effective_program
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
from bridge.reason.digests import action_digest, mission_digest, request_digest
from bridge.reason.engine import DEFAULT, Limits, seminaive
from bridge.reason.model import ActionRequest
from bridge.reason.wire.authorization import authorization_json, bundle_json

__all__ = [
    "authorization_json",
    "authorize",
    "bindings",
    "bundle",
    "bundle_json",
    "effective_program",
    "issues",
    "validate_request",
]


def authorize(
    request: ActionRequest, *, engine: Engine = seminaive.evaluate, limits: Limits = DEFAULT
) -> Authorization:
    """Decide one proposed action by its request's policy, and say why.

    Raises:
        ProgramInvalid: the request, or the program it makes, does not make sense.
        EvaluationError: the program does not converge within the rounds allowed.
        LimitError: another bound was reached.
    """
    result = evaluate(validate_request(request), engine=engine, limits=limits)
    mission, action = request.mission, request.action
    return Authorization(
        schema=AUTHORIZATION_V1,
        status=AuthorizationStatus.of(result.status),
        request_digest=request_digest(request),
        mission=BoundMission(mission.id, mission_digest(mission)),
        action=BoundAction(action.id, action_digest(action), action.tool, action.arguments, action.effects),
        reasoning=result,
        issues=issues(result),
    )


def bundle(request: ActionRequest, certificate: Authorization) -> AuthorizationBundle:
    """A request and its certificate as one document."""
    return AuthorizationBundle(BUNDLE_V1, request, certificate)
