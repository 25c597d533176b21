"""Action requests as JSON (spec: Reason, sections 1 and 2)."""

from typing import Any, Final

from bridge.core.strict_json import Json
from bridge.reason.model import ActionRequest, Effect, Mission, ProposedAction
from bridge.reason.wire.program import program, program_json
from bridge.reason.wire.reading import (
    Field,
    Reader,
    anything,
    items,
    mapping,
    optional,
    sorted_members,
    struct,
    text,
    whole,
)


def read_request(value: Json) -> ActionRequest:
    """An action request of parsed JSON.

    Raises:
        ShapeError: the value is not an action request; ``where`` is the JSON path.
    """
    return whole(request, value)


def read_mission(value: Json) -> Mission:
    """A mission of parsed JSON.

    Raises:
        ShapeError: the value is not a mission.
    """
    return whole(mission, value)


def read_action(value: Json) -> ProposedAction:
    """A proposed action of parsed JSON.

    Raises:
        ShapeError: the value is not a proposed action.
    """
    return whole(action, value)


def mission_json(mission: Mission) -> dict[str, Any]:
    """A mission in struct order, its constraints sorted by name."""
    until = {} if mission.valid_until is None else {"valid_until": mission.valid_until}
    return {
        "id": mission.id,
        "principal": mission.principal,
        "instruction_digest": mission.instruction_digest,
        "issued_at": mission.issued_at,
        **until,
        "constraints": sorted_members(dict(mission.constraints)),
    }


def effect_json(effect: Effect) -> dict[str, Any]:
    """An effect in struct order; a value of ``null`` is no value."""
    members: dict[str, Any] = {"kind": effect.kind, "resource": effect.resource}
    if effect.value is not None:
        members["value"] = sorted_members(effect.value)
    return members


def action_json(action: ProposedAction) -> dict[str, Any]:
    """A proposed action in struct order, its arguments sorted by name."""
    return {
        "id": action.id,
        "tool": action.tool,
        "proposed_at": action.proposed_at,
        "arguments": sorted_members(dict(action.arguments)),
        "effects": [effect_json(effect) for effect in action.effects],
    }


def request_json(request: ActionRequest) -> dict[str, Any]:
    """An action request in struct order: what its digest is made over."""
    return {
        "schema": request.schema,
        "mission": mission_json(request.mission),
        "action": action_json(request.action),
        "policy": program_json(request.policy),
    }


effect: Final[Reader[Effect]] = struct(
    "ActionEffect", Effect, (Field("kind", text), Field("resource", text), Field("value", anything, None))
)
mission: Final[Reader[Mission]] = struct(
    "Mission",
    Mission,
    (
        Field("id", text),
        Field("principal", text),
        Field("instruction_digest", text),
        Field("issued_at", text),
        Field("valid_until", optional(text), None),
        Field("constraints", mapping(anything), {}),
    ),
)
action: Final[Reader[ProposedAction]] = struct(
    "ProposedAction",
    ProposedAction,
    (
        Field("id", text),
        Field("tool", text),
        Field("proposed_at", text),
        Field("arguments", mapping(anything), {}),
        Field("effects", items(effect), ()),
    ),
)
request: Final[Reader[ActionRequest]] = struct(
    "ActionRequest",
    ActionRequest,
    (Field("schema", text), Field("mission", mission), Field("action", action), Field("policy", program)),
)
