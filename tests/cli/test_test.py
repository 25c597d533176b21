"""``rbridge reason test`` as a person runs it: what passes, what fails, what is written, and what ships."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from bridge.testing import schemas
from tests.cli.conftest import Run
from tests.cli.shell import Shell

ROOT = Path(__file__).parents[2]
PROGRAM = """\
ontology "doors" version "1".
authority human-authorized, tool-reported.
admit human-authorized by default.
admit nothing for open.
predicate key(door: string).
predicate open(door: string).
rule unlock: open($d) if key($d).
query open("front").
"""
PASSES = """\
test "a key opens" {
  given fact k: key("front") from human-authorized.
  expect proved open("front") because k.
}
"""
FAILS = 'test "no key opens" {\n  expect proved open("front").\n}\n'


def test_all_passed_is_exit_0(rbridge: Run, shell: Shell) -> None:
    shell.write("doors.reason", PROGRAM + PASSES)
    result = rbridge("reason", "test")
    assert (result.code, result.err) == (0, "")
    assert result.out == "doors.reason\n  ok      a key opens\n\n1 passed, 0 failed\n"


def test_one_failed_is_exit_1_and_says_where(rbridge: Run, shell: Shell) -> None:
    shell.write("a/doors.reason", PROGRAM + PASSES + FAILS)
    result = rbridge("reason", "test", "a")
    assert result.code == 1
    assert 'a/doors.reason:14:3: expect proved open("front")\n      expected proved, got unknown' in result.out
    assert "key(front)  (from human-authorized)" in result.out


def test_a_name_chooses(rbridge: Run, shell: Shell) -> None:
    shell.write("doors.reason", PROGRAM + PASSES + FAILS)
    assert rbridge("reason", "test", "-k", "A KEY").code == 0
    assert "a name like 'window'" in rbridge("reason", "test", "-k", "window").complaint


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ((), "no .reason source"),
        (("nowhere",), "nowhere is not there"),
        (("-",), "standard input is none"),
        (("untested.reason",), "no test was found"),
        (("untested.reason", "--fail-under", "nan"), "--fail-under"),
        (("untested.reason", "--fail-under", "101"), "--fail-under"),
        (("untested.reason", "--jobs", "0"), "--jobs"),
        (("untested.reason", "--junit", "gone/x.xml"), "cannot write gone/x.xml"),
        (("untested.reason", "--convention", "maybe"), "--convention"),
    ],
)
def test_what_cannot_be_done_is_said(rbridge: Run, shell: Shell, words: tuple[str, ...], says: str) -> None:
    if words:
        shell.write("untested.reason", PROGRAM)
    assert says in rbridge("reason", "test", *words).complaint


def test_limits_hold_for_each_test(rbridge: Run, shell: Shell) -> None:
    more = 'given fact more: key("back") from human-authorized.\n  expect proved open("back").'
    shell.write("doors.reason", PROGRAM + PASSES + PASSES.replace("opens", "twice").replace("expect", more + "expect"))
    result = rbridge("reason", "test", "--max-facts", "1")
    assert result.code == 1
    assert "ok      a key opens" in result.out
    assert "REFUSED a key twice" in result.out
    assert "1 passed, 0 failed, 1 refused" in result.out


def test_coverage_is_said_and_may_fail(rbridge: Run, shell: Shell) -> None:
    shell.write("doors.reason", PROGRAM + PASSES)
    result = rbridge("reason", "test", "--coverage")
    assert result.code == 0
    assert "coverage 66.6 %: 1 of 1 rules, 1 of 2 admissions" in result.out
    assert "doors.reason:4:19: not exercised: admit open: nothing for open" in result.out
    low = rbridge("reason", "test", "--fail-under", "70")
    assert low.code == 1
    assert "coverage is under 70 %" in low.out


def test_json_and_junit_say_the_same(rbridge: Run, shell: Shell) -> None:
    shell.write("doors.reason", PROGRAM + PASSES + FAILS)
    result = rbridge("reason", "test", "--coverage", "--junit", "report.xml", "--format", "json")
    assert result.code == 1
    schemas.validate("bridge.program-tests.v1", result.document)
    root = ElementTree.parse(shell.folder / "report.xml").getroot()
    assert (result.document["passed"], result.document["failed"]) == (1, 1)
    assert (root.attrib["tests"], root.attrib["failures"]) == ("2", "1")


@pytest.mark.parametrize(
    "source",
    ["", "\ufeff", "test", 'test "x" {', "}", "\x00", PROGRAM + 'test "t" { given request "\\u0000". expect denied. }'],
)
def test_an_odd_file_is_refused_without_a_traceback(rbridge: Run, shell: Shell, source: str) -> None:
    shell.write("odd.reason", source)
    shell.write("doors.reason", PROGRAM + PASSES)
    result = rbridge("reason", "test")
    assert "Traceback" not in result.out + result.err
    assert "ok      a key opens" in result.out


def test_bytes_that_are_no_text_are_refused(rbridge: Run, shell: Shell) -> None:
    shell.write("odd.reason", b"\xff\xfe")
    result = rbridge("reason", "test")
    assert result.code == 1
    assert "not UTF-8" in result.out


def test_a_request_is_read_from_beside_the_policy_and_nowhere_else(rbridge: Run, shell: Shell) -> None:
    policy = 'action policy "p" version "1".\nauthority human-authorized.\n'
    test = 'test "t" {\n  given request "REQUEST".\n  expect insufficient.\n}\n'
    for request in ("../outside.json", "/etc/passwd", "missing.json", "\\u0000", "x" * 300):
        shell.write("gates/p.reason", policy + test.replace("REQUEST", request))
        result = rbridge("reason", "test")
        assert result.code == 1
        assert "error[RSN033]" in result.out
        assert "internal error" not in result.err


def test_other_commands_refuse_a_test_that_makes_no_sense(rbridge: Run, shell: Shell) -> None:
    shell.write("doors.reason", PROGRAM + 'test "t" {\n  without window.\n  expect proved open("front").\n}\n')
    assert "error[RSN030]" in rbridge("reason", "compile", "doors.reason").complaint
    assert "error[RSN030]" in rbridge("reason", "check", "doors.reason").complaint


# What ships


def test_the_programs_that_ship_pass_their_tests(rbridge: Run) -> None:
    result = rbridge("reason", "test", str(ROOT / "reason_programs"))
    assert (result.code, result.err) == (0, "")


def test_the_gate_that_ships_is_exercised_whole(rbridge: Run) -> None:
    result = rbridge("reason", "test", "bridge:gates/tool_call", "--fail-under", "100")
    assert result.code == 0, result.out


@pytest.mark.skipif(not list((ROOT / "examples").rglob("*.reason")), reason="no example has a program of its own")
def test_the_examples_pass_their_tests(rbridge: Run) -> None:
    result = rbridge("reason", "test", str(ROOT / "examples"))
    assert result.code == 0, result.out


def test_where_nothing_could_be_loaded_nothing_is_called_covered(rbridge: Run, shell: Shell) -> None:
    shell.write("broken.reason", "perhaps.\n")
    done = rbridge("reason", "test", "--coverage")
    assert done.code == 1
    assert "coverage: nothing was loaded that a test could exercise\n  not counted: broken.reason\n" in done.out
    assert rbridge("reason", "test", "--coverage", "--format", "json").document["coverage"]["percent"] is None


def test_what_is_refused_is_not_counted_among_what_is_covered(rbridge: Run, shell: Shell) -> None:
    shell.write("broken.reason", "perhaps.\n")
    shell.write("doors.reason", PROGRAM + PASSES)
    done = rbridge("reason", "test", "--coverage")
    assert "1 of 1 rules" in done.out
    assert "  not counted: broken.reason\n" in done.out
