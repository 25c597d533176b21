"""A session that is over, judged again: its calls in their order, and nothing signed."""

import json
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from bridge.gate import reports
from bridge.gate.replaying import Replay, replay

AT = "2026-09-23T12:00:00Z"


def line(*uses: tuple[str, str, dict[str, Any]], **members: Any) -> bytes:
    content = [{"type": "tool_use", "id": id_, "name": name, "input": arguments} for id_, name, arguments in uses]
    return json.dumps({"type": "assistant", "message": {"content": content}, **members}).encode()


SESSION = b"\n".join(
    (
        json.dumps({"type": "user", "message": {"content": "tidy up"}}).encode(),
        line(("t1", "Bash", {"command": "ls"}), cwd="/w", timestamp="2026-09-23T09:00:00.123Z"),
        line(("t1", "Bash", {"command": "ls"}), ("t2", "Bash", {"command": "rm -rf /"}), cwd="/w"),
        b"{not json",
        line(("t3", "Read", {"file_path": "/etc/passwd"}), cwd="/w"),
        line(("t4", "Read", {"file_path": "/w/a"}), cwd="/w"),
        b"",
    )
)


def replayed(data: bytes, **environment: str) -> Replay:
    return replay(data, environment=environment, current=Path("/nowhere"), at=AT)


def test_each_call_is_judged_once_in_its_order() -> None:
    found = replayed(SESSION)
    assert [(one.line, one.call.tool, one.verdict.stop) for one in found.calls] == [
        (2, "Bash", None),
        (3, "Bash", "deny"),
        (5, "Read", "deny"),
        (6, "Read", None),
    ]
    assert found.unread == (4,)


def test_a_call_that_the_gate_could_not_have_read_would_have_been_asked_about() -> None:
    odd = line(("a", "Bash", None), ("b", 7, {}), ("c", " ", {}), ("d", "Bash", "rm"), cwd="/" + "x" * 5000)  # type: ignore[arg-type]  # what is odd about it
    found = replayed(odd)
    assert [one.verdict.stop for one in found.calls] == ["ask"] * 4
    assert "4 asked about" in reports.replay_text(found, every=False)


def test_what_went_wrong_on_the_way_is_shown_once() -> None:
    found = replayed(SESSION, BRIDGE_THRESHOLD="7")
    assert reports.replay_text(found, every=False).count("the threshold must be") == 1


def test_nothing_is_signed(home: Path) -> None:
    replay(SESSION, environment={}, current=home, at=AT)
    assert list((home / ".bridge").iterdir()) == []
    assert "signed" not in reports.replay_text(replayed(SESSION), every=True)


def test_the_table_shows_what_would_have_been_stopped() -> None:
    found = replayed(SESSION)
    text = reports.replay_text(found, every=False)
    assert "4 calls: 2 refused, 0 asked about, 2 not objected to" in text
    assert "refused by tool: Bash 1, Read 1" in text
    assert len(reports.replay_text(found, every=True).splitlines()) == len(text.splitlines()) + 2


def test_the_document_counts() -> None:
    document = reports.replay_document(replayed(SESSION))
    assert document["counts"] == {"ask": 0, "calls": 4, "deny": 2, "silent": 2, "unread_lines": 1}


@given(st.lists(st.binary(max_size=30) | st.just(line(("x", "\x1b[2J", {"command": "rm -rf /"}))), max_size=4))
def test_any_bytes_are_a_transcript_of_some_calls(lines: list[bytes]) -> None:
    found = replayed(b"\n".join(lines))
    assert "\x1b" not in reports.replay_text(found, every=True)
