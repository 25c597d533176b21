"""Several judges at the command line: each signed under its own name, and the rule says what they come to."""

import json
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from tests.cli.conftest import Run
from tests.cli.shell import AT, PERMISSIONS, Shell
from tests.cli.signed import signed_payload
from tests.unit.judges.server import Talk, response, sending, serving

UNSAFE = ("--tool", "Bash", "--input", '{"command":"rm -rf /"}', "--question", "unsafe", "--at", AT)
SAFE = ("--tool", "Bash", "--input", '{"command":"ls"}', "--question", "unsafe", "--at", AT)
SUBJECT = "art_" + "0a" * 16


def saying(model: str, noul: float) -> Talk:
    return sending(response(json.dumps({"judge": {"model": model}, "answers": {"unsafe": {"noul": noul}}}).encode()))


@pytest.fixture
def judges() -> Iterator[tuple[str, str]]:
    """A mild judge and a stern one, by their URLs."""
    with ExitStack() as stack:
        mild = stack.enter_context(serving(saying("mild-1", 0.2)))
        stern = stack.enter_context(serving(saying("stern-1", 0.9)))
        yield mild.url, stern.url


def panel(*urls: str) -> tuple[str, ...]:
    return tuple(word for url in urls for word in ("--judge", url))


@pytest.mark.parametrize(
    ("rule", "effect", "code"),
    [("any", "allow", 0), ("majority", "deny", 2), ("all", "ask", 3), ("strictest", "deny", 2)],
)
def test_the_rule_says_what_they_come_to(
    rbridge: Run, judges: tuple[str, str], rule: str, effect: str, code: int
) -> None:
    done = rbridge("judge", *SAFE, *panel(*judges), "--agree", rule, "--enforce", "--format", "json")
    assert (done.code, done.document["effect"]) == (code, effect)
    assert done.document["panel"]["rule"] == rule
    assert [one["judge"]["model"] for one in done.document["panel"]["members"]] == ["mild-1", "stern-1"]


def test_without_a_rule_the_strictest_counts(rbridge: Run, judges: tuple[str, str]) -> None:
    assert rbridge("judge", *SAFE, *panel(*judges), "--format", "json").document["panel"]["rule"] == "strictest"


@pytest.mark.parametrize("rule", ["any", "majority", "all", "strictest"])
def test_the_rules_refusal_cannot_be_outvoted(rbridge: Run, judges: tuple[str, str], rule: str) -> None:
    mild, _ = judges
    with serving(saying("mild-2", 0.0)) as other:
        words = panel("treeship-rules", mild, other.url)
        done = rbridge("judge", *UNSAFE, *words, "--agree", rule, "--enforce", "--format", "json")
    assert (done.code, done.document["effect"]) == (2, "deny")


def test_each_answer_is_signed_under_its_own_judge_and_says_what_the_panel_made_of_it(
    rbridge: Run, shell: Shell, judges: tuple[str, str]
) -> None:
    words = panel("treeship-rules", *judges)
    done = rbridge("judge", *UNSAFE, *words, "--attest", "--subject", SUBJECT, "--format", "json")
    members = done.document["panel"]["members"]
    assert [len(one["receipts"]) for one in members] == [1, 1, 1]
    said = {}
    for one in members:
        payload = signed_payload(shell, one["receipts"][0])
        assert payload["judge"]["model"] == one["judge"]["model"]
        said[payload["judge"]["model"]] = (payload["outcome"], payload.get("effect"), payload["notes"])
    head = 'panel "panel", strictest of treeship-rules/0.31, mild-1, stern-1: deny'
    assert said == {
        "treeship-rules/0.31": ("refused", "deny", head),
        "mild-1": ("ignored", None, f"{head}; this answer gave way"),
        "stern-1": ("refused", "deny", head),
    }
    assert rbridge("verify", done.document["receipts"][-1]).code == 0


def test_the_store_gives_a_program_the_panels_answer_and_each_judges_by_name_where_that_is_asked_for(
    rbridge: Run, judges: tuple[str, str]
) -> None:
    rbridge("judge", *SAFE, *panel("treeship-rules", *judges), "--attest", "--subject", SUBJECT)
    done = rbridge("facts", "--store")
    assert {(one["predicate"], *one["arguments"]) for one in done.document} == {("judged_unsafe", SUBJECT, "yes")}
    assert done.err.count("did not go by its answer (--by-judge keeps it)") == 2
    named = rbridge("facts", "--store", "--by-judge").document
    assert {(one["predicate"], one["arguments"][1]) for one in named} == {
        ("judged_unsafe@mild-1", "no"),
        ("judged_unsafe@stern-1", "yes"),
        ("judged_unsafe@treeship-rules/0.31", "no"),
    }
    assert {one["authority"] for one in named} == {"model-judged"}


def test_the_output_of_judge_is_facts_for_a_program(rbridge: Run, shell: Shell, judges: tuple[str, str]) -> None:
    for more, expected in (
        ((), ["judged_unsafe"]),
        (("--by-judge",), ["judged_unsafe@mild-1", "judged_unsafe@stern-1"]),
    ):
        done = rbridge("judge", *SAFE, *panel(*judges), *more, "--format", "json")
        facts = done.document["reason_facts"]
        assert [one["predicate"] for one in facts] == expected
        assert len({one["id"] for one in facts}) == len(facts)
        assert sorted(done.document["answers"]) == [one.removeprefix("judged_") for one in expected]
        shell.write("judged.json", done.document)
        shell.write("p.reason", program(expected))
        assert rbridge("reason", "check", "p.reason", "--facts", "judged.json").code == 4


def program(predicates: list[str]) -> str:
    declared = "".join(f'predicate `{one}`(tool: string, answer: "yes" | "no").\n' for one in predicates)
    vetoes = "".join(
        f'rule veto_{number}: not open($tool) if asked($tool), `{one}`($tool, "yes").\n'
        for number, one in enumerate(predicates)
    )
    return (
        f'ontology "doors" version "1".\nevaluate at {AT}.\n'
        "authority human-authorized, model-judged.\nadmit human-authorized by default.\n"
        "admit only model-judged for judged_*.\n"
        "predicate open(tool: string).\npredicate asked(tool: string).\n"
        f"{declared}rule allow: open($tool) if asked($tool).\n{vetoes}"
        'fact front: asked("Bash") from human-authorized observed 2026-09-23T11:00:00Z.\n'
        'query open("Bash").\n'
    )


@pytest.fixture
def gate(shell: Shell) -> str:
    """A program that goes by one judge's answer, named."""
    return shell.write(
        "gate.reason",
        'action policy "gate" version "1".\nauthority human-authorized, model-judged.\n'
        "admit human-authorized by default.\nadmit only model-judged for judged_*.\n"
        "predicate tool_allowed(tool: string).\n"
        'predicate `judged_unsafe@mild-1`(action: string, answer: "yes" | "no").\n'
        'predicate `judged_unsafe@stern-1`(action: string, answer: "yes" | "no").\n'
        "rule allow: action_authorized($a) if action_tool($a, $t), tool_allowed($t), "
        '`judged_unsafe@mild-1`($a, "no").\n'
        'rule veto: not action_authorized($a) if `judged_unsafe@stern-1`($a, "yes").\n',
    )


def test_a_program_can_go_by_each_judge(rbridge: Run, shell: Shell, judges: tuple[str, str], gate: str) -> None:
    shell.write("permissions.json", PERMISSIONS)
    words = ("decide", *SAFE, "--program", gate, "--facts", "permissions.json", *panel(*judges), "--attest")
    done = rbridge(*words, "--by-judge", "--format", "json")
    assert (done.code, done.document["status"]) == (4, "conflicted")
    assert len(done.document["receipts"]["judgements"]) == 2
    without = rbridge(*words, "--format", "json")
    assert (without.code, without.document["status"]) == (2, "insufficient_evidence")


def test_the_settings_name_a_panel(rbridge: Run, shell: Shell, judges: tuple[str, str]) -> None:
    mild, _ = judges
    shell.write(
        ".bridge/config.toml",
        f'judge = "gate"\n[judges.mild]\nkind = "http"\nurl = "{mild}"\n'
        '[judges.down]\nkind = "http"\nurl = "http://127.0.0.1:9/"\n'
        '[panels.gate]\njudges = ["treeship-rules", "mild"]\nrule = "majority"\n'
        '[panels.careful]\njudges = ["mild", "down"]\non_error = "ask"\n'
        '[panels.strict]\njudges = ["mild", "down"]\n',
    )
    done = rbridge("judge", *SAFE, "--format", "json")
    assert done.document["effect"] == "allow"
    assert "the judge is gate, as" in done.err
    careful = rbridge("judge", *SAFE, "--judge", "careful", "--enforce", "--format", "json")
    assert (careful.code, careful.document["effect"]) == (3, "ask")
    assert careful.document["panel"]["members"][1]["error"].startswith("down: judge unavailable")
    error = rbridge("judge", *SAFE, "--judge", "strict", "--enforce", "--format", "json").error
    assert error["message"].startswith("down: judge unavailable")


def test_a_person_reads_whose_answers_they_are(rbridge: Run, judges: tuple[str, str]) -> None:
    done = rbridge("judge", *SAFE, *panel(*judges))
    assert "panel:      panel (strictest of 2)\n" in done.out
    assert "judge:      mild-1 (unknown, replayability unstated)\n" in done.out
    assert "  unsafe                     0.20  ignored (none)  mild-1, gave way\n" in done.out
    assert "  unsafe                     0.90  refused (deny)  stern-1\n" in done.out


@pytest.mark.parametrize(
    "words",
    [
        ("--judge", "treeship-rules", "--agree", "all"),
        ("--agree", "all"),
        ("--judge", "treeship-rules", "--judge", "none"),
        ("--judge", "treeship-rules", "--judge", "treeship-rules"),
        ("--judge", "treeship-rules", "--judge", "http://127.0.0.1:9/", "--agree", "most"),
        ("--judge", "treeship-rules", "--judge", ""),
        ("--judge", "treeship-rules", "--judge-url", "http://127.0.0.1:9/"),
        ("--judge", "nobody", "--judge", "treeship-rules"),
        ("--jobs", "2"),
        ("--judge", "none", "--record", "r.jsonl"),
        ("--record", "missing/r.jsonl"),
    ],
)
def test_options_that_do_not_fit_together_are_refused(rbridge: Run, words: tuple[str, ...]) -> None:
    assert rbridge("judge", *SAFE, *words, "--format", "json").error["message"]


def test_two_judges_of_one_name_cannot_be_told_apart(rbridge: Run, judges: tuple[str, str]) -> None:
    mild, _ = judges
    with serving(saying("mild-1", 0.9)) as twin:
        error = rbridge("judge", *SAFE, *panel(mild, twin.url), "--by-judge", "--format", "json").error
    assert "two judges answer as mild-1" in error["message"]


def test_a_judge_cannot_speak_under_anothers_name_where_it_is_pinned(rbridge: Run, shell: Shell) -> None:
    with serving(saying("jev-1.13.0", 0.0)) as server:
        table = f'[judges.mine]\nkind = "http"\nurl = "{server.url}"\n'
        shell.write(".bridge/config.toml", table)
        assert rbridge("judge", *SAFE, "--judge", "mine").code == 0
        shell.write(".bridge/config.toml", table + 'pin = "mine-1"\n')
        error = rbridge("judge", *SAFE, "--judge", "mine", "--format", "json").error
    assert error["message"] == 'judge answer rejected: "jev-1.13.0" answered, and "mine-1" is pinned'


@pytest.mark.parametrize("admit", ["", "admit only model-judged, agent-proposed for judged_*.\n"])
def test_what_holds_for_judgements_holds_for_those_that_name_the_judge(rbridge: Run, shell: Shell, admit: str) -> None:
    text = program(["judged_unsafe@mild-1"]).replace("admit only model-judged for judged_*.\n", admit)
    classes = "authority human-authorized, model-judged"
    shell.write("p.reason", text.replace(classes, f"{classes}, agent-proposed"))
    assert "RSN10" in rbridge("reason", "check", "p.reason").complaint
