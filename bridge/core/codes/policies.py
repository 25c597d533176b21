"""RSN023 and RSN024: what an action policy leaves to its request."""

from typing import Final

from bridge.core.codes import Code

_POLICY: Final = """\
action policy "gate" version "1".
authority human-authorized.
admit human-authorized by default.
predicate tool_allowed(tool: string).
rule permit: action_authorized($action) if action_tool($action, $tool), tool_allowed($tool).
"""

RSN023: Final = Code(
    code="RSN023",
    title="a statement has no place in an action policy",
    why="An action policy is evaluated when an action is proposed, at the time of its request, and it is always "
    "asked whether that action is authorized. A clock or a query of its own would never be used.",
    example=_POLICY + "evaluate at 2026-08-14T12:00:00Z.\n",
    fix=_POLICY,
)

RSN024: Final = Code(
    code="RSN024",
    title="a name is reserved for what the action request supplies",
    why="The request binds the mission and the action as facts over reserved predicates, stated by `system-bound`. "
    "A policy that stated such a fact itself could pretend that another action was asked for.",
    example=_POLICY + "predicate mission_active(mission: string).\n",
    fix=_POLICY,
)

CODES: Final = (RSN023, RSN024)
