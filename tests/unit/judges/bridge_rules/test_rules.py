"""Every rule finds what its examples say, and names itself; the names and sentences are fit for a page."""

import re
from typing import Any

import pytest

from bridge.judges.bridge_rules.case import Case
from bridge.judges.bridge_rules.rule import Example, Rule
from bridge.judges.bridge_rules.state import read_state
from bridge.judges.bridge_rules.table import every_rule, questions, rules_of
from tests.unit.judges.bridge_rules.saying import JUDGE

RULES = [(question, rule) for question in questions() for rule in rules_of(question)]


def state(example: Example) -> dict[str, Any]:
    if isinstance(example, str):
        return {"tool": "Bash", "input": {"command": example}, "workspace_root": "/home/dev/acme"}
    return dict(example)


@pytest.mark.parametrize(("question", "rule"), RULES, ids=lambda one: getattr(one, "name", one))
def test_a_rule_finds_its_own_examples_and_no_rule_of_the_question_the_others(question: str, rule: Rule[Case]) -> None:
    for example in rule.yes:
        found = list(rule.check(Case(read_state(state(example)))))
        assert found, example
        assert {one.rule for one in found} == {rule.name}
        assert all(one.why and one.node for one in found), example
    for example in rule.no:
        assert JUDGE.explain(state(example), (question,)) == (), example


def test_a_rule_has_a_name_of_its_own_a_sentence_and_examples_on_both_sides() -> None:
    assert len(every_rule()) == len(RULES)
    for _, rule in RULES:
        assert re.fullmatch(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*", rule.name)
        assert rule.sentence.endswith(".")
        assert rule.yes
        assert rule.no
