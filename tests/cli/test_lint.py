"""``rbridge reason lint``, and what compiling says as SARIF."""

import json

import pytest

from tests.cli.conftest import Run
from tests.cli.shell import PROGRAM, Shell
from tests.unit.analysis.linting import RELEASE
from tests.unit.render.test_sarif import checked

EXTRA = RELEASE + "predicate extra(v: string).\n"
BROKEN = RELEASE.replace("query ready", "query raedy")


def test_nothing_found_is_nothing_said_and_exit_0(rbridge: Run, shell: Shell) -> None:
    done = rbridge("reason", "lint", shell.write("p.reason", RELEASE))
    assert (done.code, done.out, done.err) == (0, "", "note: 1 file: 0 errors, 0 warnings\n")


def test_a_finding_is_shown_at_its_place_and_exit_1(rbridge: Run, shell: Shell) -> None:
    done = rbridge("reason", "lint", shell.write("p.reason", EXTRA))
    assert done.code == 1
    assert "warning[RSN415]: `extra` is declared, and no rule reads it\n  --> p.reason:13:11\n" in done.out
    assert done.err == "note: 1 file: 0 errors, 1 warning\n"


def test_all_files_are_linted_whatever_is_wrong_with_one(rbridge: Run, shell: Shell) -> None:
    shell.write("f/a.reason", BROKEN)
    shell.write("f/b.reason", EXTRA)
    done = rbridge("reason", "lint", "f", shell.write("p.json", PROGRAM))
    assert done.code == 1
    assert [code for code in ("RSN017", "RSN415", "RSN401", "RSN423") if f"[{code}]" not in done.out] == []
    assert done.err == "note: 3 files: 1 error, 3 warnings\n"


@pytest.mark.parametrize("form", ["text", "json", "sarif"])
def test_a_file_of_a_folder_that_cannot_be_read_is_a_finding_and_the_others_are_linted(
    rbridge: Run, shell: Shell, form: str
) -> None:
    shell.write("f/b.reason", EXTRA)
    (shell.folder / "f" / "a.reason").symlink_to("nowhere")
    (shell.folder / "f" / ".#b.reason").symlink_to("ana@host.1:2")
    done = rbridge("reason", "lint", "f", "--format", form)
    assert (done.code, done.err) == (1, "note: 2 files: 1 error, 1 warning\n")
    if form == "sarif":
        run = checked(json.loads(done.out))
        said = {one["ruleId"]: one["locations"][0]["physicalLocation"] for one in run["results"]}
        assert said["RSN427"]["artifactLocation"]["uri"] == "f/a.reason"
        assert said["RSN415"]["artifactLocation"]["uri"] == "f/b.reason"
    elif form == "json":
        found = {file["file"]: [one["code"] for one in file["findings"]] for file in done.document["files"]}
        assert found == {"f/a.reason": ["RSN427"], "f/b.reason": ["RSN415"]}
    else:
        assert "error[RSN427]: cannot read f/a.reason: No such file" in done.out


MANY = ", ".join(f'approved("{number}")' for number in range(2048))
LARGE = RELEASE + f'rule large: ready("1") if {MANY}.\n'


@pytest.mark.parametrize("command", ["lint", "compile", "check"])
def test_a_rule_too_large_to_be_joined_is_refused_at_its_place(rbridge: Run, shell: Shell, command: str) -> None:
    done = rbridge("reason", command, shell.write("p.reason", LARGE))
    assert done.code == 1
    said = done.out + done.err
    assert 'error[RSN510]: rule "large" has 4098 atoms and terms; the limit is 4096\n  --> p.reason:13:6\n' in said
    smaller = LARGE.replace(', approved("2047")', "")
    assert "RSN510" not in rbridge("reason", command, shell.write("p.reason", smaller)).out


def test_a_rule_too_large_is_found_in_json_and_in_a_library(rbridge: Run, shell: Shell) -> None:
    large = [{"predicate": "key_held", "arguments": ["$door"]}] * 2048
    rule = {"id": "large", "when": large, "then": {"predicate": "open", "arguments": ["$door"]}}
    done = rbridge("reason", "lint", shell.write("p.json", {**PROGRAM, "rules": [rule]}))
    assert "error[RSN510]" in done.out
    assert "$.rules[0]" in done.out
    library = "".join(line + "\n" for line in LARGE.splitlines() if line.startswith(("predicate", "rule large")))
    assert "error[RSN510]" in rbridge("reason", "lint", shell.write("lib.reason", library)).out


def test_standard_input_and_bundled_programs_are_linted(rbridge: Run, shell: Shell) -> None:
    done = rbridge("reason", "lint", "-", stdin=EXTRA.encode())
    assert "--> -:13:11" in done.out
    assert rbridge("reason", "lint", "bridge:gates/tool_call").code == 0


@pytest.mark.parametrize(
    "words", [("reason", "lint", "p.reason", "--format", "json"), ("--format", "json", "reason", "lint", "p.reason")]
)
def test_json_holds_every_file_every_finding_and_what_is_silenced(
    rbridge: Run, shell: Shell, words: tuple[str, ...]
) -> None:
    shell.write("p.reason", EXTRA + '# lint: allow RSN411 because it is dated\nrule always: ready("1").\n')
    done = rbridge(*words)
    assert done.code == 1
    assert done.document["schema"] == "bridge.lint.v1"
    assert done.document["status"] == "findings"
    assert done.document["summary"] == {"files": 1, "errors": 0, "warnings": 1, "silenced": 1}
    (file,) = done.document["files"]
    assert file["file"] == "p.reason"
    assert [finding["code"] for finding in file["findings"]] == ["RSN415"]
    assert [(one["finding"]["code"], one["reason"]) for one in file["silenced"]] == [("RSN411", "it is dated")]


def test_sarif_is_valid_and_relative_to_the_current_folder(rbridge: Run, shell: Shell) -> None:
    shell.write("f/p.reason", EXTRA)
    done = rbridge("reason", "lint", str(shell.folder / "f"), "--format", "sarif")
    assert done.code == 1
    run = checked(json.loads(done.out))
    assert [artifact["location"]["uri"] for artifact in run["artifacts"]] == ["f/p.reason"]
    assert [result["ruleId"] for result in run["results"]] == ["RSN415"]


def test_codes_are_chosen_with_commas_or_again_in_any_case(rbridge: Run, shell: Shell) -> None:
    shell.write("p.reason", EXTRA + 'rule always: ready("1").\n')
    assert rbridge("reason", "lint", "p.reason", "--ignore", "RSN415,rsn411").code == 0
    assert rbridge("reason", "lint", "p.reason", "--ignore", "RSN415", "--ignore", "RSN411").code == 0
    assert "RSN411" not in rbridge("reason", "lint", "p.reason", "--select", "RSN415").out
    assert "no code begins with" in rbridge("reason", "lint", "p.reason", "--select", "RSN9").complaint
    assert "no code begins with" in rbridge("reason", "lint", "p.reason", "--select", "RSN415,").complaint


def test_the_convention_can_be_left_out(rbridge: Run, shell: Shell) -> None:
    shell.write("p.reason", RELEASE.replace("approved($v), tested($v), ", ""))
    assert "RSN104" in rbridge("reason", "lint", "p.reason").out
    done = rbridge("reason", "lint", "p.reason", "--convention", "off")
    assert "RSN104" not in done.out
    assert "the convention is off" in done.err


def test_what_cannot_be_linted_is_an_error(rbridge: Run, shell: Shell) -> None:
    assert "cannot read gone.reason" in rbridge("reason", "lint", "gone.reason").complaint
    assert "no .reason file" in rbridge("reason", "lint", ".").complaint
    assert "no time" in rbridge("reason", "lint", shell.write("p.reason", RELEASE), "--at", "now").complaint
    assert rbridge("reason", "lint").complaint


@pytest.mark.parametrize("command", ["check", "strike", "validate"])
def test_only_lint_and_compile_speak_sarif(rbridge: Run, shell: Shell, command: str) -> None:
    assert "sarif" in rbridge("reason", command, shell.write("p.reason", RELEASE), "--format", "sarif").complaint


def test_compile_says_as_sarif_what_refuses_a_program(rbridge: Run, shell: Shell) -> None:
    done = rbridge("reason", "compile", shell.write("p.reason", BROKEN), "--format", "sarif")
    assert done.code == 1
    (result,) = checked(json.loads(done.out))["results"]
    assert (result["ruleId"], result["level"]) == ("RSN017", "error")


def test_compile_as_sarif_of_a_good_program_has_its_warnings_alone(rbridge: Run, shell: Shell) -> None:
    done = rbridge("reason", "compile", shell.write("p.reason", EXTRA + 'rule a: ready("1").\n'), "--format", "sarif")
    assert done.code == 0
    assert [result["ruleId"] for result in checked(json.loads(done.out))["results"]] == ["RSN411"]
