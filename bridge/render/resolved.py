"""A resolution as the document and the text that ``rbridge judge --resolve`` prints (Judge and receipts, section 6)."""

from collections.abc import Iterator
from shlex import quote
from typing import Any

from bridge.render.plain import plain
from bridge.workflows.resolve import Resolved


def document(resolved: Resolved) -> dict[str, Any]:
    """Every key is always there."""
    said = resolved.resolution
    return {
        "by": said.by,
        "decision": said.decision,
        "judgement": said.judgement,
        "judgement_effect": resolved.judgement.effect,
        "judgement_outcome": resolved.judgement.outcome,
        "overrides": said.overrides is not None,
        "resolution": resolved.artifact_id,
        "route": said.route,
        "status": "ok",
    }


def text(resolved: Resolved) -> str:
    """What was decided, about what, and what it goes against."""
    said, judgement = resolved.resolution, resolved.judgement
    route = f" to {plain(said.route)}" if said.route else ""
    lines = [
        f"resolved:   {said.decision}{route} by {plain(said.by)}",
        f"judgement:  {said.judgement}  {plain(judgement.key)}: {judgement.outcome} ({judgement.effect or 'none'})",
    ]
    if said.overrides is not None:
        lines.append(f"overrides:  the judge's {said.overrides}")
    if said.reason is not None:
        lines.append(f"reason:     {plain(said.reason)}")
    return "\n".join([*lines, f"receipt:    {resolved.artifact_id}"])


def notes(resolved: Resolved) -> Iterator[str]:
    """What whoever signed should know of the name that was signed."""
    by, key = resolved.resolution.by, resolved.key
    if not resolved.proven:
        yield f"{by} is only a label here: {key.keyid} is not their key, so no program gets a fact of it"
        yield f"rbridge keys new --for {quote(by)} makes a key of their own, and --strict refuses labels"
    elif not resolved.listed:
        listing = f"rbridge trust add {key.key.text} --as {quote(by)}"
        yield f"no program gets a fact of it before the key is listed: {listing}"
