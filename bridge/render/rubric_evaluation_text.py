"""An evaluation of a rubric for people."""

from collections.abc import Iterator, Sequence
from typing import Final

from bridge.render.plain import plain
from bridge.rubrics.evaluation.calibration import Reliability
from bridge.rubrics.evaluation.ci_gates import CiGate
from bridge.rubrics.evaluation.metrics import Figures, Share
from bridge.rubrics.evaluation.report import Evaluation
from bridge.rubrics.evaluation.sweep import Swept
from bridge.rubrics.model import Verdict

_SHOWN: Final = 20


def evaluation(of: Evaluation, gates: Sequence[CiGate]) -> str:
    """The whole report."""
    return "\n".join(
        (
            *_head(of),
            "",
            *_confusion(of.figures),
            "",
            *_classes(of.figures),
            *(line for table in of.reliability for line in ("", *reliability(table))),
            *(line for one in of.sweeps for line in ("", *_sweep(one))),
            *_disagreements(of),
            *_failures(of),
            "",
            *(f"Gate {one.name}: {_gate(one)}" for one in gates),
            *(f"Limitation: {plain(each)}" for each in of.limitations),
        )
    )


def share(of: Share) -> str:
    """A share as a rate and as what it is a share of."""
    return "of nothing" if of.rate is None else f"{of.rate:.3f} ({of.count} of {of.denominator})"


def number(value: float | None) -> str:
    """A figure, or a dash of nothing."""
    return "-" if value is None else f"{value:.3f}"


def reliability(table: Reliability) -> Iterator[str]:
    """A reliability table, with a bar for the share that was right."""
    errors = (table.expected_calibration_error, table.maximum_calibration_error, table.brier)
    said = "expected calibration error {:.3f}, greatest {:.3f}, Brier {:.3f}".format(*errors)
    yield f"Reliability of {plain(table.of)}: {table.count} cases, {said}"
    yield "  confidence   cases  mean conf  right   95% interval"
    for one in table.bins:
        low, high = one.interval
        bar = "#" * round(one.accuracy * 20)
        yield (
            f"  {one.low:.1f} to {one.high:.1f}  {one.count:6}      {one.confidence:.3f}  {one.accuracy:.3f}  "
            f"{low:.3f} to {high:.3f}  {bar}"
        )


def _head(of: Evaluation) -> Iterator[str]:
    figures = of.figures
    names = ", ".join(f"{plain(one.id)} {plain(one.version)}" for one in of.rubrics.values())
    yield f"Evaluation of {names}"
    yield f"Judged        {share(of.coverage)}"
    yield f"Agreement     {share(figures.agreement)}"
    yield f"Macro-F1      {number(figures.macro_f1)}"
    yield f"False passes  {share(figures.false_pass)}"
    yield f"Reviews       {share(figures.review)}"
    red_team = of.red_team
    yield f"Red team      {red_team.status}, {red_team.cases} cases"
    for one in red_team.regressions:
        yield f"  {plain(one.case_id)}: was {one.baseline}, is {one.came_to or 'missing'}"


def _confusion(of: Figures) -> Iterator[str]:
    yield f"{'expected':10}" + "".join(f"{verdict.value:>10}" for verdict in Verdict)
    for row, counts in of.confusion.items():
        yield f"{row.value:10}" + "".join(f"{counts[column]:10}" for column in Verdict)


def _classes(of: Figures) -> Iterator[str]:
    yield f"{'verdict':10}{'precision':>10}{'recall':>10}{'F1':>10}{'support':>10}"
    for verdict, one in of.per_verdict.items():
        figures = "".join(f"{number(value):>10}" for value in (one.precision, one.recall, one.f1))
        yield f"{verdict.value:10}{figures}{one.support:10}"


def _sweep(of: Swept) -> Iterator[str]:
    yield f"Sweep of {plain(of.sweep.rubric_id)} {plain(of.sweep.target)} (now {of.sweep.current:g})"
    yield "     value  agreement  macro-F1  false passes  reviews"
    for value, one in zip(of.sweep.values, of.figures, strict=True):
        agreement, false_pass, review = (number(each.rate) for each in (one.agreement, one.false_pass, one.review))
        yield f"  {value:8g}  {agreement:>9}  {number(one.macro_f1):>8}  {false_pass:>12}  {review:>7}"


def _disagreements(of: Evaluation) -> Iterator[str]:
    found = of.disagreements
    if found:
        yield ""
        yield f"Disagreements: {len(found)}"
        for one in found[:_SHOWN]:
            yield f"  {plain(one.case.id)}: expected {one.case.expected}, is {one.verdict} at {one.confidence:.2f}"
        if len(found) > _SHOWN:
            yield f"  and {len(found) - _SHOWN} more; --format json lists all"


def _failures(of: Evaluation) -> Iterator[str]:
    if of.failed:
        yield ""
        yield f"Not judged: {len(of.failed)}"
        yield from (f"  {plain(case_id)}: {plain(error)}" for case_id, error in of.failed[:_SHOWN])


def _gate(one: CiGate) -> str:
    actual = "nothing" if one.actual is None else one.actual if isinstance(one.actual, str) else f"{one.actual:.3f}"
    return f"{'passed' if one.passed else 'FAILED'} ({actual}, asked {one.bound})"
