"""An entry goes into a file and comes out again, and nothing else in it moves."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bridge.core import strict_json
from bridge.core.strict_json import Json
from bridge.errors import InputError
from bridge.gate import json_edit, json_text

KEY = st.text(st.characters(codec="utf-8"), max_size=4)
VALUE = st.recursive(
    st.none() | st.booleans() | st.integers(-99, 99) | KEY,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEY, inner, max_size=3),
    max_leaves=6,
)
ENTRY: Json = {"hooks": [{"type": "command", "command": "rbridge-gate"}]}
STYLE = st.sampled_from((None, 0, 2, 4, "\t"))


@st.composite
def settings_text(draw: st.DrawFn) -> tuple[str, dict[str, Any]]:
    """Settings as a person may have them, with or without hooks, in some style."""
    members = draw(st.dictionaries(KEY, VALUE, max_size=3))
    hooks = draw(st.none() | st.dictionaries(KEY, VALUE, max_size=2))
    if hooks is not None:
        entries = draw(st.none() | st.lists(VALUE, max_size=3))
        members["hooks"] = hooks if entries is None else {**hooks, "PreToolUse": entries}
        if entries is None:
            hooks.pop("PreToolUse", None)
    else:
        members.pop("hooks", None)
    text = json.dumps(members, indent=draw(STYLE), ensure_ascii=draw(st.booleans()))
    return text + draw(st.sampled_from(("", "\n"))), members


@settings(max_examples=25)
@given(settings_text())
def test_the_entry_is_there_and_everything_else_too(given_: tuple[str, dict[str, Any]]) -> None:
    text, members = given_
    after = strict_json.loads(json_edit.appended(text, ("hooks", "PreToolUse"), ENTRY, named="f"))
    members.setdefault("hooks", {}).setdefault("PreToolUse", []).append(ENTRY)
    assert after == members
    assert isinstance(after, dict)
    assert list(after) == list(members)


@settings(max_examples=25)
@given(settings_text())
def test_what_is_put_in_can_be_taken_out_to_the_byte(given_: tuple[str, dict[str, Any]]) -> None:
    text, members = given_
    if members.get("hooks", {}).get("PreToolUse"):
        after = json_edit.appended(text, ("hooks", "PreToolUse"), ENTRY, named="f")
        entries = json_text.read(after, named="f").member("hooks").member("PreToolUse")  # type: ignore[union-attr]  # just made
        assert entries is not None
        assert json_edit.without(after, entries, len(entries.items) - 1) == text


@given(VALUE, STYLE)
def test_a_text_is_read_as_json_is(value: Any, indent: Any) -> None:
    text = json.dumps(value, indent=indent)
    node = json_text.read(text, named="f")
    assert (node.value, node.start, node.end) == (value, 0, len(text))


@given(st.text(alphabet='{}[]:,"ab \n1-e.\\/*', max_size=14))
def test_what_strict_json_reads_is_read_alike(text: str) -> None:
    try:
        expected = strict_json.loads(text)
    except InputError:
        return
    assert json_text.read(text, named="f").value == expected


def test_comments_and_trailing_commas_stay() -> None:
    text = '{\n  // mine\n  "a": [1, /* one */ 2,],\n}\n'
    after = json_edit.appended(text, ("a",), 3, named="f")
    assert after == '{\n  // mine\n  "a": [1, /* one */ 2, 3,],\n}\n'


def test_line_endings_and_indentation_are_the_files_own() -> None:
    after = json_edit.appended('{\r\n\t"a": 1\r\n}\r\n', ("h", "p"), {"c": "x"}, named="f")
    assert (
        after
        == '{\r\n\t"a": 1,\r\n\t"h": {\r\n\t\t"p": [\r\n\t\t\t{\r\n\t\t\t\t"c": "x"\r\n\t\t\t}\r\n\t\t]\r\n\t}\r\n}\r\n'
    )


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("", "f:1:1"),
        ("{", "f:1:2"),
        ('{"a": }', "f:1:7"),
        ('{\n "a": 1\n "b": 2}', "f:3:2"),
        ('{"a": 1} x', "f:1:10"),
        ('{"a": 1, "a": 2}', "f:1:10"),
        ("{a: 1}", "f:1:2"),
        ('{"a" 1}', "f:1:6"),
        ("[01]", "f:1:2"),
        ('["\\ud800"]', "f:1:2"),
        ("[" * 200, "f:1:102"),
        ("\ufeff{}", "f:1:1"),
        ("/* open", "f:1:1"),
    ],
)
def test_what_is_no_json_is_refused_with_its_place(text: str, place: str) -> None:
    with pytest.raises(InputError) as refused:
        json_text.read(text, named="f")
    assert refused.value.where == place


@pytest.mark.parametrize("text", ["[]", '{"hooks": []}', '{"hooks": {"PreToolUse": {}}}', '{"hooks": null}', "1"])
def test_something_else_on_the_way_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="is not an"):
        json_edit.appended(text, ("hooks", "PreToolUse"), ENTRY, named="f")
