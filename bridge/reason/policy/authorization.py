"""Deciding a call by a locked policy, and what binds the decision to the bundle (spec: Reason, section 7).

The certificate itself is verified by the checker, which this room does not know; ``workflows.policy`` brings the two
together.
"""

from typing import NamedTuple

from bridge.core.digest import is_digest
from bridge.errors import ProgramInvalid
from bridge.reason.action import validate_request
from bridge.reason.authorization import AuthorizationBundle
from bridge.reason.digests import request_digest
from bridge.reason.model import ActionRequest
from bridge.reason.policy import documents
from bridge.reason.policy.bundle import validate_bundle
from bridge.reason.policy.limits import (
    MAX_AUTHORIZATION_BYTES,
    MAX_AUTHORIZATION_INPUT_BYTES,
    MAX_VERIFICATION_INPUT_BYTES,
)
from bridge.reason.policy.model import (
    AUTHORIZATION_INPUT_V1,
    POLICY_AUTHORIZATION_V1,
    VERIFICATION_INPUT_V1,
    PolicyAuthorization,
    PolicyAuthorizationInput,
    PolicyBundle,
    VerificationInput,
)
from bridge.reason.policy.template import request_of
from bridge.reason.policy.wire import (
    authorization_input,
    authorization_input_json,
    policy_authorization_json,
    verification_input,
    verification_input_json,
)

_AT = "$.policy_authorization"
_REQUEST_AT = f"{_AT}.authorization.request"


class Summary(NamedTuple):
    """What a verified certificate says, of which a policy authorization has copies."""

    authorization_status: str
    request_digest: str
    reasoning_result_digest: str


def read_authorization_input(data: bytes) -> PolicyAuthorizationInput:
    """A bundle and a call of JSON bytes; the bundle is valid.

    Raises:
        InputError: it cannot be read as one.
        ProgramInvalid: the bundle does not make sense, or does not hold what it commits to.
    """
    given = documents.read(authorization_input, documents.parse(data, MAX_AUTHORIZATION_INPUT_BYTES))
    members = authorization_input_json(given)
    documents.refuse(documents.size_problem(members, MAX_AUTHORIZATION_INPUT_BYTES, "policy authorization input"))
    documents.refuse(documents.schema_problem(given.schema, AUTHORIZATION_INPUT_V1))
    validate_bundle(given.policy_bundle)
    return given


def expand(given: PolicyAuthorizationInput) -> ActionRequest:
    """The request that a call makes of the bundle's policy, valid.

    Raises:
        ProgramInvalid: the call does not make sense.
    """
    request = request_of(given.policy_bundle.policy, given.evaluation_time, given.mission, given.action)
    _validate(request)
    return request


def authorization_of(bundle: PolicyBundle, decided: AuthorizationBundle, summary: Summary) -> PolicyAuthorization:
    """The document of a decision that the checker agrees with.

    Raises:
        ProgramInvalid: it is too long.
    """
    made = PolicyAuthorization(
        schema=POLICY_AUTHORIZATION_V1,
        policy_bundle_digest=bundle.bundle_digest,
        authorization_status=decided.certificate.status,
        request_digest=summary.request_digest,
        reasoning_result_digest=summary.reasoning_result_digest,
        authorization=decided,
    )
    documents.refuse(_size_problem(made))
    return made


def read_verification_input(document: documents.Document) -> VerificationInput:
    """A bundle and an authorization; both make sense, and the bundle holds what it commits to.

    Raises:
        ShapeError: the document is of another shape.
        ProgramInvalid: one of the two does not make sense.
    """
    given = documents.read(verification_input, document)
    members = verification_input_json(given)
    documents.refuse(
        documents.size_problem(members, MAX_VERIFICATION_INPUT_BYTES, "policy authorization verification input")
    )
    documents.refuse(documents.schema_problem(given.schema, VERIFICATION_INPUT_V1))
    validate_bundle(given.policy_bundle)
    _validate_authorization(given.policy_authorization)
    return given


def check_expansion(given: VerificationInput) -> None:
    """Refuse an authorization whose request is not the one that its call makes of the bundle's policy.

    Raises:
        ProgramInvalid: it is not, or it names another bundle.
    """
    bundle, authorization = given.policy_bundle, given.policy_authorization
    if authorization.policy_bundle_digest != bundle.bundle_digest:
        raise documents.invalid(f"{_AT}.policy_bundle_digest: is not that of the bundle")
    request = authorization.authorization.request
    at = request.policy.evaluation_time
    if at is None:
        raise documents.invalid(f"{_REQUEST_AT}.policy.evaluation_time: required")
    expected = request_of(bundle.policy, at, request.mission, request.action)
    _validate(expected)
    if request_digest(expected) != request_digest(request):
        raise documents.invalid(f"{_REQUEST_AT}: is not what the bundle's policy makes of its mission and action")


def check_summary(authorization: PolicyAuthorization, verified: Summary) -> None:
    """Refuse an authorization whose copies are not what its verified certificate says.

    Raises:
        ProgramInvalid: one is not.
    """
    copied = Summary(
        authorization.authorization_status.value, authorization.request_digest, authorization.reasoning_result_digest
    )
    for name, copy, said in zip(Summary._fields, copied, verified, strict=True):
        if copy != said:
            raise documents.invalid(f"{_AT}.{name}: is not what the certificate says")


def _validate(request: ActionRequest) -> None:
    try:
        validate_request(request)
    except ProgramInvalid as error:
        message = f"organization policy authorization failed: {error.message}"
        raise ProgramInvalid(message, where=error.where) from None


def _validate_authorization(given: PolicyAuthorization) -> None:
    documents.refuse(_size_problem(given))
    documents.refuse(documents.schema_problem(given.schema, POLICY_AUTHORIZATION_V1))
    for name in ("policy_bundle_digest", "request_digest", "reasoning_result_digest"):
        if not is_digest(getattr(given, name)):
            raise documents.invalid(f"$.{name}: expected a lowercase SHA-256 digest")


def _size_problem(given: PolicyAuthorization) -> list[str]:
    members = policy_authorization_json(given)
    return list(documents.size_problem(members, MAX_AUTHORIZATION_BYTES, "policy authorization output"))
