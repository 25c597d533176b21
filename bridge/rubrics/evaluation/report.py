"""An evaluation: every figure of labelled cases and what they came to (spec: Rubrics, 6.5)."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from bridge.core.strict_json import Json
from bridge.rubrics.evaluation.calibration import Reliability, reliability
from bridge.rubrics.evaluation.cases import Case, Split
from bridge.rubrics.evaluation.metrics import Figures, Share, figures, mean, median
from bridge.rubrics.evaluation.redteam import RedTeam, red_team
from bridge.rubrics.evaluation.results import Observed, ResultRow, is_enriched
from bridge.rubrics.evaluation.score_fit import score_fit, score_pairs
from bridge.rubrics.evaluation.sweep import Swept, rerouted
from bridge.rubrics.hashes import rubric_hash
from bridge.rubrics.model import Rubric
from bridge.rubrics.routing import route

SCHEMA: Final = "bridge.rubric-evaluation.v1"


@dataclass(frozen=True)
class Evaluation:
    """Labelled cases and what they came to.

    Args:
        cases: every case.
        rubrics: those that they are judged by, by id.
        observed: what has a result, in the order of the cases.
        failed: the cases whose row has an error instead, each with it.
        missing: the cases without a row.
        sweeps: other thresholds, tried on the same answers.
        metadata: of the side file of the cases, where there is one.
    """

    cases: tuple[Case, ...]
    rubrics: Mapping[str, Rubric]
    observed: tuple[Observed, ...]
    failed: tuple[tuple[str, str], ...] = ()
    missing: tuple[str, ...] = ()
    sweeps: tuple[Swept, ...] = ()
    metadata: Mapping[str, Json] | None = None

    @cached_property
    def coverage(self) -> Share:
        """How many cases have a result."""
        return Share(len(self.observed), len(self.cases))

    @cached_property
    def figures(self) -> Figures:
        """The figures of all cases with a result."""
        return _figures(self.observed)

    @cached_property
    def red_team(self) -> RedTeam:
        """The gate over the frozen cases."""
        return red_team(self.cases, {one.case.id: one.verdict for one in self.observed})

    @cached_property
    def reliability(self) -> tuple[Reliability, ...]:
        """The reliability tables: of the verdicts, and of each score question that has labels."""
        pairs = score_pairs(self.observed, self.rubrics)
        tables = [reliability("verdict", ((one.confidence, _right(one)) for one in self.observed))]
        for name in sorted({pair.question for pair in pairs}):
            mine = [(pair.confidence, pair.nearest == pair.expected) for pair in pairs if pair.question == name]
            tables.append(reliability(name, mine))
        return tuple(one for one in tables if one is not None)

    @cached_property
    def disagreements(self) -> tuple[Observed, ...]:
        """Those that came to another verdict than was expected."""
        return tuple(one for one in self.observed if not _right(one))

    def json(self) -> dict[str, Any]:
        """The report."""
        overall = self.figures
        return {
            "schema": SCHEMA,
            "status": "ok",
            "rubrics": [
                {"id": one.id, "version": one.version, "rubric_hash": rubric_hash(one), "model": one.model}
                for one in self.rubrics.values()
            ],
            "dataset": dict(self.metadata) if self.metadata is not None else None,
            "counts": {
                "cases": len(self.cases),
                "judged": len(self.observed),
                "failed": len(self.failed),
                "missing": len(self.missing),
                "by_split": dict(sorted(Counter(case.split.value for case in self.cases).items())),
                "by_category": dict(sorted(Counter(case.category for case in self.cases).items())),
                "by_provenance": dict(sorted(Counter(one.row.provenance for one in self.observed).items())),
            },
            "coverage": self.coverage.json(),
            **overall.json(),
            "per_split": self._splits(),
            "redteam_regression": self.red_team.json(),
            "score_fit": score_fit(score_pairs(self.observed, self.rubrics)),
            "distribution": self._distribution(),
            "reliability": [one.json() for one in self.reliability],
            "usage": _usage(self.observed),
            "latency_ms": _by_source(self.observed, lambda row: row.latency_ms, lambda row: row.latency_source),
            "cost_usd": _by_source(self.observed, lambda row: row.cost_usd, lambda row: row.cost_source),
            "sweeps": [one.json() for one in self.sweeps],
            "disagreements": [_disagreement(one) for one in self.disagreements],
            "failures": [{"case_id": case_id, "error": error} for case_id, error in self.failed],
            "missing": list(self.missing),
            "limitations": list(self.limitations),
        }

    @cached_property
    def limitations(self) -> tuple[str, ...]:
        """What these figures do not say."""
        return tuple(_limitations(self))

    def _splits(self) -> dict[str, Json]:
        splits: dict[str, Json] = {}
        for split in Split:
            cases = sum(case.split is split for case in self.cases)
            mine = [one for one in self.observed if one.case.split is split]
            if cases:
                splits[split.value] = {"coverage": Share(len(mine), cases).json(), **_figures(mine).json()}
        return splits

    def _distribution(self) -> dict[str, Json]:
        sure = [one.confidence for one in self.observed]
        return {
            "verdicts": dict(sorted(Counter(one.verdict.value for one in self.observed).items())),
            "confidence_mean": mean(sure),
            "confidence_median": median(sure),
            "downgraded": sum(one.downgraded for one in self.observed),
            "injection_overrides": sum(one.injected for one in self.observed),
            "rule_fires": {name: _fires(rubric, self.observed) for name, rubric in self.rubrics.items()},
        }


def _limitations(of: Evaluation) -> Iterable[str]:
    kinds = {one.row.provenance for one in of.observed}
    if not of.coverage.count:
        yield "no case has a result"
    elif len(of.observed) < len(of.cases):
        yield f"{len(of.cases) - len(of.observed)} of {len(of.cases)} cases have no result; the figures leave them out"
    synthetic = sorted(kind for kind in kinds if not kind.startswith(("live", "recorded")))
    if synthetic:
        yield f"answers of {', '.join(synthetic)} are no model's, and say nothing about one"
    enriched = sum(map(is_enriched, of.observed))
    if enriched:
        yield f"{enriched} results were captured for being odd, not by the audit; they are no fair sample"
    if of.red_team.status == "unavailable":
        yield "there is no frozen-redteam case, so nothing is known of attacks"
    unkept = sum(case.split is Split.REDTEAM and case.baseline is None for case in of.cases)
    if unkept:
        yield f"{unkept} frozen-redteam cases name no baseline_verdict; their expected verdict is taken for it"
    hashes = {name: rubric_hash(rubric) for name, rubric in of.rubrics.items()}
    drifted = sum(_drifted(one, of.rubrics[one.case.rubric_id], hashes[one.case.rubric_id]) for one in of.observed)
    if drifted:
        yield f"{drifted} results are of another version or content of their rubric"
    moved = [one.case.id for one in of.observed if rerouted(of.rubrics[one.case.rubric_id], one) is not one.verdict]
    if moved:
        yield f"{len(moved)} saved verdicts are not what their answers route to now: {', '.join(moved[:5])}"
    if of.sweeps:
        yield "a sweep is chosen and measured on the same cases; `rbridge rubric tune thresholds` holds some back"
    if of.observed:
        yield "confidence is no probability of being right; the reliability tables show how far it is from one"


def _drifted(one: Observed, rubric: Rubric, hash_: str) -> bool:
    said = one.row.result or {}
    return said.get("rubric_version") != rubric.version or said.get("rubric_hash") not in (None, hash_)


def _right(one: Observed) -> bool:
    return one.verdict is one.case.expected


def _figures(observed: Iterable[Observed]) -> Figures:
    return figures((one.case.expected, one.verdict) for one in observed)


def _fires(rubric: Rubric, observed: Iterable[Observed]) -> dict[str, Json]:
    fired = Counter(route(rubric, one.answers).matched for one in observed if one.case.rubric_id == rubric.id)
    named: dict[str, Json] = {f"rule:{index:03d}": fired.get(index, 0) for index in range(len(rubric.rules))}
    return {**named, "none": fired.get(None, 0)}


def _usage(observed: Sequence[Observed]) -> dict[str, Json]:
    usage: dict[str, Json] = {}
    for provenance in sorted({one.row.provenance for one in observed}):
        mine = [one.tokens for one in observed if one.row.provenance == provenance]
        taken = [tokens for tokens, _ in mine if tokens is not None]
        given = [tokens for _, tokens in mine if tokens is not None]
        unknown = sum(None in tokens for tokens in mine)
        usage[provenance] = {"input_tokens": sum(taken), "output_tokens": sum(given), "unknown": unknown}
    return usage


def _by_source(
    observed: Sequence[Observed],
    value_of: Callable[[ResultRow], float | None],
    source_of: Callable[[ResultRow], str | None],
) -> dict[str, Json]:
    found: dict[str, list[float]] = {}
    for one in observed:
        value = value_of(one.row)
        if value is not None:
            found.setdefault(source_of(one.row) or "unstated", []).append(value)
    return {
        source: {"count": len(values), "total": sum(values), "mean": mean(values), "median": median(values)}
        for source, values in sorted(found.items())
    }


def _disagreement(one: Observed) -> dict[str, Json]:
    reason = (one.row.result or {}).get("routing_reason")
    return {
        "case_id": one.case.id,
        "split": one.case.split.value,
        "category": one.case.category,
        "expected_verdict": one.case.expected.value,
        "verdict": one.verdict.value,
        "confidence": one.confidence,
        "routing_reason": reason if isinstance(reason, str) else None,
    }
