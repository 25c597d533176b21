"""What identifies a rubric's content and what it shows to a judge (spec: Rubrics, section 3.4)."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from bridge.core.digest import sha256
from bridge.core.strict_json import Json
from bridge.rubrics.encoding import digest
from bridge.rubrics.model import Rubric, RubricQuestion


def rubric_hash(rubric: Rubric) -> str:
    """The digest of everything that decides a verdict: not the description, and not how the file is laid out."""
    return digest(
        {
            "id": rubric.id,
            "version": rubric.version,
            "model": rubric.model,
            "stakes": rubric.stakes,
            "confidence_floors": dict(rubric.confidence_floors),
            "state_filter": [{"path": one.path, "required": one.required} for one in rubric.state_filter],
            "questions": {name: _whole(question) for name, question in rubric.questions.items()},
            "routing": {"rules": [_rule(rule) for rule in rubric.rules]},
        }
    )


def projection_hash(paths: Iterable[str]) -> str:
    """The digest of which paths are shown, whatever stands there."""
    text = json.dumps(sorted(paths), separators=(",", ":"))
    return sha256(text.replace("\x7f", "\\u007f"))


def asked(rubric: Rubric) -> dict[str, Json]:
    """The questions as a judge is asked them: without stages, and without what the rubric does not say."""
    return {
        name: {key: value for key, value in _whole(question).items() if key != "stage" and value is not None}
        for name, question in rubric.questions.items()
    }


def _whole(question: RubricQuestion) -> dict[str, Json]:
    return {
        "type": question.type.value,
        "stage": question.stage.value,
        "instructions": question.instructions,
        "criteria": plain_criteria(question),
    }


def plain_criteria(question: RubricQuestion) -> Json:
    """The criteria as JSON data."""
    if isinstance(question.criteria, Mapping):
        return dict(question.criteria)
    return None if question.criteria is None else list(question.criteria)


def _rule(rule: Any) -> dict[str, Json]:
    return {
        "verdict": rule.verdict.value,
        "reason": rule.reason,
        "default": rule.default,
        "all": [
            {"answer": one.answer, "field": one.field.value, "op": one.op, "value": one.value}
            for one in rule.conditions
        ],
    }
