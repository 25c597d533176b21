"""Laws of the checker, over generated programs and requests, with the kernel as the maker of results."""

import json
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from bridge.checker import Level, verify, verify_authorization, verify_bundle
from bridge.checker.canonical import compact
from bridge.checker.documents import CERTIFICATE, REQUEST, RESULT
from bridge.checker.requests import effective_program
from bridge.checker.results import recompute
from bridge.checker.shapes import Shape
from bridge.checker.terms import Program
from bridge.checker.validation import validate
from bridge.errors import BridgeError, CheckFailed, ShapeError
from bridge.reason.action import authorization_json, authorize, bundle, bundle_json
from bridge.reason.check import check, result_json
from bridge.reason.model import ActionRequest
from bridge.reason.model import Program as KernelProgram
from bridge.reason.validate import validate as kernel_validate
from bridge.reason.wire.program import program_json
from bridge.reason.wire.request import request_json
from bridge.testing.strategies.programs import Mode, programs, random_program, requests
from tests.property.mutations import mutated


def document(value: Any) -> Any:
    """A value as a reader gets it: written and read back."""
    return json.loads(json.dumps(value))


def _supported(seed: int) -> tuple[Any, Any]:
    rng = Random(seed)
    while True:
        program = random_program(rng)
        result = document(result_json(check(program)))
        if result["status"] != "unknown":
            return document(program_json(program)), result


SUPPORTED = st.integers(0, 2**32 - 1).map(_supported)
"""Programs with their results, of every status that has a proof; seeded, since most drawn programs have none."""


def refusal(call: Any, *arguments: Any) -> str | None:
    try:
        call(*arguments)
    except BridgeError as error:
        return error.message
    return None


@given(programs())
def test_the_checker_and_the_kernel_say_the_same_of_a_program(program: KernelProgram) -> None:
    theirs = RESULT(document(result_json(check(program))), "$")
    assert compact(recompute(Program.read(document(program_json(program))))) == compact(theirs)


@given(SUPPORTED, st.sampled_from(Level))
def test_what_the_kernel_proves_is_verified(case: tuple[Any, Any], level: Level) -> None:
    program, result = case
    verified = verify(program, result, level=level)
    assert verified.result_status == result["status"]
    proofs = [proof for proof in (result["proof"], result["disproof"]) if proof is not None]
    assert verified.proof_digests == tuple(proof["digest"] for proof in proofs)
    assert verified.nodes_verified == sum(len(proof["nodes"]) for proof in proofs)


@given(requests())
def test_what_the_kernel_authorizes_denies_or_leaves_open_is_verified(request: ActionRequest) -> None:
    certificate = authorize(request)
    verified = verify_bundle(document(bundle_json(bundle(request, certificate))))
    assert verified.authorization_status == document(authorization_json(certificate))["status"]
    assert verified.request_digest == certificate.request_digest


@given(programs(Mode.ARBITRARY))
def test_the_checker_and_the_kernel_find_the_same_problems_in_a_program(program: KernelProgram) -> None:
    read = Program.read(document(program_json(program)))
    assert refusal(validate, read) == refusal(kernel_validate, program)


@given(requests(Mode.ARBITRARY))
def test_the_checker_and_the_kernel_find_the_same_problems_in_a_request(request: ActionRequest) -> None:
    def bound() -> None:
        effective_program(REQUEST(document(request_json(request)), "$"))

    theirs = refusal(authorize, request)
    assert refusal(bound) == theirs


def same_reading(shape: Shape, left: Any, right: Any) -> bool:
    return compact(shape(left, "$")) == compact(shape(right, "$"))


@settings(max_examples=4 * settings().max_examples)
@given(SUPPORTED, st.data())
def test_a_changed_result_is_refused_or_reads_the_same(case: tuple[Any, Any], data: st.DataObject) -> None:
    program, original = case
    changed = data.draw(mutated(original))
    try:
        verify(program, changed)
    except (CheckFailed, ShapeError):
        return
    assert same_reading(RESULT, changed, original)


@given(requests(), st.data())
def test_a_changed_certificate_is_refused_or_reads_the_same(request: ActionRequest, data: st.DataObject) -> None:
    original = document(authorization_json(authorize(request)))
    changed = data.draw(mutated(original))
    try:
        verify_authorization(document(request_json(request)), changed)
    except (CheckFailed, ShapeError):
        return
    assert same_reading(CERTIFICATE, changed, original)


@settings(max_examples=2 * settings().max_examples)
@given(SUPPORTED, st.data())
def test_a_changed_program_is_refused_or_reads_the_same(case: tuple[Any, Any], data: st.DataObject) -> None:
    original, result = case
    changed = data.draw(mutated(original))
    try:
        verify(changed, result, level=Level.REFERENCE)
    except (CheckFailed, ShapeError):
        return
    assert compact(Program.read(changed).value) == compact(Program.read(original).value)


@given(SUPPORTED, st.recursive(st.none() | st.booleans() | st.integers() | st.floats() | st.text(), st.lists))
def test_no_value_makes_the_checker_fail_otherwise(case: tuple[Any, Any], value: Any) -> None:
    for program_value, result_value in ((value, value), (case[0], value), (value, case[1])):
        assert refusal(verify, program_value, result_value) is not None
    assert refusal(verify_bundle, value) is not None
