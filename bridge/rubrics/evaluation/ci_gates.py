"""Bounds that a build holds an evaluation to; a figure of nothing meets none of them (spec: Rubrics, 6.5)."""

from collections.abc import Iterator
from dataclasses import dataclass

from bridge.core.strict_json import Json
from bridge.errors import UsageError
from bridge.rubrics.evaluation.report import Evaluation


@dataclass(frozen=True, slots=True)
class Bounds:
    """What is asked of an evaluation, each a share from 0 to 1; None asks nothing.

    Args:
        min_agreement: the least agreement.
        min_macro_f1: the least macro-F1.
        max_false_pass_rate: the greatest share of passes among what must not pass.
        min_coverage: the least share of cases with a result; where anything else is asked, all of them.
    """

    min_agreement: float | None = None
    min_macro_f1: float | None = None
    max_false_pass_rate: float | None = None
    min_coverage: float | None = None

    def __post_init__(self) -> None:
        for name in self.__slots__:
            value = getattr(self, name)
            if value is not None and not 0 <= value <= 1:
                option = f"--ci-{name.replace('_', '-')}"
                raise UsageError(f"{option} must be from 0 to 1, got {value:g}", where=option, help="a share: 0.9")

    @property
    def asked(self) -> bool:
        """Whether anything is asked."""
        return any(getattr(self, name) is not None for name in self.__slots__)


@dataclass(frozen=True, slots=True)
class CiGate:
    """One bound, what the figure is, and whether it holds."""

    name: str
    bound: float | str
    actual: float | str | None
    passed: bool

    def json(self) -> dict[str, Json]:
        """The gate as a report has it."""
        return {"gate": self.name, "bound": self.bound, "actual": self.actual, "passed": self.passed}


def ci_gates(evaluation: Evaluation, bounds: Bounds) -> tuple[CiGate, ...]:
    """Every gate of an evaluation.

    A red-team regression fails whatever is asked. That there is no red-team case fails where anything is asked.
    """
    status = evaluation.red_team.status
    red_team = CiGate(
        "redteam_regression", "passed", status, status == "passed" or not (bounds.asked or status == "failed")
    )
    return (red_team, *(_bounded(evaluation, bounds) if bounds.asked else ()))


def _bounded(evaluation: Evaluation, bounds: Bounds) -> Iterator[CiGate]:
    of = evaluation.figures
    yield _at_least("coverage", 1.0 if bounds.min_coverage is None else bounds.min_coverage, evaluation.coverage.rate)
    if bounds.min_agreement is not None:
        yield _at_least("agreement", bounds.min_agreement, of.agreement.rate)
    if bounds.min_macro_f1 is not None:
        yield _at_least("macro_f1", bounds.min_macro_f1, of.macro_f1)
    if bounds.max_false_pass_rate is not None:
        rate, most = of.false_pass.rate, bounds.max_false_pass_rate
        yield CiGate("false_pass_rate", most, rate, rate is not None and rate <= most)


def _at_least(name: str, least: float, actual: float | None) -> CiGate:
    return CiGate(name, least, actual, actual is not None and actual >= least)
