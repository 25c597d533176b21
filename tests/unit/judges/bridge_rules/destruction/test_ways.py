"""However a command is reached, it is the same command: in a group, a function, another shell, a text that is run."""

from shlex import quote
from typing import Final

from hypothesis import given
from hypothesis import strategies as st

from tests.unit.judges.bridge_rules.destruction.false_alarms import HARMLESS
from tests.unit.judges.bridge_rules.destruction.incidents import DESTRUCTIVE
from tests.unit.judges.bridge_rules.destruction.judged import found, lines

WAYS: Final = (
    "{\n%(text)s\n}",
    "(\n%(text)s\n)",
    "{\n%(text)s\n} > /tmp/out.log 2>&1",
    "if true; then\n%(text)s\nfi",
    "false || {\n%(text)s\n}",
    "# don't mind\n%(text)s",
    "%(text)s\ntrue",
    "reached() {\n%(text)s\n}\nreached",
    "bash -c %(quoted)s",
    "sudo sh -c %(quoted)s",
    '"$SHELL" -c %(quoted)s',
    "timeout 60 bash -lc %(quoted)s",
    "eval %(quoted)s",
    "bash <<'LINES'\n%(text)s\nLINES",
    "cat > .git/hooks/pre-push <<'LINES'\n%(text)s\nLINES",
    "git -c core.pager=%(quoted)s log",
    "bwrap --bind / / bash -c %(quoted)s",
    "cat > /tmp/lines.sh <<'LINES'\n%(text)s\nLINES\nbash /tmp/lines.sh",
)
# What ends in a backslash goes on in the next line, wherever it stands.
HARM: Final = [line for table in DESTRUCTIVE.values() for line in lines(table) if not line.endswith("\\")]
NO_HARM: Final = [line for table in HARMLESS.values() for line in lines(table)]


def said(line: str, way: str) -> str:
    return way % {"text": line, "quoted": quote(line)}


@given(st.sampled_from(HARM), st.sampled_from(WAYS))
def test_harm_is_harm_by_any_way(line: str, way: str) -> None:
    assert found(said(line, way), home="/home/dev")


@given(st.sampled_from(NO_HARM), st.sampled_from(WAYS))
def test_no_way_makes_harm_of_what_is_none(line: str, way: str) -> None:
    assert found(said(line, way), home="/home/dev") == []
