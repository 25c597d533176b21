"""A line of ``rbridge judge --batch`` as a line of JSON."""

from typing import Any, Final

from bridge.core import canonical
from bridge.render.judged import answer_json, identity_json
from bridge.workflows.judge_batch import Answered

# Some readers take these for the end of a line; inside a JSON string, where alone they stand, an escape is the same.
_LINE_BREAKS: Final = str.maketrans({character: f"\\u{ord(character):04x}" for character in "\x85\u2028\u2029"})


def line(said: Answered) -> str:
    """One line, without its end: ``{id, judge, answers, effect, …}``, or ``{id, error}``."""
    return canonical.compact(_members(said)).translate(_LINE_BREAKS)


def _members(said: Answered) -> dict[str, Any]:
    if said.judge is None or said.decision is None:
        return {"id": said.id, "error": said.error}
    first = said.every[0]
    members = {
        "id": said.id,
        "judge": identity_json(said.judge),
        "answers": {one.key: answer_json(one) for one in said.standing},
        "effect": said.decision.effect,
        "outcome": said.decision.outcome,
        "decided_by": list(said.decision.decided_by),
        "threshold": None if first.threshold is None else float(first.threshold.value),
        "state_digest": first.state_digest,
    }
    if said.every == said.standing and not said.failures:
        about = {"questions_digest": first.questions_digest, "response_digest": first.response_digest}
        return {**members, **about, "request_id": first.request_id}
    panel = [{"judge": identity_json(one.judge), "key": one.key, **answer_json(one)} for one in said.every]
    return {**members, "panel": panel, "failures": list(said.failures)}
