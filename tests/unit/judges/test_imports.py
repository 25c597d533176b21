"""What judging by the rules loads: the standard library and little of this package."""

import subprocess
import sys

HEAVY = ("httpx", "httpcore", "pydantic", "lark", "hypothesis", "cryptography", "typer", "asyncio")


def test_the_rules_load_no_library() -> None:
    program = f"import sys, bridge.judges.rules, bridge.judges.http; print([m for m in {HEAVY!r} if m in sys.modules])"
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "[]"
