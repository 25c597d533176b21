"""An error as the document ``bridge.error.v1``, which every command but those of ``reason`` prints, and the server."""

from typing import Any

from bridge.core.diagnostics import Diagnosed
from bridge.errors import BridgeError


def document(error: BridgeError) -> dict[str, Any]:
    """What went wrong, where, and what to do; the findings too where a program was refused."""
    body: dict[str, Any] = {
        "schema": "bridge.error.v1",
        "status": "error",
        "code": error.code,
        "message": error.message,
        "where": error.where,
        "help": error.help,
    }
    if isinstance(error, Diagnosed):
        from bridge.render import diagnostics

        body["diagnostics"] = diagnostics.json(error.diagnostics)
    return body
