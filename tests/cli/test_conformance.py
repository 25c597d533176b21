"""``rbridge conformance program``: what it prints can be pasted into the program, where the test runner agrees."""

import json
import sys

import pytest

from tests.cli.conftest import Run
from tests.cli.shell import Shell
from tests.property.bad_programs import BAD_POLICY, BAD_PROGRAMS

OFF = ("--convention", "off")


@pytest.mark.parametrize("code", ["RSN103", "RSN104", "RSN106"])
def test_a_counterexample_is_a_test_that_passes(rbridge: Run, shell: Shell, code: str) -> None:
    shell.write("bad.reason", BAD_PROGRAMS[code])
    found = rbridge("conformance", "program", "bad.reason", *OFF)
    assert found.code == 1
    assert "BROKEN" in found.out
    assert code in found.out
    shell.write("bad.reason", BAD_PROGRAMS[code] + found.out)
    assert rbridge("reason", "test", "bad.reason", *OFF).code == 0


def test_that_of_a_policy_comes_with_its_request(rbridge: Run, shell: Shell) -> None:
    shell.write("door.reason", BAD_POLICY)
    found = rbridge("conformance", "program", "door.reason", *OFF, "--request-out", "asked.json")
    assert found.code == 1
    shell.write("door.reason", BAD_POLICY + found.out)
    assert rbridge("reason", "test", "door.reason", *OFF).code == 0
    again = rbridge("conformance", "program", "door.reason", *OFF, "--request", "asked.json")
    assert again.code == 1
    assert 'given request "asked.json"' in again.out


def test_without_a_file_for_it_the_request_is_among_the_comments(rbridge: Run, shell: Shell) -> None:
    shell.write("door.reason", BAD_POLICY)
    found = rbridge("conformance", "program", "door.reason", *OFF)
    line = next(line for line in found.out.splitlines() if '"mission"' in line)
    assert line.startswith("# ")
    assert json.loads(line.removeprefix("#")).keys() == {"mission", "action"}


def test_a_program_that_breaks_the_convention_is_refused_unless_it_is_off(rbridge: Run, shell: Shell) -> None:
    shell.write("bad.reason", BAD_PROGRAMS["RSN104"])
    refused = rbridge("conformance", "program", "bad.reason")
    assert refused.code == 1
    assert "RSN104" in refused.err
    assert refused.out == ""


def test_where_nothing_is_found_it_says_how_much_was_searched(rbridge: Run) -> None:
    held = rbridge("conformance", "program", "bridge:gates/tool_call", "--examples", "40")
    assert held.code == 0
    assert "searched 40 sets" in held.out


def test_the_same_command_prints_the_same(rbridge: Run, shell: Shell) -> None:
    shell.write("bad.reason", BAD_PROGRAMS["RSN107"])
    first, second = (rbridge("conformance", "program", "bad.reason", *OFF) for _ in range(2))
    assert first == second


def test_as_json_it_is_one_document(rbridge: Run, shell: Shell) -> None:
    shell.write("bad.reason", BAD_PROGRAMS["RSN102"])
    found = rbridge("conformance", "program", "bad.reason", *OFF, "--format", "json").document
    assert (found["schema"], found["status"]) == ("bridge.conformance.v1", "broken")
    assert found["counterexample"]["refused"][0]["code"] == "RSN102"


def test_names_from_elsewhere_stay_names(rbridge: Run, shell: Shell) -> None:
    hostile = r"x\n\`\"\u202e"
    program = BAD_PROGRAMS["RSN102"].replace("released", f"`{hostile}`").replace("open_up", f"`{hostile} rule`")
    shell.write("bad.reason", program)
    found = rbridge("conformance", "program", "bad.reason", *OFF)
    assert found.code == 1
    assert "\u202e" not in found.out
    shell.write("bad.reason", program + found.out)
    assert rbridge("reason", "test", "bad.reason", *OFF).code == 0


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("nowhere.reason",), "cannot read"),
        (("bad.reason", "--request", "bad.json"), "which is asked no request"),
        (("door.reason", "--request", "list.json"), "not a request"),
        (("bad.reason", "--examples", "0"), "--examples"),
        (("bad.reason", "--request-out", "no/such/folder"), "cannot write"),
        ((), "Missing argument"),
    ],
)
def test_what_does_not_fit_is_said(rbridge: Run, shell: Shell, words: tuple[str, ...], says: str) -> None:
    shell.write("bad.reason", BAD_PROGRAMS["RSN104"])
    shell.write("door.reason", BAD_POLICY)
    shell.write("list.json", "[]")
    asked = {"mission": _MISSION, "action": _ACTION}
    shell.write("bad.json", json.dumps(asked))
    failed = rbridge("conformance", "program", *words, *OFF)
    assert failed.code == 1
    assert says in failed.err


def test_without_hypothesis_the_extra_is_named(rbridge: Run, shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    shell.write("bad.reason", BAD_PROGRAMS["RSN104"])
    monkeypatch.setitem(sys.modules, "hypothesis", None)
    failed = rbridge("conformance", "program", "bad.reason", *OFF)
    assert failed.code == 1
    assert "reason-bridge[testing]" in failed.err


_MISSION = {
    "id": "m",
    "principal": "p",
    "instruction_digest": "sha256:" + "0" * 64,
    "issued_at": "2026-08-14T12:00:00Z",
}
_ACTION = {"id": "a", "tool": "t", "proposed_at": "2026-08-14T12:00:00Z"}
