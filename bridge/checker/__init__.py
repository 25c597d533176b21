"""An independent verifier of Reason results, to be read in one sitting.

It shares no code with the engine that makes the results: standard library, error types and the JSON reader apart, all
it uses is here. Read it in this order: ``canonical`` (text and digests), ``shapes`` and ``documents`` (what is read),
``terms``, ``standing`` (which facts count), ``validation``, ``proofs`` (one function per proof rule), ``chaining`` and
``results`` (the whole derived anew), ``verify``, ``requests`` and ``authorization``.
"""

from bridge.checker.authorization import AuthorizationVerification, verify_authorization, verify_bundle
from bridge.checker.report import verification_json
from bridge.checker.verify import Level, Verification, verify

__all__ = [
    "AuthorizationVerification",
    "Level",
    "Verification",
    "verification_json",
    "verify",
    "verify_authorization",
    "verify_bundle",
]
