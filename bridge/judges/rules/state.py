"""The state the rules read: a tool call (spec: Judge and receipts, section 5, State)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from bridge.core.strict_json import Json
from bridge.errors import ShapeError
from bridge.judgement import shape


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A tool call and what it is held against.

    Args:
        tool: the tool's name.
        input: what it is called with, any JSON value.
        workspace_root: the folder it may work in; None where none is known.
        network_scope: the hosts it may reach, or ``*.suffix`` or ``*``; empty where none is declared.
        amount_bound: the largest amount it may carry; None where none is declared.
    """

    tool: str
    input: Json = None
    workspace_root: str | None = None
    network_scope: tuple[str, ...] = ()
    amount_bound: float | None = None

    @property
    def command(self) -> str | None:
        """The shell command: the top-level ``command``, or ``cmd`` where there is no ``command`` at all."""
        if not isinstance(self.input, dict):
            return None
        command = self.input["command"] if "command" in self.input else self.input.get("cmd")
        return command if isinstance(command, str) else None


def read_state(state: Mapping[str, Json]) -> ToolCall:
    """The tool call that a state describes; members it does not know are passed over.

    Raises:
        ShapeError: the state is not a tool call; ``where`` is the JSON path of the member at fault.
    """
    # A null option is an absent one; a null tool or network_scope is an error.
    given = {
        name: value
        for name, value in state.items()
        if value is not None or name not in ("capability", "workspace_root", "amount_bound")
    }
    try:
        tool = shape.required(given, "tool", "$", shape.text)
        shape.optional(given, "capability", "$", shape.text)
        return ToolCall(
            tool,
            given.get("input"),
            shape.optional(given, "workspace_root", "$", shape.text),
            shape.optional(given, "network_scope", "$", shape.texts) or (),
            shape.optional(given, "amount_bound", "$", shape.number),
        )
    except ShapeError as error:
        raise ShapeError(f"state is not a tool call: {error.message}", where=error.where) from None


def values_under(keys: frozenset[str], value: Json) -> Iterator[Json]:
    """Every value, at any depth, that stands under one of the keys and is neither an object nor an array.

    The items of an array stand under the array's key; the members of an object stand under their own.
    """
    waiting: list[tuple[str | None, Json]] = [(None, value)]
    while waiting:
        key, item = waiting.pop()
        if isinstance(item, dict):
            waiting.extend(item.items())
        elif isinstance(item, list):
            waiting.extend((key, one) for one in item)
        elif key in keys:
            yield item
