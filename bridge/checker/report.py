"""Verifications as the documents that say so (spec: Reason, section 1)."""

from typing import Any, Final

from bridge.checker.authorization import AuthorizationVerification
from bridge.checker.verify import Verification

VERIFICATION_V1: Final = "zerker.reason.verification.v1"
VERIFICATION_V2: Final = "zerker.reason.verification.v2"
AUTHORIZATION_VERIFICATION_V1: Final = "zerker.reason.authorization-verification.v1"


def verification_json(verification: Verification | AuthorizationVerification) -> dict[str, Any]:
    """The verification document, members in order; its numbers are integers, so any JSON printer does."""
    if isinstance(verification, AuthorizationVerification):
        return {"schema": AUTHORIZATION_VERIFICATION_V1, "status": "verified", **verification._asdict()}
    time = verification.evaluation_time
    return {
        "schema": VERIFICATION_V1 if time is None else VERIFICATION_V2,
        "status": "verified",
        "result_status": verification.result_status,
        "query": verification.query,
        **({} if time is None else {"evaluation_time": time}),
        "proof_digests": list(verification.proof_digests),
        "nodes_verified": verification.nodes_verified,
    }
