"""The ``judgement.resolution.v1`` payload: what somebody decided about a judgement.

``build`` and ``read`` are inverses. Who signed it, and whether there is such a judgement, is not checked here (spec:
Judge and receipts, sections 4 and 6).
"""

import enum
import re
from dataclasses import dataclass
from typing import Final

from bridge.core.clock import is_canonical_time
from bridge.core.strict_json import Json
from bridge.errors import ShapeError
from bridge.judgement import shape
from bridge.judgement.model import Effect

SCHEMA: Final = "judgement.resolution.v1"

_JUDGEMENT: Final = re.compile(r"art_[0-9a-f]{32}")
_MEMBERS: Final = frozenset(
    {"schema", "judgement", "by", "decision", "resolved_at", "route", "overrides", "reason"},
)


class ResolutionDecision(enum.StrEnum):
    """What was decided: the call may go on, it may not, or somebody else is to look at it."""

    ALLOW = "allow"
    DENY = "deny"
    ROUTE = "route"


_decision: Final = shape.word(ResolutionDecision)
_effect: Final = shape.word(Effect)


@dataclass(frozen=True, slots=True)
class Resolution:
    """What somebody decided about a judgement.

    Args:
        judgement: the artifact id of its receipt.
        by: the URI of who decided, ``human://alice``.
        decision: what was decided.
        resolved_at: canonical UTC time.
        route: where it goes on; only of a route.
        overrides: the effect of the judge that the decision goes against; None where it goes against none.
        reason: why.
    """

    judgement: str
    by: str
    decision: ResolutionDecision
    resolved_at: str
    route: str | None = None
    overrides: Effect | None = None
    reason: str | None = None


def overridden(effect: Effect | None, decision: ResolutionDecision) -> Effect | None:
    """The effect that a decision goes against: an allow against deny and ask, a deny against allow and warn.

    A route goes against nothing, and a judgement without an effect cannot be gone against.
    """
    against = {
        ResolutionDecision.ALLOW: (Effect.DENY, Effect.ASK),
        ResolutionDecision.DENY: (Effect.ALLOW, Effect.WARN),
    }
    return effect if effect in against.get(decision, ()) else None


def build(resolution: Resolution) -> dict[str, Json]:
    """The payload of a resolution."""
    document: dict[str, Json] = {
        "schema": SCHEMA,
        "judgement": resolution.judgement,
        "by": resolution.by,
        "decision": str(resolution.decision),
        "resolved_at": resolution.resolved_at,
        "route": resolution.route,
        "overrides": None if resolution.overrides is None else str(resolution.overrides),
        "reason": resolution.reason,
    }
    return {name: value for name, value in document.items() if value is not None}


def read(value: Json, where: str = "$") -> Resolution:
    """The resolution that a payload states.

    Args:
        value: the parsed payload.
        where: the JSON path of the value, for errors.

    Raises:
        ShapeError: what is wrong, at which JSON path; a member that the schema does not have is wrong.
    """
    given = shape.members(value, where)
    unknown = sorted(given.keys() - _MEMBERS)
    if unknown:
        raise ShapeError(f"a resolution has no member `{unknown[0]}`", where=where)
    shape.required(given, "schema", where, _schema)
    return Resolution(
        judgement=shape.required(given, "judgement", where, _artifact_id),
        by=shape.required(given, "by", where, _uri),
        decision=shape.required(given, "decision", where, _decision),
        resolved_at=shape.required(given, "resolved_at", where, _time),
        route=shape.optional(given, "route", where, shape.text),
        overrides=shape.optional(given, "overrides", where, _effect),
        reason=shape.optional(given, "reason", where, shape.text),
    )


def _schema(value: Json, where: str) -> None:
    if value != SCHEMA:
        raise shape.wrong(f'"{SCHEMA}"', value, where)


def _artifact_id(value: Json, where: str) -> str:
    if not isinstance(value, str) or _JUDGEMENT.fullmatch(value) is None:
        raise shape.wrong("the id of a judgement, art_ and 32 lowercase hexadecimal digits", value, where)
    return value


def _uri(value: Json, where: str) -> str:
    text = shape.text(value, where)
    scheme, separator, rest = text.partition("://")
    if not (scheme and separator and rest):
        raise shape.wrong("a URI such as human://alice", value, where)
    return text


def _time(value: Json, where: str) -> str:
    if not isinstance(value, str) or not is_canonical_time(value):
        raise shape.wrong("a UTC time such as 2026-01-31T09:30:00Z", value, where)
    return value
