"""The ``rbridge reason`` commands: what goes in, what comes out, and what is said beside it."""

import json
from typing import Any

import pytest

from bridge.reason.wire import program_json, read_program, read_template
from bridge.workflows.bundled import bundled
from tests.cli.conftest import Run
from tests.cli.shell import AT, KEY_HELD, PERMISSIONS, PROGRAM, UNSAFE, Shell, fact

SOURCE = """
ontology "doors" version "1".
evaluate at 2026-09-23T12:00:00Z.
authority agent-proposed, tool-reported, human-authorized, model-judged.
admit human-authorized, tool-reported by default.
admit only model-judged for judged_*.
predicate open(door: string).
predicate key_held(door: string).
predicate judged_safe(door: string, answer: "yes" | "no").
rule open_with_key: open($door) if key_held($door).
rule shut_when_unsafe: not open($door) if judged_safe($door, "no").
query open("front").
"""


@pytest.fixture
def program(shell: Shell) -> str:
    return shell.write("program.json", PROGRAM)


class TestFacts:
    """``--facts`` in each of its forms, one file or several."""

    @pytest.mark.parametrize(
        ("content", "code"),
        [
            ([KEY_HELD], 0),
            (KEY_HELD, 0),
            (f"{json.dumps(KEY_HELD)}\n\n{json.dumps(UNSAFE)}\n", 4),
            ([], 2),
            ({"reason_facts": [UNSAFE], "answers": {"safe": {"outcome": "refused"}}}, 3),
            ({"reason_facts": [UNSAFE], "answers": {"safe": {"outcome": "escalated"}}}, 2),
        ],
    )
    def test_in_each_form(self, rbridge: Run, shell: Shell, program: str, content: object, code: int) -> None:
        shell.write("facts.json", content)
        assert rbridge("reason", "check", program, "--facts", "facts.json").code == code

    def test_of_several_files_in_their_order(self, rbridge: Run, shell: Shell, program: str) -> None:
        shell.write("one.json", [KEY_HELD])
        shell.write("two.json", [UNSAFE])
        done = rbridge("reason", "check", program, "--facts", "one.json", "--facts", "two.json", "--format", "json")
        assert done.code == 4
        assert done.document["conflict"]["fact_ids"] == ["held", "unsafe"]

    def test_from_standard_input(self, rbridge: Run, program: str) -> None:
        done = rbridge("reason", "check", program, "--facts", "-", stdin=json.dumps([KEY_HELD]).encode())
        assert done.code == 0

    def test_standard_input_is_not_read_twice(self, rbridge: Run, program: str) -> None:
        words = ("reason", "check", program, "--facts", "-", "--facts", "-")
        assert rbridge(*words, stdin=json.dumps([KEY_HELD]).encode()).complaint
        assert rbridge("reason", "check", "-", "--facts", "-", stdin=json.dumps(PROGRAM).encode()).complaint

    def test_the_output_of_judge_goes_straight_in(self, rbridge: Run, shell: Shell, program: str) -> None:
        judged = rbridge("judge", "--tool", "Bash", "--input", '{"command":"mkfs"}', "--at", AT, "--format", "json")
        done = rbridge("reason", "check", program, "--facts", "-", stdin=judged.out.encode())
        assert done.code == 2
        assert "note: fact judgement:unsafe#" in done.err

    def test_what_gave_way_is_noted_and_standard_output_is_not_touched(
        self, rbridge: Run, shell: Shell, program: str
    ) -> None:
        shell.write("facts.json", [KEY_HELD, {**KEY_HELD, "id": "later", "observed_at": AT}])
        done = rbridge("reason", "check", program, "--facts", "facts.json", "--format", "json")
        assert "note: fact held gives way to later" in done.err
        assert done.document["status"] == "proved"

    def test_escalated_answers_are_left_out_with_a_note_unless_asked_for(
        self, rbridge: Run, shell: Shell, program: str
    ) -> None:
        shell.write("j.json", {"reason_facts": [UNSAFE], "answers": {"safe": {"outcome": "escalated"}}})
        assert "--include-escalated" in rbridge("reason", "check", program, "--facts", "j.json").err
        assert rbridge("reason", "check", program, "--facts", "j.json", "--include-escalated").code == 3

    def test_a_result_with_facts_verifies_against_the_program_with_those_facts(
        self, rbridge: Run, shell: Shell, program: str
    ) -> None:
        shell.write("facts.json", [KEY_HELD])
        rbridge("reason", "check", program, "--facts", "facts.json", "--proof-out", "result.json")
        assert rbridge("reason", "verify", program, "result.json").complaint
        shell.write("whole.json", {**PROGRAM, "facts": [KEY_HELD]})
        assert rbridge("reason", "verify", "whole.json", "result.json").code == 0


class TestClockAndQuery:
    """``--at`` and ``--query`` replace what the program says, and are noted."""

    def test_another_time_is_noted(self, rbridge: Run, shell: Shell) -> None:
        shell.write("program.json", {**PROGRAM, "facts": [{**KEY_HELD, "valid_until": "2026-09-24T00:00:00Z"}]})
        assert rbridge("reason", "check", "program.json").code == 0
        later = rbridge("reason", "check", "program.json", "--at", "2026-10-01T00:00:00Z")
        assert later.code == 2
        assert "note: evaluated at 2026-10-01T00:00:00Z as --at says" in later.err

    @pytest.mark.parametrize("name", ["program.json", "program.reason"])
    def test_another_query_in_the_languages_own_notation(self, rbridge: Run, shell: Shell, name: str) -> None:
        shell.write("program.json", {**PROGRAM, "facts": [KEY_HELD]})
        shell.write("program.reason", SOURCE)
        shell.write("facts.json", [KEY_HELD])
        words = ("reason", "check", name, "--facts", "facts.json")
        assert rbridge(*words, "--query", 'key_held("front")').code == 0
        assert rbridge(*words, "--query", 'open("back")').code == 2
        assert rbridge(*words, "--query", 'not open("front")').code == 3

    @pytest.mark.parametrize(
        "query", ["", "open(", 'open("a") open("b")', "open($x)", 'unknown("x")', "open(1)", "open()"]
    )
    def test_a_query_that_is_none_is_refused(self, rbridge: Run, shell: Shell, program: str, query: str) -> None:
        shell.write("program.reason", SOURCE)
        for name in (program, "program.reason"):
            assert rbridge("reason", "check", name, "--query", query).complaint

    def test_a_policy_has_neither(self, rbridge: Run, shell: Shell) -> None:
        for name in ("bridge:gates/tool_call", shell.write("policy.json", rbridge_template(rbridge))):
            assert rbridge("reason", "check", name).complaint
            assert rbridge("reason", "compile", name, "--query", 'tool_allowed("x")').complaint


def rbridge_template(rbridge: Run) -> str:
    return rbridge("reason", "compile", "bridge:gates/tool_call").out


class TestForms:
    """Source and JSON, from a file, from standard input or bundled."""

    def test_a_source_and_what_it_compiles_to_are_one(self, rbridge: Run, shell: Shell) -> None:
        shell.write("doors.reason", SOURCE)
        compiled = rbridge("reason", "compile", "doors.reason")
        shell.write("doors.json", compiled.out)
        shell.write("facts.json", [KEY_HELD, UNSAFE])
        results = [
            rbridge("reason", "check", name, "--facts", "facts.json", "--format", "json")
            for name in ("doors.reason", "doors.json")
        ]
        assert results[0] == results[1]
        assert (results[0].code, results[0].document["status"]) == (4, "inconsistent")
        assert program_json(read_program(compiled.document)) == compiled.document

    @pytest.mark.parametrize("content", [SOURCE, json.dumps(PROGRAM), f"\n  {json.dumps(PROGRAM, indent=1)}\n"])
    def test_standard_input_is_told_apart_by_its_first_character(self, rbridge: Run, content: str) -> None:
        assert rbridge("reason", "check", "-", stdin=content.encode()).code == 2

    def test_the_ending_of_a_name_decides(self, rbridge: Run, shell: Shell) -> None:
        shell.write("doors.txt", json.dumps(PROGRAM))
        assert rbridge("reason", "check", "doors.txt").code == 2
        shell.write("doors.json", SOURCE)
        assert "doors.json:2:1: not strict JSON" in rbridge("reason", "check", "doors.json").complaint

    @pytest.mark.parametrize(
        "content", [b"\xff\xfe", b"\xef\xbb\xbf{}", b"", b"\n", b"{}", b"[]", b"null", b"{", b"\0"]
    )
    def test_what_is_no_program_is_refused_with_its_name(self, rbridge: Run, shell: Shell, content: bytes) -> None:
        for name in ("x.json", "x.reason", "x"):
            shell.write(name, content)
            for command in ("check", "authorize", "compile", "strike"):
                assert rbridge("reason", command, name).complaint
                assert rbridge("reason", command, name, "--format", "json").document["status"] == "error"

    def test_diagnostics_name_the_file_the_line_and_the_column(self, rbridge: Run, shell: Shell) -> None:
        shell.write("doors.reason", SOURCE.replace("key_held($door).\n", "key_hold($door).\n"))
        done = rbridge("reason", "check", "doors.reason")
        assert "doors.reason:10:36" in done.complaint
        assert "key_hold" in done.err
        error = rbridge("reason", "check", "doors.reason", "--format", "json")
        assert list(error.document) == ["error", "schema", "status"]
        assert error.document["schema"] == "zerker.reason.error.v1"
        assert error.out.count("\n") == 1

    def test_the_bundled_gate_compiles_to_a_template(self, rbridge: Run) -> None:
        done = rbridge("reason", "compile", "bridge:gates/tool_call")
        assert done.document["schema"] == "zerker.reason.policy-template.v1"
        assert read_template(done.document).ontology.id == "bridge.gates.tool-call"

    def test_a_program_without_times_takes_no_time(self, rbridge: Run, shell: Shell) -> None:
        untimed = {key: value for key, value in PROGRAM.items() if key != "evaluation_time"}
        shell.write("v1.json", {**untimed, "schema": "zerker.reason.program.v1"})
        assert rbridge("reason", "check", "v1.json").code == 2
        assert rbridge("reason", "check", "v1.json", "--at", AT).complaint


LEAKY: dict[str, Any] = {
    **PROGRAM,
    "rules": [
        {
            "id": "open_when_safe",
            "when": [{"predicate": "judged_safe", "arguments": ["$door", "yes"]}],
            "then": {"predicate": "open", "arguments": ["$door"]},
        }
    ],
    "facts": [fact("safe", "judged_safe", "front", "yes", by="model-judged")],
}
"""A judge's answer that would stand in for evidence."""


class TestConvention:
    """On unless it is turned off, and that is noted."""

    @pytest.mark.parametrize("command", ["check", "compile"])
    def test_a_judge_that_would_conclude_by_itself_is_refused(self, rbridge: Run, shell: Shell, command: str) -> None:
        shell.write("leaky.json", LEAKY)
        done = rbridge("reason", command, "leaky.json")
        assert "RSN104" in done.complaint
        assert "RSN104" in rbridge("reason", command, "leaky.json", "--format", "json").document["error"]

    @pytest.mark.parametrize(
        ("authority", "code"),
        [
            ({"default_admit": ["model-judged"]}, "RSN101"),
            ({"predicate_admit": {"judged_safe": ["model-judged"], "key_held": ["model-judged"]}}, "RSN102"),
        ],
    )
    def test_so_is_an_admission_that_lets_a_judge_speak_for_others(
        self, rbridge: Run, shell: Shell, authority: dict[str, Any], code: str
    ) -> None:
        shell.write("leaky.json", {**PROGRAM, "authority": {**PROGRAM["authority"], **authority}})  # type: ignore[dict-item]
        assert code in rbridge("reason", "check", "leaky.json").complaint

    @pytest.mark.parametrize("command", ["check", "compile", "strike"])
    def test_turned_off_it_runs_with_a_note(self, rbridge: Run, shell: Shell, command: str) -> None:
        shell.write("leaky.json", LEAKY)
        done = rbridge("reason", command, "leaky.json", "--convention", "off")
        assert done.code == 0
        assert done.err.startswith("note: the convention is off")

    def test_the_effective_program_of_a_request_is_held_to_it(self, rbridge: Run, shell: Shell) -> None:
        shell.write("permissions.json", PERMISSIONS)
        gate = bundled("bridge:gates/tool_call").decode().replace("  tool_allowed($tool),\n", "")
        shell.write("gate.reason", gate)
        words = ("decide", "--tool", "Bash", "--program", "gate.reason", "--convention", "off", "--at", AT)
        assert rbridge(*words, "--request-out", "r.json", "--certificate-out", "c.json").code == 0
        assert "RSN104" in rbridge("reason", "authorize", "r.json").complaint
        assert rbridge("reason", "authorize", "r.json", "--convention", "off").code == 0

    @pytest.mark.parametrize("value", ["", "On", "true", "0"])
    def test_it_is_on_or_off(self, rbridge: Run, program: str, value: str) -> None:
        assert "on or off" in rbridge("reason", "check", program, "--convention", value).complaint

    def test_struck_a_program_keeps_what_people_and_tools_must_still_say(self, rbridge: Run, shell: Shell) -> None:
        shell.write("program.json", {**PROGRAM, "facts": [KEY_HELD, UNSAFE]})
        left = rbridge("reason", "strike", "program.json", "--format", "json").document
        assert [one["id"] for one in left["facts"]] == ["held"]
        assert "judged" not in json.dumps(left["rules"])
        shell.write("struck.json", left)
        assert rbridge("reason", "check", "struck.json").code in {0, 4}


class TestVerify:
    """The independent checker's word on what was written."""

    @pytest.fixture
    def result(self, rbridge: Run, shell: Shell) -> str:
        shell.write("program.json", {**PROGRAM, "facts": [KEY_HELD, UNSAFE]})
        assert rbridge("reason", "check", "program.json", "--proof-out", "result.json").code == 4
        return "result.json"

    def test_the_level_is_noted(self, rbridge: Run, result: str) -> None:
        assert "note: verified at the complete level" in rbridge("reason", "verify", "program.json", result).err
        done = rbridge("reason", "verify", "program.json", result, "--reference")
        assert "note: verified at the reference level" in done.err

    def test_text_and_json(self, rbridge: Run, result: str) -> None:
        assert rbridge("reason", "verify", "program.json", result).out.startswith(
            "VERIFIED  open(front) (inconsistent)"
        )
        document = rbridge("reason", "verify", "program.json", result, "--format", "json").document
        assert (document["status"], document["result_status"]) == ("verified", "inconsistent")

    def test_a_changed_result_does_not_verify(self, rbridge: Run, shell: Shell, result: str) -> None:
        original = shell.read(result)
        for member in ("status", "program_digest", "proof", "disproof", "conflict", "missing"):
            shell.write("changed.json", {**original, member: None})
            for words in ((), ("--format", "json")):
                done = rbridge("reason", "verify", "program.json", "changed.json", *words)
                assert done.code == 1
                assert "verified" not in done.out.lower()

    def test_another_program_does_not(self, rbridge: Run, shell: Shell, result: str) -> None:
        shell.write("other.json", {**PROGRAM, "facts": [KEY_HELD]})
        assert rbridge("reason", "verify", "other.json", result).complaint

    def test_a_source_is_verified_as_what_it_compiles_to(self, rbridge: Run, shell: Shell) -> None:
        held = 'fact held: key_held("front") from tool-reported observed 2026-09-23T11:00:00Z.'
        source = SOURCE.replace("query", f"{held}\nquery")
        shell.write("doors.reason", source)
        done = rbridge("reason", "check", "doors.reason", "--proof-out", "result.json")
        assert done.code == 0, done
        assert rbridge("reason", "verify", "doors.reason", "result.json").code == 0

    def test_program_and_result_cannot_both_be_standard_input(self, rbridge: Run, result: str) -> None:
        assert rbridge("reason", "verify", "-", "-", stdin=b"{}").complaint


class TestNotes:
    """Standard output is data; what is said to the person is on standard error."""

    def test_on_whose_word_it_rests(self, rbridge: Run, shell: Shell) -> None:
        shell.write("program.json", {**PROGRAM, "facts": [KEY_HELD, UNSAFE]})
        done = rbridge("reason", "check", "program.json")
        assert "note: the proof rests on 1 tool-reported; another may exist" in done.err
        assert "note: the disproof rests on 1 model-judged; another may exist" in done.err

    def test_a_result_can_be_written_beside(self, rbridge: Run, shell: Shell) -> None:
        shell.write("program.json", {**PROGRAM, "facts": [KEY_HELD]})
        plain = rbridge("reason", "check", "program.json", "--format", "json")
        beside = rbridge("reason", "check", "program.json", "--proof-out", "p.json", "--format", "json")
        assert plain.out == beside.out == (shell.folder / "p.json").read_text()
        text = rbridge("reason", "check", "program.json", "--proof-out", "p.json").out
        assert text.endswith("Proof written to p.json\nNext: reason verify program.json p.json\n")

    def test_where_it_cannot_be_written_that_is_an_error(self, rbridge: Run, program: str) -> None:
        assert "cannot write" in rbridge("reason", "check", program, "--proof-out", "no/such/folder.json").complaint
