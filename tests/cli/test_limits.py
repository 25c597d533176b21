"""The limits on the command line: what sets them, what is said when one is reached, and what it costs."""

import json
import time
from pathlib import Path
from typing import Any

import pytest

import bridge
from bridge.core.bounds import BOUNDS
from bridge.errors import LimitError, UsageError
from bridge.workflows.limits import Limits
from tests.cli.conftest import Run
from tests.cli.shell import AT, KEY_HELD, PERMISSIONS, PROGRAM, Shell, fact

RUNAWAY = {
    **PROGRAM,
    "facts": [fact(f"n{n}", "key_held", f"door {n}") for n in range(90)],
    "rules": [
        {
            "id": "every",
            "when": [{"predicate": "key_held", "arguments": [f"$x{i}"]} for i in range(12)],
            "then": {"predicate": "open", "arguments": ["$x0"]},
        },
        {
            "id": "tied",
            "when": [{"predicate": "key_held", "arguments": [f"$x{i}"]} for i in range(12)]
            + [{"predicate": "judged_safe", "arguments": [f"$x{i}", f"$x{i + 1}"]} for i in range(11)],
            "then": {"predicate": "open", "arguments": ["$x0"], "negated": True},
        },
        {
            "id": "pairs",
            "when": [{"predicate": "key_held", "arguments": [f"$x{i}"]} for i in range(2)],
            "then": {"predicate": "judged_safe", "arguments": ["$x0", "$x1"]},
        },
    ],
}
SMALL = {**PROGRAM, "facts": [KEY_HELD, fact("back", "key_held", "back")]}
DECIDE = ("decide", "--tool", "Bash", "--program", "bridge:gates/tool_call", "--facts", "permissions.json", "--at", AT)


@pytest.mark.parametrize(
    ("option", "value", "code"),
    [
        ("facts", "1", "RSN503"),
        ("derived", "1", "RSN504"),
        ("steps", "1", "RSN505"),
        ("rounds", "1", "RSN506"),
        ("seconds", "0.000001", "RSN507"),
        ("input-bytes", "100", "RSN508"),
        ("nesting", "3", "RSN509"),
    ],
)
def test_each_limit_is_refused_by_name_value_and_code(
    rbridge: Run, shell: Shell, option: str, value: str, code: str
) -> None:
    shell.write("p.json", SMALL)
    said = rbridge("reason", "check", "p.json", f"--max-{option}", value).complaint
    assert code in said
    assert f"--max-{option}" in said
    assert value.rstrip("0") in said
    shown = rbridge("reason", "check", "p.json", f"--max-{option}", value, "--format", "json")
    assert shown.code == 1
    assert shown.document.keys() == {"schema", "status", "error"}
    assert shown.document["schema"] == "zerker.reason.error.v1"


def test_what_is_just_within_every_limit_is_answered(rbridge: Run, shell: Shell) -> None:
    size = len(json.dumps(SMALL))
    shell.write("p.json", SMALL)
    words = ("--max-facts", "2", "--max-derived", "2", "--max-rounds", "2", "--max-steps", "2", "--max-seconds", "60")
    within = rbridge("reason", "check", "p.json", *words, "--max-input-bytes", str(size), "--max-nesting", "6")
    assert (within.code, within.out) == (0, rbridge("reason", "check", "p.json").out)


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("facts", "0"),
        ("facts", "-1"),
        ("facts", "1.5"),
        ("facts", "many"),
        ("rounds", ""),
        ("seconds", "0"),
        ("seconds", "-2"),
        ("seconds", "nan"),
        ("seconds", "inf"),
        ("nesting", "128"),
    ],
)
def test_a_limit_that_cannot_be_one_is_refused(rbridge: Run, shell: Shell, option: str, value: str) -> None:
    shell.write("p.json", SMALL)
    assert f"--max-{option}" in rbridge("reason", "check", "p.json", f"--max-{option}", value).complaint


class TestWhereTheyComeFrom:
    """The option, then the environment, then for commands with a workspace its settings."""

    def test_the_environment_holds_until_an_option_speaks(
        self, rbridge: Run, shell: Shell, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        shell.write("p.json", SMALL)
        monkeypatch.setenv("BRIDGE_MAX_DERIVED", "1")
        assert "RSN504" in rbridge("reason", "check", "p.json").complaint
        assert rbridge("reason", "check", "p.json", "--max-derived", "2").code == 0
        monkeypatch.setenv("BRIDGE_MAX_DERIVED", "none")
        assert "BRIDGE_MAX_DERIVED must be a number" in rbridge("reason", "check", "p.json").complaint

    def test_the_settings_hold_for_decide_until_the_environment_speaks(
        self, rbridge: Run, shell: Shell, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        shell.write("permissions.json", PERMISSIONS)
        shell.write(".bridge/config.toml", "[limits]\nfacts = 2\n")
        refused = rbridge(*DECIDE, "--format", "json")
        assert refused.error["code"] == "limit"
        assert "the limit is 2 (RSN503)" in refused.error["message"]
        monkeypatch.setenv("BRIDGE_MAX_FACTS", "1000")
        assert rbridge(*DECIDE).code == 0
        assert rbridge(*DECIDE, "--max-facts", "3").code == 1

    def test_no_file_changes_what_the_reason_commands_answer(self, rbridge: Run, shell: Shell) -> None:
        shell.write("p.json", SMALL)
        shell.write(".bridge/config.toml", "[limits]\nfacts = 1\n")
        assert rbridge("reason", "check", "p.json").code == 0

    @pytest.mark.parametrize("content", ["[limits]\nfact = 1\n", "limits = 3\n", "[limits]\nfacts = true\n"])
    def test_settings_that_make_no_sense_are_named(self, rbridge: Run, shell: Shell, content: str) -> None:
        shell.write("permissions.json", PERMISSIONS)
        shell.write(".bridge/config.toml", content)
        assert "limits" in rbridge(*DECIDE).complaint

    @pytest.mark.parametrize("value", ["0", "1.5", '"x"', "nan"])
    def test_so_are_values(self, rbridge: Run, shell: Shell, value: str) -> None:
        shell.write("permissions.json", PERMISSIONS)
        shell.write(".bridge/config.toml", f"[limits]\nfacts = {value}\n")
        assert "limits.facts must be" in rbridge(*DECIDE).complaint

    @pytest.mark.parametrize("name", [name for name in BOUNDS if name != "seconds"])
    def test_a_number_beyond_all_machines_is_none(self, rbridge: Run, name: str) -> None:
        option = BOUNDS[name].option
        assert f"{option} must be at most" in rbridge("reason", "check", "-", option, "9" * 400).complaint

    def test_nor_is_a_time_that_no_clock_reaches(self) -> None:
        with pytest.raises(UsageError, match="seconds must be at most"):
            Limits(seconds=10**400)


def test_a_program_that_runs_away_costs_its_time_and_nothing_else(rbridge: Run, shell: Shell) -> None:
    shell.write("p.json", RUNAWAY)
    start = time.monotonic()
    assert (
        "RSN507"
        in rbridge(
            "reason", "check", "p.json", "--convention", "off", "--max-seconds", "0.2", "--proof-out", "r.json"
        ).err
    )
    assert time.monotonic() - start < 30
    assert not Path("r.json").exists()


def test_a_line_of_a_batch_that_runs_away_costs_that_line_only(rbridge: Run, shell: Shell) -> None:
    lines = [
        {"id": name, "command": "check", "input": program}
        for name, program in (("first", SMALL), ("runaway", RUNAWAY), ("last", SMALL))
    ]
    given = "".join(json.dumps(line) + "\n" for line in lines).encode()
    done = rbridge("reason", "batch", "-", "--convention", "off", "--max-seconds", "0.5", stdin=given)
    first, runaway, last = map(json.loads, done.out.splitlines())
    assert (done.code, first["exit"], last["exit"], runaway["exit"]) == (0, 0, 0, 1)
    assert "the limit is 0.5 (RSN507)" in runaway["error"]
    assert last["output"] == first["output"]


def test_the_library_takes_limits_too(shell: Shell) -> None:
    call: dict[str, Any] = {"program": "bridge:gates/tool_call", "facts": PERMISSIONS, "at": AT}
    assert bridge.decide("Bash", {"command": "ls"}, **call, limits=Limits(facts=100))
    with pytest.raises(LimitError, match="RSN503"):
        bridge.decide("Bash", {"command": "ls"}, **call, limits=Limits(facts=3))
    wrongs: tuple[dict[str, Any], ...] = (
        {"facts": 0},
        {"facts": True},
        {"seconds": float("nan")},
        {"rounds": 2.0},
        {"nesting": 128},
    )
    for wrong in wrongs:
        with pytest.raises(UsageError):
            Limits(**wrong)
