"""Commands that destroy data, and those that only look so, by kind; and each rule's own examples."""

import pytest

from bridge.judges.bridge_rules.destruction.rules import DESTRUCTION_RULES
from bridge.judges.bridge_rules.rule import CommandRule
from tests.unit.judges.bridge_rules.destruction.false_alarms import HARMLESS
from tests.unit.judges.bridge_rules.destruction.false_alarms import WINDOWS as HARMLESS_ON_WINDOWS
from tests.unit.judges.bridge_rules.destruction.incidents import DESTRUCTIVE
from tests.unit.judges.bridge_rules.destruction.incidents import WINDOWS as DESTRUCTIVE_ON_WINDOWS
from tests.unit.judges.bridge_rules.destruction.judged import found, lines

ON_WINDOWS = "C:\\work\\acme"


HOMES = (None, "/home/dev")


@pytest.mark.parametrize("home", HOMES)
@pytest.mark.parametrize("kind", DESTRUCTIVE)
def test_every_incident_is_found(kind: str, home: str | None) -> None:
    assert [line for line in lines(DESTRUCTIVE[kind]) if not found(line, home=home)] == []


@pytest.mark.parametrize("home", HOMES)
@pytest.mark.parametrize("kind", HARMLESS)
def test_no_false_alarm_is_raised(kind: str, home: str | None) -> None:
    raised = {line: found(line, home=home) for line in lines(HARMLESS[kind])}
    assert {line: one for line, one in raised.items() if one} == {}


def test_every_incident_on_windows_is_found() -> None:
    assert [line for line in lines(DESTRUCTIVE_ON_WINDOWS) if not found(line, ON_WINDOWS, windows=True)] == []


def test_no_false_alarm_is_raised_on_windows() -> None:
    raised = {line: found(line, ON_WINDOWS, windows=True) for line in lines(HARMLESS_ON_WINDOWS)}
    assert {line: one for line, one in raised.items() if one} == {}


@pytest.mark.parametrize("rule", DESTRUCTION_RULES, ids=lambda rule: rule.name)
def test_a_rule_finds_its_own_examples_and_no_others(rule: CommandRule) -> None:
    yes = {str(example): [one.rule for one in found(str(example))] for example in rule.yes}
    assert {example for example, names in yes.items() if rule.name not in names} == set()
    assert {str(example): found(str(example)) for example in rule.no if found(str(example))} == {}


def test_names_are_unique_and_sentences_are_sentences() -> None:
    assert len({rule.name for rule in DESTRUCTION_RULES}) == len(DESTRUCTION_RULES)
    assert all(rule.sentence[0].isupper() or rule.sentence[0].islower() for rule in DESTRUCTION_RULES)
    assert all(rule.sentence.endswith(".") and rule.yes and rule.no for rule in DESTRUCTION_RULES)


def test_a_finding_names_the_statement_and_what_it_was_reached_through() -> None:
    (one,) = found("ls; sudo bash -c 'rm -rf /'; true")
    assert one.rule == "removes-broadly"
    assert one.node == "'rm -rf /' (through sudo, bash -c)"
    assert one.why == "it removes the root of the file system (/)"


@pytest.mark.parametrize(
    ("command", "root", "expected"),
    [
        ("rm -rf /srv/a/b", None, False),
        ("rm -rf /home/dev", None, True),
        ("rm -rf build", None, False),
        ("rm -rf *", None, True),
        ("rm -rf ../x", None, True),
        ("rm -rf /ws/a", "/ws", False),
        ("rm -rf /ws", "/ws", True),
        ("rm -rf /wsx", "/ws", True),
        ("rm -rf /tmp/ws", "/tmp/ws", True),
        ("rm -rf /tmp/ws/x", "/tmp/ws", False),
        ("rm -rf /etc", "/", True),
        ("rm -rf /c/Users/dev/other", "C:\\Users\\dev\\acme", True),
        ("rm -rf /c/Users/dev/acme/build", "C:\\Users\\dev\\acme", False),
        ("rm -rf ../other", "/ws/./a/../b/", True),
    ],
)
def test_the_root_decides_what_is_outside(command: str, root: str | None, expected: bool) -> None:
    assert bool(found(command, root)) is expected
