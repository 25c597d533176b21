"""Whether a result holds for a program (spec: Reason, section 5)."""

import enum
from collections.abc import Mapping
from typing import Any, NamedTuple

from bridge.checker.canonical import digest, same
from bridge.checker.documents import RESULT
from bridge.checker.proofs import Sources, check_proof, failed
from bridge.checker.quoting import quoted
from bridge.checker.results import (
    conflict_witness,
    derive,
    ontology_reference,
    result_schema,
    status_of,
    unproved_parts,
)
from bridge.checker.standing import Standing, authority_report, temporal_report
from bridge.checker.terms import Program
from bridge.checker.validation import validate
from bridge.core.strict_json import Json


class Level(enum.Enum):
    """How much of a result is checked."""

    REFERENCE = "reference"
    """What the reference kernel checks: the proofs that are there hold. That one was left out goes unseen."""
    COMPLETE = "complete"
    """And the status, ``missing``, ``assumptions`` and ``metrics`` are those the program has, derived anew."""


class Verification(NamedTuple):
    """A result that holds."""

    result_status: str
    query: dict[str, Any]
    evaluation_time: str | None
    proof_digests: tuple[str, ...]
    nodes_verified: int
    level: Level


def verify(program: Json, result: Json, *, level: Level = Level.COMPLETE) -> Verification:
    """Check a result against its program.

    Any valid proof is accepted, not only the one the reference kernel finds. At ``Level.REFERENCE`` a result that hides
    a proof is not noticed. An ``unknown`` result has nothing to check and is refused at both levels.

    Args:
        program: a ``zerker.reason.program`` document, parsed.
        result: its ``zerker.reason.result`` document, parsed.
        level: how much is checked.

    Raises:
        ShapeError: a document has another shape.
        CheckFailed: the program is not valid, the result does not hold, or at ``Level.COMPLETE`` a bound was reached.
    """
    typed, normal = Program.read(program), RESULT(result, "$")
    validate(typed)
    return verify_normal(typed, normal, level)


def verify_normal(program: Program, result: Mapping[str, Any], level: Level) -> Verification:
    """Check a result in normal form against a valid program; raises CheckFailed."""
    standing = Standing.of(program)
    _check_report(program, standing, result)
    digests, nodes_verified = _check_proofs(program, standing, result)
    if level is Level.COMPLETE:
        _check_completeness(program, standing, result)
    return Verification(
        result["status"], result["query"], program.evaluation_time, tuple(digests), nodes_verified, level
    )


def _check_report(program: Program, standing: Standing, result: Mapping[str, Any]) -> None:
    """Everything that can be checked without looking at a proof."""
    schema = result_schema(program)
    if result["schema"] != schema:
        raise failed("$.schema", f"expected {quoted(schema)}, got {quoted(result['schema'])}")
    if not same(result["query"], program.query.value()):
        raise failed("$.query", "does not match the program query")
    if result["program_digest"] != (expected := digest(program.value)):
        raise failed("$.program_digest", f"mismatch; expected {expected}")
    if not same(result["ontology"], ontology_reference(program)):
        raise failed("$.ontology", "identity, version, or digest does not match the program")
    if not same(result["authority"], authority_report(program, standing)):
        raise failed("$.authority", "report does not match the program authority policy")
    if not same(result.get("temporal"), temporal_report(program, standing)):
        raise failed("$.temporal", "report does not match the program evaluation time")
    if result["status"] == "unknown":
        raise failed("$.status", "unknown has no derivation certificate; rerun check against the program")
    if result["status"] != status_of(proved=result["proof"] is not None, disproved=result["disproof"] is not None):
        raise failed("$.status", "does not match the presence of proof and disproof")


def _check_proofs(program: Program, standing: Standing, result: Mapping[str, Any]) -> tuple[list[str], int]:
    sources = Sources.of(program, standing)
    conclusions = {"proof": program.query, "disproof": program.query.complement()}
    present = [name for name in conclusions if result[name] is not None]
    nodes_verified = sum(check_proof(name, result[name], conclusions[name], sources) for name in present)
    _check_conflict(program, result)
    return [result[name]["digest"] for name in present], nodes_verified


def _check_conflict(program: Program, result: Mapping[str, Any]) -> None:
    proof, disproof, conflict = result["proof"], result["disproof"], result["conflict"]
    if proof is None or disproof is None:
        if conflict is not None:
            raise failed("$.conflict", "only an inconsistent result may contain a witness")
    elif conflict is None:
        raise failed("$.conflict", "inconsistent result requires a conflict witness")
    elif not same(conflict, conflict_witness(program, proof, disproof)):
        raise failed("$.conflict", "witness does not match the two proofs")


def _check_completeness(program: Program, standing: Standing, result: Mapping[str, Any]) -> None:
    model = derive(program, standing)
    status = status_of(proved=model.knows(program.query), disproved=model.knows(program.query.complement()))
    if result["status"] != status:
        raise failed("$.status", f"the program's status is {status}")
    for name, expected in unproved_parts(program, model).items():
        if not same(result[name], expected):
            raise failed(f"$.{name}", "does not recompute from the program")
