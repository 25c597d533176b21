"""``rbridge reason decompile`` and ``strike``: programs as people write them."""

import pytest

from tests.cli.conftest import Run
from tests.cli.shell import AT, KEY_HELD, PERMISSIONS, PROGRAM, UNSAFE, Shell

JSON = ("--format", "json")
SOURCE = """\
ontology "doors" version "1".
evaluate at 2026-09-23T12:00:00Z.

authority agent-proposed, human-authorized, model-judged, tool-reported.
admit human-authorized, tool-reported by default.
admit only model-judged for judged_safe.

predicate judged_safe(string, string).
predicate key_held(string).
predicate open(string).

fact held: key_held("front") from tool-reported observed 2026-09-23T11:00:00Z.
fact unsafe: judged_safe("front", "no") from model-judged observed 2026-09-23T11:00:00Z.

rule open_with_key: open($door) if key_held($door).
rule shut_when_unsafe: not open($door) if judged_safe($door, "no").

query open("front").
"""
STRUCK = "".join(
    line for line in SOURCE.splitlines(keepends=True) if not line.startswith(("fact unsafe", "rule shut_when"))
)


@pytest.fixture
def doors(shell: Shell) -> str:
    return shell.write("doors.json", {**PROGRAM, "facts": [KEY_HELD, UNSAFE]})


def test_decompile_prints_the_source(rbridge: Run, doors: str) -> None:
    done = rbridge("reason", "decompile", doors)
    assert (done.code, done.out, done.err) == (0, SOURCE, "")


def test_decompile_as_json(rbridge: Run, doors: str) -> None:
    done = rbridge("reason", "decompile", doors, *JSON)
    assert done.document == {"schema": "bridge.source.v1", "source": SOURCE, "status": "ok"}
    assert done.out.startswith('{"schema":"bridge.source.v1","source":"ontology \\"doors\\"')


def test_what_is_decompiled_compiles_to_the_same_bytes(rbridge: Run, shell: Shell, doors: str) -> None:
    shell.write("doors.reason", rbridge("reason", "decompile", doors).out)
    assert rbridge("reason", "compile", "doors.reason").out == rbridge("reason", "compile", doors).out


def test_a_source_on_standard_input_is_printed_in_full(rbridge: Run, shell: Shell) -> None:
    short = SOURCE.replace('$door, "no"', '$door, "no" | "unsure"').replace(
        "key_held($door).", "key_held($door), key_held(_)."
    )
    printed = rbridge("reason", "decompile", "-", stdin=short.encode()).out
    assert "rule open_with_key: open($door) if key_held($door), key_held($_0).\n" in printed
    assert 'rule `shut_when_unsafe@unsure`: not open($door) if judged_safe($door, "unsure").\n' in printed
    assert rbridge("reason", "decompile", "-", stdin=printed.encode()).out == printed


def test_a_policy_that_ships_can_be_read(rbridge: Run, shell: Shell) -> None:
    done = rbridge("reason", "decompile", "bridge:gates/tool_call")
    assert done.out.startswith("action policy ")
    assert done.err == ""


def test_a_request_is_printed_as_its_policy_and_says_so(rbridge: Run, shell: Shell) -> None:
    shell.write("facts.json", PERMISSIONS)
    gate = ("--program", "bridge:gates/tool_call", "--facts", "facts.json", "--at", AT)
    rbridge("decide", "--tool", "Bash", *gate, "--request-out", "request.json")
    for command in ("decompile", "strike"):
        done = rbridge("reason", command, "request.json")
        assert done.code == 0
        assert done.out.startswith("action policy ")
        assert "fact permit_bash: tool_allowed(" in done.out
        assert done.err.startswith("note: this is the policy of the request")
    assert rbridge("reason", "strike", "request.json", *JSON).document["schema"] == "zerker.reason.action.v1"


def test_strike_prints_what_is_left_as_a_source(rbridge: Run, doors: str) -> None:
    assert rbridge("reason", "strike", doors).out == STRUCK


def test_strike_as_json_is_the_program(rbridge: Run, doors: str) -> None:
    left = rbridge("reason", "strike", doors, *JSON).document
    assert left == {**PROGRAM, "facts": [KEY_HELD], "rules": [PROGRAM["rules"][0]]}  # type: ignore[index]


@pytest.mark.parametrize("command", ["decompile", "strike"])
def test_a_program_that_breaks_the_convention_is_printed_all_the_same(rbridge: Run, shell: Shell, command: str) -> None:
    shell.write("doors.reason", SOURCE.replace("rule shut_when_unsafe: not open", "rule shut_when_unsafe: open"))
    assert rbridge("reason", "check", "doors.reason").code == 1
    assert rbridge("reason", command, "doors.reason").code == 0


@pytest.mark.parametrize("command", ["decompile", "strike"])
def test_what_has_no_words_is_an_error_that_names_the_place(rbridge: Run, shell: Shell, command: str) -> None:
    shell.write("doors.json", {**PROGRAM, "facts": [{**KEY_HELD, "arguments": [1.5]}]})
    assert "$.facts[0].arguments[0]: a term is " in rbridge("reason", command, "doors.json").complaint
    failed = rbridge("reason", command, "doors.json", *(JSON if command == "decompile" else ()))
    assert failed.code == 1
    assert "keep it as JSON" in failed.err or failed.document["error"].startswith("$.facts[0].arguments[0]: ")
    assert rbridge("reason", "strike", "doors.json", *JSON).code == 0


@pytest.mark.parametrize("command", ["decompile", "strike"])
def test_the_convention_can_be_turned_off_and_says_so(rbridge: Run, doors: str, command: str) -> None:
    assert rbridge("reason", command, doors, "--convention", "off").err.startswith("note: the convention is off")
    assert "--convention is on or off" in rbridge("reason", command, doors, "--convention", "x").complaint
