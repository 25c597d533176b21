"""A captured judgement, version 1 (spec: Rubrics, section 6.4).

It has the published result's evidence, the state that was judged without what is hidden, and how near each rule was.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from bridge.core.strict_json import Json
from bridge.rubrics.encoding import canonical, digest
from bridge.rubrics.evidence import PUBLISHED_BACKENDS
from bridge.rubrics.model import StatePath
from bridge.rubrics.redaction import redacted

VERSION: Final = 1
OWN_SCHEMA: Final = "bridge.rubric-capture.v1"

_OF_RESULT: Final = (
    "rubric_id", "rubric_version", "rubric_hash", "backend", "backend_provenance", "requested_model", "model",
    "answers", "usage", "verdict", "confidence", "confidence_floor", "deciding_answers", "routing_reason",
    "deterministic_gates",
)  # fmt: skip


def record(
    result: Mapping[str, Any],
    state: Mapping[str, Json],
    margins: Sequence[Mapping[str, Any]],
    *,
    reasons: Sequence[str],
    redact: Sequence[StatePath],
    captured_at: str,
    runtime: Mapping[str, Json],
) -> dict[str, Any]:
    """The record of a judgement.

    Args:
        result: a JudgmentResult.
        state: what the judge was shown; its digest is of the whole of it, and what is kept is not.
        margins: as ``margins.rule_margins`` returns them.
        reasons: why it is captured, at least one.
        redact: what is hidden of the state.
        captured_at: the canonical time.
        runtime: ``name`` and ``version`` of what captures.
    """
    # Of a backend that the published schema does not know, the record says that it is none of theirs, as a result does.
    own = {} if result["backend"] in PUBLISHED_BACKENDS else {"schema": OWN_SCHEMA}
    return {
        **own,
        **{key: result[key] for key in _OF_RESULT},
        "version": VERSION,
        "captured_at": captured_at,
        "trigger_reasons": list(reasons),
        "state_hash": digest(dict(state)),
        "state": redacted(state, redact),
        "runtime": dict(runtime),
        "rule_margins": [dict(one) for one in margins],
    }


def line(captured: Mapping[str, Any]) -> bytes:
    """The record as a line of a capture file.

    Raises:
        ValueError: a number is not finite, or text holds a lone surrogate.
    """
    return canonical(dict(captured)) + b"\n"
