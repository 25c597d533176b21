"""Writes the page of the rules: ``python -m bridge.testing.rule_pages docs/reference/rules.md``."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

from bridge.judges.bridge_rules import MODEL, QUESTIONS
from bridge.judges.bridge_rules.case import Case
from bridge.judges.bridge_rules.rule import Example, Rule
from bridge.judges.bridge_rules.table import questions, rules_of

_HEAD = f"""# Rules

<!-- Written by `python -m bridge.testing.rule_pages docs/reference/rules.md` from the rules themselves. -->

What `{MODEL}`, the default judge, looks for. A question is answered with yes where any of its rules finds something;
`unsafe` is yes where any question is. `rbridge judge --explain` names the rule, and the text that decided. How to add,
silence and narrow rules is in [own rules](../how-to/own-rules.md).

Examples of commands are of a call of `Bash` in the workspace `/home/dev/acme`; the others show the members of a state.
"""


def page() -> str:
    """The page."""
    return "\n".join((_HEAD, *(line for question in questions() for line in _question(question)))) + "\n"


def _question(question: str) -> Iterator[str]:
    yield f"## {question}\n"
    yield f"{QUESTIONS[question].instructions}\n"
    for rule in rules_of(question):
        yield from _rule(rule)


def _rule(rule: Rule[Case]) -> Iterator[str]:
    yield f"### {rule.name}\n"
    yield f"{rule.sentence}\n"
    yield "Finds something in\n"
    yield _block(rule.yes)
    yield "and nothing in\n"
    yield _block(rule.no)


def _block(examples: tuple[Example, ...]) -> str:
    texts = [one if isinstance(one, str) else json.dumps(one, ensure_ascii=True) for one in examples]
    return "\n".join(("```text", *texts, "```\n"))


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(page(), encoding="utf-8")
