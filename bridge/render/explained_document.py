"""An explanation as the document that ``rbridge reason explain --format json`` prints."""

from typing import Any, Final

from bridge.reason.explain import Against, Flip, Judged, NeedSet, Step, Why, WhyNot
from bridge.reason.model import Atom, Fact
from bridge.reason.wire import atom_json, fact_json
from bridge.workflows.explain import Explained
from bridge.workflows.programs import Loaded

SCHEMA: Final = "bridge.explanation.v1"


def document(explained: Explained) -> dict[str, Any]:
    """Every key is always there, null or empty where it has nothing to say; keys are sorted when it is printed."""
    loaded, result = explained.loaded, explained.result
    return {
        "schema": SCHEMA,
        "status": result.status,
        "program": loaded.name,
        "query": _said(loaded, result.query),
        "evaluated_at": explained.program.evaluation_time,
        "proof": None if explained.why is None else _why(loaded, explained.why),
        "disproof": None if explained.disproof is None else _why(loaded, explained.disproof),
        "why_not": None if explained.why_not is None else _why_not(loaded, explained.why_not),
        "against": [_against(loaded, side) for side in explained.against],
        "judge": None if explained.judged is None else _judged(loaded, explained.judged),
        "withheld": [
            {"fact_id": fact.fact_id, **_said(loaded, fact.atom), "reason": fact.reason} for fact in explained.withheld
        ],
        "notes": list(explained.notes),
    }


def _said(loaded: Loaded, atom: Atom) -> dict[str, Any]:
    return {"atom": atom_json(atom), "sentence": loaded.say(atom)}


def _why(loaded: Loaded, why: Why) -> dict[str, Any]:
    return {"digest": why.digest, "steps": [_step(loaded, step) for step in why.steps]}


def _step(loaded: Loaded, step: Step) -> dict[str, Any]:
    times = None if step.temporal is None else step.temporal._asdict()
    return {
        "number": step.number,
        "kind": step.kind,
        **_said(loaded, step.atom),
        "source_id": step.source_id,
        "authority": step.authority,
        "temporal": None if times is None else {**times, "supersedes": list(times["supersedes"])},
        "premises": list(step.premises),
    }


def _why_not(loaded: Loaded, why_not: WhyNot) -> dict[str, Any]:
    return {
        "sets": [_set(loaded, needs) for needs in why_not.sets],
        "ended": why_not.ended,
        "examined": why_not.examined,
    }


def _set(loaded: Loaded, needs: NeedSet) -> dict[str, Any]:
    return {
        "cost": needs.cost,
        "outcome": needs.outcome,
        "facts": [
            {
                **_said(loaded, fact.atom),
                "suppliers": list(fact.suppliers),
                "cost": fact.cost,
                "uncounted": [
                    {"fact_id": other.fact_id, **_said(loaded, other.atom), "reason": other.reason}
                    for other in fact.uncounted
                ],
            }
            for fact in needs.facts
        ],
        "open": [{"variable": one.variable, "type": one.type, "options": list(one.options)} for one in needs.open],
        "exceptions": [
            [{"variable": one.variable, "value": one.value} for one in exception] for exception in needs.exceptions
        ],
        "example": [atom_json(atom) for atom in needs.example],
        "exhaustive": needs.exhaustive,
    }


def _against(loaded: Loaded, side: Against) -> dict[str, Any]:
    return {
        **_said(loaded, side.atom),
        "sets": [
            {
                "facts": [
                    {**_fact(loaded, carrier.fact), "superseders": list(carrier.superseders)}
                    for carrier in lifting.facts
                ],
                "superseded": lifting.superseded,
                "withdrawn": lifting.withdrawn,
            }
            for lifting in side.sets
        ],
        "ended": side.ended,
    }


def _judged(loaded: Loaded, judged: Judged) -> dict[str, Any]:
    return {
        "answers": [_fact(loaded, fact) for fact in judged.answers],
        "flips": [_flip(loaded, flip) for flip in judged.flips],
        "without": judged.without,
        "ended": judged.ended,
    }


def _flip(loaded: Loaded, flip: Flip) -> dict[str, Any]:
    return {
        "fact_id": flip.fact.id,
        "instead": None if flip.instead is None else _said(loaded, flip.instead),
        "status": flip.status,
        "matters": flip.matters,
    }


def _fact(loaded: Loaded, fact: Fact) -> dict[str, Any]:
    return {"fact": fact_json(fact), "sentence": loaded.say(fact.atom)}
