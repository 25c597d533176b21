"""The mission and the action of a request: what was asked of an agent, and the exact call it proposes."""

from collections.abc import Iterable, Iterator

from bridge.core.digest import sha256
from bridge.core.strict_json import Json
from bridge.errors import InputError, UsageError
from bridge.reason import wire
from bridge.reason.model import ActionRequest, Effect, Mission, is_variable

UNKNOWN_PRINCIPAL = "user:unknown"


def default_mission(action_id: str, *, at: str, principal: str = UNKNOWN_PRINCIPAL, instruction: str = "") -> Mission:
    """The mission of a call for which none was written down: issued now, without an end and without constraints.

    Args:
        action_id: the id of the action; names the mission.
        at: canonical time.
        principal: on whose behalf.
        instruction: what was asked, of which only the digest is kept.

    Raises:
        UsageError: a text that is not Unicode.
    """
    refuse_surrogates(principal, where="principal")
    refuse_surrogates(instruction, where="instruction")
    return Mission(f"mission_{action_id}", principal, sha256(instruction), at, None, {})


def read_mission(value: Json) -> Mission:
    """A mission from JSON.

    Raises:
        ShapeError: not a mission.
    """
    return wire.read_mission(value)


def read_effects(texts: Iterable[str]) -> tuple[Effect, ...]:
    """Declared effects: ``kind:resource`` or ``kind:resource=value``.

    Raises:
        UsageError: another form.
    """
    return tuple(_effect(text) for text in texts)


def refuse_variables(request: ActionRequest) -> None:
    """Refuse a request that binds a text which the kernel reads as a variable, and so refuses in its own terms.

    Raises:
        InputError: names the place in the request.
    """
    for where, text in _bound_texts(request):
        if is_variable(text):
            raise InputError(
                'a text that begins with "$" cannot be decided on: the kernel reads it as a variable',
                where=where,
                help='make the call with the value written another way, such as "$HOME/bin/x" in quotes',
            )


def _bound_texts(request: ActionRequest) -> Iterator[tuple[str, Json]]:
    mission, action = request.mission, request.action
    yield from (
        ("$.mission.id", mission.id),
        ("$.mission.principal", mission.principal),
        ("$.action.tool", action.tool),
    )
    for path, members in (("$.mission.constraints", mission.constraints), ("$.action.arguments", action.arguments)):
        for key, value in members.items():
            yield from ((f"{path}.{key}", key), (f"{path}.{key}", value))
    for index, effect in enumerate(action.effects):
        yield from ((f"$.action.effects[{index}].{name}", text) for name, text in effect._asdict().items())


def refuse_surrogates(text: str, *, where: str) -> None:
    """Refuse a text that no document could hold.

    Raises:
        UsageError: it has a lone surrogate.
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        raise UsageError(f"{where} is not Unicode text", where=where, help="leave out lone surrogates") from None


def _effect(text: str) -> Effect:
    refuse_surrogates(text, where="--effect")
    kind, colon, rest = text.partition(":")
    resource, equals, value = rest.partition("=")
    if not colon or not kind or not resource:
        raise UsageError(
            f"an effect is KIND:RESOURCE or KIND:RESOURCE=VALUE, not {text!r}",
            where="--effect",
            help="such as --effect deploy:release=1.4.0",
        )
    return Effect(kind, resource, value if equals else None)
