"""The state filter of a rubric: which parts of the input the judge is shown (spec: Rubrics, sections 1.2 and 3.1)."""

import re
from typing import Any, Final

from bridge.rubrics.findings import Findings, kind
from bridge.rubrics.model import StatePath
from bridge.rubrics.plain_yaml import item

MOCK_ANSWERS: Final = "_mock_answers"
"""The member of an input that holds canned answers; no filter can select it."""

_PATH: Final = re.compile(r"[^.\[\]]+(\[\])?(\.[^.\[\]]+(\[\])?)*")
_KEYS: Final = ("path", "required")


def read_state_filter(findings: Findings, given: Any) -> tuple[StatePath, ...]:
    """The paths of a rubric's ``state_filter``; problems go to ``findings``."""
    if given is None:
        return ()
    if not isinstance(given, list):
        findings.add("RUB140", f"state_filter must be a list, got {type(given).__name__}", "state_filter")
        return ()
    paths = (_entry(findings, entry, item("state_filter", at)) for at, entry in enumerate(given))
    return tuple(path for path in paths if path is not None)


def _entry(findings: Findings, entry: Any, where: str) -> StatePath | None:
    if isinstance(entry, str):
        return _checked(findings, entry, False, where)
    if not isinstance(entry, dict):
        message = f"{where}: must be a path string or a mapping with 'path', got {type(entry).__name__}"
        findings.add("RUB140", message, where)
        return None
    unknown = sorted(set(entry) - set(_KEYS))
    if unknown:
        findings.add("RUB140", f"{where}: unknown keys {unknown}; expected path, required", where)
    path, required = entry.get("path"), entry.get("required", False)
    if not isinstance(path, str):
        findings.add("RUB140", f"{where}: needs a string 'path'", where, help='quote a path: "steps[].tool"')
        return None
    if not isinstance(required, bool):
        findings.add("RUB140", f"{where}: 'required' must be true or false, got {kind(required)}", where)
        return None
    return _checked(findings, path, required, where)


def _checked(findings: Findings, path: str, required: bool, where: str) -> StatePath | None:
    message = problem(path)
    if message is not None:
        findings.add("RUB140", message, where, help="as in goal, steps[].tool or a.b")
        return None
    return StatePath(path, required)


def problem(path: str) -> str | None:
    """What is wrong with a path, or None (spec: Rubrics, section 3.1)."""
    if not path:
        return "a state_filter path cannot be empty"
    if any(not part for part in path.split(".")):
        return f"state_filter path '{path}' has an empty segment"
    if _PATH.fullmatch(path) is None:
        return f"state_filter path '{path}': a segment is a key, optionally followed by '[]'"
    if path.split(".", 1)[0].removesuffix("[]") == MOCK_ANSWERS:
        return f"state_filter path '{path}': canned answers are never shown to a judge"
    return None
