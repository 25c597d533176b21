"""The 700 generated inputs through ``rbridge reason batch``: the reference's exit codes and its bytes."""

import json
import re
from typing import Any

import pytest

from bridge.core.digest import sha256_hex
from tests.cli.conftest import Run
from tests.cli.shell import Shell
from tests.vectors import needs_vectors, rows

pytestmark = [pytest.mark.vectors, needs_vectors]

PATHS = re.compile(r"^(\$[^:\n]*):", re.MULTILINE)


def differs(row: dict[str, Any], answer: dict[str, Any]) -> str | None:
    if answer["id"] != row["id"] or answer["exit"] != row["exit"]:
        return f"{answer} for exit {row['exit']}"
    if row["exit"] == 1:
        named = PATHS.findall(row["error"])
        return None if not named or PATHS.findall(answer["error"]) == named else answer["error"]
    digest = row["stdout_sha256"].removeprefix("sha256:")
    return None if sha256_hex(answer["output"]) == digest else "another standard output"


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_every_generated_input_is_answered_in_order_as_the_reference_answers_it(
    rbridge: Run, shell: Shell, jobs: str
) -> None:
    cases = rows("reason/random.jsonl.gz")
    asked = ({name: row[name] for name in ("id", "command", "input")} for row in cases)
    shell.write("in.jsonl", "".join(json.dumps(row) + "\n" for row in asked))
    done = rbridge("reason", "batch", "in.jsonl", "--jobs", jobs, "--convention", "off")
    assert done.code == 0
    answers = [json.loads(line) for line in done.out.splitlines()]
    assert len(answers) == len(cases) == 700
    assert [found for row, answer in zip(cases, answers, strict=True) if (found := differs(row, answer))] == []
