"""What changed between two versions of a program, as JSON."""

from collections.abc import Sequence
from typing import Any, Final

from bridge.core.diagnostics import Diagnostic
from bridge.reason.comparison import Change
from bridge.reason.model import Atom, Fact, Rule
from bridge.reason.wire import atom_json, fact_json, rule_json
from bridge.render.diff_text import group_of
from bridge.workflows.diff import Answer, Answered, Difference

DIFF_V1: Final = "bridge.diff.v1"


def document(found: Difference) -> dict[str, Any]:
    """Everything that differs; of each case that is answered otherwise the whole results."""
    gone, appeared = found.refusals
    return {
        "schema": DIFF_V1,
        "status": "changed" if found.changed else "same",
        "old": found.old.name,
        "new": found.new.name,
        "changes": [_change(one) for one in found.comparison.changes],
        "convention": {
            "old": _refused(found.refused_old),
            "new": _refused(found.refused_new),
            "gone": _refused(gone),
            "appeared": _refused(appeared),
        },
        "cases": {
            "answered": len(found.answered),
            "changed": [_case(one) for one in found.cases],
            "moves": [
                {"old": before, "new": after, "count": count} for (before, after), count in sorted(found.moves.items())
            ],
            "direction": found.direction.name,
            "unread": [{"where": one.where, "error": one.error} for one in found.unread],
        },
    }


def _change(change: Change) -> dict[str, Any]:
    return {
        "part": str(change.part),
        "how": str(change.how),
        "name": change.name,
        "group": group_of(change),
        "means": change.means,
        "old": _value(change.old),
        "new": _value(change.new),
        "gained": [_value(one) for one in change.gained],
        "lost": [_value(one) for one in change.lost],
        "asks": None if change.asks is None else str(change.asks),
    }


def _value(value: object) -> Any:
    if isinstance(value, Rule):
        return rule_json(value)
    if isinstance(value, Fact):
        return fact_json(value)
    if isinstance(value, Atom):
        return atom_json(value)
    return list(value) if isinstance(value, tuple) else value


def _refused(diagnostics: Sequence[Diagnostic]) -> list[dict[str, Any]]:
    return [{"code": one.code, "path": one.path, "message": one.message, "note": one.note} for one in diagnostics]


def _case(one: Answered) -> dict[str, Any]:
    return {"id": one.case.id, "where": one.case.where, "old": _answer(one.old), "new": _answer(one.new)}


def _answer(answer: Answer) -> dict[str, Any]:
    return {"status": answer.status, "result": answer.document, "error": answer.error}
