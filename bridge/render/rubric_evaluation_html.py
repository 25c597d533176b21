"""An evaluation of a rubric as one page that needs nothing else: no script, no font, no request."""

from collections.abc import Iterable, Sequence
from typing import Final

from bridge.render.rubric_evaluation_plots import confusion_plot, count_plot, curves_plot, reliability_plot, shown
from bridge.render.rubric_evaluation_text import number, share
from bridge.rubrics.evaluation.calibration import Reliability
from bridge.rubrics.evaluation.ci_gates import CiGate
from bridge.rubrics.evaluation.report import Evaluation
from bridge.rubrics.evaluation.sweep import Swept

STYLE: Final = """\
body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1b1f24;background:#fff}
table{border-collapse:collapse;margin:.5rem 0 1.5rem}
th,td{padding:.2rem .7rem;text-align:left;border-bottom:1px solid #d8dee4}
td.n{text-align:right;font-variant-numeric:tabular-nums}.bad{color:#a40e26;font-weight:600}.good{color:#116329}
pre{background:#f6f8fa;padding:.8rem;overflow-x:auto}
figure{display:inline-block;margin:0 1rem 1rem 0;vertical-align:top}
svg .frame{fill:none;stroke:#8c959f}
svg .tick,svg .axis,svg .legend,svg .count{font:10px system-ui,sans-serif;fill:#424a53}
svg .ideal{stroke:#8c959f;stroke-dasharray:4 3}svg .interval{stroke:#54aeff;stroke-width:2}svg .point{fill:#0550ae}
svg .curve{fill:none;stroke:#0550ae;stroke-width:1.5}svg .bar{fill:#54aeff}
svg .band{fill:#ddf4ff}svg .mark{stroke:#bc4c00}
svg .cell{stroke:#d8dee4}svg .right{fill:#2da44e}svg .wrong{fill:#fa4549}
svg .curve.c1{stroke:#bc4c00}svg .curve.c2{stroke:#8250df}svg .curve.c3{stroke:#116329}
svg .legend.c0{fill:#0550ae}svg .legend.c1{fill:#bc4c00}svg .legend.c2{fill:#8250df}svg .legend.c3{fill:#116329}"""


def page(title: str, sections: Iterable[str]) -> str:
    """A whole page; the sections are markup already."""
    policy = "default-src 'none'; style-src 'unsafe-inline'"
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
        f"<title>{shown(title)}</title><style>{STYLE}</style></head>\n<body><h1>{shown(title)}</h1>\n"
        + "\n".join(sections)
        + "\n</body></html>\n"
    )


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table; figures stand to the right."""
    top = "".join(f"<th>{shown(each)}</th>" for each in head)
    body = "".join(f"<tr>{''.join(map(_cell, row))}</tr>" for row in rows)
    return f"<table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"


def figure(svg: str) -> str:
    """A plot with its place on the page; nothing where there is no plot."""
    return f"<figure>{svg}</figure>" if svg else ""


def evaluation(of: Evaluation, gates: Sequence[CiGate]) -> str:
    """The whole report."""
    names = ", ".join(f"{one.id} {one.version}" for one in of.rubrics.values())
    return page(
        f"Evaluation of {names}",
        (
            _summary(of),
            _gates(gates),
            "<h2>Verdicts</h2>" + figure(confusion_plot(of.figures)) + _classes(of),
            *map(_reliability, of.reliability),
            *map(_sweep, of.sweeps),
            _disagreements(of),
            "<h2>Limitations</h2><ul>" + "".join(f"<li>{shown(each)}</li>" for each in of.limitations) + "</ul>",
        ),
    )


def _summary(of: Evaluation) -> str:
    figures = of.figures
    rows = (
        ("Judged", share(of.coverage)),
        ("Agreement", share(figures.agreement)),
        ("Macro-F1", number(figures.macro_f1)),
        ("False passes", share(figures.false_pass)),
        ("Reviews", share(figures.review)),
        ("Escalations", share(figures.escalate)),
        ("Red team", f"{of.red_team.status}, {of.red_team.cases} cases"),
    )
    return table(("Figure", "Value"), rows)


def _gates(gates: Sequence[CiGate]) -> str:
    rows = ((one.name, one.bound, number_or_text(one.actual), "passed" if one.passed else "FAILED") for one in gates)
    return "<h2>Gates</h2>" + table(("Gate", "Asked", "Is", "Outcome"), rows)


def number_or_text(value: float | str | None) -> str:
    """A figure, a word, or a dash."""
    return value if isinstance(value, str) else number(value)


def _classes(of: Evaluation) -> str:
    rows = (
        (verdict.value, number(one.precision), number(one.recall), number(one.f1), one.support)
        for verdict, one in of.figures.per_verdict.items()
    )
    return table(("Verdict", "Precision", "Recall", "F1", "Support"), rows)


def _reliability(of: Reliability) -> str:
    rows = (
        (
            f"{one.low:.1f} to {one.high:.1f}",
            one.count,
            number(one.confidence),
            number(one.accuracy),
            _interval(one.interval),
        )
        for one in of.bins
    )
    head = ("Confidence", "Cases", "Mean", "Right", "95 % interval")
    errors = (
        f"<p>Expected calibration error {of.expected_calibration_error:.3f}, greatest "
        f"{of.maximum_calibration_error:.3f}, Brier {of.brier:.3f}.</p>"
    )
    plots = figure(reliability_plot(of)) + figure(count_plot(of))
    return f"<h2>Reliability of {shown(of.of)}</h2>{plots}{table(head, rows)}{errors}"


def _interval(of: tuple[float, float]) -> str:
    return f"{of[0]:.3f} to {of[1]:.3f}"


def _sweep(of: Swept) -> str:
    rows = [
        (value, one.agreement.rate, one.macro_f1, one.false_pass.rate, one.review.rate)
        for value, one in zip(of.sweep.values, of.figures, strict=True)
    ]
    names = ("agreement", "macro-F1", "false passes", "reviews")
    curves = [
        (name, [(row[0], rate) for row in rows if (rate := row[index + 1]) is not None])
        for index, name in enumerate(names)
    ]
    title = f"Sweep of {of.sweep.rubric_id} {of.sweep.target}"
    plot = curves_plot(title, of.sweep.target, curves, marks=[("now", of.sweep.current)])
    cells = ((f"{row[0]:g}", *map(number, row[1:])) for row in rows)
    return f"<h2>{shown(title)}</h2>{figure(plot)}{table(('Value', *names), cells)}"


def _disagreements(of: Evaluation) -> str:
    rows = (
        (one.case.id, one.case.split.value, one.case.expected.value, one.verdict.value, f"{one.confidence:.2f}")
        for one in of.disagreements
    )
    failed = (f"<li>{shown(case_id)}: {shown(error)}</li>" for case_id, error in of.failed)
    listed = "<h2>Disagreements</h2>" + table(("Case", "Split", "Expected", "Is", "Confidence"), rows)
    return listed + (f"<h2>Not judged</h2><ul>{''.join(failed)}</ul>" if of.failed else "")


def _cell(value: object) -> str:
    text = shown(value)
    if isinstance(value, str) and value in ("FAILED", "passed"):
        return f'<td class="{"bad" if value == "FAILED" else "good"}">{text}</td>'
    numeric = text.replace(".", "", 1).replace("-", "", 1).isdigit()
    return f'<td class="n">{text}</td>' if numeric else f"<td>{text}</td>"
