"""Rubrics from public reports, in their neutral sketch, translated into ours (marked vectors)."""

from typing import Any

import pytest

from bridge.core.sources import Source
from bridge.errors import AnswerRejected
from bridge.rubrics.answers import check_answers
from bridge.rubrics.findings import RubricRefused
from bridge.rubrics.load import load
from bridge.rubrics.routing import route
from tests.vectors import cases, needs_vectors

pytestmark = [pytest.mark.vectors, needs_vectors]

_HEAD = "id: sketch\nversion: '1'\nmodel: m\nstakes: write\nconfidence_floors: {write: 0}\n"
_OPS = {"gte": ">=", "gt": ">", "lte": "<=", "lt": "<", "eq": "=="}


def translated(sketch: str) -> str:
    """Our rubric of a sketch; one that is not about questions and routes stays as it is."""
    if "routes:" not in sketch or "routes: []" in sketch:
        return sketch
    asked, _, routes = sketch.partition("questions:\n")[2].partition("routes:\n")
    lines = [line.replace("{type: noul}", "{type: noul, stage: screen}") for line in asked.splitlines()]
    lines = [line.replace("options: [a, b]", "stage: score, criteria: [a, b]") for line in lines]
    return f"{_HEAD}questions:\n" + "\n".join(lines) + "\nrouting:\n  rules:\n" + "\n".join(_rules(routes))


def _rules(routes: str) -> list[str]:
    rules = []
    for line in routes.splitlines():
        if "otherwise" in line:
            rules.append(f"    - {{verdict: {line.partition('otherwise:')[2].strip(' }')}, default: true}}")
            continue
        name, _, rest = line.partition("{when: {")[2].partition(": {")
        op, _, rest = rest.partition(": ")
        value, _, verdict = rest.partition("}}, then: ")
        condition = f'{{answer: {name}, field: noul, op: "{_OPS[op]}", value: {value}}}'
        rules.append(f"    - {{verdict: {verdict.strip(' }')}, all: [{condition}]}}")
    return rules


@pytest.mark.parametrize("case", cases("rubric"), ids=lambda case: case["id"])
def test_reported_rubrics(case: dict[str, Any]) -> None:
    source = Source("sketch.yaml", translated(case["input"]["rubric_yaml"]))
    expected = case["expect"]
    if expected.get("load") == "error":
        with pytest.raises(RubricRefused):
            load(source)
        return
    rubric = load(source).rubric
    answers = {name: {"type": "noul", **answer} for name, answer in case["input"]["answers"].items()}
    if "never_route" in expected:
        # A judge that failed has no answer: it is refused before anything is routed.
        with pytest.raises(AnswerRejected):
            check_answers(rubric, answers)
        assert route(rubric, {}).verdict.value != expected["never_route"]
        return
    assert route(rubric, check_answers(rubric, answers)).verdict.value == expected["route"]
