"""Agreement with judge-jev: a capture record of theirs, and the events and transcripts of its hook (marked vectors)."""

import json
from typing import Any

import jsonschema
import pytest
import referencing

from bridge.rubrics.canned import Canned
from bridge.rubrics.capture.record import line, record
from bridge.rubrics.judging import judge, show
from bridge.rubrics.margins import rule_margins
from bridge.rubrics.redaction import redactions
from bridge.workflows.rubrics.stop_hook import read_event
from bridge.workflows.rubrics.transcripts import read_trajectory
from tests.differential.test_jev import judged, theirs
from tests.vectors import VECTORS, document, needs_vectors

pytestmark = [pytest.mark.vectors, needs_vectors]


def fits(made: Any) -> None:
    """Refuse what their published schema of a capture record refuses."""
    schemas = [document(f"jev/shared/schemas/{name}.schema.json") for name in ("capture-record", "judgment-result")]
    registry: Any = referencing.Registry().with_resources(
        (schema["$id"], referencing.Resource.from_contents(schema)) for schema in schemas
    )
    jsonschema.Draft202012Validator(schemas[0], registry=registry).validate(made)


def test_their_record_is_reproduced_to_the_byte() -> None:
    given = document("jev/fixtures/capture-parity-input.json")
    made = record(
        given["result"],
        given["state"],
        rule_margins(theirs(given["rubric_id"]), given["result"]["answers"]),
        reasons=["audit"],
        redact=redactions(given["redact_paths"]),
        captured_at=given["captured_at"],
        runtime=given["runtime"],
    )
    assert line(made) == (VECTORS / "jev/fixtures/capture-record-v1.jsonl").read_bytes()
    fits(made)


@pytest.mark.parametrize(
    "path", ["fixtures/agent-trajectory-pass.json", "fixtures/assistant-reply-low-confidence.json"]
)
def test_what_we_capture_fits_their_schema(path: str) -> None:
    state, result = judged(path)
    made = record(
        result.json(),
        state,
        rule_margins(result.rubric, result.answers),
        reasons=["audit", "non_pass"],
        redact=(),
        captured_at="2026-08-14T12:00:00Z",
        runtime={"name": "python", "version": "0"},
    )
    fits(made)


def test_their_stop_event_and_transcript_are_a_run() -> None:
    folder = VECTORS / "jev/hooks/claude-code/fixtures"
    transcript = folder / "transcript-stop.jsonl"
    given = document("jev/hooks/claude-code/fixtures/stop-event.json") | {"transcript_path": str(transcript.resolve())}
    event = read_event(json.dumps(given).encode())
    assert event is not None
    run = read_trajectory(event.transcript, event.final_output)
    assert run["final_output"] == given["last_assistant_message"]
    assert [sorted(step) for step in run["steps"]] == [["input", "output", "tool", "tool_use_id"]]
    assert run["goal"]
    rubric = theirs("agent-trajectory")
    assert judge(rubric, show(rubric, run), Canned({})).json()["rubric_id"] == "agent-trajectory"
