"""The wall around the checker: a proof is worth what its checker does not share with the engine that made it."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import bridge.checker

MODULES = sorted(Path(bridge.checker.__file__).parent.rglob("*.py"))
ALLOWED = {"bridge.errors", "bridge.core.strict_json"}


def imported(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "relative imports hide where they lead"
            found.add(str(node.module))
    return found


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.name)
def test_it_imports_the_standard_library_the_errors_and_the_json_reader(path: Path) -> None:
    outside = {name for name in imported(path) if name.partition(".")[0] not in sys.stdlib_module_names}
    assert {name for name in outside - ALLOWED if not name.startswith("bridge.checker.")} == set()


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.name)
def test_it_imports_nothing_by_name_at_run_time(path: Path) -> None:
    names = {node.id for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Name)}
    assert names & {"__import__", "eval", "exec", "compile"} == set()
    assert not any(name.startswith(("importlib", "pkgutil", "runpy")) for name in imported(path))


def test_running_it_loads_nothing_else_of_the_package() -> None:
    program = "import sys, bridge.checker.__main__; print(*sorted(m for m in sys.modules if m.startswith('bridge')))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60)
    own = {f"bridge.checker.{path.stem}" for path in MODULES} | {"bridge.checker"}
    assert set(done.stdout.split()) - own <= {"bridge", "bridge.core", *ALLOWED}


def test_it_is_small_enough_to_read_in_one_sitting() -> None:
    assert sum(len(path.read_text(encoding="utf-8").splitlines()) for path in MODULES) <= 2000
