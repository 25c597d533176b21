"""The five deterministic gates of a judgement, and the one that overrides it (spec: Rubrics, sections 2 and 3.6)."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bridge.core.strict_json import Json
from bridge.rubrics.answers import Answers
from bridge.rubrics.model import AUTOMATIC, Rubric, Verdict
from bridge.rubrics.routing import Route, missing_answers

INJECTION_MARKERS: Final = ("ignore all prior", "always return pass")
HISTORICAL: Final = "historical evidence from original run: "
INJECTION: Final = "injection_heuristic"

_SUFFIX: Final = " Injection heuristic failed; verdict escalated."


@dataclass(frozen=True, slots=True)
class Gate:
    """One gate: ``outcome`` is pass, fail or skip."""

    gate_id: str
    outcome: str
    reason: str

    def json(self) -> dict[str, Json]:
        """The gate as a result has it."""
        return {"gate_id": self.gate_id, "outcome": self.outcome, "reason": self.reason}


def injection_markers(state: Mapping[str, Json]) -> tuple[str, ...]:
    """The known markers in a state: in its JSON text, as the reference looks, and in each text of it by itself.

    An escaped line break splits a marker in the JSON text and not for the judge that reads it, so white space counts as
    one space in the second look.
    """
    texts = [json.dumps(dict(state), ensure_ascii=False, sort_keys=True).lower(), *map(_flat, _strings(dict(state)))]
    return tuple(marker for marker in INJECTION_MARKERS if any(marker in text for text in texts))


def _flat(text: str) -> str:
    return " ".join(text.lower().split())


def _strings(value: Json) -> list[str]:
    found: list[str] = []
    waiting: list[Json] = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, str):
            found.append(one)
        elif isinstance(one, dict):
            found += one
            waiting += one.values()
        elif isinstance(one, list):
            waiting += one
    return found


def live_gates(
    rubric: Rubric, state: Mapping[str, Json], answers: Answers, route: Route
) -> tuple[Gate, Gate, Gate, Gate, Gate]:
    """The gates of a judgement that was made just now."""
    return (
        _projection(rubric, state),
        Gate("token_budget", "pass", "state and questions within budget"),
        _injection(state),
        _completeness(rubric, answers),
        _floor(rubric, route),
    )


def replayed_gates(rubric: Rubric, saved: Sequence[Mapping[str, Json]], answers: Answers, route: Route) -> list[Gate]:
    """The gates of saved answers: what was found in a state that is gone is kept as evidence of then."""
    kept = [_historical(saved, gate_id) for gate_id in ("state_projection", "token_budget", INJECTION)]
    return [*kept, _completeness(rubric, answers), _floor(rubric, route)]


def overridden(route: Route, gates: Sequence[Gate]) -> tuple[Verdict, str]:
    """The verdict and its reason once the gates are in: a failed injection heuristic escalates whatever was routed."""
    failed = any(gate.gate_id == INJECTION and gate.outcome == "fail" for gate in gates)
    if not failed or route.verdict is Verdict.ESCALATE:
        return route.verdict, route.reason
    return Verdict.ESCALATE, route.reason + _SUFFIX


def _projection(rubric: Rubric, state: Mapping[str, Json]) -> Gate:
    if not state:
        return Gate("state_projection", "skip", "no filtered state")
    reason = f"projected {len(state)} top-level keys from {len(rubric.state_filter)} paths"
    return Gate("state_projection", "pass", reason)


def _injection(state: Mapping[str, Json]) -> Gate:
    if not state:
        return Gate(INJECTION, "skip", "no state to scan")
    markers = injection_markers(state)
    if markers:
        return Gate(INJECTION, "fail", f"matched markers: {', '.join(markers)}")
    return Gate(INJECTION, "pass", "no known injection markers")


def _completeness(rubric: Rubric, answers: Answers) -> Gate:
    missing = missing_answers(rubric, answers)
    if not answers:
        return Gate("answer_completeness", "skip", "no answers yet")
    if missing:
        return Gate("answer_completeness", "fail", f"missing answers: {', '.join(missing)}")
    return Gate("answer_completeness", "pass", f"all {len(rubric.questions)} questions answered")


def _floor(rubric: Rubric, route: Route) -> Gate:
    subject = route.candidate or route.verdict
    if subject not in AUTOMATIC:
        return Gate("confidence_floor", "skip", f"verdict '{subject}' is not gated by confidence floors")
    if route.confidence >= rubric.floor:
        return Gate("confidence_floor", "pass", f"confidence {route.confidence:.2f} meets {rubric.floor:.2f} floor")
    below = f"confidence {route.confidence:.2f} below {rubric.floor:.2f} floor (downgraded {subject} to review)"
    return Gate("confidence_floor", "fail", below)


def _historical(saved: Sequence[Mapping[str, Json]], gate_id: str) -> Gate:
    found = next((gate for gate in saved if gate.get("gate_id") == gate_id), None)
    reason, outcome = (found or {}).get("reason"), (found or {}).get("outcome")
    if not isinstance(reason, str) or outcome not in ("pass", "fail", "skip") or reason.startswith("replay does not"):
        return Gate(gate_id, "skip", f"replay lacks raw state and historical {gate_id} evidence")
    while reason.startswith(HISTORICAL):
        reason = reason.removeprefix(HISTORICAL)
    return Gate(gate_id, str(outcome), HISTORICAL + reason)
