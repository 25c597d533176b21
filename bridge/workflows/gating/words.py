"""What a verdict says of a call: its tool, what that may do and who makes the call, and nothing that the call holds."""

from typing import Final

from bridge.errors import BridgeError
from bridge.workflows.gating.model import Gate, ProposedCall

LONGEST_NAME: Final = 80


def cut(name: str) -> str:
    """A name of somebody else's choosing, as much of it as a sentence can take."""
    return name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1] + "…"


def cut_path(path: str) -> str:
    """A path, as much of its end as a sentence can take: what it names stands there."""
    return path if len(path) <= LONGEST_NAME else "…" + path[1 - LONGEST_NAME :]


def named(call: ProposedCall) -> str:
    """The tool, and what it may do where that is known."""
    capability = f" ({cut(call.capability)})" if call.capability else ""
    return f"{cut(call.tool)}{capability}"


def refusal(call: ProposedCall, opened: Gate, cause: str) -> str:
    """The sentence of a refusal, as the receipt has it (spec: Judge and receipts, section 10)."""
    return f"gate refused {named(call)} for {cut(opened.actor_of(call))}: {cause}"


def told(error: Exception) -> str:
    """What went wrong, for the operator; a defect is called one."""
    if isinstance(error, BridgeError):
        where = error.where
        return error.message if where is None or where in error.message else f"{where}: {error.message}"
    if isinstance(error, OSError):
        return error.strerror or str(error)
    return f"internal error: {type(error).__name__}: {error}"
