"""What the rules of a judge found, as JSON and as text."""

from collections.abc import Iterator, Sequence
from typing import Any

from bridge.judges.bridge_rules.judge import Explanation
from bridge.render.plain import plain


def explanation_json(found: Sequence[Explanation]) -> list[dict[str, Any]]:
    """The findings in the order of the rules: question, rule, why, the text that decided and where it stands."""
    return [
        {
            "question": one.question,
            "rule": one.finding.rule,
            "why": one.finding.why,
            "node": one.finding.node,
            "where": one.finding.where,
        }
        for one in found
    ]


def explanation_text(found: Sequence[Explanation]) -> str:
    """The findings, a block each; a line that says so where there are none."""
    return "\n".join(_lines(found)) if found else "because:    no rule found anything"


def _lines(found: Sequence[Explanation]) -> Iterator[str]:
    yield "because:"
    for one in found:
        yield f"  {one.question}: {plain(one.finding.rule)}"
        yield f"    {plain(one.finding.why)}"
        yield f"    in {plain(one.finding.where)}: {plain(_short(one.finding.node))}"


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else text[:_LONGEST] + "…"


_LONGEST = 200
