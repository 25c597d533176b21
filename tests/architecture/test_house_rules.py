"""The house rules that a machine can hold."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

import bridge
from bridge.core.codes.registry import REGISTRY

PACKAGE = Path(bridge.__file__).parent
MODULES = sorted(PACKAGE.rglob("*.py"))
NAMELESS = {"utils", "util", "helpers", "helper", "common", "misc", "manager"}


def name(path: Path) -> str:
    return str(path.relative_to(PACKAGE.parent))


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_a_module_has_one_idea_and_at_most_350_lines(path: Path) -> None:
    assert len(path.read_text().splitlines()) <= 350


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_a_module_says_what_it_is_for(path: Path) -> None:
    assert ast.get_docstring(ast.parse(path.read_text()))


def test_no_module_has_a_name_that_says_nothing() -> None:
    assert [name(path) for path in MODULES if path.stem in NAMELESS or path.parent.name in NAMELESS] == []


def imports(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module.split(".")[0])
    return found


@pytest.mark.parametrize(
    ("library", "rooms"),
    [
        ("httpx", {"judges/exchange.py"}),
        ("stamina", {"judges/retrying.py"}),
        ("cryptography", {"receipts/"}),
        ("lark", {"reason/syntax/"}),
        ("hypothesis", {"testing/"}),
        ("typer", {"cli/"}),
        ("pydantic", {"testing/"}),
        ("ruamel", {"rubrics/"}),
        ("tree_sitter", {"judges/bridge_rules/shell/"}),
        ("tree_sitter_bash", {"judges/bridge_rules/shell/"}),
        # The command only looks whether they are there.
        ("starlette", {"serve/", "cli/serve.py"}),
        ("uvicorn", {"serve/", "cli/serve.py"}),
    ],
)
def test_each_library_is_imported_by_its_room_alone(library: str, rooms: set[str]) -> None:
    outside = [
        path.relative_to(PACKAGE).as_posix()
        for path in MODULES
        if library in imports(path) and not any(path.relative_to(PACKAGE).as_posix().startswith(room) for room in rooms)
    ]
    assert outside == []


PURE = ("reason", "admission", "checker", "judgement")
EFFECTS = {"socket", "random", "secrets", "time", "subprocess", "httpx", "cryptography", "sqlite3", "pathlib"}


@pytest.mark.parametrize("room", PURE)
def test_the_logic_reaches_no_file_clock_network_or_chance(room: str) -> None:
    reached = {
        name(path): sorted(imports(path) & EFFECTS)
        for path in (PACKAGE / room).rglob("*.py")
        if imports(path) & EFFECTS and path.name != "__main__.py"
    }
    assert reached == {}


HEAVY = ("httpx", "lark", "pydantic", "hypothesis", "cryptography", "rich")


def loaded(code: str) -> list[str]:
    program = f"import sys\n{code}\nprint([m for m in {HEAVY!r} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60)
    return list(ast.literal_eval(done.stdout.splitlines()[-1]))


@pytest.mark.parametrize(
    "code",
    [
        "import bridge",
        "from bridge.cli.entry import run; run(['--help'])",
        "import bridge.judges.rules, bridge.judgement.payload",
        "import bridge.reason.check, bridge.reason.action, bridge.checker",
    ],
)
def test_what_starts_often_loads_nothing_heavy(code: str) -> None:
    assert loaded(code) == []


def test_every_code_has_a_reason_and_pages_are_not_out_of_date() -> None:
    for code, entry in REGISTRY.items():
        assert re.fullmatch(r"(RSN|RUB)\d{3}", code)
        assert entry.code == code
        assert entry.title
        assert entry.why
