"""``rbridge reason explain``: sources, Reason JSON and requests, in words, as data and as a diagram."""

from typing import Any

import pytest

from bridge.cli.explain import Wanted
from bridge.testing import schemas
from bridge.workflows.explain import Mode
from tests.cli.conftest import Run
from tests.cli.shell import AT, KEY_HELD, PERMISSIONS, PROGRAM, UNSAFE, Shell, fact

GATE = "bridge:gates/tool_call"
DESTRUCTIVE = '{"command":"rm -rf /"}'
LIBRARY = "predicate key_held(door: string).\n## {door} is open\npredicate open(door: string).\n"
MAIN = f"""
use "doors.reason".
ontology "doors" version "1".
evaluate at {AT}.
authority tool-reported, human-authorized, model-judged.
admit tool-reported, human-authorized by default.
admit nothing for open.
rule key: open($door) if key_held($door).
query open("front").
"""


def document(rbridge: Run, *words: str) -> Any:
    """The document of an explanation, which is of its format."""
    done = rbridge("reason", "explain", *words, "--format", "json")
    assert done.code == 0, done
    schemas.validate("bridge.explanation.v1", done.document)
    return done.document


@pytest.fixture
def program(shell: Shell) -> str:
    return shell.write("program.json", PROGRAM)


@pytest.fixture
def request_(shell: Shell, rbridge: Run) -> str:
    """A saved request that the judge's veto denies."""
    shell.write("permissions.json", PERMISSIONS)
    call = ("--tool", "Bash", "--input", DESTRUCTIVE, "--facts", "permissions.json", "--at", AT)
    assert rbridge("decide", *call, "--program", GATE, "--request-out", "request.json").code == 3
    return "request.json"


@pytest.mark.parametrize(
    ("facts", "status", "parts"),
    [
        ([KEY_HELD], "proved", {"proof"}),
        ([], "unknown", {"why_not"}),
        ([UNSAFE], "disproved", {"disproof", "against", "judge"}),
        ([KEY_HELD, UNSAFE], "inconsistent", {"proof", "disproof", "against", "judge"}),
    ],
)
def test_the_status_decides_what_is_explained_and_the_exit_code_is_0(
    rbridge: Run, shell: Shell, facts: list[Any], status: str, parts: set[str]
) -> None:
    found = document(rbridge, shell.write("program.json", {**PROGRAM, "facts": facts}))
    assert found["status"] == status
    assert {name for name in ("proof", "disproof", "why_not", "against", "judge") if found[name]} == parts


def test_more_facts_another_query_and_another_time(rbridge: Run, shell: Shell, program: str) -> None:
    held = shell.write("held.json", [KEY_HELD])
    assert document(rbridge, program, "--facts", held)["status"] == "proved"
    assert document(rbridge, program, "--query", 'key_held("back")')["query"]["atom"]["arguments"] == ["back"]
    early = document(rbridge, program, "--facts", held, "--at", "2026-09-22T12:00:00Z")
    (needed,) = early["why_not"]["sets"][0]["facts"]
    assert early["evaluated_at"] == "2026-09-22T12:00:00Z"
    assert "is after evaluation_time" in needed["uncounted"][0]["reason"]


def test_a_source_speaks_in_the_words_of_the_library_that_it_uses(rbridge: Run, shell: Shell) -> None:
    shell.write("doors.reason", LIBRARY)
    done = rbridge("reason", "explain", shell.write("main.reason", MAIN))
    assert done.code == 0
    assert done.out.startswith('UNKNOWN  front is open\n  open("front")\n')
    assert '- key_held("front")  [tool-reported or human-authorized]' in done.out


def test_a_request_is_explained_and_its_source_lends_it_words(rbridge: Run, request_: str) -> None:
    plain = rbridge("reason", "explain", request_)
    assert plain.out.startswith("DISPROVED  the action ")
    assert "judged_unsafe(" in plain.out
    assert "had it not answered: unknown (changes it)" in plain.out
    worded = rbridge("reason", "explain", request_, "--program", GATE)
    assert "a judge was asked whether" in worded.out
    assert "judged_unsafe" not in worded.out.split("what the judge changed")[0]


POLICY = (
    'action policy "gate" version "1".\nauthority human-authorized.\nadmit human-authorized by default.\n'
    "## {tool} is allowed\npredicate allowed(tool: string).\n"
    "rule permit: action_authorized($action) if action_tool($action, $tool), allowed($tool).\n"
)
ASKED = {
    "mission": {
        "id": "m",
        "principal": "user:ana",
        "instruction_digest": "sha256:" + "0" * 64,
        "issued_at": "2026-08-14T11:00:00Z",
        "constraints": {},
    },
    "action": {
        "id": "list",
        "tool": "Bash",
        "proposed_at": "2026-08-14T12:00:00Z",
        "arguments": {"command": "ls"},
        "effects": [],
    },
}


def test_a_mission_and_an_action_are_asked_of_the_policy_when_the_action_is_proposed(
    rbridge: Run, shell: Shell
) -> None:
    asked, policy = shell.write("asked.json", ASKED), shell.write("gate.reason", POLICY)
    found = document(rbridge, asked, "--program", policy)
    assert (found["status"], found["evaluated_at"]) == ("unknown", "2026-08-14T12:00:00Z")
    (needed,) = found["why_not"]["sets"][0]["facts"]
    assert needed["sentence"] == "Bash is allowed"
    allowed = shell.write("allowed.json", [fact("yes", "allowed", "Bash", observed_at="2026-08-14T11:00:00Z")])
    assert document(rbridge, asked, "--program", policy, "--facts", allowed)["status"] == "proved"


@pytest.mark.parametrize(
    ("value", "words", "complaint"),
    [
        (ASKED, (), "without an action policy: name it"),
        (ASKED, ("--program", "program.json"), "without an action policy: program.json is none"),
        (ASKED, ("--program", "gate.reason", "--at", AT), "leave out --at and --query"),
        ({"mission": ASKED["mission"]}, ("--program", "gate.reason"), "its members are not `mission` and `action`"),
        (
            {**ASKED, "action": {**ASKED["action"], "tool": "$x"}},
            ("--program", "gate.reason"),
            "$.action.tool",
        ),
    ],
)
def test_a_mission_and_an_action_that_cannot_be_asked_are_one_complaint(
    rbridge: Run, shell: Shell, program: str, value: Any, words: tuple[str, ...], complaint: str
) -> None:
    shell.write("gate.reason", POLICY)
    assert complaint in rbridge("reason", "explain", shell.write("asked.json", value), *words).complaint


def test_all_there_is_to_say_of_a_conflict_does_not_say_what_would_prove_it(rbridge: Run, shell: Shell) -> None:
    name = shell.write("program.json", {**PROGRAM, "facts": [KEY_HELD, UNSAFE]})
    shown = rbridge("reason", "explain", name, "--mode", "all").out
    assert shown.startswith("INCONSISTENT")
    assert "why not" not in shown


@pytest.mark.parametrize("command", ["explain", "check"])
def test_the_help_does_not_promise_a_clock(rbridge: Run, command: str) -> None:
    shown = " ".join(rbridge("reason", command, "--help").out.replace("│", " ").split())
    assert "the program's own" in shown
    assert "default: now" not in shown


def test_nobody_is_asked_for_what_only_the_request_says(rbridge: Run, request_: str) -> None:
    found = document(rbridge, request_, "--mode", "why-not")
    needed = {one["atom"]["predicate"] for needs in found["why_not"]["sets"] for one in needs["facts"]}
    assert needed == {"judged_unsafe"}


def test_a_request_that_no_rule_is_about_is_told_what_it_would_have_to_be(rbridge: Run, shell: Shell) -> None:
    policy = (
        'action policy "read" version "1".\nauthority human-authorized.\nadmit human-authorized by default.\n'
        "predicate trusted(who: string).\n"
        'rule read: action_authorized($action) if action_tool($action, "Read"), trusted("ana").\n'
    )
    shell.write("read.reason", policy)
    call = ("--tool", "Bash", "--judge", "none", "--at", AT, "--request-out", "request.json")
    assert rbridge("decide", *call, "--program", "read.reason").code == 2
    done = rbridge("reason", "explain", "request.json")
    assert "no facts that anybody may say would prove it" in done.out
    assert "uses the tool Read  [the request alone says it]" in done.out
    assert 'trusted("ana")  [human-authorized may say it]' in done.out


def test_facts_are_merged_into_the_policy_of_a_request(rbridge: Run, shell: Shell, request_: str) -> None:
    shell.write("forbidden.json", [fact("no", "tool_forbidden", "Bash")])
    found = document(rbridge, request_, "--facts", "forbidden.json")
    # Two rules deny now: a fact of each must fall.
    assert [len(lifting["facts"]) for lifting in found["against"][0]["sets"]] == [2]


def test_a_diagram_is_one_flowchart(rbridge: Run, program: str) -> None:
    done = rbridge("reason", "explain", program, "--format", "mermaid")
    assert done.code == 0
    assert done.out.startswith('flowchart BT\n  q("UNKNOWN<br/>open(#34;front#34;)")\n  n1{{')


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ((GATE,), "an action policy, which says nothing without a request"),
        (("nothing.json",), "cannot read nothing.json"),
        (("program.json", "--most", "0"), "--most"),
        (("program.json", "--mode", "because"), "--mode"),
        (("program.json", "--query", "open($x)"), "--query"),
        (("program.json", "--program", GATE), "does not declare the predicates of program.json"),
        (("-", "--program", "-"), "standard input is read once"),
        (("empty.json",), "empty.json"),
        (("program.json", "--facts", "misfit.json"), "misfit"),
        (("program.json", "--max-facts", "0"), "--max-facts"),
    ],
)
def test_what_cannot_be_explained_is_one_complaint(
    rbridge: Run, shell: Shell, program: str, words: tuple[str, ...], complaint: str
) -> None:
    shell.write("empty.json", b"")
    shell.write("misfit.json", [fact("misfit", "window", "front")])
    assert complaint in rbridge("reason", "explain", *words).complaint


def test_a_program_that_breaks_the_convention_is_refused_unless_it_is_off(rbridge: Run, shell: Shell) -> None:
    rules: Any = PROGRAM["rules"]
    rule = {**rules[1], "then": {"predicate": "open", "arguments": ["$door"]}}
    name = shell.write("broken.json", {**PROGRAM, "rules": [rule]})
    assert "RSN104" in rbridge("reason", "explain", name).complaint
    done = rbridge("reason", "explain", name, "--convention", "off")
    assert done.code == 0
    assert "the convention is off" in done.err


def test_the_modes_of_the_command_are_those_of_the_library() -> None:
    assert [mode.value for mode in Wanted] == [mode.value for mode in Mode]
