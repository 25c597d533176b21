"""Loading what decides: what a name means, and which of the three a document is."""

import json
from pathlib import Path
from typing import Any

import pytest

from bridge.core.diagnostics import ProgramRefused
from bridge.errors import BridgeError, InputError, JsonError, ShapeError, UsageError
from bridge.reason.model import ActionRequest, Atom, PolicyTemplate, Program
from bridge.workflows.bundled import bundled
from bridge.workflows.programs import is_json, load, parse
from tests.cli.shell import AT, PROGRAM

SOURCE = b"""
ontology "doors" version "1".
evaluate at 2026-09-23T12:00:00Z.
authority human-authorized.
admit human-authorized by default.
## {door} is open
predicate open(door: string).
fact seen: open("back") from human-authorized observed 2026-09-23T11:00:00Z.
query open("front").
"""
POLICY = PROGRAM | {"schema": "zerker.reason.policy-template.v1"}
TEMPLATE = {key: POLICY[key] for key in ("schema", "ontology", "authority", "facts", "rules")}
REQUEST: dict[str, Any] = {
    "schema": "zerker.reason.action.v1",
    "mission": {
        "id": "m",
        "principal": "p",
        "instruction_digest": "sha256:" + "0" * 64,
        "issued_at": AT,
        "constraints": {},
    },
    "action": {"id": "a", "tool": "t", "proposed_at": AT, "arguments": {}, "effects": []},
    "policy": PROGRAM,
}


@pytest.mark.parametrize(
    ("document", "kind"), [(PROGRAM, Program), (TEMPLATE, PolicyTemplate), (REQUEST, ActionRequest)]
)
def test_the_schema_says_which_of_the_three_it_is(document: object, kind: type) -> None:
    assert isinstance(parse(json.dumps(document).encode(), name="x.json").program, kind)


@pytest.mark.parametrize(
    "document",
    [None, [], {}, {"schema": "x"}, {**PROGRAM, "extra": 1}, {**TEMPLATE, "query": {}}, {**REQUEST, "policy": 1}],
)
def test_what_is_none_of_them_is_refused(document: object) -> None:
    with pytest.raises(ShapeError):
        parse(json.dumps(document).encode(), name="x.json")


@pytest.mark.parametrize(
    ("data", "name", "expected"),
    [
        (b"{}", "x.json", True),
        (b"ontology", "x.json", True),
        (b"{}", "x.reason", False),
        (b" \n{}", "x", True),
        (b"[]", "-", True),
        (b"ontology", "-", False),
        (b"", "x", False),
        (b"{}", "bridge:gates/tool_call", False),
    ],
)
def test_the_ending_of_the_name_says_whether_it_is_json_and_else_the_first_character(
    data: bytes, name: str, expected: bool
) -> None:
    assert is_json(data, name) is expected


def test_a_source_keeps_its_places_and_its_words() -> None:
    loaded = parse(SOURCE, name="doors.reason")
    assert isinstance(loaded.program, Program)
    assert loaded.spans["$.facts[0]"].source.name == "doors.reason"
    assert loaded.say(Atom("open", ("front",))) == "front is open"
    assert loaded.say(Atom("open", ("front",), negated=True)) == "not: front is open"


def test_what_a_request_binds_has_words_of_its_own() -> None:
    loaded = parse(SOURCE, name="doors.reason")
    assert loaded.say(Atom("action_tool", ("a", "Bash"))) == "the action a uses the tool Bash"
    assert loaded.say(Atom("unheard_of", (1, True, "x"))) == "unheard_of(1, true, x)"


def test_the_clock_and_the_query_can_be_replaced_in_both_forms() -> None:
    compiled = parse(SOURCE, name="doors.reason", at="2026-09-24T00:00:00Z", query='open("back")').program
    restated = parse(
        json.dumps(PROGRAM).encode(), name="x.json", at="2026-09-24T00:00:00Z", query='key_held("back")'
    ).program
    assert isinstance(compiled, Program)
    assert isinstance(restated, Program)
    assert compiled.evaluation_time == restated.evaluation_time == "2026-09-24T00:00:00Z"
    assert (compiled.query, restated.query) == (Atom("open", ("back",)), Atom("key_held", ("back",)))


@pytest.mark.parametrize("document", [TEMPLATE, REQUEST])
@pytest.mark.parametrize(("at", "query"), [(AT, None), (None, 'open("x")')])
def test_a_policy_and_a_request_take_both_from_the_action(document: object, at: str | None, query: str | None) -> None:
    with pytest.raises(ShapeError, match="from the action"):
        parse(json.dumps(document).encode(), name="x.json", at=at, query=query)
    with pytest.raises(UsageError):
        load("bridge:gates/tool_call", at=at, query=query)


@pytest.mark.parametrize("query", ["", "open", "open(", "not", "open($x)", 'open("a"), open("b")', 'open("a") x', "\0"])
def test_a_query_that_is_none_is_refused(query: str) -> None:
    for data, name in ((SOURCE, "x.reason"), (json.dumps(PROGRAM).encode(), "x.json")):
        with pytest.raises(BridgeError):
            parse(data, name=name, query=query)


@pytest.mark.parametrize(
    ("data", "error"), [(b"\xff", InputError), (b"nonsense", ProgramRefused), (b"", ProgramRefused), (b"{", JsonError)]
)
def test_what_cannot_be_read_is_refused_with_its_name(data: bytes, error: type[BridgeError]) -> None:
    with pytest.raises(error) as refused:
        parse(data, name="here")
    assert "here" in f"{refused.value.message} {refused.value.where}"


class TestBundled:
    """Programs that ship are named as such, and never taken silently."""

    def test_by_name(self) -> None:
        assert bundled("bridge:gates/tool_call").startswith(b"# The gate for one tool call.")
        assert isinstance(load("bridge:gates/tool_call").program, PolicyTemplate)

    @pytest.mark.parametrize(
        "name",
        ["bridge:", "bridge:gates", "bridge:gates/tool_call.reason", "bridge:../x", "bridge:/etc/passwd", "bridge:\0"],
    )
    def test_no_other_name_reaches_a_file(self, name: str) -> None:
        with pytest.raises(InputError, match="no bundled program") as refused:
            load(name)
        assert "bridge:gates/tool_call" in str(refused.value.help)

    def test_a_path_comes_first_and_nothing_stands_in_for_a_missing_file(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(tmp_path)
        with pytest.raises(InputError, match="cannot read gates/tool_call"):
            load("gates/tool_call")
