"""Certificates and bundles as JSON: strict in, struct order out (spec: Reason, sections 1 and 2)."""

from typing import Any, Final

from bridge.core.strict_json import Json
from bridge.reason.authorization import (
    Authorization,
    AuthorizationBundle,
    AuthorizationStatus,
    BoundAction,
    BoundMission,
    Issue,
)
from bridge.reason.wire.clauses import atom, atom_json
from bridge.reason.wire.reading import (
    Field,
    Path,
    Reader,
    anything,
    items,
    mapping,
    optional,
    sorted_members,
    struct,
    text,
    variant,
    whole,
)
from bridge.reason.wire.request import effect, effect_json, request, request_json
from bridge.reason.wire.result import result, result_json


def read_authorization(value: Json) -> Authorization:
    """A certificate of parsed JSON; whether it holds is the checker's to say.

    Raises:
        ShapeError: the value is not a certificate; ``where`` is the JSON path.
    """
    return whole(_certificate, value)


def read_bundle(value: Json) -> AuthorizationBundle:
    """A bundle of parsed JSON; whether it holds is the checker's to say.

    Raises:
        ShapeError: the value is not a bundle.
    """
    return whole(bundle, value)


def authorization_json(authorization: Authorization) -> dict[str, Any]:
    """A certificate in struct order."""
    action = authorization.action
    return {
        "schema": authorization.schema,
        "status": authorization.status.value,
        "request_digest": authorization.request_digest,
        "mission": authorization.mission._asdict(),
        "action": {
            "id": action.id,
            "digest": action.digest,
            "tool": action.tool,
            "arguments": sorted_members(dict(action.arguments)),
            "effects": [effect_json(effect) for effect in action.effects],
        },
        "reasoning": result_json(authorization.reasoning),
        "issues": [issue_json(issue) for issue in authorization.issues],
    }


def issue_json(issue: Issue) -> dict[str, Any]:
    """An issue in struct order, without what is absent."""
    members: dict[str, Any] = {"code": issue.code, "message": issue.message}
    if issue.atom is not None:
        members["atom"] = atom_json(issue.atom)
    if issue.fact_ids:
        members["fact_ids"] = list(issue.fact_ids)
    return members


def bundle_json(bundle: AuthorizationBundle) -> dict[str, Any]:
    """A bundle in struct order."""
    return {
        "schema": bundle.schema,
        "request": request_json(bundle.request),
        "certificate": authorization_json(bundle.certificate),
    }


_read_status: Final = variant(*[status.value for status in AuthorizationStatus])


def _status(value: Json, path: Path, undeclared: list[Path]) -> AuthorizationStatus:
    return AuthorizationStatus(_read_status(value, path, undeclared))


_mission: Final[Reader[BoundMission]] = struct("BoundObject", BoundMission, (Field("id", text), Field("digest", text)))
_action: Final[Reader[BoundAction]] = struct(
    "BoundAction",
    BoundAction,
    (
        Field("id", text),
        Field("digest", text),
        Field("tool", text),
        Field("arguments", mapping(anything)),
        Field("effects", items(effect)),
    ),
)
_issue: Final[Reader[Issue]] = struct(
    "AuthorizationIssue",
    Issue,
    (
        Field("code", text),
        Field("message", text),
        Field("atom", optional(atom), None),
        Field("fact_ids", items(text), ()),
    ),
)
_certificate: Final[Reader[Authorization]] = struct(
    "AuthorizationResult",
    Authorization,
    (
        Field("schema", text),
        Field("status", _status),
        Field("request_digest", text),
        Field("mission", _mission),
        Field("action", _action),
        Field("reasoning", result),
        Field("issues", items(_issue)),
    ),
)
bundle: Final[Reader[AuthorizationBundle]] = struct(
    "AuthorizationBundle",
    AuthorizationBundle,
    (Field("schema", text), Field("request", request), Field("certificate", _certificate)),
)
