"""Laws of the schemas: they take whatever the product can write, and agree with the code that reads.

A reader may be more lenient than a format (the kernel takes null for an absent time) or look deeper (a program's
predicates must be declared); each law says which way it holds.
"""

import json
from collections.abc import Callable, Mapping
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from bridge import checker
from bridge.checker.documents import BUNDLE, CERTIFICATE, RESULT
from bridge.core import b64url, canonical, strict_json
from bridge.core.clock import is_canonical_time
from bridge.core.digest import is_digest
from bridge.errors import BridgeError
from bridge.judgement import payload
from bridge.judgement.model import Judgement, JudgeResponse, Question, Threshold
from bridge.judgement.questions import read_questions
from bridge.judgement.wire import answer_json, judge_json
from bridge.judges.contract import request_bytes
from bridge.judges.rules.state import read_state
from bridge.reason.action import authorization_json, authorize, bundle, bundle_json
from bridge.reason.check import check, result_json
from bridge.reason.model import ActionRequest, PolicyTemplate, Program, is_variable
from bridge.reason.validate import validate
from bridge.reason.wire import (
    fact_json,
    program_json,
    read_fact,
    read_mission,
    read_program,
    read_request,
    read_template,
    request_json,
    template_json,
)
from bridge.receipts import envelope, statement
from bridge.receipts.identity import is_artifact_id
from bridge.render.judged import document as rendered
from bridge.testing import schemas
from bridge.testing.schemas import spelling
from bridge.testing.strategies import judgement as judging
from bridge.testing.strategies import programs
from bridge.workflows.judge import ToolCall, judge
from tests.conformance.documents import AT, written
from tests.conformance.edits import changed, paths, without
from tests.conformance.oddities import ODDITIES

VALIDATORS = {name: jsonschema.Draft202012Validator(one.json_schema()) for name, one in schemas.FORMATS.items()}


def takes(name: str, document: Any) -> bool:
    return VALIDATORS[name].is_valid(document)


def assert_taken(name: str, document: Any) -> None:
    VALIDATORS[name].validate(document)
    schemas.validate(name, document)


# Whatever the product can write


@given(judging.judgements())
def test_every_judgement(judgement: Judgement) -> None:
    assert_taken("judgement.v1", payload.build(judgement))


@given(judging.question_sets(), judging.tool_call_states())
def test_every_request_to_a_judge_and_every_state(questions: dict[str, Question], state: dict[str, Any]) -> None:
    assert_taken("judge-request", strict_json.loads(request_bytes(state, questions)))
    assert_taken("tool-call-state", state)


@given(judging.question_sets().flatmap(judging.responses_to))
def test_every_response_of_a_judge(response: JudgeResponse) -> None:
    assert_taken(
        "judge-response",
        {
            "judge": judge_json(response.judge),
            "answers": {key: answer_json(answer) for key, answer in response.answers.items()},
            "latency_ms": response.latency_ms,
            "request_id": response.request_id,
        },
    )


class Answering:
    """A judge that gives a response made beforehand."""

    def __init__(self, response: JudgeResponse) -> None:
        self.response = response

    def ask(self, state: Mapping[str, Any], questions: Mapping[str, Question]) -> JudgeResponse:
        return self.response


@given(judging.question_sets(), judging.thresholds(), st.booleans(), st.data())
def test_every_judged_call(
    questions: dict[str, Question], threshold: Threshold, signed: bool, data: st.DataObject
) -> None:
    response = data.draw(judging.responses_to(questions))
    call = ToolCall("Bash", {"command": "ls"})
    judged = judge(call, judge=Answering(response), questions=questions, threshold=threshold, at=AT)
    receipts = [f"art_{place:032x}" for place in range(len(questions))] if signed else []

    document = rendered(judged, receipts=receipts, state_out=None)

    assert_taken("judge-document", strict_json.loads(canonical.pretty(document)))


@given(programs.programs())
def test_every_program_its_facts_its_result_and_the_verification_of_it(program: Program) -> None:
    version = "v2" if program.temporal else "v1"
    stated, result = program_json(program), result_json(check(program))

    assert_taken(f"zerker.reason.program.{version}", stated)
    assert_taken("reason-facts", [fact_json(fact) for fact in program.facts])
    assert_taken(f"zerker.reason.result.{version}", result)
    if result["status"] != "unknown":
        verification = checker.verification_json(checker.verify(stated, result))
        assert_taken(f"zerker.reason.verification.{version}", verification)


@given(programs.templates())
def test_every_policy_template(template: PolicyTemplate) -> None:
    assert_taken("zerker.reason.policy-template.v1", template_json(template))


@given(programs.requests())
@settings(max_examples=50)
def test_every_request_its_certificate_and_the_verification_of_it(request: ActionRequest) -> None:
    certificate = authorize(request)
    verification = checker.verify_authorization(request_json(request), authorization_json(certificate))

    assert_taken("zerker.reason.authorization-bundle.v1", bundle_json(bundle(request, certificate)))
    assert_taken("zerker.reason.authorization-verification.v1", checker.verification_json(verification))


# Agreement with the readers

Reader = Callable[[Any], object]


def reads(reader: Reader, document: Any) -> bool:
    try:
        reader(document)
    except BridgeError:
        return False
    return True


def read_envelope(document: Any) -> object:
    return envelope.read(json.dumps(document))


def read_statement(document: Any) -> object:
    return statement.read(json.dumps(document).encode())


SAME: Mapping[str, Reader] = {
    "questions": read_questions,
    "dsse-envelope": read_envelope,
}
"""The reader takes exactly what the schema takes."""

LENIENT: Mapping[str, Reader] = {
    "treeship.receipt.v1": read_statement,
    "treeship.action.v1": read_statement,
    "tool-call-state": read_state,
    "reason-fact": read_fact,
    "mission": read_mission,
    "zerker.reason.program.v1": read_program,
    "zerker.reason.program.v2": read_program,
    "zerker.reason.policy-template.v1": read_template,
    "zerker.reason.action.v1": read_request,
    "zerker.reason.result.v1": lambda document: RESULT(document, "$"),
    "zerker.reason.result.v2": lambda document: RESULT(document, "$"),
    "zerker.reason.authorization.v1": lambda document: CERTIFICATE(document, "$"),
    "zerker.reason.authorization-bundle.v1": lambda document: BUNDLE(document, "$"),
}
"""The reader takes all that the schema takes, and may take more."""

DEMANDING: Mapping[str, Reader] = {
    "judgement.v1": payload.read,
    "tool-call-state": read_state,
    "zerker.reason.program.v1": lambda document: validate(read_program(document)),
    "zerker.reason.program.v2": lambda document: validate(read_program(document)),
}
"""The schema takes all that the reader takes, apart from null for what is absent."""


@pytest.fixture(scope="module")
def documents(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, list[Any]]:
    return written(tmp_path_factory.mktemp("workspace"))


@st.composite
def edits_of(draw: st.DrawFn, document: Any) -> Any:
    """The document with one value replaced or taken away; an object at the top stays one."""
    path = draw(st.sampled_from([path for path in paths(document) if path]))
    if draw(st.integers(0, 3)) == 0:
        return without(document, path)
    return changed(document, path, draw(ODDITIES.filter(lambda value: value is not None)))


@pytest.mark.parametrize("name", sorted({*SAME, *LENIENT, *DEMANDING}))
@given(data=st.data())
@settings(max_examples=80)
def test_the_schema_agrees_with_the_reader(documents: Mapping[str, list[Any]], name: str, data: st.DataObject) -> None:
    document = data.draw(edits_of(data.draw(st.sampled_from(documents[name]))))

    if name in SAME:
        assert takes(name, document) == reads(SAME[name], document)
    if name in LENIENT and takes(name, document):
        LENIENT[name](document)
    if name in DEMANDING and reads(DEMANDING[name], document):
        VALIDATORS[name].validate(document)


# Spellings


def spelled(kind: Any, text: str) -> bool:
    try:
        TypeAdapter(kind).validate_python(text)
    except ValidationError:
        return False
    return True


def around(example: str) -> st.SearchStrategy[str]:
    """A spelling with a character replaced, taken away or added, or as it is."""
    places = st.integers(0, len(example))
    characters = st.sampled_from("09afgzAFZ-_+/=:$ \nTZéＡ٣") | st.just("")
    return st.builds(
        lambda place, length, new: example[:place] + new + example[place + length :],
        places,
        st.integers(0, 1),
        characters,
    )


def decodes(text: str) -> bool:
    try:
        return bool(b64url.decode(text))
    except ValueError:
        return False


def digits(number: int, width: int) -> str:
    return str(number).zfill(width)


@given(
    st.builds(
        lambda year, *rest: f"{digits(year, 4)}-{'-'.join(rest[:2])}T{':'.join(rest[2:])}Z",
        st.sampled_from((0, 1, 4, 100, 1900, 1999, 2000, 2023, 2024, 2100, 2400, 9999)),
        *(st.integers(0, last).map(lambda n: digits(n, 2)) for last in (13, 32, 24, 60, 61)),
    )
    | around("2024-02-29T23:59:60Z")
)
@settings(max_examples=500)
def test_a_time_is_what_the_clock_says_it_is(text: str) -> None:
    assert spelled(spelling.Time, text) == is_canonical_time(text)


@given(around("sha256:" + "09af" * 16), around("art_" + "09af" * 8))
def test_digests_and_ids_are_what_the_receipts_say_they_are(digest: str, artifact: str) -> None:
    assert spelled(spelling.Digest, digest) == is_digest(digest)
    assert spelled(spelling.ArtifactId, artifact) == is_artifact_id(artifact)


@given(st.binary(max_size=5).map(b64url.encode).flatmap(around) | st.text("AQgwBE-_+=\n", max_size=6))
@settings(max_examples=500)
def test_base64url_is_what_decodes_strictly_to_something(text: str) -> None:
    assert spelled(spelling.Base64Url, text) == decodes(text)


@given(st.text("$x\n", max_size=3))
def test_a_constant_is_what_is_no_variable(text: str) -> None:
    assert spelled(spelling.Constant, text) == (not is_variable(text))
    assert spelled(spelling.Bound, text) == (text != "" and not is_variable(text))


@given(st.text(":/a\n", max_size=6))
def test_a_uri_is_what_a_statement_takes_for_one(text: str) -> None:
    def written() -> object:
        return statement.receipt_statement(timestamp=AT, system=text, kind="note.v1")

    assert spelled(spelling.Uri, text) == reads(lambda _: written(), None)
