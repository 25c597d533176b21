"""Manifests, bundles and policy authorizations as JSON: strict in, struct order out (spec: Reason, sections 1 and 7).

Every struct of this family refuses a member it does not declare at once, where the kernel's other structs first read
on.
"""

from typing import Any, Final

from bridge.core.strict_json import Json
from bridge.reason.authorization import AuthorizationStatus
from bridge.reason.policy.model import (
    SOURCE_VERIFICATION_V1,
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
from bridge.reason.wire import bundle_json as request_and_certificate_json
from bridge.reason.wire.authorization import bundle as request_and_certificate
from bridge.reason.wire.program import template, template_json
from bridge.reason.wire.reading import Field, Path, Reader, count, items, struct, text, variant
from bridge.reason.wire.request import action, action_json, mission, mission_json


def manifest_json(manifest: Manifest) -> dict[str, Any]:
    """A manifest in struct order."""
    sources = [
        {"path": source.path, "kind": source.kind.value, "scope": source.scope.value} for source in manifest.sources
    ]
    return {"schema": manifest.schema, "sources": sources}


def source_json(source: LockedSource) -> dict[str, Any]:
    """A locked source in struct order."""
    return {
        "path": source.path,
        "kind": source.kind.value,
        "scope": source.scope.value,
        "size_bytes": source.size_bytes,
        "digest": source.digest,
    }


def bundle_json(bundle: PolicyBundle) -> dict[str, Any]:
    """A policy bundle in struct order."""
    return {
        "schema": bundle.schema,
        "bundle_digest": bundle.bundle_digest,
        "sources": [source_json(source) for source in bundle.sources],
        "policy": template_json(bundle.policy),
    }


def source_verification_json(bundle: PolicyBundle) -> dict[str, Any]:
    """That every source of a bundle is as it was locked, in struct order."""
    return {
        "schema": SOURCE_VERIFICATION_V1,
        "status": "verified",
        "policy_bundle_digest": bundle.bundle_digest,
        "sources_verified": len(bundle.sources),
    }


def policy_authorization_json(authorization: PolicyAuthorization) -> dict[str, Any]:
    """A policy authorization in struct order."""
    return {
        "schema": authorization.schema,
        "policy_bundle_digest": authorization.policy_bundle_digest,
        "authorization_status": authorization.authorization_status.value,
        "request_digest": authorization.request_digest,
        "reasoning_result_digest": authorization.reasoning_result_digest,
        "authorization": request_and_certificate_json(authorization.authorization),
    }


def authorization_input_json(given: PolicyAuthorizationInput) -> dict[str, Any]:
    """The input of an authorization in struct order."""
    return {
        "schema": given.schema,
        "policy_bundle": bundle_json(given.policy_bundle),
        "evaluation_time": given.evaluation_time,
        "mission": mission_json(given.mission),
        "action": action_json(given.action),
    }


def verification_input_json(given: VerificationInput) -> dict[str, Any]:
    """The input of a verification in struct order."""
    return {
        "schema": given.schema,
        "policy_bundle": bundle_json(given.policy_bundle),
        "policy_authorization": policy_authorization_json(given.policy_authorization),
    }


_read_kind: Final = variant(*[kind.value for kind in SourceKind])
_read_scope: Final = variant(*[scope.value for scope in SourceScope])
_read_status: Final = variant(*[status.value for status in AuthorizationStatus])


def _kind(value: Json, path: Path, undeclared: list[Path]) -> SourceKind:
    return SourceKind(_read_kind(value, path, undeclared))


def _scope(value: Json, path: Path, undeclared: list[Path]) -> SourceScope:
    return SourceScope(_read_scope(value, path, undeclared))


def _status(value: Json, path: Path, undeclared: list[Path]) -> AuthorizationStatus:
    return AuthorizationStatus(_read_status(value, path, undeclared))


_source: Final[Reader[PolicySource]] = struct(
    "PolicySource", PolicySource, (Field("path", text), Field("kind", _kind), Field("scope", _scope)), closed=True
)
manifest: Final[Reader[Manifest]] = struct(
    "PolicySourceManifest", Manifest, (Field("schema", text), Field("sources", items(_source))), closed=True
)
_locked_source: Final[Reader[LockedSource]] = struct(
    "LockedPolicySource",
    LockedSource,
    (
        Field("path", text),
        Field("kind", _kind),
        Field("scope", _scope),
        Field("size_bytes", count),
        Field("digest", text),
    ),
    closed=True,
)
bundle: Final[Reader[PolicyBundle]] = struct(
    "PolicyBundle",
    PolicyBundle,
    (
        Field("schema", text),
        Field("bundle_digest", text),
        Field("sources", items(_locked_source)),
        Field("policy", template),
    ),
    closed=True,
)
authorization_input: Final[Reader[PolicyAuthorizationInput]] = struct(
    "PolicyAuthorizationInput",
    PolicyAuthorizationInput,
    (
        Field("schema", text),
        Field("policy_bundle", bundle),
        Field("evaluation_time", text),
        Field("mission", mission),
        Field("action", action),
    ),
    closed=True,
)
_policy_authorization: Final[Reader[PolicyAuthorization]] = struct(
    "PolicyAuthorization",
    PolicyAuthorization,
    (
        Field("schema", text),
        Field("policy_bundle_digest", text),
        Field("authorization_status", _status),
        Field("request_digest", text),
        Field("reasoning_result_digest", text),
        Field("authorization", request_and_certificate),
    ),
    closed=True,
)
verification_input: Final[Reader[VerificationInput]] = struct(
    "PolicyAuthorizationVerificationInput",
    VerificationInput,
    (Field("schema", text), Field("policy_bundle", bundle), Field("policy_authorization", _policy_authorization)),
    closed=True,
)
