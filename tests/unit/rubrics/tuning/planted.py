"""Labelled answers with a known best threshold, and the same with their labels shuffled."""

from dataclasses import replace
from random import Random
from typing import Any

from bridge.rubrics.evaluation.cases import Case, Split
from bridge.rubrics.evaluation.results import ResultRow
from bridge.rubrics.load import LoadedRubric
from bridge.rubrics.model import Verdict
from tests.unit.rubrics.evaluation.labelled import result_of
from tests.unit.rubrics.loading import loaded

TEXT = """\
# What a page must be.
id: page-check
version: "1.4.2"   # raised by hand
model: none
stakes: write
confidence_floors: {write: 0.0, read_only: 0.5}
questions:
  safe.harm: {type: noul, stage: screen}
  score.use: {type: score, stage: score, criteria: [none, some, much, all]}
routing:
  rules:
  - verdict: escalate
    reason: Harm.
    all: [{answer: safe.harm, field: noul, op: ">=", value: 0.9}]  # to be measured
  - verdict: fail
    all:
    - {answer: score.use, field: score, op: "<", value: 0.25}
  - {verdict: pass, default: false, all: [{answer: score.use, field: score, op: ">=", value: 0.25}]}
  - {verdict: review, default: true}
"""
HARM = 0.62
"""From here up a person escalates."""
USE = 1.7
"""Below it a person fails."""


def rubric() -> LoadedRubric:
    return loaded(TEXT)


def answers(harm: float, use: float) -> dict[str, Any]:
    return {
        "safe.harm": {"type": "noul", "noul": harm},
        "score.use": {"type": "score", "score": use, "confidence": 0.9, "probabilities": {}},
    }


def planted(
    seed: int, count: int = 240, *, noise: float = 0.0, frozen: int = 2
) -> tuple[tuple[Case, ...], tuple[ResultRow, ...]]:
    """Cases whose labels follow the planted thresholds, but for a share of noise, and their results."""
    random = Random(seed)
    of = rubric().rubric
    cases, rows = [], []
    for at in range(count + frozen):
        harm, use = round(random.random(), 4), round(random.random() * 3, 4)
        split = Split.TRAIN if at % 2 else Split.HELDOUT
        if at >= count:
            harm, split = 0.99, Split.REDTEAM
        label = Verdict.ESCALATE if harm >= HARM else Verdict.FAIL if use < USE else Verdict.PASS
        if split is not Split.REDTEAM and random.random() < noise:
            label = random.choice([Verdict.ESCALATE, Verdict.FAIL, Verdict.PASS])
        cases.append(Case(f"c{at}", of.id, split, label, place=f"cases:{at + 1}"))
        saved = result_of(of, answers(harm, use))
        rows.append(ResultRow(f"c{at}", "live_model", saved, place=f"results:{at + 1}"))
    return tuple(cases), tuple(rows)


def shuffled(seed: int, count: int = 240) -> tuple[tuple[Case, ...], tuple[ResultRow, ...]]:
    """The same answers with labels that know nothing of them."""
    cases, rows = planted(seed, count)
    labels = [case.expected for case in cases if case.split is not Split.REDTEAM]
    Random(seed + 1).shuffle(labels)
    dealt = iter(labels)
    return (
        tuple(case if case.split is Split.REDTEAM else replace(case, expected=next(dealt)) for case in cases),
        rows,
    )
