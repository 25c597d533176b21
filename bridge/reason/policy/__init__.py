"""Locked policy bundles: a reviewed action policy, committed to with the exact bytes of the texts it was made from.

A bundle is data. Reading the texts, and verifying a certificate, are done elsewhere and handed in
(spec: Reason, section 7).
"""

from bridge.reason.policy.authorization import (
    authorization_of,
    check_expansion,
    check_summary,
    expand,
    read_authorization_input,
    read_verification_input,
)
from bridge.reason.policy.bundle import bundle_digest, lock, read_bundle, validate_bundle
from bridge.reason.policy.manifest import read_manifest, validate_manifest
from bridge.reason.policy.model import (
    LockedSource,
    Manifest,
    PolicyAuthorization,
    PolicyAuthorizationInput,
    PolicyBundle,
    PolicySource,
    SourceKind,
    SourceScope,
    VerificationInput,
)
from bridge.reason.policy.sources import SourceBytes, drift, lock_sources
from bridge.reason.policy.template import read_template, validate_template
from bridge.reason.policy.wire import bundle_json, policy_authorization_json

__all__ = [
    "LockedSource",
    "Manifest",
    "PolicyAuthorization",
    "PolicyAuthorizationInput",
    "PolicyBundle",
    "PolicySource",
    "SourceBytes",
    "SourceKind",
    "SourceScope",
    "VerificationInput",
    "authorization_of",
    "bundle_digest",
    "bundle_json",
    "check_expansion",
    "check_summary",
    "drift",
    "expand",
    "lock",
    "lock_sources",
    "policy_authorization_json",
    "read_authorization_input",
    "read_bundle",
    "read_manifest",
    "read_template",
    "read_verification_input",
    "validate_bundle",
    "validate_manifest",
    "validate_template",
]
