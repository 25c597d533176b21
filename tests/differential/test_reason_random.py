"""700 generated inputs: the reference's exit code always, its bytes where it succeeds, its path where it names one."""

import re
from collections import Counter
from typing import Any

import pytest

from bridge.core import strict_json
from bridge.core.canonical import pretty
from bridge.core.digest import sha256_hex
from bridge.errors import BridgeError
from bridge.reason import wire
from bridge.reason.action import authorize
from bridge.reason.check import check
from tests.vectors import needs_vectors, rows

pytestmark = [pytest.mark.vectors, needs_vectors]

EXITS = {
    "proved": 0, "unknown": 2, "disproved": 3, "inconsistent": 4,
    "authorized": 0, "insufficient_evidence": 2, "denied": 3, "conflicted": 4,
}  # fmt: skip
PATHS = re.compile(r"^(\$[^:\n]*):", re.MULTILINE)


def answer(row: dict[str, Any]) -> tuple[str, str]:
    """The status and standard output of one input."""
    value = strict_json.loads(row["input"])
    if row["command"] == "check":
        result = check(wire.read_program(value))
        return result.status.value, pretty(wire.result_json(result)) + "\n"
    decided = authorize(wire.read_request(value))
    return decided.status.value, pretty(wire.authorization_json(decided)) + "\n"


def same_output(row: dict[str, Any], output: str) -> bool:
    if row["stdout"]:
        return bool(output == row["stdout"])
    return bool(sha256_hex(output) == row["stdout_sha256"].removeprefix("sha256:"))


def differs(row: dict[str, Any]) -> str | None:
    try:
        status, output = answer(row)
    except BridgeError as error:
        if row["exit"] != 1:
            return f"refused: {error}"
        expected = PATHS.findall(row["error"])
        return None if PATHS.findall(error.message) == expected else f"{error.message!r} for {row['error']!r}"
    if EXITS[status] != row["exit"]:
        return f"{status} for exit {row['exit']}"
    return None if same_output(row, output) else "another standard output"


def test_every_generated_input_is_answered_as_the_reference_answers_it() -> None:
    cases = rows("reason/random.jsonl.gz")
    assert {row["id"]: found for row in cases if (found := differs(row))} == {}
    assert Counter(row["command"] for row in cases) == {"check": 554, "authorize": 146}


def test_an_unknown_or_absent_member_is_named_as_the_reference_names_it() -> None:
    named = [row for row in rows("reason/random.jsonl.gz") if re.match("unknown |missing ", row.get("error", ""))]
    assert len(named) > 10
    for row in named:
        with pytest.raises(BridgeError) as caught:
            answer(row)
        assert caught.value.message == row["error"]
