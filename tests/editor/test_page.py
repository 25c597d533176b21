"""The guide to editors shows what happens, and what is to be pasted is what the server is called."""

import json
import tomllib
from pathlib import Path

from bridge.editor.lexer import ReasonLexer
from tests.docs import pages

PAGE = pages.ROOT / "docs" / "how-to" / "use-your-editor.md"


def block(language: str) -> str:
    (found,) = [one.body for one in pages.blocks(PAGE) if one.language == language]
    return found


def test_the_guide_runs_as_it_reads(tmp_path: Path) -> None:
    assert pages.run(PAGE, tmp_path) == 2


def test_what_is_pasted_starts_the_server() -> None:
    code = json.loads(block("json"))
    assert [code["glspc.server.command"], *code["glspc.server.commandArguments"]] == ["rbridge", "language-server"]
    helix = tomllib.loads(block("toml"))
    server = helix["language-server"]["rbridge"]
    assert [server["command"], *server["args"]] == ["rbridge", "language-server"]
    assert helix["language"][0]["language-servers"] == ["rbridge"]
    for language in ("lua", "elisp"):
        assert '"rbridge"' in block(language)
        assert '"language-server"' in block(language)


def test_it_is_coloured_by_the_name_that_the_guide_says() -> None:
    assert f"`{ReasonLexer.aliases[0]}`" in PAGE.read_text(encoding="utf-8")
