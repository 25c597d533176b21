"""The wire formats: every schema is valid, committed as generated, takes what the product writes and refuses the rest.

The model and the JSON Schema of a format are two readings of one declaration; a law says that they never differ.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from bridge.testing import schemas
from bridge.testing.schemas.__main__ import main
from tests.conformance.documents import written
from tests.conformance.edits import changed, parent, paths, without
from tests.conformance.oddities import ODDITIES
from tests.conformance.refusals import REFUSED

COMMITTED = Path(__file__).parents[2] / "schemas"
NAMES = sorted(schemas.FORMATS)
VALIDATORS = {name: jsonschema.Draft202012Validator(one.json_schema()) for name, one in schemas.FORMATS.items()}

Documents = Mapping[str, list[Any]]


@pytest.fixture(scope="module")
def documents(tmp_path_factory: pytest.TempPathFactory) -> Documents:
    return written(tmp_path_factory.mktemp("workspace"))


def model_takes(name: str, document: Any) -> bool:
    try:
        schemas.validate(name, document)
    except ValidationError:
        return False
    return True


def schema_takes(name: str, document: Any) -> bool:
    return VALIDATORS[name].is_valid(document)


# Every schema is what it should be


@pytest.mark.parametrize("name", NAMES)
def test_a_schema_is_a_valid_2020_12_schema(name: str) -> None:
    schema = schemas.FORMATS[name].json_schema()

    jsonschema.Draft202012Validator.check_schema(schema)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert schema["$id"] == f"https://reason-bridge.dev/schemas/{name}.schema.json"
    assert schema["title"]
    assert schema["description"]


def test_the_committed_schemas_are_the_generated_ones() -> None:
    # The description of the server stands beside them, and has a test of its own.
    committed = {path.name: path.read_bytes().decode() for path in COMMITTED.glob("*.schema.json")}

    assert committed == schemas.files(), "run `make schemas`"


def test_the_command_writes_the_schemas_and_nothing_else_remains(tmp_path: Path) -> None:
    (tmp_path / "gone.schema.json").write_text("{}")

    assert main([str(tmp_path)]) == 0
    assert {path.name: path.read_bytes().decode() for path in tmp_path.iterdir()} == schemas.files()


def test_the_command_says_what_it_needs_and_what_it_cannot_write(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()

    assert main([]) == 1
    assert "FOLDER" in capsys.readouterr().err
    assert main([str(tmp_path / "file")]) == 1
    assert "cannot write" in capsys.readouterr().err


def test_every_format_has_a_name_of_its_own() -> None:
    names = [one.name for family in schemas._FAMILIES for one in family.FORMATS]

    assert sorted(names) == sorted(set(names)) == NAMES


# What the product writes


def test_every_format_has_documents(documents: Documents) -> None:
    assert sorted(documents) == NAMES
    assert [name for name in documents if not documents[name]] == []


def test_the_documents_show_every_answer(documents: Documents) -> None:
    def statuses(name: str) -> set[str]:
        return {document["status"] for document in documents[name]}

    decisions = {"authorized", "denied", "conflicted", "insufficient_evidence"}
    assert statuses("bridge.decision.v1") == statuses("zerker.reason.authorization.v1") == decisions
    results = {"proved", "disproved", "inconsistent", "unknown"}
    assert statuses("zerker.reason.result.v1") == statuses("zerker.reason.result.v2") == results


@pytest.mark.parametrize("name", NAMES)
def test_what_is_written_is_taken_by_the_schema_and_read_whole_by_the_model(documents: Documents, name: str) -> None:
    adapter = TypeAdapter(schemas.FORMATS[name].model)
    for document in documents[name]:
        VALIDATORS[name].validate(document)
        value = schemas.validate(name, document)
        assert adapter.dump_python(value, by_alias=True, exclude_unset=True) == document


@pytest.mark.parametrize("name", NAMES)
def test_a_document_names_the_format_it_is_of(documents: Documents, name: str) -> None:
    stated = {document["schema"] for document in documents[name] if "schema" in document}

    assert stated <= {name}


# What is refused


def test_at_least_two_documents_of_each_format_are_refused() -> None:
    assert sorted(REFUSED) == NAMES
    assert [name for name, edits in REFUSED.items() if len(edits) < 2] == []


@pytest.mark.parametrize(("name", "what"), [(name, what) for name, edits in REFUSED.items() for what in edits])
def test_a_document_with_one_fault_is_refused(documents: Documents, name: str, what: str) -> None:
    faulty = REFUSED[name][what](documents[name][0])

    assert not model_takes(name, faulty)
    assert not schema_takes(name, faulty)


# Model and schema agree


@st.composite
def edits_of(draw: st.DrawFn, document: Any) -> Any:
    """The document with one value replaced, one taken away, or one member more."""
    path = draw(st.sampled_from(list(paths(document))))
    how = draw(st.sampled_from(("replace", "replace", "drop", "add")))
    if how == "drop" and path:
        return without(document, path)
    if how == "add" and path and isinstance(parent(document, path), dict):
        return changed(document, (*path[:-1], "unheard_of"), draw(ODDITIES))
    return changed(document, path, draw(ODDITIES))


@given(data=st.data())
@settings(max_examples=600)
def test_model_and_schema_never_differ_on_a_document_with_one_change(documents: Documents, data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(NAMES))
    edited = data.draw(edits_of(data.draw(st.sampled_from(documents[name]))))

    assert model_takes(name, edited) == schema_takes(name, edited)
