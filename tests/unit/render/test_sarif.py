"""SARIF 2.1.0, held to the part of its schema that is written, and to what its readers go by."""

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bridge.core import strict_json
from bridge.core.canonical import pretty
from bridge.core.diagnostics import Diagnostic, Label, Severity
from bridge.core.sources import Source, Span
from bridge.render import linted, sarif
from bridge.render.sarif import Result, log, region, uri
from bridge.workflows.lint import Linted, SilencedFinding
from tests.unit.analysis.linting import RELEASE, looked

TEXT = {"type": "object", "required": ["text"], "properties": {"text": {"type": "string", "minLength": 1}}}
PLACE = {
    "type": "object",
    "required": ["artifactLocation"],
    "additionalProperties": False,
    "properties": {
        "artifactLocation": {
            "type": "object",
            "required": ["uri", "index"],
            "additionalProperties": False,
            "properties": {
                "uri": {"type": "string", "format": "uri-reference"},
                "index": {"type": "integer", "minimum": 0},
            },
        },
        "region": {
            "type": "object",
            "required": ["startLine", "startColumn", "endLine", "endColumn"],
            "propertyNames": {"enum": ["startLine", "startColumn", "endLine", "endColumn"]},
            "additionalProperties": {"type": "integer", "minimum": 1},
        },
    },
}
LOCATION = {
    "type": "object",
    "required": ["physicalLocation"],
    "additionalProperties": False,
    "properties": {
        "id": {"type": "integer", "minimum": 0},
        "message": TEXT,
        "physicalLocation": PLACE,
        "logicalLocations": {
            "type": "array",
            "items": {"type": "object", "required": ["fullyQualifiedName"], "additionalProperties": {"type": "string"}},
        },
    },
}
RESULT = {
    "type": "object",
    "required": ["ruleId", "ruleIndex", "level", "message", "locations"],
    "additionalProperties": False,
    "properties": {
        "ruleId": {"type": "string"},
        "ruleIndex": {"type": "integer", "minimum": 0},
        "level": {"enum": ["none", "note", "warning", "error"]},
        "message": TEXT,
        "locations": {"type": "array", "minItems": 1, "maxItems": 1, "items": LOCATION},
        "relatedLocations": {"type": "array", "minItems": 1, "items": LOCATION},
        "suppressions": {
            "type": "array",
            "minItems": 1,
            "items": {
                "type": "object",
                "required": ["kind"],
                "additionalProperties": False,
                "properties": {
                    "kind": {"enum": ["inSource", "external"]},
                    "status": {"enum": ["accepted", "underReview", "rejected"]},
                    "justification": {"type": "string"},
                },
            },
        },
    },
}
RULE = {
    "type": "object",
    "required": ["id"],
    "additionalProperties": False,
    "properties": {"id": {"type": "string"}, "shortDescription": TEXT, "fullDescription": TEXT, "help": TEXT},
}
DRIVER = {
    "type": "object",
    "required": ["name"],
    "additionalProperties": False,
    "properties": {
        "name": {"type": "string"},
        "version": {"type": "string"},
        "rules": {"type": "array", "uniqueItems": True, "items": RULE},
    },
}
RUN = {
    "type": "object",
    "required": ["tool", "results"],
    "additionalProperties": False,
    "properties": {
        "tool": {"type": "object", "required": ["driver"], "properties": {"driver": DRIVER}},
        "columnKind": {"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
        "artifacts": {"type": "array", "uniqueItems": True, "items": {"type": "object", "required": ["location"]}},
        "results": {"type": "array", "items": RESULT},
    },
}
SCHEMA = {
    "type": "object",
    "required": ["version", "runs"],
    "additionalProperties": False,
    "properties": {
        "$schema": {"type": "string", "format": "uri"},
        "version": {"const": "2.1.0"},
        "runs": {"type": "array", "items": RUN, "minItems": 1},
    },
}
"""The properties of SARIF 2.1.0 that are written, as its standard (OASIS, sections 3.13 to 3.35) defines them."""


def checked(document: dict[str, Any]) -> dict[str, Any]:
    """A log that is valid, whose indices lead to what they name, and that survives as JSON; its run."""
    jsonschema.validate(document, SCHEMA)
    assert strict_json.loads(pretty(document)) == json.loads(json.dumps(document))
    run: dict[str, Any] = document["runs"][0]
    files = [artifact["location"]["uri"] for artifact in run["artifacts"]]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    for result in run["results"]:
        assert rules[result["ruleIndex"]] == result["ruleId"]
        for location in (*result["locations"], *result.get("relatedLocations", ())):
            artifact = location["physicalLocation"]["artifactLocation"]
            assert files[artifact["index"]] == artifact["uri"]
    return run


def of(text: str) -> dict[str, Any]:
    found = looked(text)
    silenced = tuple(SilencedFinding(one.diagnostic, one.silence.reason) for one in found.silenced)
    return checked(linted.log([Linted("main.reason", found.findings, silenced)]))


def test_a_clean_file_is_an_artifact_and_no_result() -> None:
    run = of(RELEASE)
    assert run["results"] == []
    assert run["artifacts"] == [{"location": {"uri": "main.reason"}}]
    assert run["columnKind"] == "unicodeCodePoints"
    assert run["tool"]["driver"]["name"] == "rbridge"


def test_a_finding_has_its_rule_its_region_and_a_sentence() -> None:
    (result,) = of(RELEASE + "predicate extra(v: string).\n")["results"]
    assert (result["ruleId"], result["level"]) == ("RSN415", "warning")
    assert result["message"]["text"] == (
        "`extra` is declared, and no rule reads it. Help: read it in a rule, or remove it."
    )
    assert result["locations"][0]["physicalLocation"]["region"] == {
        "startLine": 13,
        "startColumn": 11,
        "endLine": 13,
        "endColumn": 16,
    }


def test_an_error_is_an_error_and_a_rule_is_described_once() -> None:
    run = of(RELEASE.replace("query ready", "query raedy").replace("tested($v)", "tset($v)"))
    assert {result["level"] for result in run["results"]} == {"error"}
    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == ["RSN017"]
    assert "RSN017" not in run["tool"]["driver"]["rules"][0]["shortDescription"]["text"]


def test_other_places_are_related_locations() -> None:
    (result,) = of(RELEASE + 'rule again: ready($x) if tested($x), approved($x), judged_risk($x, "low").\n')["results"]
    (related,) = result["relatedLocations"]
    assert related["message"]["text"] == "the first of them"
    assert related["physicalLocation"]["region"]["startLine"] == 11


def test_what_is_silenced_is_a_result_with_its_justification() -> None:
    (result,) = of(RELEASE + 'rule always: ready("1"). # lint: allow RSN411 because it is dated\n')["results"]
    assert result["suppressions"] == [{"kind": "inSource", "status": "accepted", "justification": "it is dated"}]


def test_a_finding_in_json_is_at_its_path() -> None:
    diagnostic = Diagnostic("RSN411", "m", path="$.rules[0]", severity=Severity.WARNING)
    (result,) = checked(log([Result(diagnostic, "p.json")], ["p.json"]))["results"]
    assert result["locations"][0]["logicalLocations"] == [{"fullyQualifiedName": "$.rules[0]"}]
    assert "region" not in result["locations"][0]["physicalLocation"]


@pytest.mark.parametrize(
    ("name", "root", "expected"),
    [
        ("a/b c.reason", "", "a/b%20c.reason"),
        ("../x.reason", "", "../x.reason"),
        ("a:b.reason", "", "a%3Ab.reason"),
        ("/work/a.reason", "/work", "a.reason"),
        ("/work/a.reason", "/else", "file:///work/a.reason"),
        ("/work/a.reason", "", "file:///work/a.reason"),
        ("bridge:gates/tool_call", "", "bridge:gates/tool_call"),
        ("-", "", "-"),
        ("ä#?.reason", "", "%C3%A4%23%3F.reason"),
        ("\udcff.reason", "", "%FF.reason"),
    ],
)
def test_files_are_relative_where_they_can_be(name: str, root: str, expected: str) -> None:
    assert uri(name, root) == expected


@settings(max_examples=50)
@given(text=st.text(max_size=30), data=st.data())
def test_a_region_is_the_text_of_its_span_counted_in_code_points(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    found = region(Span(Source("x", text), start, end))
    lines = text.split("\n")

    def offset(line: int, column: int) -> int:
        return sum(len(before) + 1 for before in lines[: line - 1]) + column - 1

    assert offset(found["startLine"], found["startColumn"]) == start
    assert offset(found["endLine"], found["endColumn"]) == end


@settings(max_examples=50)
@given(message=st.text(min_size=1), note=st.text(), path=st.none() | st.text(min_size=1), name=st.text(min_size=1))
def test_whatever_is_said_the_log_is_valid(message: str, note: str, path: str | None, name: str) -> None:
    span = Span(Source("s.reason", "a\nb"), 2, 3)
    found = Diagnostic("RSN411", message, path, note=note, help=note, related=(Label(span, message),))
    name = name.encode("utf-8", "replace").decode()
    checked(log([Result(found, name), Result(found, name, note)], [name, "other.reason"]))


def test_the_version_and_the_schema_are_those_of_the_standard() -> None:
    assert (sarif.VERSION, sarif.SCHEMA) == ("2.1.0", "https://json.schemastore.org/sarif-2.1.0.json")
    assert Path(sarif.SCHEMA).name == f"sarif-{sarif.VERSION}.json"
