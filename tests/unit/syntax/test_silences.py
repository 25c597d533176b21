"""Silences: which statement a comment is about, what it silences, and what is said of those that do not."""

import pytest

from bridge.core.diagnostics import Severity
from bridge.core.sources import Source
from bridge.reason.syntax.parser import parse
from bridge.reason.syntax.silences import silences
from tests.unit.analysis.linting import RELEASE, codes, looked, marked
from tests.unit.lowering.compiling import compiled

RULE = 'rule always: ready("1.4.1").'
ALLOW = "# lint: allow RSN411 because it is dated"


def silenced(text: str) -> list[tuple[str, str]]:
    """The codes that are silenced, and why; nothing else may be found."""
    found = looked(text)
    assert found.findings == ()
    return [(one.diagnostic.code, one.silence.reason) for one in found.silenced]


@pytest.mark.parametrize(
    "statement",
    [
        f"{RULE} {ALLOW}\n",
        f"{ALLOW}\n{RULE}\n",
        f"{ALLOW}\n# another remark\n## a line of documentation\n{RULE}\n",
        f'rule always: {ALLOW}\n  ready("1.4.1").\n',
        f'rule always:\n  {ALLOW}\n  ready("1.4.1").\n',
        f"{ALLOW}\r\n{RULE}\r\n",
        f"{ALLOW}\n{RULE}",
        f"{RULE}{ALLOW}",
        f"#   lint:allow RSN411   because   it is dated  \n{RULE}\n",
    ],
)
def test_a_comment_on_the_line_inside_or_directly_above_silences(statement: str) -> None:
    assert silenced(RELEASE + statement) == [("RSN411", "it is dated")]


@pytest.mark.parametrize(
    "statement",
    [
        f"{ALLOW}\n\n{RULE}\n",
        f"{RULE}\n{ALLOW}\n",
        f'{RULE}\nfact other: approved("2") from human-authorized. {ALLOW}\n',
        f'fact other: approved("2") from human-authorized. {RULE}\n{ALLOW}\n',
    ],
)
def test_a_comment_elsewhere_silences_nothing_and_is_reported(statement: str) -> None:
    assert sorted(codes(RELEASE + statement)) == ["RSN411", "RSN426"]


def test_several_codes_share_a_reason_and_each_must_be_needed() -> None:
    many = "# lint: allow RSN411, RSN414 because both are meant\n"
    text = RELEASE + many + "rule odd: not ready($v) if tested($v), approved($w).\n"
    found = looked(text)
    assert [one.diagnostic.code for one in found.silenced] == ["RSN414"]
    assert [(one.code, one.message) for one in found.findings] == [
        ("RSN426", "this statement has no `RSN411` to silence")
    ]


@pytest.mark.parametrize(
    ("comment", "message"),
    [
        ("# lint: allow RSN411", "this gives no reason, and so silences nothing"),
        ("# lint: allow RSN411 because", "this gives no reason, and so silences nothing"),
        ("# lint: allow RSN411 because   ", "this gives no reason, and so silences nothing"),
        ("# lint: allow because it is dated", "this names no warning"),
        ("# lint: ignore RSN411 because it is dated", "this names no warning"),
        ("# lint:", "this names no warning"),
        ("# lint: allow RSN499 because it is dated", "there is no warning `RSN499`"),
        ("# lint: allow rsn411 because it is dated", "there is no warning `rsn411`"),
        ("# lint: allow RSN104 because it is dated", "`RSN104` cannot be silenced"),
        ("# lint: allow RSN425 because it is dated", "`RSN425` cannot be silenced"),
        ("# lint: allow RSN4\u202e because it is dated", None),
    ],
)
def test_a_silence_that_is_not_well_formed_is_reported_and_silences_nothing(comment: str, message: str | None) -> None:
    found = looked(f"{RELEASE}{comment}\n{RULE}\n").findings
    assert "RSN411" in [one.code for one in found]
    if message is not None:
        (own,) = [one for one in found if one.code == "RSN425"]
        assert own.message == message
        assert own.severity is Severity.WARNING
        assert marked(own) == comment.rstrip(" ") or marked(own) == comment


def test_what_refuses_a_program_cannot_be_silenced() -> None:
    text = RELEASE.replace("approved($v), tested($v), ", "")
    text = text.replace("rule allow", "# lint: allow RSN104 because I trust this judge\nrule allow")
    assert "RSN104" in codes(text)


def test_every_command_that_loads_a_source_keeps_quiet_about_what_is_silenced() -> None:
    text = f"{RELEASE}{RULE} {ALLOW}\n"
    lowered = compiled(text)
    assert lowered.warnings == ()
    assert [one.diagnostic.code for one in lowered.silenced] == ["RSN411"]
    assert [found.code for found in compiled(f"{RELEASE}{RULE}\n").warnings] == ["RSN411"]


def test_a_silence_changes_nothing_of_the_program() -> None:
    assert compiled(f"{RELEASE}{RULE} {ALLOW}\n").program == compiled(f"{RELEASE}{RULE}\n").program


def test_strings_and_documentation_are_no_silences() -> None:
    text = '## lint: allow RSN411 because\npredicate p(a: string).\nfact f: p("# lint: allow RSN411") from x.\n'
    assert silences(parse(Source("x", text))[0]) == ()


def test_a_warning_about_documentation_is_silenced_with_its_predicate() -> None:
    statement = "# lint: allow RSN413 because braces are meant\n## {nothing}\npredicate odd(version: string).\n"
    text = RELEASE + statement + "rule stop: not ready($v) if odd($v).\n"
    assert silenced(text) == [("RSN413", "braces are meant")]
