"""The reference's conformance corpus: the command of each vector gives the exit code and the document it names."""

from typing import Any

import pytest

from bridge.core.digest import sha256_hex
from tests.cli.conftest import Run
from tests.vectors import VECTORS, available, document, needs_vectors

pytestmark = [pytest.mark.vectors, needs_vectors]

FOLDER = "reason/conformance"
CASES: list[dict[str, Any]] = document(f"{FOLDER}/manifest.json")["vectors"] if available() else []


def test_there_are_fifteen() -> None:
    assert len(CASES) == 15


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_a_vector(rbridge: Run, case: dict[str, Any]) -> None:
    data = (VECTORS / FOLDER / case["input"]).read_bytes()
    assert sha256_hex(data) == case["input_sha256"]
    (*options, command, dash, strict) = case["command"]
    done = rbridge(*options, "reason", command, dash, strict, stdin=data)
    wanted = dict(case["expected"])
    assert done.code == wanted.pop("exit_code")
    assert {name: done.document.get(name) for name in wanted} == wanted
    if done.code != 1:
        assert set(done.document) == set(wanted)
