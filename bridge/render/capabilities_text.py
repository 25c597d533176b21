"""The human text of what an installation speaks and answers."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any


def capabilities(document: Mapping[str, Any]) -> str:
    """A ``zerker.reason.capabilities`` document as text, as the reference prints it."""
    return "".join(line + "\n" for line in _lines(document))


def _lines(document: Mapping[str, Any]) -> Iterator[str]:
    yield f"REASON {document['binary_version']} CAPABILITIES"
    yield "Schemas:"
    for name, identifiers in document["schema_identifiers"].items():
        yield f"  {name.replace('_', ' ')}: {_either(identifiers)}"
    yield f"Commands: {_either(document['commands'])}"
    yield f"Statuses: {_either(document['reasoning_statuses'])}"
    yield f"Authorization: {_either(document['authorization_statuses'])}"
    others = (f"{kind} {_either(document[f'{kind}_statuses'])}" for kind in ("validation", "verification", "error"))
    yield f"Other outcomes: {_either(others)}"
    yield "Exit codes:"
    for exit_code in document["exit_codes"]:
        yield f"  {exit_code['code']} {exit_code['meaning'].replace('_', ' ')}"
    yield from _limits(document["limits"])


def _limits(limits: Mapping[str, int]) -> Iterator[str]:
    size = limits["max_cli_input_bytes"]
    yield f"Input limit: {size} bytes ({size // (1024 * 1024)} MiB)"
    sources, one = limits["max_policy_sources"], limits["max_policy_source_bytes"]
    total = limits["max_policy_aggregate_source_bytes"]
    yield f"Policy limits: {sources} sources | {one} bytes/source | {total} bytes aggregate"


def _either(words: Iterable[str]) -> str:
    return " | ".join(words)
