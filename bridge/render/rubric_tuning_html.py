"""A tuning of a rubric as one page that needs nothing else."""

from bridge.render.rubric_evaluation_html import figure, page, table
from bridge.render.rubric_evaluation_plots import confusion_plot, curves_plot, shown
from bridge.render.rubric_evaluation_text import number, share
from bridge.rubrics.evaluation.cases import Split
from bridge.rubrics.tuning.proposal import Change
from bridge.rubrics.tuning.report import Tuned


def thresholds(of: Tuned) -> str:
    """The whole report."""
    rubric, proposal = of.loaded.rubric, of.proposal
    reasons = "".join(f"<li>{shown(each)}</li>" for each in proposal.reasons)
    sections = [
        "<p>Proposed.</p>" if not reasons else f"<p>Nothing is proposed, because</p><ul>{reasons}</ul>",
        _changes(of),
        *map(_change, proposal.changes),
        _measures(of),
        "<h2>Held-out verdicts, as they are and as proposed</h2>",
        figure(confusion_plot(proposal.current[Split.HELDOUT].figures)),
        figure(confusion_plot(proposal.proposed[Split.HELDOUT].figures)),
        f"<h2>Difference</h2><pre>{_lines(of.diff[0])}</pre>" if of.diff[0] else "",
        "<h2>Limitations</h2><ul>" + "".join(f"<li>{shown(each)}</li>" for each in of.limitations) + "</ul>",
    ]
    return page(f"Thresholds of {rubric.id} {rubric.version}", sections)


def _lines(text: str) -> str:
    return "\n".join(map(shown, text.split("\n")))


def _changes(of: Tuned) -> str:
    rows = (
        (one.parameter.name, f"{one.parameter.value:g}", f"{one.value:g}", _between(one.interval), number(one.saving))
        for one in of.proposal.changes
    )
    low, high = of.proposal.saving_interval
    facts = (
        ("Held-out saving of a case", f"{of.proposal.saving:.3f} ({low:.3f} to {high:.3f})"),
        ("Shuffled labels as cheap", number(of.proposal.chance)),
        ("Red team", f"{of.proposal.red_team}, {of.proposal.frozen} cases"),
    )
    head = ("Number", "Is", "Proposed", "Best between", "Saves a training case")
    return table(head, rows) + table(("Check", "Result"), facts)


def _change(one: Change) -> str:
    name = one.parameter.name
    marks = [("is", one.parameter.value), ("proposed", one.value)]
    plot = curves_plot(name, name, [("mean cost", one.curve)], marks=marks, band=one.interval)
    return f"<h2>{shown(name)}</h2>{figure(plot)}"


def _measures(of: Tuned) -> str:
    rows = []
    for split in (Split.TRAIN, Split.HELDOUT):
        now, then = of.proposal.current[split], of.proposal.proposed[split]
        rows += [
            (split.value, "mean cost", number(now.cost), number(then.cost)),
            (split.value, "agreement", share(now.figures.agreement), share(then.figures.agreement)),
            (split.value, "false passes", share(now.figures.false_pass), share(then.figures.false_pass)),
            (split.value, "reviews", share(now.figures.review), share(then.figures.review)),
        ]
    return "<h2>Measures</h2>" + table(("Split", "Figure", "As it is", "As proposed"), rows)


def _between(of: tuple[float, float]) -> str:
    return f"{of[0]:.3f} to {of[1]:.3f}"
