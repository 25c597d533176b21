"""Asking the rules in a line."""

from typing import Any

from bridge.judges.bridge_rules import QUESTIONS, BridgeRules

ROOT = "/home/dev/acme"
SCOPE = ["api.example.com", "*.corp.example"]
JUDGE = BridgeRules()


def says(question: str, input: Any, *, tool: str = "Bash", root: str | None = ROOT, **state: Any) -> bool:
    """Whether the answer is yes, about a command where the input is a text that is not JSON."""
    given = {"command": input} if isinstance(input, str) and not input.startswith('{"') else input
    call = {"tool": tool, "input": given, "workspace_root": root, **state}
    answer = JUDGE.ask(call, {question: QUESTIONS[question]}).answers[question]
    return answer.noul == 1.0


def lines(text: str) -> list[str]:
    """The commands of a text, one a line."""
    return [line for line in text.strip().splitlines() if line]
