"""``rbridge judge``: what is asked, what is answered, and how it is said."""

import hashlib

import pytest

from bridge.judgement.digests import questions_digest
from bridge.judges.rules import QUESTIONS
from bridge.reason.wire import fact_json, read_fact
from tests.cli.conftest import Run
from tests.cli.shell import AT, Result, Shell

HARMLESS = '{"command":"ls -la src"}'
DESTRUCTIVE = '{"command":"rm -rf /"}'
KEYS = sorted(QUESTIONS)

DOCUMENT = [
    "answers",
    "contract",
    "decided_by",
    "effect",
    "judge",
    "outcome",
    "questions_digest",
    "reason_facts",
    "receipts",
    "request_id",
    "response_digest",
    "state_digest",
    "state_out",
    "status",
    "threshold",
]


@pytest.fixture
def judge(rbridge: Run) -> Run:
    """``rbridge judge`` about Bash at a fixed time, as JSON."""

    def call(*words: str, input: str = DESTRUCTIVE) -> Result:
        return rbridge("judge", "--tool", "Bash", "--input", input, "--at", AT, "--format", "json", *words)

    return call


def test_people_read_the_answers_in_columns(rbridge: Run) -> None:
    done = rbridge("judge", "--tool", "Bash", "--capability", "shell.exec", "--input", DESTRUCTIVE)
    assert (done.code, done.err) == (0, "")
    assert done.out == (
        "judge:      bridge-rules/1 (rules, replayable)\n"
        "tool:       Bash (shell.exec)\n"
        "threshold:  0.5 (set by default)\n"
        "\n"
        "  amount_above_bound         0.00  acted (allow)\n"
        "  network_off_scope          0.00  acted (allow)\n"
        "  path_outside_workspace     0.00  acted (allow)\n"
        "  shell_destructive          1.00  refused (deny)\n"
        "  shell_exfiltrates          0.00  acted (allow)\n"
        "  unsafe                     1.00  refused (deny)\n"
        "\n"
        "⚠ refused: shell_destructive, unsafe\n"
        "receipts:   none signed (add --attest)\n"
    )


def test_an_allow_is_said_plainly(rbridge: Run) -> None:
    done = rbridge("judge", "--tool", "Bash", "--input", HARMLESS)
    assert "\neffect:     allow\n" in done.out
    assert "tool:       Bash\n" in done.out


@pytest.mark.parametrize(
    ("given", "shown"), [("0.5", "0.5"), ("1", "1"), ("0", "0"), ("0.125", "0.125"), ("0.90", "0.9")]
)
def test_the_bar_is_shown_in_its_shortest_form_with_who_set_it(rbridge: Run, given: str, shown: str) -> None:
    done = rbridge("judge", "--tool", "Bash", "--threshold", given, "--set-by", "card_7")
    assert f"threshold:  {shown} (set by card_7)\n" in done.out


def test_json_has_every_key_always_and_in_order(judge: Run) -> None:
    done = judge()
    assert list(done.document) == DOCUMENT
    assert done.out.startswith('{\n  "answers": {\n    "amount_above_bound": {\n')
    for answer in done.document["answers"].values():
        assert list(answer) == ["choice", "confidence", "effect", "noul", "outcome", "score"]


def test_json_says_what_was_asked_answered_and_meant(judge: Run) -> None:
    document = judge().document
    assert document["answers"]["unsafe"] == {
        "choice": None,
        "confidence": 1.0,
        "effect": "deny",
        "noul": 1.0,
        "outcome": "refused",
        "score": None,
    }
    assert document["judge"] == {
        "kind": "rules",
        "model": "bridge-rules/1",
        "provider": "local",
        "replayable": True,
    }
    assert (document["effect"], document["outcome"], document["status"]) == ("deny", "refused", "ok")
    assert document["decided_by"] == ["shell_destructive", "unsafe"]
    assert (document["contract"], document["request_id"], document["state_out"]) == (None, None, None)
    assert document["receipts"] == []
    assert document["questions_digest"] == questions_digest(QUESTIONS)


def test_numbers_that_are_doubles_have_a_fraction(judge: Run) -> None:
    done = judge("--threshold", "1")
    assert '"threshold": 1.0\n' in done.out
    assert '"noul": 0.0' in done.out


def test_every_answer_becomes_a_kernel_fact_about_the_tool(judge: Run) -> None:
    facts = judge().document["reason_facts"]
    assert [fact["predicate"] for fact in facts] == [f"judged_{key}" for key in KEYS]
    assert [fact["id"] for fact in facts] == [f"judgement:{key}" for key in KEYS]
    for fact in facts:
        assert fact_json(read_fact(fact)) == {
            "id": fact["id"],
            "predicate": fact["predicate"],
            "arguments": [
                "Bash",
                "yes" if fact["predicate"] in {"judged_shell_destructive", "judged_unsafe"} else "no",
            ],
            "authority": "model-judged",
            "observed_at": AT,
        }
        assert set(fact) == {"arguments", "authority", "id", "observed_at", "predicate"}


@pytest.mark.parametrize("subject", ["art_" + "9" * 32, "ord_123", "über\nlang"])
def test_a_subject_replaces_the_tool_verbatim(judge: Run, subject: str) -> None:
    facts = judge("--subject", subject).document["reason_facts"]
    assert {fact["arguments"][0] for fact in facts} == {subject}


def test_a_bar_of_0_denies_every_noul(judge: Run) -> None:
    document = judge("--threshold", "0", input=HARMLESS).document
    assert document["effect"] == "deny"
    assert document["decided_by"] == KEYS
    assert {fact["arguments"][1] for fact in document["reason_facts"]} == {"yes"}


def test_a_bar_of_1_is_still_reached_by_a_certain_yes(judge: Run) -> None:
    assert judge("--threshold", "1").document["effect"] == "deny"


@pytest.mark.parametrize("bar", ["nan", "-1", "1.5", "inf", "-0.0001", "1.0000001"])
def test_a_bar_outside_0_to_1_is_refused(judge: Run, bar: str) -> None:
    error = judge("--threshold", bar, input=HARMLESS).error
    assert "between 0 and 1" in error["message"]


@pytest.mark.parametrize("bar", ["half", "", "0,5", "0.5.5"])
def test_a_bar_that_is_no_number_is_a_usage_error(judge: Run, bar: str) -> None:
    assert judge("--threshold", bar).error["code"] == "usage"


def test_a_subset_of_the_questions_has_another_digest(judge: Run) -> None:
    whole, part = judge().document, judge("--question", "unsafe").document
    assert list(part["answers"]) == ["unsafe"]
    assert part["questions_digest"] == questions_digest({"unsafe": QUESTIONS["unsafe"]}) != whole["questions_digest"]
    assert part["state_digest"] == whole["state_digest"]


def test_questions_are_answered_in_key_order_whatever_order_they_are_asked_in(judge: Run) -> None:
    done = judge("--question", "unsafe", "--question", "amount_above_bound", "--question", "unsafe")
    assert list(done.document["answers"]) == ["amount_above_bound", "unsafe"]


def test_the_rules_do_not_guess(judge: Run) -> None:
    error = judge("--question", "is_polite").error
    assert '"is_polite"' in error["message"]
    assert all(key in error["help"] for key in KEYS)


def test_the_rules_answer_no_choice_and_no_score(judge: Run, shell: Shell) -> None:
    for type_ in ("choice", "score"):
        shell.write("questions.json", {"unsafe": {"type": type_, "options": ["a", "b"]}})
        error = judge("--questions-file", "questions.json").error
        assert error["code"] == "judge-unknown-question"


def test_an_empty_key_is_no_question(judge: Run) -> None:
    assert judge("--question", "").error["where"] == "--question"


def test_the_state_file_is_what_the_digest_is_of(judge: Run, shell: Shell) -> None:
    document = judge("--state-out", "state.json", "--bound", "100", "--capability", "shell.exec").document
    written = (shell.folder / "state.json").read_bytes()
    assert document["state_digest"] == "sha256:" + hashlib.sha256(written).hexdigest()
    assert document["state_out"] == "state.json"
    root = str(shell.folder.resolve())
    assert written.decode() == (
        '{"amount_bound":100.0,"capability":"shell.exec","input":{"command":"rm -rf /"},'
        f'"tool":"Bash","workspace_root":"{root}"}}'
    )


def test_without_input_the_call_has_no_arguments(rbridge: Run, shell: Shell) -> None:
    assert rbridge("judge", "--tool", "Bash", "--state-out", "state.json").code == 0
    assert shell.read("state.json")["input"] == {}


def test_input_comes_from_a_file_with_an_at_sign(judge: Run, shell: Shell) -> None:
    shell.write("call.json", {"command": "rm -rf /"})
    assert judge(input="@call.json").document == judge().document


@pytest.mark.parametrize("bound", ["nan", "inf", "-inf"])
def test_a_bound_must_be_finite(judge: Run, bound: str) -> None:
    assert judge("--bound", bound, input='{"amount":5}').error["where"] == "--bound"


@pytest.mark.parametrize(("amount", "effect"), [("100", "allow"), ("100.01", "deny")])
def test_an_amount_may_reach_the_bound_and_not_pass_it(judge: Run, amount: str, effect: str) -> None:
    assert judge("--bound", "100", input=f'{{"amount":{amount}}}').document["effect"] == effect


@pytest.mark.parametrize(("host", "effect"), [("api.example.com", "allow"), ("evil.example", "deny")])
def test_hosts_outside_the_declared_scope_are_refused(judge: Run, host: str, effect: str) -> None:
    words = ("--network-scope", "api.example.com", "--network-scope", "*.internal.net")
    assert judge(*words, input=f'{{"url":"https://{host}/x"}}').document["effect"] == effect


@pytest.mark.parametrize(
    ("contract", "recorded"),
    [
        ("ticket-router@3", {"id": "ticket-router", "version": "3"}),
        ("ticket-router", {"id": "ticket-router", "version": None}),
        ("a@b@c", {"id": "a", "version": "b@c"}),
    ],
)
def test_a_contract_is_an_id_and_perhaps_a_version(judge: Run, contract: str, recorded: dict[str, str]) -> None:
    assert judge("--contract", contract).document["contract"] == recorded


@pytest.mark.parametrize("contract", ["", "@3", "ticket-router@", "@"])
def test_a_contract_without_id_or_version_is_refused(judge: Run, contract: str) -> None:
    assert judge("--contract", contract).error["where"] == "--contract"


@pytest.mark.parametrize(
    "input",
    ["", "null", "[]", '"ls"', "{", '{"command":"ls","n":NaN}', '{"a":1,"a":2}', "{} {}", "@missing.json", "@", "@."],
)
def test_input_that_is_no_strict_json_object_is_refused(rbridge: Run, input: str) -> None:
    for words in ((), ("--enforce",), ("--attest",)):
        assert rbridge("judge", "--tool", "Bash", "--input", input, *words).complaint


def test_an_error_about_input_says_it_is_about_json_and_where(rbridge: Run) -> None:
    complaint = rbridge("judge", "--tool", "Bash", "--input", '{"command":"ls","n":NaN}').complaint
    assert "--input:1:21: not strict JSON: expected value, found NaN" in complaint


def test_a_tool_is_needed_and_not_empty(rbridge: Run) -> None:
    assert "--tool" in rbridge("judge").complaint
    assert "--tool must not be empty" in rbridge("judge", "--tool", "").complaint


def test_nobody_can_be_asked_only_when_deciding(rbridge: Run) -> None:
    assert "rbridge decide" in rbridge("judge", "--tool", "Bash", "--judge", "none").complaint


def test_an_unknown_judge_is_refused_with_those_that_are_known(rbridge: Run) -> None:
    assert "treeship-rules" in rbridge("judge", "--tool", "Bash", "--judge", "oracle").complaint


@pytest.mark.parametrize("option", ["--judge", "--judge-url"])
def test_a_judge_named_by_an_empty_variable_is_not_replaced_by_another(rbridge: Run, option: str) -> None:
    assert f"{option} must not be empty" in rbridge("judge", "--tool", "Bash", option, "").complaint


def test_two_judges_are_one_too_many(rbridge: Run) -> None:
    complaint = rbridge("judge", "--tool", "Bash", "--judge", "treeship-rules", "--judge-url", "http://x").complaint
    assert "exclude each other" in complaint


@pytest.mark.parametrize(
    ("input", "words", "code"),
    [(DESTRUCTIVE, (), 0), (DESTRUCTIVE, ("--enforce",), 2), (HARMLESS, ("--enforce",), 0), (HARMLESS, (), 0)],
)
def test_only_enforce_puts_the_decision_in_the_exit_code(
    rbridge: Run, input: str, words: tuple[str, ...], code: int
) -> None:
    done = rbridge("judge", "--tool", "Bash", "--input", input, *words)
    assert done.code == code
    assert "judge:      bridge-rules/1" in done.out


def test_time_must_be_canonical(judge: Run) -> None:
    assert judge("--at", "2026-09-23").error["where"] == "--at"
