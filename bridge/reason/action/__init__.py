"""Exact-action authorization: a request is bound into its policy as facts, and the policy decides it.

The engine is loaded by what decides; whoever reads, prints or validates a request does without it.
"""

from typing import TYPE_CHECKING

from bridge.reason.action.bindings import bindings, effective_program
from bridge.reason.action.issues import issues
from bridge.reason.action.requests import validate_request
from bridge.reason.wire.authorization import authorization_json, bundle_json

if TYPE_CHECKING:
    from bridge.reason.action.deciding import authorize, bundle

__all__ = [
    "authorization_json",
    "authorize",
    "bindings",
    "bundle",
    "bundle_json",
    "effective_program",
    "issues",
    "validate_request",
]


def __getattr__(name: str) -> object:
    if name in {"authorize", "bundle"}:
        from bridge.reason.action import deciding

        return getattr(deciding, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
