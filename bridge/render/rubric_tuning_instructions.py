"""A tuning of an instruction: its plan and what came of it, as data and for people."""

from collections.abc import Iterator
from typing import Any, Final

from bridge.render.plain import plain
from bridge.rubrics.evaluation.cases import Split
from bridge.rubrics.tuning.instruction_plan import Plan
from bridge.rubrics.tuning.instruction_search import Found

SCHEMA: Final = "bridge.rubric-instructions.v1"


def document(plan: Plan, found: Found | None) -> dict[str, Any]:
    """The report; ``found`` is None where nobody was asked."""
    head = {"schema": SCHEMA, "status": "ok", "plan": plan.json(), "limitations": list(limitations(plan))}
    return {**head, "outcome": "planned"} if found is None else {**head, **found.json()}


def limitations(plan: Plan) -> Iterator[str]:
    """What the report does not say."""
    yield "a model wrote the texts: read one before it goes into a rubric"
    if not any(case.split is Split.REDTEAM for case in plan.cases):
        yield "there is no frozen-redteam case, so nothing is known of attacks"


def text(plan: Plan, found: Found | None) -> str:
    """The report for people."""
    return "\n".join((*_planned(plan), *(_found(plan, found) if found is not None else _dry()), *_limits(plan)))


def _planned(plan: Plan) -> Iterator[str]:
    rubric = plan.rubric
    yield f"Instruction of {plain(plan.question)} in {plain(rubric.id)} {plain(rubric.version)}"
    yield f"  {plain(plan.text)}"
    counts = ", ".join(f"{sum(case.split is split for case in plan.cases)} {split}" for split in Split)
    yield f"Cases     {len(plan.cases)} ({counts})"
    yield f"Budget    {plan.budget} calls: {plan.searched} to search, {plan.reserved} for the final gates"
    yield f"Reflector {plan.reflection_calls} calls at most; {plan.max_gate_candidates} texts at most come to the gates"


def _dry() -> Iterator[str]:
    yield "Nobody was asked; --live carries this out"


def _found(plan: Plan, found: Found) -> Iterator[str]:
    judge, reflector = found.calls
    yield f"Asked     {judge} calls of the judge, {reflector} of the reflector, {found.tokens} tokens"
    yield f"Ended     {plain(found.ended)}"
    yield f"As it is  {found.train_cost:.3f} a training case"
    if not found.candidates:
        yield "Nothing is proposed: no text costs less on the training cases"
    for number, one in enumerate(found.candidates, 1):
        yield ""
        yield f"Text {number}: {one.train_cost:.3f} a training case, {'proposed' if one.passed else 'refused'}"
        reasons = (("dearer held out", one.dearer), ("frozen cases moved", one.moved))
        yield from (f"  {name}: {plain(', '.join(cases))}" for name, cases in reasons if cases)
        if one.error is not None:
            yield f"  {plain(one.error)}"
        difference = one.json(plan.text)["diff"]
        yield from (f"  {plain(line)}" for line in str(difference).split("\n"))


def _limits(plan: Plan) -> Iterator[str]:
    yield from (f"Limitation: {plain(one)}" for one in limitations(plan))
