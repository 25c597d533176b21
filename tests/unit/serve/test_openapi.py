"""The OpenAPI document: generated, exact, and true of the server."""

import json
from dataclasses import replace
from pathlib import Path

import jsonschema

import bridge.serve
from bridge.judges.rules import QUESTIONS
from bridge.serve import openapi
from bridge.serve.metrics import ROUTES, STATUSES
from bridge.serve.service import Asking
from bridge.workflows.configured_judges import configured_judge
from bridge.workflows.settings import Settings
from bridge.workflows.workspace import Workspace
from tests.unit.serve.servers import Sure, asked, faults, running, service_in

COMMITTED = Path(__file__).parents[3] / "schemas" / openapi.NAME
PACKAGED = Path(bridge.serve.__file__).parent / openapi.NAME


def test_it_is_committed_as_it_is_generated() -> None:
    made = openapi.text_of(openapi.document())
    remedy = "run: python -m bridge.serve.openapi schemas"
    assert COMMITTED.read_text(encoding="utf-8") == made, remedy
    assert PACKAGED.read_text(encoding="utf-8") == made, remedy


def test_it_is_written_where_it_is_asked_for(tmp_path: Path) -> None:
    assert openapi.main([]) == 1
    assert openapi.main([str(tmp_path)]) == 0
    assert (tmp_path / openapi.NAME).read_bytes() == COMMITTED.read_bytes()


def test_every_schema_in_it_is_one_and_every_reference_leads_somewhere() -> None:
    document = openapi.packaged()
    for schema in document["components"]["schemas"].values():
        jsonschema.Draft202012Validator.check_schema(schema)
    text = COMMITTED.read_text(encoding="utf-8")
    for line in text.splitlines():
        if '"$ref"' in line:
            name = json.loads("{" + line.strip().rstrip(",") + "}")["$ref"]
            found = document
            for step in name.removeprefix("#/").split("/"):
                found = found[step]


def test_it_has_every_route_and_every_status_that_is_counted() -> None:
    paths = openapi.packaged()["paths"]
    assert set(paths) == set(ROUTES) - {"other"}
    statuses = {int(status) for path in paths.values() for one in path.values() for status in one["responses"]}
    assert statuses == set(STATUSES) - {0}


def test_a_server_says_which_questions_its_judge_answers(tmp_path: Path) -> None:
    described = asked(service_in(tmp_path)).ask("/openapi.json", method="GET").json()
    keys = described["components"]["schemas"]["Asked"]["anyOf"][0]["items"]["enum"]
    assert keys == sorted(QUESTIONS)
    anything = asked(service_in(tmp_path, judge=Sure())).ask("/openapi.json", method="GET").json()
    assert anything["components"] == openapi.packaged()["components"]


def test_schemathesis_finds_no_fault_with_the_server(tmp_path: Path) -> None:
    # `python -m tests.soak_serve` gives it more time.
    rules = configured_judge("bridge-rules", Settings({}, {}), Workspace(tmp_path))
    service = replace(service_in(tmp_path), asking=Asking(rules, QUESTIONS))
    with running(tmp_path, service) as port:
        done = faults(port, tmp_path)
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
