"""Short ways to rubrics, answers and results."""

from typing import Any

from bridge.core.strict_json import Json
from bridge.rubrics.evidence import Evidence, Provenance
from bridge.rubrics.model import Rubric
from tests.unit.rubrics.loading import loaded

TEXT = """\
id: release-note
version: 1.2.0
model: rules-1
stakes: write
confidence_floors: {write: 0.6}
state_filter: [note, author.name, {path: "steps[].tool", required: false}]
questions:
  screen.fit: {type: noul, stage: screen}
  profile.kind: {type: choice, stage: profile, criteria: {fix: mends, feature: adds}}
  score.clarity: {type: score, stage: score, criteria: [muddled, readable, plain]}
routing:
  rules:
  - {verdict: skip, reason: Nothing there., all: [{answer: screen.fit, field: noul, op: "<", value: 0.5}]}
  - verdict: pass
    reason: Plain enough.
    all:
    - {answer: profile.kind, field: choice, op: "==", value: fix}
    - {answer: score.clarity, field: score, op: ">=", value: 1.5}
  - {verdict: review, reason: Somebody looks., default: true}
"""
GOOD: dict[str, dict[str, Json]] = {
    "screen.fit": {"type": "noul", "noul": 0.9},
    "profile.kind": {"type": "choice", "choice": "fix", "confidence": 0.8, "probabilities": {"fix": 0.9}},
    "score.clarity": {"type": "score", "score": 1.5, "confidence": 0.7, "probabilities": {"1": 0.5, "2": 0.5}},
}


def rubric() -> Rubric:
    return loaded(TEXT).rubric


def answers(**changes: Any) -> dict[str, Any]:
    """The good answers, with members of some replaced; a name's dot is written as two underscores."""
    changed: dict[str, Any] = {name: dict(answer) for name, answer in GOOD.items()}
    for key, members in changes.items():
        name = key.replace("__", ".")
        if members is None:
            del changed[name]
        else:
            changed[name] |= members
    return changed


class Answering:
    """A backend that answers what it was made with."""

    def __init__(self, given: Any, *, mock: bool = False) -> None:
        self.evidence = Evidence(given, "typesafe", Provenance.LIVE_MODEL, "rules-1", "rules-1", mock=mock)

    def answer(self, rubric: Rubric, state: Any) -> Evidence:
        return self.evidence
