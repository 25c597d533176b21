"""Loading only the rules that a command concerns finds what asking every rule does, in the same order."""

import inspect
import re
from collections.abc import Iterator
from importlib import import_module
from types import CodeType
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bridge.judges.bridge_rules.case import Case
from bridge.judges.bridge_rules.destruction.families import FAMILIES as OF_DESTRUCTION
from bridge.judges.bridge_rules.exfiltration.families import FAMILIES as OF_EXFILTRATION
from bridge.judges.bridge_rules.families import Outline
from bridge.judges.bridge_rules.rule import Command, Finding
from bridge.judges.bridge_rules.shell import read
from bridge.judges.bridge_rules.state import ToolCall, read_state
from bridge.judges.bridge_rules.table import questions, rules_for, rules_of
from tests.unit.judges.bridge_rules.destruction import false_alarms, incidents
from tests.unit.judges.bridge_rules.destruction.judged import lines
from tests.unit.judges.bridge_rules.test_exfiltration import KEPT, SENT

ROOT: Final = "/home/dev/acme"
EXAMPLES: Final = [
    one
    for question in questions()
    for rule in rules_of(question)
    for one in (*rule.yes, *rule.no)
    if isinstance(one, str)
]
CORPORA: Final = {
    "examples": EXAMPLES,
    "incidents": [line for table in incidents.DESTRUCTIVE.values() for line in lines(table)],
    "false alarms": [line for table in false_alarms.HARMLESS.values() for line in lines(table)],
    "sent": SENT,
    "kept": KEPT,
    "windows": [*lines(incidents.WINDOWS), *lines(false_alarms.WINDOWS)],
}
WORDS: Final = sorted({word for corpus in CORPORA.values() for line in corpus for word in line.split()})
FAMILIES: Final = (*OF_DESTRUCTION, *OF_EXFILTRATION)
PROGRAMS: Final = sorted({name for family in FAMILIES for name in family.programs})


def constants(code: CodeType) -> Iterator[str]:
    """Every word in the texts of some code: whatever a rule may hold a program's name against."""
    waiting: list[object] = [code]
    for one in waiting:
        if isinstance(one, CodeType):
            waiting.extend(one.co_consts)
        elif isinstance(one, tuple | frozenset):
            waiting.extend(one)
        elif isinstance(one, str):
            yield from one.split()


def known_to_rules() -> set[str]:
    """What stands in the modules of the rules and could be a program's name."""
    beside = [f"{_EXFILTRATION}.{name}" for name in ("code", "copies", "sockets", "unread", "web")]
    modules = [import_module(name) for name in (*(family.module for family in FAMILIES), *beside)]
    words = {
        word for module in modules for word in constants(compile(inspect.getsource(module), module.__name__, "exec"))
    }
    return {word for word in words if re.fullmatch(r"[A-Za-z][\w.-]{0,30}", word)}


_EXFILTRATION: Final = "bridge.judges.bridge_rules.exfiltration"
NAMES: Final = sorted({*PROGRAMS, *known_to_rules()})


def case(command: str, tool: str = "Bash") -> Case:
    return Case(ToolCall(tool, "shell.exec", {"command": command}, ROOT, ("a.example",), 100.0))


def found(command: str, tool: str = "Bash", *, every: bool) -> list[tuple[str, Finding]]:
    asked = case(command, tool)
    rules = [(key, rule) for key in questions() for rule in (rules_of(key) if every else rules_for(key, asked))]
    return [(key, finding) for key, rule in rules for finding in rule.check(asked)]


@pytest.mark.parametrize("corpus", CORPORA)
def test_what_the_rules_of_a_command_find_is_what_all_rules_find(corpus: str) -> None:
    tool = "PowerShell" if corpus == "windows" else "Bash"
    differ = [line for line in CORPORA[corpus] if found(line, tool, every=False) != found(line, tool, every=True)]
    assert differ == []


@settings(max_examples=200, deadline=None)
@given(
    st.sampled_from(NAMES),
    st.lists(st.sampled_from(WORDS), max_size=6),
    st.sampled_from(["{}", "x | {}", "sudo {}", "{} < a", "{} > b", "echo a | {}", "$({})", "f() {{ {}; }}; f"]),
)
def test_so_it_is_for_any_program_with_any_words(program: str, words: list[str], around: str) -> None:
    command = around.format(" ".join((program, *words)))
    assert found(command, every=False) == found(command, every=True)


@given(st.sampled_from(PROGRAMS))
def test_a_program_is_known_by_any_spelling_of_its_name(program: str) -> None:
    for spelled in (program, program.upper(), f"/usr/bin/{program}", f"{program}3.12"):
        outline = Outline(Command(read(f"{spelled} x", cwd=ROOT), ROOT))
        assert program in outline.programs or program.rstrip("0123456789.") in outline.programs


def test_a_call_without_a_command_or_a_bound_has_no_rules_to_load() -> None:
    bare = Case(read_state({"tool": "Read", "input": {"file_path": "a"}}))
    assert [rules_for(key, bare) for key in questions()] == [()] * len(questions())
