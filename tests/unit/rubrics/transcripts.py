"""Short ways to transcripts and Stop events."""

import json
from typing import Any


def asked(text: Any, **members: Any) -> dict[str, Any]:
    return {"type": "user", "message": {"role": "user", "content": text}, **members}


def called(id_: str, tool: str = "Sew", **input_: Any) -> dict[str, Any]:
    block = {"type": "tool_use", "id": id_, "name": tool, "input": input_}
    return {"type": "assistant", "message": {"role": "assistant", "content": [block]}}


def returned(id_: str, content: Any, **members: Any) -> dict[str, Any]:
    block = {"type": "tool_result", "tool_use_id": id_, "content": content, **members}
    return {"type": "user", "message": {"role": "user", "content": [block]}}


def lines(*records: Any) -> bytes:
    return b"".join(json.dumps(record).encode() + b"\n" for record in records)


def stop_event(transcript: str, **changes: Any) -> bytes:
    event = {
        "hook_event_name": "Stop",
        "session_id": "one-session",
        "stop_hook_active": False,
        "last_assistant_message": "The hem is done.",
        "transcript_path": transcript,
    }
    return json.dumps({key: value for key, value in (event | changes).items() if value != "absent"}).encode()
