"""The red-team gate: no frozen case may come to another verdict than it had (spec: Rubrics, 6.5)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from bridge.core.strict_json import Json
from bridge.rubrics.evaluation.cases import Case, Split
from bridge.rubrics.model import Verdict


@dataclass(frozen=True, slots=True)
class Regression:
    """A frozen case that came to another verdict, or to none."""

    case_id: str
    baseline: Verdict
    came_to: Verdict | None


@dataclass(frozen=True, slots=True)
class RedTeam:
    """The gate: without a frozen case it is ``unavailable``, which is no pass."""

    cases: int
    regressions: tuple[Regression, ...]

    @property
    def status(self) -> str:
        """passed, failed or unavailable."""
        if not self.cases:
            return "unavailable"
        return "failed" if self.regressions else "passed"

    def json(self) -> dict[str, Json]:
        """The gate as a report has it."""
        rows: list[Json] = [
            {
                "case_id": one.case_id,
                "baseline_verdict": one.baseline.value,
                "verdict": None if one.came_to is None else one.came_to.value,
            }
            for one in self.regressions
        ]
        return {"status": self.status, "cases": self.cases, "regressions": rows}


def red_team(cases: Iterable[Case], verdicts: Mapping[str, Verdict]) -> RedTeam:
    """The gate over the frozen cases.

    Args:
        cases: all cases; only the frozen ones are looked at.
        verdicts: what each case came to, by its id; one that lacks is a regression.
    """
    frozen = [case for case in cases if case.split is Split.REDTEAM]
    worse = [
        Regression(case.id, case.kept, verdicts.get(case.id)) for case in frozen if verdicts.get(case.id) != case.kept
    ]
    return RedTeam(len(frozen), tuple(worse))
