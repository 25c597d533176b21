"""Running one command as a person does, in a folder of its own, and what came back."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bridge.core import strict_json

AT = "2026-09-23T12:00:00Z"

PERMISSIONS = [
    {
        "id": "permit_bash",
        "predicate": "tool_allowed",
        "arguments": ["Bash"],
        "authority": "human-authorized",
        "observed_at": "2026-09-01T09:00:00Z",
    }
]

PROGRAM = {
    "schema": "zerker.reason.program.v2",
    "ontology": {
        "id": "doors",
        "version": "1",
        "predicates": {
            "open": {"arguments": ["string"]},
            "key_held": {"arguments": ["string"]},
            "judged_safe": {"arguments": ["string", "string"]},
        },
    },
    "authority": {
        "classes": ["agent-proposed", "human-authorized", "model-judged", "tool-reported"],
        "default_admit": ["human-authorized", "tool-reported"],
        "predicate_admit": {"judged_safe": ["model-judged"]},
    },
    "evaluation_time": AT,
    "facts": [],
    "rules": [
        {
            "id": "open_with_key",
            "when": [{"predicate": "key_held", "arguments": ["$door"]}],
            "then": {"predicate": "open", "arguments": ["$door"]},
        },
        {
            "id": "shut_when_unsafe",
            "when": [{"predicate": "judged_safe", "arguments": ["$door", "no"]}],
            "then": {"predicate": "open", "arguments": ["$door"], "negated": True},
        },
    ],
    "query": {"predicate": "open", "arguments": ["front"]},
}


def fact(id_: str, predicate: str, *arguments: Any, by: str = "human-authorized", **members: Any) -> dict[str, Any]:
    """A fact in the kernel's JSON shape, observed an hour before ``AT``."""
    said = {"id": id_, "predicate": predicate, "arguments": list(arguments), "authority": by}
    return {**said, "observed_at": "2026-09-23T11:00:00Z", **members}


KEY_HELD = fact("held", "key_held", "front", by="tool-reported")
UNSAFE = fact("unsafe", "judged_safe", "front", "no", by="model-judged")


@dataclass(frozen=True)
class Result:
    """The exit code, standard output and standard error of one command."""

    code: int
    out: str
    err: str

    @property
    def document(self) -> Any:
        """The one JSON document on standard output; fails where there is anything else."""
        assert self.out.endswith("\n")
        return strict_json.loads(self.out)

    @property
    def error(self) -> Any:
        """The error document of a command that failed as it should: exit 1, and the schema of errors."""
        assert self.code in (1, 10, 11), self
        assert self.document["schema"] == "bridge.error.v1"
        assert self.document["status"] == "error"
        return self.document

    @property
    def complaint(self) -> str:
        """What a failed command says to a person; nothing is on standard output, and no traceback anywhere."""
        assert self.code in (1, 10, 11), self
        assert self.out == ""
        assert "Traceback" not in self.err
        assert "internal error" not in self.err
        return self.err


class Shell:
    """A folder, and commands run in it as real processes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def write(self, name: str, content: object) -> str:
        """Write a file: bytes and text as they are, anything else as JSON; its name."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        data = content if isinstance(content, str | bytes) else json.dumps(content)
        path.write_bytes(data.encode() if isinstance(data, str) else data)
        return name

    def read(self, name: str) -> Any:
        """A JSON document of the folder."""
        return strict_json.loads((self.folder / name).read_bytes())

    def process(
        self, *words: str, stdin: bytes = b"", environment: Mapping[str, str] | None = None, timeout: float = 60
    ) -> Result:
        """Run ``python -m bridge`` in the folder."""
        done = subprocess.run(
            [sys.executable, "-m", "bridge", *words],
            cwd=self.folder,
            input=stdin,
            capture_output=True,
            timeout=timeout,
            check=False,
            env={**clean_environment(), **(environment or {})},
        )
        return Result(done.returncode, done.stdout.decode(), done.stderr.decode())


def clean_environment() -> dict[str, str]:
    """The environment without any setting of ours."""
    return {name: value for name, value in os.environ.items() if not name.startswith(("BRIDGE_", "TREESHIP_"))}
