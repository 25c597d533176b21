"""Whether a certificate holds for an action request (spec: Reason, section 6)."""

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from bridge.checker.canonical import digest, same
from bridge.checker.documents import BUNDLE, CERTIFICATE, REQUEST
from bridge.checker.quoting import quoted
from bridge.checker.requests import effective_program
from bridge.checker.results import recompute
from bridge.checker.terms import Atom
from bridge.checker.verify import Level, verify_normal
from bridge.core.strict_json import Json
from bridge.errors import CheckFailed

AUTHORIZATION_V1: Final = "zerker.reason.authorization.v1"
BUNDLE_V1: Final = "zerker.reason.authorization-bundle.v1"

_STATUS: Final = {
    "proved": "authorized",
    "disproved": "denied",
    "inconsistent": "conflicted",
    "unknown": "insufficient_evidence",
}
_VERDICTS: Final = {
    "disproved": ("explicit_denial", "The policy derives explicit denial for this exact action."),
    "inconsistent": (
        "conflicting_authorization",
        "The policy derives both authorization and explicit denial; action must fail closed.",
    ),
}
_MISSING: Final = ("missing_requirement", "A required premise is not currently derivable.")
_NOTHING: Final = ("no_authorization_derivation", "No authorization or explicit denial derivation was found.")


class AuthorizationVerification(NamedTuple):
    """A certificate that holds."""

    authorization_status: str
    request_digest: str
    reasoning_result_digest: str


def verify_authorization(request: Json, certificate: Json) -> AuthorizationVerification:
    """Check an authorization certificate against its request, by reasoning the whole anew.

    Args:
        request: a ``zerker.reason.action`` document, parsed.
        certificate: its ``zerker.reason.authorization`` document, parsed.

    Raises:
        ShapeError: a document has another shape.
        CheckFailed: the request is not valid, the certificate does not hold, or a bound was reached.
    """
    return _verify(REQUEST(request, "$"), CERTIFICATE(certificate, "$"))


def verify_bundle(bundle: Json) -> AuthorizationVerification:
    """Check a ``zerker.reason.authorization-bundle`` document: a request and its certificate in one.

    Raises:
        ShapeError: the document has another shape.
        CheckFailed: another schema, or as ``verify_authorization``.
    """
    normal = BUNDLE(bundle, "$")
    if normal["schema"] != BUNDLE_V1:
        raise _failed("$.schema", f'expected "{BUNDLE_V1}", got {quoted(normal["schema"])}')
    return _verify(normal["request"], normal["certificate"])


def _verify(request: Mapping[str, Any], certificate: Mapping[str, Any]) -> AuthorizationVerification:
    program = effective_program(request)
    request_digest = digest(request)
    _check_bindings(request, certificate, request_digest)
    expected, reasoning = recompute(program), certificate["reasoning"]
    if not same(reasoning, expected):
        raise _failed("$.reasoning", "result does not recompute from the request")
    if reasoning["status"] != "unknown":
        try:
            verify_normal(program, reasoning, Level.REFERENCE)
        except CheckFailed as error:
            raise _failed("$.reasoning", error.message) from None
    if certificate["status"] != _STATUS[expected["status"]]:
        raise _failed("$.status", "does not match the reasoning result")
    if not same(certificate["issues"], list(_issues(expected))):
        raise _failed("$.issues", "do not match the reasoning result")
    return AuthorizationVerification(certificate["status"], request_digest, digest(reasoning))


def _check_bindings(request: Mapping[str, Any], certificate: Mapping[str, Any], request_digest: str) -> None:
    """The certificate is about this request, this mission and this action."""
    if certificate["schema"] != AUTHORIZATION_V1:
        raise _failed("$.schema", f'expected "{AUTHORIZATION_V1}", got {quoted(certificate["schema"])}')
    if certificate["request_digest"] != request_digest:
        raise _failed("$.request_digest", f"mismatch; expected {request_digest}")
    mission, action = request["mission"], request["action"]
    if not same(certificate["mission"], {"id": mission["id"], "digest": digest(mission)}):
        raise _failed("$.mission", "identity or digest mismatch")
    content = {name: action[name] for name in ("tool", "arguments", "effects")}
    if not same(certificate["action"], {"id": action["id"], "digest": digest(action), **content}):
        raise _failed("$.action", "content or digest mismatch")


def _issues(result: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """What stands in the way, then every fact that did not count."""
    yield from _verdict_issues(result)
    for withheld in result["authority"]["withheld"]:
        yield _issue("authority_withheld", withheld["reason"], withheld["atom"], [withheld["fact_id"]])
    for withheld in result["temporal"]["withheld"]:
        superseders = withheld.get("superseded_by", [])
        code = "superseded" if superseders else "temporally_ineligible"
        yield _issue(code, withheld["reason"], withheld["atom"], [withheld["fact_id"], *superseders])


def _verdict_issues(result: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    query = result["query"]
    match result["status"]:
        case "disproved":
            yield _issue(*_VERDICTS["disproved"], Atom.read(query).complement().value())
        case "inconsistent":
            yield _issue(*_VERDICTS["inconsistent"], query, result["conflict"]["fact_ids"])
        case "unknown" if result["missing"]:
            for atom in result["missing"]:
                yield _issue(*_MISSING, atom)
        case "unknown":
            yield _issue(*_NOTHING, query)


def _issue(code: str, message: str, atom: dict[str, Any], fact_ids: list[str] | None = None) -> dict[str, Any]:
    issue = {"code": code, "message": message, "atom": atom}
    return {**issue, "fact_ids": fact_ids} if fact_ids else issue


def _failed(path: str, problem: str) -> CheckFailed:
    return CheckFailed(f"authorization verification failed:\n{path}: {problem}", where=path)
