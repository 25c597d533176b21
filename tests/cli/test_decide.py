"""``rbridge decide``: judge, sign, and let the bundled gate decide; what authorizes is a proof and nothing else."""

import json
from typing import Any

import pytest

from bridge.checker import verification_json, verify_authorization
from bridge.core.digest import sha256
from bridge.reason import wire
from bridge.receipts.store import Store
from bridge.workflows.bundled import bundled
from tests.cli.conftest import Run
from tests.cli.shell import AT, PERMISSIONS, Result, Shell, fact
from tests.unit.judges.server import response, sending, serving

HARMLESS = '{"command":"ls -la src"}'
DESTRUCTIVE = '{"command":"rm -rf /"}'
GATE = bundled("bridge:gates/tool_call").decode()


@pytest.fixture
def decide(rbridge: Run, shell: Shell) -> Run:
    """``rbridge decide`` about Bash by the bundled gate, a person having permitted Bash."""
    shell.write("permissions.json", PERMISSIONS)

    def call(*words: str, input: str = HARMLESS, program: str = "bridge:gates/tool_call") -> Result:
        said = ("decide", "--tool", "Bash", "--input", input, "--program", program, "--at", AT)
        return rbridge(*said, "--facts", "permissions.json", *words)

    return call


def verified(done: Result, shell: Shell) -> Any:
    """What the independent checker says of the request and the certificate that a decision wrote."""
    assert done.code != 1, done
    return verification_json(verify_authorization(shell.read("request.json"), shell.read("certificate.json")))


MISSION = {
    "id": "ship-it",
    "principal": "user:ana",
    "instruction_digest": "sha256:" + "0" * 64,
    "issued_at": "2026-09-01T00:00:00Z",
    "constraints": {"release": "1.4.0"},
}


def signed(shell: Shell) -> tuple[str, ...]:
    """The ids of everything that was signed."""
    path = shell.folder / ".bridge" / "store.sqlite3"
    if not path.exists():
        return ()
    with Store(path, create=False) as store:
        return store.ids()


FILES = ("--request-out", "request.json", "--certificate-out", "certificate.json")


class TestOutcomes:
    """The four decisions, each with its reasons and its verified certificate."""

    def test_a_permitted_call_that_the_judge_finds_safe_is_authorized(self, decide: Run, shell: Shell) -> None:
        done = decide(*FILES)
        assert done.code == 0
        lines = done.out.splitlines()
        assert lines[0].startswith("AUTHORIZED  Bash  art_")
        action = lines[0].split()[-1]
        assert lines[1:7] == [
            "",
            "because",
            "  human-authorized",
            "    a person permits the tool Bash  [permit_bash]",
            "  model-judged",
            f"    a judge was asked whether {action} is unsafe and answered no  [judgement:unsafe]",
        ]
        assert "receipts:   none signed (add --attest)" in lines
        assert lines[-1].startswith("checked:    the independent checker agrees (result sha256:")
        assert verified(done, shell)["authorization_status"] == "authorized"

    def test_a_call_that_the_judge_finds_unsafe_is_denied_and_says_on_whose_word(
        self, decide: Run, shell: Shell
    ) -> None:
        done = decide(*FILES, "--format", "json", input=DESTRUCTIVE)
        document = done.document
        assert (done.code, document["status"], document["authorized"]) == (3, "denied", False)
        assert [(reason["side"], reason["authority"]) for reason in document["reasons"]] == [
            ("against", "model-judged")
        ]
        assert document["needs"] == []
        assert verified(done, shell)["authorization_status"] == "denied"

    def test_without_a_judge_it_is_undecided_and_says_what_it_lacks(self, decide: Run, shell: Shell) -> None:
        done = decide("--judge", "none", *FILES)
        assert done.code == 2
        assert done.out.startswith("UNDECIDED  Bash  art_")
        assert "\nit would take\n  that a judge was asked whether art_" in done.out
        assert "[model-judged; rule permit]" in done.out
        assert "\njudge:      nobody was asked\n" in done.out
        assert verified(done, shell)["authorization_status"] == "insufficient_evidence"

    def test_a_person_for_and_a_person_against_is_a_conflict(self, decide: Run, shell: Shell) -> None:
        shell.write("forbidden.json", [fact("forbid_bash", "tool_forbidden", "Bash")])
        done = decide("--facts", "forbidden.json", *FILES)
        assert done.code == 4
        assert "\nagainst it\n  human-authorized\n    a person forbids the tool Bash  [forbid_bash]\n" in done.out
        assert "\nfor it\n" in done.out
        assert verified(done, shell)["authorization_status"] == "conflicted"

    def test_json_has_every_key_always(self, decide: Run) -> None:
        keys = ["action", "authorized", "judgement", "mission", "needs", "notes", "program", "reasons", "receipts"]
        for words in ((), ("--judge", "none"), ("--attest",)):
            assert list(decide(*words, "--format", "json").document) == [
                *keys,
                "schema",
                "status",
                "verification",
                "withheld",
            ]

    def test_the_judgement_inside_is_what_the_judge_command_prints(self, decide: Run, rbridge: Run) -> None:
        document = decide("--format", "json").document
        judged = rbridge(
            *("judge", "--tool", "Bash", "--input", HARMLESS, "--subject", document["action"]["id"], "--at", AT),
            *("--format", "json"),
        )
        assert document["judgement"] == judged.document


class TestJudgesDoNotAuthorize:
    """Whatever a judge says, a person must have permitted."""

    def test_a_no_without_a_permission_is_undecided(self, decide: Run, shell: Shell) -> None:
        shell.write("permissions.json", [])
        done = decide()
        assert done.code == 2
        assert "that a person permits the tool Bash  [human-authorized; rule permit]" in done.out

    @pytest.mark.parametrize("by", ["model-judged", "agent-proposed", "tool-reported"])
    def test_nobody_but_a_person_permits(self, decide: Run, shell: Shell, by: str) -> None:
        shell.write("permissions.json", [{**PERMISSIONS[0], "authority": by}])
        assert decide().code == 2

    def test_a_permission_in_a_judges_document_is_refused(self, decide: Run, shell: Shell, rbridge: Run) -> None:
        judged = rbridge("judge", "--tool", "Bash", "--at", AT, "--format", "json").document
        shell.write("permissions.json", {**judged, "reason_facts": [*judged["reason_facts"], PERMISSIONS[0]]})
        assert "judged_" in decide().complaint

    @pytest.mark.parametrize("predicate", ["action_authorized", "mission_active", "action_tool", "mission_action"])
    def test_the_systems_own_facts_cannot_be_supplied(self, decide: Run, shell: Shell, predicate: str) -> None:
        for by in ("system-bound", "human-authorized"):
            shell.write("more.json", [fact("mine", predicate, "x", by=by)])
            assert decide("--facts", "more.json", "--attest").complaint
        assert signed(shell) == ()

    def test_an_earlier_judgement_of_another_call_says_nothing_of_this_one(
        self, decide: Run, rbridge: Run, shell: Shell
    ) -> None:
        words = ("judge", "--tool", "Bash", "--input", HARMLESS, "--at", AT, "--subject", "art_" + "9" * 32, "--attest")
        shell.write("judged.json", rbridge(*words, "--format", "json").document)
        assert decide("--judge", "none", "--facts", "judged.json").code == 2

    def test_an_earlier_judgement_of_this_very_call_counts(self, decide: Run, rbridge: Run, shell: Shell) -> None:
        action = decide("--format", "json").document["action"]["id"]
        words = ("judge", "--tool", "Bash", "--input", HARMLESS, "--at", AT, "--subject", action, "--attest")
        shell.write("judged.json", rbridge(*words, "--format", "json").document)
        assert decide("--judge", "none", "--facts", "judged.json").code == 0

    def test_a_gate_without_its_human_premise_is_refused(self, decide: Run, shell: Shell) -> None:
        shell.write("gate.reason", GATE.replace("  tool_allowed($tool),\n", ""))
        done = decide("--attest", program="gate.reason")
        assert (done.code, done.out) == (1, "")
        assert "RSN104" in done.err
        assert "gate.reason" in done.err
        error = decide("--format", "json", program="gate.reason").error
        assert error["code"] == "program-refused"
        assert "RSN104" in {diagnostic["code"] for diagnostic in error["diagnostics"]}
        assert signed(shell) == ()

    def test_only_turning_the_convention_off_runs_it_and_that_is_noted(self, decide: Run, shell: Shell) -> None:
        shell.write("gate.reason", GATE.replace("  tool_allowed($tool),\n", ""))
        done = decide("--convention", "off", program="gate.reason")
        assert done.code == 0
        assert "note: the convention is off" in done.err

    def test_the_time_a_permission_has_is_kept_to(self, decide: Run, shell: Shell) -> None:
        for members in (
            {"valid_until": AT},
            {"valid_from": "2027-01-01T00:00:00Z"},
            {"observed_at": "2026-09-24T00:00:00Z"},
        ):
            shell.write("permissions.json", [{**PERMISSIONS[0], **members}])
            assert decide().code == 2


class TestHttpJudges:
    """A judge over HTTP decides as the rules do, and a broken one decides nothing."""

    VERDICT = """
action policy "verdicts" version "1".
authority human-authorized, model-judged.
admit only human-authorized by default.
admit only model-judged for judged_*.
predicate tool_allowed(tool: string).
predicate judged_verdict(action: string, verdict: string).
rule permit: action_authorized($action) if
  action_tool($action, $tool), tool_allowed($tool), judged_verdict($action, "allow").
rule veto: not action_authorized($action) if mission_action($mission, $action), judged_verdict($action, "deny").
"""

    def answered(self, decide: Run, shell: Shell, choice: str, confidence: float, *words: str) -> Result:
        shell.write(
            "verdict.reason", self.VERDICT.replace("admit only human-authorized by", "admit human-authorized by")
        )
        shell.write("questions.json", {"verdict": {"type": "choice", "options": ["allow", "deny", "ask"]}})
        answers = {"verdict": {"choice": choice, "confidence": confidence}}
        body = json.dumps({"judge": {"model": "m"}, "answers": answers}).encode()
        with serving(sending(response(body))) as server:
            judge = ("--judge-url", server.url, "--questions-file", "questions.json")
            return decide(*judge, *words, program="verdict.reason")

    def test_a_confident_answer_is_a_fact(self, decide: Run, shell: Shell) -> None:
        assert self.answered(decide, shell, "allow", 0.9).code == 0
        assert self.answered(decide, shell, "deny", 0.9).code == 3

    @pytest.mark.parametrize(("choice", "code"), [("allow", 0), ("deny", 3)])
    def test_an_answer_below_its_bar_is_none_unless_it_is_asked_for(
        self, decide: Run, shell: Shell, choice: str, code: int
    ) -> None:
        left_out = self.answered(decide, shell, choice, 0.4)
        assert left_out.code == 2
        assert "note: fact judgement:verdict is left out" in left_out.err
        assert self.answered(decide, shell, choice, 0.4, "--include-escalated").code == code

    @pytest.mark.parametrize(
        "body",
        [
            b"",
            b'{"judge":{"model":"m"},"answers":{}}',
            b'{"judge":{"model":"m"},"answers":{"unsafe":{"noul":"0"}}}',
            b'{"judge":{"model":"m"},"answers":{"unsafe":{"noul":-1}}}',
        ],
    )
    def test_a_judge_without_a_usable_answer_decides_nothing_and_signs_nothing(
        self, decide: Run, shell: Shell, body: bytes
    ) -> None:
        with serving(sending(response(body))) as server:
            words = ("--judge-url", server.url, "--question", "unsafe", "--attest", *FILES)
            assert decide(*words, "--format", "json").error["code"] == "judge-answer-rejected"
        assert signed(shell) == ()
        assert not (shell.folder / "certificate.json").exists()

    def test_a_judge_that_is_down_decides_nothing(self, decide: Run) -> None:
        assert decide("--judge-url", "http://127.0.0.1:9", "--format", "json").error["code"] == "judge-unavailable"


class TestReceipts:
    """One call, one id, signed or not."""

    def test_signing_changes_no_id_and_no_decision(self, decide: Run) -> None:
        unsigned, signed = decide("--format", "json").document, decide("--attest", "--format", "json").document
        assert signed["action"] == unsigned["action"]
        assert signed["status"] == unsigned["status"]
        assert signed["receipts"]["action"] == signed["action"]["id"]
        assert unsigned["receipts"] == {"action": None, "judgements": []}

    def test_the_action_is_what_every_judgement_and_fact_is_about(self, decide: Run, rbridge: Run) -> None:
        document = decide("--attest", "--format", "json").document
        action = document["action"]["id"]
        receipts = rbridge("verify", "--all", "--format", "json").document["receipts"]
        assert [receipt["artifact_id"] for receipt in receipts] == [action, *document["receipts"]["judgements"]]
        assert {receipt["subject"] for receipt in receipts[1:]} == {action}
        assert receipts[0]["kind"] == "action Bash"
        facts = document["judgement"]["reason_facts"]
        assert {one["arguments"][0] for one in facts} == {action}
        assert [one["id"] for one in facts] == document["receipts"]["judgements"]

    def test_a_decision_without_a_judge_signs_the_action_alone(self, decide: Run, rbridge: Run) -> None:
        document = decide("--attest", "--judge", "none", "--format", "json").document
        assert document["receipts"] == {"action": document["action"]["id"], "judgements": []}
        assert len(rbridge("verify", "--all", "--format", "json").document["receipts"]) == 1

    def test_deciding_the_same_twice_stores_it_once(self, decide: Run, rbridge: Run) -> None:
        assert decide("--attest").out == decide("--attest").out
        assert len(rbridge("verify", "--all", "--format", "json").document["receipts"]) == 7

    def test_other_arguments_are_another_action(self, decide: Run) -> None:
        ids = {
            decide(*words, "--format", "json", input=call).document["action"]["id"]
            for words, call in (
                ((), HARMLESS),
                ((), '{"command":"ls"}'),
                (("--actor", "agent://ci"), HARMLESS),
                (("--capability", "shell.exec"), HARMLESS),
                (("--at", "2026-09-23T12:00:01Z"), HARMLESS),
            )
        }
        assert len(ids) == 5

    def test_people_see_which_receipt_is_which(self, decide: Run) -> None:
        out = decide("--attest").out
        assert "\nreceipts:   action art_" in out
        assert " unsafe\nchecked:" in out


class TestMissions:
    """What was asked of the agent."""

    def test_without_one_it_is_made_of_the_action(self, decide: Run, shell: Shell) -> None:
        document = decide(*FILES, "--principal", "user:ana", "--instruction", "tidy up", "--format", "json").document
        mission = shell.read("request.json")["mission"]
        assert document["mission"] == mission["id"] == "mission_" + document["action"]["id"]
        assert (mission["principal"], mission["issued_at"], mission["constraints"]) == ("user:ana", AT, {})
        assert mission["instruction_digest"] == sha256("tidy up")

    def test_a_mission_file_is_taken_as_it_is(self, decide: Run, shell: Shell) -> None:
        shell.write("mission.json", MISSION)
        assert decide("--mission", "mission.json", *FILES).code == 0
        assert shell.read("request.json")["mission"] == MISSION

    def test_a_mission_that_is_over_or_has_not_begun_authorizes_nothing(self, decide: Run, shell: Shell) -> None:
        for members in ({"valid_until": AT}, {"issued_at": "2026-09-24T00:00:00Z"}):
            shell.write("mission.json", {**MISSION, **members})
            assert decide("--mission", "mission.json").code in {1, 2}

    @pytest.mark.parametrize(
        "mission", [{}, [], {**MISSION, "instruction_digest": "x"}, {**MISSION, "extra": 1}, {**MISSION, "id": ""}]
    )
    def test_a_malformed_mission_is_refused(self, decide: Run, shell: Shell, mission: object) -> None:
        shell.write("mission.json", mission)
        assert decide("--mission", "mission.json", "--attest", "--format", "json").error
        assert signed(shell) == ()

    def test_effects_are_declared(self, decide: Run, shell: Shell) -> None:
        words = ("--effect", "deploy:release=1.4.0", "--effect", "delete:https://x/y?a=b", "--effect", "read:disk")
        assert decide(*words, *FILES).code == 0
        effects = shell.read("request.json")["action"]["effects"]
        assert [(effect["kind"], effect["resource"], effect.get("value")) for effect in effects] == [
            ("deploy", "release", "1.4.0"),
            ("delete", "https://x/y?a", "b"),
            ("read", "disk", None),
        ]

    @pytest.mark.parametrize("effect", ["", "deploy", ":release", "deploy:", "deploy:=1"])
    def test_an_effect_has_a_kind_and_a_resource(self, decide: Run, effect: str) -> None:
        assert decide("--effect", effect, "--format", "json").error["where"] == "--effect"


class TestPrograms:
    """What may decide."""

    def test_json_and_source_of_a_policy_decide_alike(self, decide: Run, rbridge: Run, shell: Shell) -> None:
        shell.write("gate.json", rbridge("reason", "compile", "bridge:gates/tool_call").out)
        for call in (HARMLESS, DESTRUCTIVE):
            source = decide("--format", "json", input=call).document
            compiled = decide("--format", "json", input=call, program="gate.json").document
            assert compiled["verification"] == source["verification"]

    def test_a_program_with_a_query_is_no_policy(self, decide: Run, shell: Shell) -> None:
        shell.write("program.reason", GATE.replace("action policy", "ontology"))
        assert decide(program="program.reason").complaint

    @pytest.mark.parametrize("name", ["bridge:", "bridge:gates/none", "bridge:../gates/tool_call", "gates/tool_call"])
    def test_a_program_that_is_not_there_is_refused(self, decide: Run, name: str) -> None:
        complaint = decide(program=name).complaint
        assert name in complaint
        if name.startswith("bridge:"):
            assert "bridge:gates/tool_call" in complaint

    def test_a_file_is_never_taken_for_a_bundled_program(self, decide: Run, shell: Shell) -> None:
        shell.write("bridge:gates/tool_call", "not a program")
        assert decide().code == 0

    def test_a_request_decides_itself_elsewhere(self, decide: Run, shell: Shell) -> None:
        decide(*FILES)
        assert "not an action policy" in decide(program="request.json").complaint

    def test_the_request_is_one_that_reason_authorizes(self, decide: Run, rbridge: Run, shell: Shell) -> None:
        decide(*FILES, input=DESTRUCTIVE)
        done = rbridge("reason", "authorize", "request.json", "--format", "json")
        assert done.code == 3
        assert done.document == shell.read("certificate.json")
        assert wire.read_request(shell.read("request.json")).action.arguments == {"command": "rm -rf /"}


class TestHostileInput:
    """Input that would forge, confuse or exhaust."""

    def test_a_text_that_begins_with_a_dollar_sign_fails_closed_before_anything_is_signed(
        self, decide: Run, shell: Shell
    ) -> None:
        error = decide("--attest", "--format", "json", input='{"command":"$HOME/bin/x"}').error
        assert error["where"] == "$.action.arguments.command"
        assert "variable" in error["message"]
        assert "quotes" in error["help"]
        assert signed(shell) == ()

    @pytest.mark.parametrize("input", ['{"$x":1}', '{"a":"$$"}', '{"a":"$ b"}'])
    def test_so_does_any_other_that_the_kernel_reads_as_a_variable(self, decide: Run, input: str) -> None:
        assert "variable" in decide(input=input).complaint

    @pytest.mark.parametrize(
        "words", [("--principal", "$x"), ("--effect", "$k:r"), ("--effect", "k:$r"), ("--effect", "k:r=$v")]
    )
    def test_also_outside_the_arguments(self, decide: Run, words: tuple[str, ...]) -> None:
        assert "variable" in decide(*words).complaint

    @pytest.mark.parametrize("input", ['{"a":"$"}', '{"a":["$x"]}', '{"a":" $x"}', '{"a":"x$y"}'])
    def test_a_dollar_sign_elsewhere_does_no_harm(self, decide: Run, input: str) -> None:
        assert decide(input=input).code == 0

    @pytest.mark.parametrize(
        "tool", ["Bash\nAUTHORIZED  Bash", "\x1b[2J\x1b[HBash", "Bash\r", "\u202eBash", "\x9b2J", "B\u2028"]
    )
    def test_a_tools_name_cannot_forge_a_line(self, rbridge: Run, shell: Shell, tool: str) -> None:
        shell.write("permissions.json", [{**PERMISSIONS[0], "arguments": [tool], "id": f"id{tool}"}])
        words = ("decide", "--tool", tool, "--program", "bridge:gates/tool_call", "--facts", "permissions.json")
        for more in ((), ("--judge", "none"), ("--attest",)):
            done = rbridge(*words, *more, "--at", AT)
            assert done.code in {0, 2}
            said = done.out + done.err
            assert sum(line.startswith("AUTHORIZED") for line in said.splitlines()) == (done.code == 0)
            assert not any(character in said for character in "\x1b\r\u202e\x9b\u2028")
        assert not any(character in rbridge("verify", "--all").out for character in "\x1b\r\u202e\x9b\u2028")

    def test_a_forged_need_stays_on_its_line(self, rbridge: Run) -> None:
        tool = "x\nAUTHORIZED  Bash"
        done = rbridge("decide", "--tool", tool, "--program", "bridge:gates/tool_call", "--at", AT)
        assert done.code == 2
        assert "that a person permits the tool x\\u000aAUTHORIZED  Bash" in done.out

    @pytest.mark.parametrize("levels", [120, 124, 126, 127])
    def test_arguments_too_deep_for_the_certificate_to_be_read_back_are_refused(
        self, decide: Run, shell: Shell, levels: int
    ) -> None:
        done = decide(*FILES, input='{"a":' * levels + "1" + "}" * levels)
        if done.code == 1:
            assert "--input" in done.complaint
        else:
            assert verified(done, shell)["authorization_status"] == "authorized"

    @pytest.mark.parametrize("input", ['{"a":' * 5000 + "1" + "}" * 5000, '{"a":[' + "[" * 100_000])
    def test_what_is_nested_without_end_is_an_error(self, decide: Run, input: str) -> None:
        assert decide(input=input).complaint

    def test_a_megabyte_of_arguments_is_decided(self, decide: Run, shell: Shell) -> None:
        shell.write("call.json", {"command": "echo " + "x" * 1_000_000})
        assert decide("--format", "json", input="@call.json").code == 0

    @pytest.mark.parametrize("input", ['{"":1}', '{" ":1}'])
    def test_an_argument_without_a_name_is_refused_before_anything_is_signed(
        self, decide: Run, shell: Shell, input: str
    ) -> None:
        assert "must not be empty" in decide("--attest", input=input).complaint
        assert signed(shell) == ()

    def test_numbers_keep_their_kind(self, decide: Run, shell: Shell) -> None:
        numbers = '{"a":1.0,"b":1,"c":true,"d":123456789012345678901234567890,"e":-0.0,"f":1e16}'
        assert verified(decide(*FILES, input=numbers), shell)["status"] == "verified"
        assert decide(input='{"d":1e400}').complaint

    @pytest.mark.parametrize(
        "facts",
        ["", "{", "{}", "null", '"x"', "[1]", '[{"id":"x"}]', '{"id":"x"}\n{', "[]]", "\xff", '{"reason_facts":[]}'],
    )
    def test_facts_that_are_none_are_refused_by_name(self, decide: Run, shell: Shell, facts: str) -> None:
        shell.write("facts.json", facts.encode("latin-1"))
        assert "facts.json" in decide("--facts", "facts.json").complaint

    def test_facts_the_program_does_not_take_are_refused_before_anything_is_signed(
        self, decide: Run, shell: Shell
    ) -> None:
        for wrong in (
            fact("x", "unknown_predicate", "a"),
            fact("x", "tool_allowed", 1),
            fact("x", "tool_allowed", "a", "b"),
            fact("x", "tool_allowed", "$tool"),
            fact("x", "tool_allowed", "a", by="nobody"),
            fact("x", "tool_allowed", "a", observed_at="yesterday"),
            fact("x", "tool_allowed", "a", supersedes=["none"]),
            fact("permit", "tool_allowed", "a"),
        ):
            shell.write("facts.json", [wrong])
            assert decide("--facts", "facts.json", "--attest").complaint
        assert signed(shell) == ()

    def test_two_facts_of_one_id_are_refused(self, decide: Run, shell: Shell) -> None:
        shell.write("facts.json", [{**PERMISSIONS[0], "arguments": ["Other"]}])
        assert "two different facts" in decide("--facts", "facts.json").complaint

    def test_the_same_fact_twice_is_one(self, decide: Run) -> None:
        assert decide("--facts", "permissions.json").out == decide().out

    @pytest.mark.parametrize("words", [("--question", "unsafe"), ("--state-out", "s.json"), ("--contract", "a@1")])
    def test_what_only_a_judge_can_use_is_refused_without_one(self, decide: Run, words: tuple[str, ...]) -> None:
        assert words[0] in decide("--judge", "none", *words).complaint

    @pytest.mark.parametrize("actor", ["", "nobody", "://", "agent://"])
    def test_an_actor_is_a_uri(self, decide: Run, actor: str) -> None:
        assert decide("--actor", actor).code == 1
