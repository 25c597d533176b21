"""Judging an input by a rubric: show, ask, check, route, gate (spec: Rubrics, sections 2 and 3)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from bridge.errors import ShapeError
from bridge.rubrics.answers import check_answers
from bridge.rubrics.budget import DEFAULT_TOKENS, Estimate, hold_to_budget
from bridge.rubrics.evidence import Backend
from bridge.rubrics.gates import live_gates
from bridge.rubrics.model import Rubric
from bridge.rubrics.result import JudgmentResult, projection
from bridge.rubrics.routing import route
from bridge.rubrics.state_filter import Projected, project

# The rubrics that ship know what their inputs look like; any other rubric's author decides.
_SHAPES: Final[Mapping[str, Mapping[str, type[str] | type[list[Any]]]]] = {
    "assistant-reply": {"prompt": str, "reply": str},
    "agent-trajectory": {"goal": str, "final_output": str, "steps": list},
}
_KINDS: Final[Mapping[type, str]] = {str: "a string", list: "an array"}
_JSON_KINDS: Final[Mapping[type, str]] = {
    dict: "object", list: "array", str: "string", bool: "boolean", int: "number", float: "number",
}  # fmt: skip


@dataclass(frozen=True)
class Shown:
    """What a judge is shown of an input, and what asking would take."""

    projected: Projected
    estimate: Estimate


def show(rubric: Rubric, given: Any, *, budget: int = DEFAULT_TOKENS) -> Shown:
    """The part of an input that a rubric shows, within the budget.

    Args:
        rubric: whose filter applies.
        given: the input, JSON data.
        budget: the most tokens of a call, by estimate.

    Raises:
        ShapeError: the input is not an object, or a member of another kind than a shipped rubric's.
        RequiredPathMissing: a part that the rubric requires is not there.
        LimitError: the budget is exceeded.
    """
    if not isinstance(given, dict):
        raise ShapeError(f"input must be a JSON object, got {type(given).__name__}", where="$")
    for key, kind in _SHAPES.get(rubric.id, {}).items():
        value = given.get(key)
        if value is not None and not isinstance(value, kind):
            got = _JSON_KINDS[type(value)]
            raise ShapeError(f"input field '{key}' must be {_KINDS[kind]} or null, got {got}", where=f"$.{key}")
    projected = project(rubric.state_filter, given)
    return Shown(projected, hold_to_budget(rubric, projected.state, budget))


def judge(rubric: Rubric, shown: Shown, backend: Backend) -> JudgmentResult:
    """Ask a backend about what is shown, and route what it answers.

    Args:
        rubric: asked and routed by.
        shown: as ``show`` returns it for this rubric and input.
        backend: who answers.

    Raises:
        JudgeError: no usable answers; never a verdict.
        InputError: a record that does not fit the input.
    """
    state = shown.projected.state
    evidence = backend.answer(rubric, state)
    answers = check_answers(rubric, evidence.answers)
    routed = route(rubric, answers)
    gates = live_gates(rubric, state, answers, routed)
    return JudgmentResult(rubric, answers, routed, gates, evidence, projection(rubric, state))
