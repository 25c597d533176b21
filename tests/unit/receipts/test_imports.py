"""What each module costs to import: reading and storing need no cryptography, and nothing here a model or a network."""

import subprocess
import sys

import pytest

HEAVY = {"cryptography", "pydantic", "httpx", "lark", "typer"}


@pytest.mark.parametrize(
    "module",
    [
        "pae",
        "envelope",
        "identity",
        "model",
        "statement",
        "kinds",
        "store",
        "ed25519",
        "keys",
        "sign",
        "verify",
        "export",
    ],
)
def test_importing_loads_nothing_heavy(module: str) -> None:
    program = f"import sys, bridge.receipts.{module}; print(*{{name.split('.')[0] for name in sys.modules}})"
    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert not HEAVY & set(loaded.split())
