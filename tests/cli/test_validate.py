"""``rbridge reason validate``, ``capabilities`` and ``verify-authorization-bundle``."""

import copy
from collections.abc import Iterator
from typing import Any

import pytest
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from bridge import __version__
from bridge.cli.app import app
from bridge.cli.exits import EXITS
from tests.cli.conftest import Run
from tests.cli.shell import AT, KEY_HELD, PROGRAM, Shell
from tests.unit.release import building

JSON = ("--format", "json")
SOURCE = """ontology "p" version "1".
authority human-authorized.
admit human-authorized by default.
predicate p().
query p().
"""


def test_a_valid_program_is_counted(rbridge: Run, shell: Shell) -> None:
    shell.write("p.json", {**PROGRAM, "facts": [KEY_HELD]})
    assert rbridge("reason", "validate", "p.json").out == (
        f"VALID  doors@1\n       1 facts, 2 rules\n       evaluation {AT}\n\nNext: reason check p.json\n"
    )
    assert rbridge("reason", "validate", "p.json", *JSON).out == (
        f'{{"evaluation_time":"{AT}","facts":1,"ontology":{{"id":"doors","version":"1"}},"rules":2,'
        '"schema":"zerker.reason.validation.v1","status":"valid"}\n'
    )


def test_a_program_without_time_says_null(rbridge: Run, shell: Shell) -> None:
    program = {**PROGRAM, "schema": "zerker.reason.program.v1"}
    del program["evaluation_time"]
    shell.write("p.json", program)
    done = rbridge("reason", "validate", "p.json", *JSON)
    assert done.document["evaluation_time"] is None
    assert "evaluation" not in rbridge("reason", "validate", "p.json").out


def test_what_check_would_refuse_is_not_valid(rbridge: Run, shell: Shell) -> None:
    shell.write("p.json", {**PROGRAM, "facts": [KEY_HELD, KEY_HELD]})
    done = rbridge("reason", "validate", "p.json", *JSON)
    assert done.code == 1
    assert done.document["error"].startswith('invalid program:\n$.facts[1].id: duplicate id "held"')
    judged: Any = copy.deepcopy(PROGRAM)
    judged["authority"]["default_admit"] = ["model-judged"]
    shell.write("p.json", judged)
    assert "RSN1" in rbridge("reason", "validate", "p.json").err
    assert rbridge("reason", "validate", "p.json", "--convention", "off").code == 0


def test_a_source_is_compiled_first(rbridge: Run, shell: Shell) -> None:
    shell.write("p.reason", SOURCE)
    assert rbridge("reason", "validate", "p.reason").out.startswith("VALID  p@1\n")
    shell.write("p.reason", "nonsense")
    assert rbridge("reason", "validate", "p.reason").code == 1


def test_a_policy_is_no_program(rbridge: Run, shell: Shell) -> None:
    assert "not a program" in rbridge("reason", "validate", "bridge:gates/tool_call").complaint


@pytest.fixture
def decided(rbridge: Run, shell: Shell) -> dict[str, Any]:
    """The bundle of an authorized release."""
    shell.write("r.json", building.release())
    rbridge("reason", "release", "authorize", "r.json", "--bundle-out", "b.json")
    return dict(shell.read("b.json"))


def test_a_bundle_verifies_from_a_file_and_from_standard_input(
    rbridge: Run, shell: Shell, decided: dict[str, Any]
) -> None:
    from_file = rbridge("reason", "verify-authorization-bundle", "b.json", *JSON)
    piped = rbridge("reason", "verify-authorization-bundle", "-", *JSON, stdin=(shell.folder / "b.json").read_bytes())
    assert from_file.code == piped.code == 0
    assert from_file.out == piped.out
    assert from_file.document == {
        "schema": "zerker.reason.authorization-verification.v1",
        "status": "verified",
        "authorization_status": "authorized",
        "request_digest": decided["certificate"]["request_digest"],
        "reasoning_result_digest": from_file.document["reasoning_result_digest"],
    }
    shown = rbridge("reason", "verify-authorization-bundle", "b.json").out
    assert shown.startswith(f"VERIFIED_AUTHORIZATION  {decided['certificate']['request_digest']} (authorized)\n")


@pytest.mark.parametrize("require", [(), ("--require-authorized",)])
def test_a_bundle_that_does_not_hold_is_an_error_and_no_verdict(
    rbridge: Run, shell: Shell, decided: dict[str, Any], require: tuple[str, ...]
) -> None:
    decided["request"]["action"]["arguments"]["environment"] = "production"
    shell.write("b.json", decided)
    done = rbridge("reason", "verify-authorization-bundle", "b.json", *require, *JSON)
    assert done.code == EXITS["verification-failed"]
    assert done.document["error"].startswith("authorization verification failed:\n$.request_digest: ")


def test_a_program_on_standard_input_can_be_verified(rbridge: Run, shell: Shell) -> None:
    program = {**PROGRAM, "facts": [KEY_HELD]}
    shell.write("p.json", program)
    rbridge("reason", "check", "p.json", "--proof-out", "result.json")
    piped = (shell.folder / "p.json").read_bytes()
    assert rbridge("reason", "verify", "-", "result.json", stdin=piped).code == 0
    other = piped.replace(b"front", b"back")
    assert rbridge("reason", "verify", "-", "result.json", stdin=other).code == 1


def reason_group() -> TyperGroup:
    group = get_command(app)
    assert isinstance(group, TyperGroup)
    reason = group.commands["reason"]
    assert isinstance(reason, TyperGroup)
    return reason


def leaves(group: TyperGroup) -> Iterator[TyperCommand]:
    for command in group.commands.values():
        if isinstance(command, TyperGroup):
            yield from leaves(command)
        else:
            assert isinstance(command, TyperCommand)
            yield command


@pytest.mark.parametrize("command", [*leaves(reason_group())], ids=lambda command: command.name)
def test_every_command_has_the_convention_and_the_format(command: TyperCommand) -> None:
    assert {"--convention", "--format"} <= {option for parameter in command.params for option in parameter.opts}


def test_capabilities_name_the_commands_there_are(rbridge: Run, shell: Shell) -> None:
    reason = reason_group()
    document = rbridge("reason", "capabilities", *JSON).document
    assert document["commands"] == sorted(reason.commands)
    assert {"batch", "check", "policy", "release", "verify-authorization-bundle"} <= set(document["commands"])


def test_capabilities_say_the_same_everywhere(rbridge: Run, shell: Shell) -> None:
    first = rbridge("reason", "capabilities", *JSON, stdin=b"ignored")
    assert first.document["schema"] == "zerker.reason.capabilities.v1"
    assert first.document["binary_version"] == __version__
    assert [row["code"] for row in first.document["exit_codes"]] == [0, 1, 2, 3, 4]
    assert first.document["limits"]["max_cli_input_bytes"] == 64 * 1024 * 1024
    shown = rbridge("reason", "capabilities").out
    assert shown.startswith(f"REASON {__version__} CAPABILITIES\n")
    assert "\n  2 unknown or insufficient evidence\n" in shown
    assert "\nInput limit: 67108864 bytes (64 MiB)\n" in shown
    assert rbridge("reason", "capabilities", "more").code == 1


@pytest.mark.parametrize("command", ["validate", "capabilities", "verify-authorization-bundle", "batch"])
def test_the_convention_can_be_turned_off_and_says_so(rbridge: Run, shell: Shell, command: str) -> None:
    words = () if command == "capabilities" else ("missing.json",)
    assert rbridge("reason", command, *words, "--convention", "off").err.startswith("note: the convention is off")
    assert "--convention is on or off" in rbridge("reason", command, *words, "--convention", "x").complaint
