"""Whatever stands on the command line or in a file: a verdict, or one sentence on what is wrong; never a surprise."""

import contextlib
import io
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bridge.cli.entry import run
from bridge.core import strict_json
from tests.cli.shell import AT, KEY_HELD, PERMISSIONS, PROGRAM

HOSTILE: Final = (
    *("", " ", "$", "$x", "-", "--", "@", "@.", "@/dev/null", "@missing", "{", "{}", "[]", "null", '{"command":"ls"}'),
    *("\0", "a\0b", "\ud800", "\x1b[2J", "a\nb", "\u202e", "😀", "x" * 5000, "../..", "nan", "-1", "1e999", "0x10"),
    *("art_", "art_00", "last", "bridge:", "bridge:gates/tool_call", "http://", "http://127.0.0.1:1/", "--format"),
    *("facts.json", "program.json", "permissions.json", "2026-09-23T12:00:00Z", "none", "treeship-rules", "on", "off"),
    "9" * 400,
)
WORDS: Final = st.one_of(st.sampled_from(HOSTILE), st.text(max_size=12))
JUDGE: Final = (
    *("--tool", "--input", "--capability", "--question", "--questions-file", "--judge", "--threshold", "--set-by"),
    *("--bound", "--network-scope", "--subject", "--contract", "--at", "--workspace", "--format", "--enforce"),
)
DECIDE: Final = (
    *("--tool", "--input", "--program", "--facts", "--mission", "--principal", "--instruction", "--effect", "--actor"),
    *("--question", "--judge", "--threshold", "--contract", "--convention", "--at", "--include-escalated"),
)
REASON: Final = ("--facts", "--query", "--at", "--convention", "--include-escalated", "--format")
VERIFY: Final = ("--all", "--state", "--key", "--trust", "--workspace", "--format")
FACTS: Final = ("--store", "--receipts", "--package", "--trust", "--subject", "--supersede", "--workspace", "--format")
RESOLVE: Final = ("--by", "--decision", "--route", "--reason", "--key", "--strict", "--at", "--workspace", "--format")

FLAGS: Final = frozenset({"--enforce", "--all", "--include-escalated", "--store", "--supersede", "--strict"})

# The folder is only read: no option that writes is among these, so one folder serves every example. A command costs
# tens of milliseconds, so there are fewer examples than elsewhere.
READING: Final = settings(
    max_examples=settings().max_examples * 2 // 5,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "facts.json").write_text(json.dumps([KEY_HELD]))
    (tmp_path / "permissions.json").write_text(json.dumps(PERMISSIONS))
    (tmp_path / "program.json").write_text(json.dumps(PROGRAM))
    yield tmp_path
    assert sorted(path.name for path in tmp_path.iterdir()) == ["facts.json", "permissions.json", "program.json"]


def options(names: tuple[str, ...]) -> st.SearchStrategy[list[str]]:
    pairs = st.tuples(st.sampled_from(names), WORDS).map(lambda pair: [pair[0]] if pair[0] in FLAGS else list(pair))
    return st.lists(pairs, max_size=4).map(lambda some: [word for pair in some for word in pair])


def calm(words: list[str], stdin: bytes = b"") -> tuple[int, str, str]:
    """Run a command; its code and what it said, once it is seen that neither is a surprise."""
    out, err = io.StringIO(), io.StringIO()
    before = sys.stdin
    sys.stdin = io.TextIOWrapper(io.BytesIO(stdin))
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = run(words)
    finally:
        sys.stdin = before
    said = out.getvalue() + err.getvalue()
    assert "internal error" not in said
    assert "Traceback" not in said
    assert code in {0, 1, 2, 3, 4}
    if code == 1:
        assert said.strip()
    return code, out.getvalue(), err.getvalue()


@READING
@given(options(JUDGE))
def test_judge(words: list[str]) -> None:
    code, out, _ = calm(["judge", "--tool", "Bash", *words])
    if code == 1:
        assert "allow" not in out


@READING
@given(options(DECIDE))
def test_decide(words: list[str]) -> None:
    said = ["decide", "--tool", "Bash", "--program", "bridge:gates/tool_call", *words, "--format", "json"]
    code, out, _ = calm(said)
    if out.startswith("{"):
        document: Any = strict_json.loads(out)
        assert (code == 0) is (document["status"] == "authorized")
        if code == 0:
            assert "permissions.json" in words


@READING
@given(st.sampled_from(("check", "authorize", "compile", "strike")), WORDS, options(REASON), st.binary(max_size=30))
def test_reason(command: str, file: str, words: list[str], stdin: bytes) -> None:
    calm(["reason", command, file, *words], stdin)


@READING
@given(WORDS | st.none(), options(VERIFY), st.binary(max_size=30))
def test_verify_finds_nothing_to_be_true(name: str | None, words: list[str], stdin: bytes) -> None:
    _, out, _ = calm(["verify", *([name] if name is not None else []), *words], stdin)
    assert "verified" not in out.lower() or "--help" in words


@READING
@given(options(FACTS), st.binary(max_size=30))
def test_no_facts_come_of_nothing(words: list[str], stdin: bytes) -> None:
    code, out, _ = calm(["facts", *words], stdin)
    assert code == 1 or "art_" not in out


@READING
@given(WORDS, options(RESOLVE))
def test_nothing_is_resolved_where_nothing_was_judged(name: str, words: list[str]) -> None:
    code, _, _ = calm(["judge", "--resolve", name, *words])
    assert code == 1 or "--help" in (name, *words)


@READING
@given(st.lists(WORDS, max_size=5))
def test_any_words_at_all(words: list[str]) -> None:
    calm(words)


JSON: Final = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.sampled_from(("$x", AT)),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@READING
@given(JSON)
def test_any_json_as_the_input_of_a_call(value: Any) -> None:
    words = ["--tool", "Bash", "--input", json.dumps(value), "--at", AT]
    judged, _, _ = calm(["judge", *words])
    decided, _, _ = calm(
        ["decide", *words, "--program", "bridge:gates/tool_call", "--facts", "permissions.json", "--judge", "none"]
    )
    assert judged in {0, 1}
    assert decided in {1, 2}


@READING
@given(JSON, st.sampled_from(tuple(PROGRAM)))
def test_any_json_as_a_part_of_a_program(value: Any, member: str) -> None:
    text = json.dumps({**PROGRAM, member: value}).encode()
    calm(["reason", "check", "-", "--format", "json"], text)


@READING
@given(JSON, st.sampled_from((*PERMISSIONS[0], "supersedes", "negated", "valid_until")))
def test_any_json_as_a_part_of_a_fact(value: Any, member: str) -> None:
    text = json.dumps([{**PERMISSIONS[0], member: value}]).encode()
    words = ["decide", "--tool", "Bash", "--program", "bridge:gates/tool_call", "--facts", "-", "--at", AT]
    code, _, _ = calm(words, text)
    assert code in {0, 1, 2}
