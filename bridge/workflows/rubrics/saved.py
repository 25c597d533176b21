"""What was saved of a judgement, wherever: a result, what has one in it, or a captured record.

Spec: Rubrics, sections 6.1, 6.3 and 6.4.
"""

from collections.abc import Mapping
from typing import Any

from bridge.errors import InputError, UsageError
from bridge.rubrics.replay import saved_result
from bridge.workflows.inputs import read_bytes
from bridge.workflows.rubrics.inputs import parse_input


def read_saved(name: str, line: int | None = None) -> Mapping[str, Any]:
    """What a file holds that can be routed again.

    Args:
        name: a file, or ``-``: a result, an entry of the history, a signed judgement, or captures, one on each line.
        line: which of the lines, from 1; None where there is one record.

    Raises:
        InputError: it cannot be read, or is none of these.
        UsageError: there are several records and none is named, or there is no such line.
    """
    data = read_bytes(name)
    if line is not None:
        data = _line(data, line, name)
    try:
        document = parse_input(data, name)
    except InputError:
        records = _records(data)
        if records > 1:
            message = f"input {name} holds {records} records"
            raise UsageError(message, where="--line", help="name one: --line 1 is the first") from None
        raise
    return saved_in(document)


def saved_in(document: Mapping[str, Any]) -> Mapping[str, Any]:
    """The result in a document that was saved.

    Raises:
        ShapeError: there is none in it.
    """
    return saved_result(unwrapped(document))


def unwrapped(document: Mapping[str, Any]) -> Mapping[str, Any]:
    """The result that an entry of the history, or the document of a signed judgement, has around it."""
    inner = document.get("result")
    return inner if isinstance(inner, dict) and "rubric_id" not in document else document


def _line(data: bytes, number: int, name: str) -> bytes:
    lines = data.splitlines()
    if not 0 < number <= len(lines) or not lines[number - 1].strip():
        raise UsageError(f"there is no record on line {number} of {name}", where="--line", help="lines count from 1")
    return lines[number - 1]


def _records(data: bytes) -> int:
    """How many lines look like a record each; none where a document goes over several."""
    lines = [line.strip() for line in data.splitlines() if line.strip()]
    return len(lines) if all(line.startswith(b"{") and line.endswith(b"}") for line in lines) else 0
