"""A tuning of a rubric for people."""

from collections.abc import Iterator

from bridge.render.plain import plain
from bridge.render.rubric_evaluation_text import number, share
from bridge.rubrics.evaluation.cases import Split
from bridge.rubrics.tuning.proposal import Change
from bridge.rubrics.tuning.report import Tuned


def thresholds(of: Tuned) -> str:
    """The whole report."""
    return "\n".join((*_head(of), "", *_measures(of), *_diff(of), "", *(f"Limitation: {one}" for one in _limits(of))))


def change(one: Change) -> str:
    """A change in one line."""
    low, high = one.interval
    return (
        f"{plain(one.parameter.name)}: {one.parameter.value:g} to {one.value:g} "
        f"(best between {low:.3f} and {high:.3f}; saves {one.saving:.3f} a case)"
    )


def _head(of: Tuned) -> Iterator[str]:
    rubric, proposal = of.loaded.rubric, of.proposal
    if proposal.status == "proposed":
        yield f"Proposed for {plain(rubric.id)} {plain(rubric.version)}: {len(proposal.changes)} changes"
    else:
        yield f"Nothing is proposed for {plain(rubric.id)} {plain(rubric.version)}"
        yield from (f"  because {plain(reason)}" for reason in proposal.reasons)
    yield from (f"  {change(one)}" for one in proposal.changes)
    low, high = proposal.saving_interval
    yield f"Held-out saving  {proposal.saving:.3f} a case ({low:.3f} to {high:.3f})"
    yield f"By chance        {proposal.chance:.3f} of shuffled labels are as cheap"
    yield f"Red team         {proposal.red_team}, {proposal.frozen} cases"


def _measures(of: Tuned) -> Iterator[str]:
    yield f"{'':32}{'as it is':>26}{'as proposed':>26}"
    for split in (Split.TRAIN, Split.HELDOUT):
        now, then = of.proposal.current[split], of.proposal.proposed[split]
        rows = (
            ("mean cost", number(now.cost), number(then.cost)),
            ("agreement", share(now.figures.agreement), share(then.figures.agreement)),
            ("false passes", share(now.figures.false_pass), share(then.figures.false_pass)),
            ("reviews", share(now.figures.review), share(then.figures.review)),
        )
        yield from (f"{split.value:16}{name:16}{one:>26}{other:>26}" for name, one, other in rows)


def _diff(of: Tuned) -> Iterator[str]:
    text, _ = of.diff
    if text:
        yield ""
        yield from (plain(line) for line in text.rstrip("\n").split("\n"))


def _limits(of: Tuned) -> Iterator[str]:
    return map(plain, of.limitations)
