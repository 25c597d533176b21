"""The figures of ``docs/reference/evaluation.md``: ``python -m tests.soak_rubric_tuning``.

How often the interval of a threshold holds the one that was planted, with labels that are the less certain the nearer
an answer is to it; and how often something is proposed from labels that know nothing. ``SOAK_SETS`` says how many sets
of each kind there are. Exits 1 where fewer than nine intervals in ten hold, or more than one proposal in a hundred is
of chance.
"""

import math
import os
import sys
from dataclasses import replace
from random import Random

from bridge.rubrics.evaluation.cases import Case, Split
from bridge.rubrics.evaluation.results import ResultRow
from bridge.rubrics.model import Verdict
from bridge.rubrics.tuning.cost_policy import DEFAULT, CostPolicy
from bridge.rubrics.tuning.proposal import Effort, Proposal
from bridge.workflows.rubrics.tuning import Request, tune_thresholds
from tests.unit.rubrics.evaluation.labelled import result_of
from tests.unit.rubrics.loading import loaded
from tests.unit.rubrics.tuning.planted import rubric, shuffled

SETS = int(os.environ.get("SOAK_SETS", "40"))
PLANTED = 0.6
BAND = loaded(
    """\
id: band
version: 1.0.0
model: none
stakes: write
confidence_floors: {write: 0.0}
questions: {is.bad: {type: noul, stage: screen}}
routing:
  rules:
  - {verdict: fail, all: [{answer: is.bad, field: noul, op: ">=", value: 0.95}]}
  - {verdict: pass, default: true}
"""
)
EVEN = CostPolicy({}, default=1.0)
QUICK = Effort(iterations=3, candidates=8, resamples=200)


def noisy(seed: int, count: int, scale: float) -> tuple[list[Case], list[ResultRow]]:
    """Cases that a person fails with a chance that rises through one half at the planted threshold."""
    random = Random(seed)
    cases, rows = [], []
    for at in range(count):
        bad = random.random()
        fails = random.random() < 1 / (1 + math.exp((PLANTED - bad) / scale))
        split = Split.TRAIN if at % 2 else Split.HELDOUT
        cases.append(Case(f"c{at}", "band", split, Verdict.FAIL if fails else Verdict.PASS))
        saved = result_of(BAND.rubric, {"is.bad": {"type": "noul", "noul": bad}})
        rows.append(ResultRow(f"c{at}", "live_model", saved))
    return cases, rows


def held(seed: int, scale: float) -> bool:
    """Whether the interval holds the planted threshold."""
    cases, rows = noisy(seed, 300, scale)
    changes = _proposal(Request(BAND, cases, rows, policy=EVEN, effort=replace(QUICK, seed=seed))).changes
    found = [one.interval for one in changes if one.parameter.rule is not None]
    return bool(found) and found[0][0] <= PLANTED <= found[0][1]


def of_chance(seed: int) -> int:
    """How many of two sets of shuffled labels something is proposed from."""
    cases, rows = shuffled(seed, 80)
    effort = replace(QUICK, seed=seed)
    proposals = [_proposal(Request(rubric(), cases, rows, effort=effort))]
    cases_of_band, rows_of_band = noisy(seed, 120, 0.02)
    labels = [case.expected for case in cases_of_band]
    Random(seed).shuffle(labels)
    dealt = [replace(case, expected=label) for case, label in zip(cases_of_band, labels, strict=True)]
    policy = EVEN if seed % 2 else DEFAULT
    proposals.append(_proposal(Request(BAND, dealt, rows_of_band, policy, effort)))
    return sum(one.status == "proposed" for one in proposals)


def _proposal(request: Request) -> Proposal:
    return tune_thresholds(request).proposal


def main() -> None:
    """Print the figures."""
    for scale in (0.02, 0.08):
        count = sum(held(seed, scale) for seed in range(SETS))
        sys.stdout.write(f"labels that turn within {scale}: {count} of {SETS} intervals hold the planted threshold\n")
        if count < 0.9 * SETS:
            sys.exit("too few intervals hold")
    chance = sum(of_chance(seed) for seed in range(3 * SETS))
    sys.stdout.write(f"shuffled labels: {chance} proposals from {6 * SETS} sets\n")
    if chance > 0.01 * 6 * SETS:
        sys.exit("too much is proposed by chance")


if __name__ == "__main__":
    main()
