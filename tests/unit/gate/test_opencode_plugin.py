"""The plugin that stands in for a hook in opencode, run as each opencode runs it."""

import json
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from bridge.gate.hosts import HOSTS
from tests.unit.gate.test_installing import put_in

OPENCODE_1 = """\
const hooks = await plugin.server({ directory: folder })
const ask = (tool, args) => hooks["tool.execute.before"]({ tool }, { args })"""
OPENCODE_2 = """\
const hooks = {}
const tool = { hook: async (name, run) => ((hooks[name] = run), { dispose: () => {} }) }
const end = await plugin.setup({ tool, location: { directory: folder } })
if (typeof plugin.id !== "string" || typeof end !== "function") throw new Error("no plugin")
const ask = (tool, input) => hooks["execute.before"]({ tool, input })"""
OPENCODE_2_BETA = OPENCODE_2.replace(", location: { directory: folder }", "")
"""What each opencode does with a plugin before a tool runs; the first of its second told no folder."""


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no JavaScript engine to run the plugin with")
@pytest.mark.parametrize(
    ("script", "expected"),
    [
        ('cat >/dev/null; echo \'{"decision": "deny", "reason": "no"}\'', "threw: no"),
        ("cat >/dev/null", "went on"),
        ("exit 2", "threw: the gate refused"),
        ("exit 127", "went on"),
        ("cat >/dev/null; echo nonsense", "threw: "),
    ],
)
@pytest.mark.parametrize("asks", [OPENCODE_1, OPENCODE_2, OPENCODE_2_BETA], ids=["1", "2", "2 beta"])
def test_the_plugin_stops_what_the_gate_stops(tmp_path: Path, script: str, expected: str, asks: str) -> None:
    gate = tmp_path / "rbridge-gate"
    gate.write_text(f"#!/bin/sh\n{script}\n")
    gate.chmod(0o755)
    path = tmp_path / "rbridge-gate.mjs"
    put_in(HOSTS["opencode"], path, f"{shlex.quote(str(gate))} opencode")
    call = tmp_path / "call.mjs"
    call.write_text(
        'import plugin from "./rbridge-gate.mjs"\n'
        f"const folder = {json.dumps(str(tmp_path))}\n{asks}\n"
        'try { await ask("bash", { command: "ls" })\n'
        '  console.log("went on") } catch (error) { console.log("threw: " + error.message) }\n'
    )
    done = subprocess.run(["node", str(call)], capture_output=True, text=True, check=True)
    assert done.stdout.startswith(expected)
