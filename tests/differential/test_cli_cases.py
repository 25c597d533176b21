"""The public-report cases of the command line, by what each asks for; one of a new kind fails until it is held."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

from bridge.cli.exits import EXITS
from tests.cli.conftest import Run
from tests.cli.shell import Shell
from tests.vectors import cases, needs_vectors

pytestmark = [pytest.mark.vectors, needs_vectors]

CASES = cases("cli")
DOCS: Final = Path(__file__).parents[2] / "docs"
JUDGE = ("judge", "--tool", "Bash", "--input", '{"command":"ls"}')
JSON_MODE: Final = (
    (*JUDGE, "--format", "json"),
    ("--format", "json", "--version"),
    (*JUDGE, "--attest", "--format", "json"),
    ("verify", "--all", "--format", "json"),
    ("facts", "--store", "--format", "json"),
    ("keys", "list", "--format", "json"),
    ("session", "status", "--format", "json"),
    ("judge", "--tool", "Bash", "--judge", "nobody", "--format", "json"),
)


def down(rbridge: Run, _: Shell, expect: dict[str, Any]) -> None:
    """A judge that cannot be reached, under enforcement."""
    with_url = (*JUDGE, "--judge-url", "http://127.0.0.1:9/", "--enforce")
    for words in (with_url, (*with_url, "--format", "json"), (*JUDGE, "--judge", "http://127.0.0.1:9/", "--enforce")):
        done = rbridge(*words)
        assert done.code != expect["exit_code_not"]
        assert expect["never_effect"] not in done.out.split('"message"')[0]


def one_document(rbridge: Run, shell: Shell, expect: dict[str, Any]) -> None:
    """Every command in JSON mode, with a settings file that has something to say."""
    assert expect["stdout_parses_as"] == "exactly one JSON document"
    shell.write(".bridge/config.toml", 'judge = "treeship-rules"\nset_by = "card_7"\n')
    for words in JSON_MODE:
        assert isinstance(rbridge(*words).document, dict), words
    noted = rbridge(*JUDGE, "--format", "json")
    assert "note: " not in noted.out


def not_json(rbridge: Run, _: Shell, expect: dict[str, Any]) -> None:
    """Input that is nearly JSON."""
    for text in ('{"command":"ls","n":NaN}', '{"n":Infinity}', '{"n":-Infinity}', '{"n":1e999}', "{'n':1}"):
        done = rbridge("judge", "--tool", "Bash", "--input", text)
        assert done.code != expect["exit_code_not"]
        assert expect["error_mentions"] in done.err


def no_bar(rbridge: Run, _: Shell, expect: dict[str, Any]) -> None:
    """Bars that are none."""
    for bar in ("nan", "1.5", "-1", "inf", "-inf", "x", ""):
        assert rbridge(*JUDGE, f"--threshold={bar}").code != expect["exit_code_not"], bar


def documented(rbridge: Run, _: Shell, expect: dict[str, Any]) -> None:
    """Exit codes, in the help of the commands that gate and on their page."""
    assert expect["exit_codes_documented"]
    for command in ("judge", "decide"):
        assert "Exit codes:" in rbridge(command, "--help").out
    page = (DOCS / "reference" / "exit-codes.md").read_text()
    assert {str(code) for code in EXITS.values()} <= set(re.findall(r"\d+", page))


def held(expect: dict[str, Any]) -> Callable[[Run, Shell, dict[str, Any]], None] | None:
    """The test of a case, by what it expects."""
    if "never_effect" in expect:
        return down
    if "stdout_parses_as" in expect:
        return one_document
    if "error_mentions" in expect:
        return not_json
    if "each" in expect:
        return no_bar
    return documented if "exit_codes_documented" in expect else None


def test_there_are_cases() -> None:
    assert len(CASES) >= 6


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_case(case: dict[str, Any], rbridge: Run, shell: Shell) -> None:
    test = held(case["expect"])
    assert test is not None, case
    test(rbridge, shell, case["expect"])
