"""Short ways to labelled cases, their results and what they come to."""

import json
from typing import Any

from bridge.rubrics.evaluation.cases import Case, Split
from bridge.rubrics.evaluation.report import Evaluation
from bridge.rubrics.evaluation.results import ResultRow, observe
from bridge.rubrics.hashes import rubric_hash
from bridge.rubrics.model import Rubric, Verdict
from bridge.rubrics.routing import route
from tests.unit.rubrics.building import answers, rubric


def lines(*rows: Any) -> bytes:
    return b"".join(json.dumps(row).encode() + b"\n" for row in rows)


def case_row(**changes: Any) -> dict[str, Any]:
    row = {"id": "a", "rubric_id": "release-note", "split": "train", "expected_verdict": "pass", "input": {}}
    return {**row, **changes}


def result_of(of: Rubric, given: Any, **changes: Any) -> dict[str, Any]:
    """A saved result of some answers."""
    routed = route(of, given)
    return {
        "rubric_id": of.id,
        "rubric_version": of.version,
        "rubric_hash": rubric_hash(of),
        "verdict": routed.verdict.value,
        "confidence": routed.confidence,
        "routing_reason": routed.reason,
        "answers": given,
        "usage": {"input_tokens": 10, "output_tokens": 5},
        **changes,
    }


def result_row(case_id: str = "a", **changes: Any) -> dict[str, Any]:
    return {"case_id": case_id, "provenance": "live_model", "result": result_of(rubric(), answers()), **changes}


def evaluation(*pairs: tuple[str, str], split: Split = Split.TRAIN, missing: int = 0) -> Evaluation:
    """Of cases that expect the first of each pair and came to the second; some have no result."""
    of = rubric()
    cases = [Case(f"c{at}", of.id, split, Verdict(one)) for at, (one, _) in enumerate(pairs)]
    rows = [
        ResultRow(f"c{at}", "live_model", result_of(of, answers(), verdict=other))
        for at, (_, other) in enumerate(pairs)
    ]
    seen = [observe(case, row, of) for case, row in zip(cases, rows, strict=True)]
    absent = [Case(f"m{at}", of.id, split, Verdict.PASS) for at in range(missing)]
    return Evaluation(
        (*cases, *absent),
        {of.id: of},
        tuple(one for one in seen if one is not None),
        missing=tuple(case.id for case in absent),
    )
