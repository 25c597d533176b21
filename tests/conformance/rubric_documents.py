"""Documents of the ``rubric`` commands, made by the commands."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from tests.conformance.edits import Edit, drop, put
from tests.unit.rubrics.building import TEXT, answers

CALL = (
    TEXT[: TEXT.index("state_filter")]
    + "questions: {unsafe: {type: noul, stage: screen}}\n"
    + "routing:\n  rules:\n  - {verdict: review, default: true}\n"
)


def rubric_documents(folder: Path, spoken: Callable[..., Any]) -> dict[str, list[Any]]:
    """Documents of each format; ``spoken`` runs a command in the folder and returns what it prints as JSON."""

    def file(name: str, text: str) -> str:
        (folder / name).write_text(text, encoding="utf-8")
        return str(folder / name)

    note, call = file("note.yaml", TEXT), file("call.yaml", CALL)
    bad = file("bad.yaml", TEXT.replace("stakes: write", "stakes: x").replace("version", "vershun"))
    pinned = file("pinned.json", json.dumps({"note": "words", "_mock_answers": answers()}))
    reply = file("reply.json", json.dumps({"prompt": "a", "reply": "b"}))
    state = file("state.json", json.dumps({"tool": "Bash", "input": {"command": "ls"}}))
    ruled = ("rubric", "run", "--rubric", call, "--input", state, "--backend", "rules")
    result = spoken(*ruled)
    kept = file("result.json", json.dumps(result))
    return {
        "bridge.rubric.v1": [spoken("rubric", "show", "--id", name) for name in (note, "agent-trajectory")],
        "bridge.rubrics.v1": [spoken("rubric", "list")],
        "bridge.rubric-validation.v1": [
            spoken("rubric", "validate", note, bad),
            spoken("rubric", "validate", "assistant-reply"),
        ],
        "bridge.rubric-result.v1": [result, spoken("rubric", "replay", "--rubric", call, "--input", kept)],
        "bridge.rubric-setup.v1": [spoken("rubric", "doctor")],
        "bridge.rubric-judgement.v1": [
            spoken("rubric", "run", "--rubric", note, "--input", pinned, "--mock", "--attest", "--subject", "n-1"),
            spoken("rubric", "run", "--rubric", "assistant-reply", "--input", reply, "--mock", "--facts"),
            spoken(*ruled, "--facts"),
        ],
    }


RUBRICS_REFUSED: Mapping[str, Mapping[str, Edit]] = {
    "bridge.rubric.v1": {
        "another schema": put("schema", "bridge.rubric.v2"),
        "a stage that is none": put("questions.0.stage", "first"),
        "a floor above 1": put("confidence_floor", 70),
        "no rule": put("rules", []),
    },
    "bridge.rubrics.v1": {
        "no list": drop("rubrics"),
        "a member nobody knows": put("count", 2),
    },
    "bridge.rubric-validation.v1": {
        "a valid rubric without a hash": put("rubrics.0.rubric_hash", None),
        "a hash of one that is not": put("rubrics.0.valid", False),
        "a code of nothing": put("rubrics.1.diagnostics.0.code", "ABC101"),
    },
    "bridge.rubric-result.v1": {
        "no schema": drop("schema"),
        "a backend of the published schema": put("backend", "typesafe"),
        "a verdict that is none": put("verdict", "allow"),
        "a confidence above 1": put("confidence", 1.1),
        "an id of a history": put("history_id", "1"),
        "an answer of no type": drop("answers.unsafe.type"),
        "a gate without an outcome": drop("deterministic_gates.0.outcome"),
    },
    "bridge.rubric-setup.v1": {
        "a key's value": put("keys_present.TYPESAFE_API_KEY", "secret"),
        "a network that was used": put("network_used", True),
    },
    "bridge.rubric-judgement.v1": {
        "a fact of another class": put("reason_facts.0.authority", "human-authorized"),
        "a result with more": put("result.state", {}),
        "no subject": put("subject", ""),
        "a receipt that is no artifact": put("receipts.0", "key_1"),
        "no effect": put("effect", None),
    },
}
"""One fault each, put into the first document of a format."""
