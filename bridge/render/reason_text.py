"""The human text of checks, verifications and authorizations, as the reference prints it (spec: Reason, section 8)."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from bridge.checker.authorization import AuthorizationVerification
from bridge.checker.verify import Verification
from bridge.core.canonical import compact, sorted_compact
from bridge.core.strict_json import Json
from bridge.reason.authorization import Authorization, Issue
from bridge.reason.model import Atom, Effect, Program
from bridge.reason.result import AuthorityReport, CheckResult, Proof, TemporalReport
from bridge.reason.wire import read_atom

_INCONSISTENT: Final = (
    "Both the query and its explicit negation are supported. Do not authorize action until the conflict is resolved."
)
_DISPROVED: Final = "Disproved means the explicit negation is supported. It is not inferred from missing evidence."
_UNKNOWN: Final = "Unknown does not mean false. "
_UNTIMELY: Final = _UNKNOWN + "Refresh or replace temporally ineligible evidence."
_UNSUPPORTED: Final = _UNKNOWN + "Add an observed fact or an applicable rule."
_UNTRUSTED: Final = _UNKNOWN + "Supply evidence from an admitted authority; do not relabel untrusted evidence."


def check(result: CheckResult) -> str:
    """A result: its status, support and what lacks, what was withheld, and the metrics."""
    return _text(
        [f"{result.status.upper()}  {atom(result.query)}"],
        _block(8, _support(result)),
        _advice(result),
        _authority(result.authority),
        _temporal(result.temporal),
        _ontology(result),
    )


def validation(program: Program, source: str) -> str:
    """A valid program, named by the path or ``-`` it came from."""
    clock = [] if program.evaluation_time is None else [f"evaluation {program.evaluation_time}"]
    counts = [f"{len(program.facts)} facts, {len(program.rules)} rules"]
    return _text(
        [f"VALID  {program.ontology.id}@{program.ontology.version}"],
        _block(7, [*counts, *clock]),
        ["", f"Next: reason check {source}"],
    )


def verification(verified: Verification) -> str:
    """A verified result."""
    clock = [] if verified.evaluation_time is None else [f"evaluated at {verified.evaluation_time}"]
    proofs = [f"proof {digest}" for digest in verified.proof_digests]
    return _text(
        [f"VERIFIED  {atom(read_atom(verified.query))} ({verified.result_status})"],
        _block(10, [*clock, f"{verified.nodes_verified} proof nodes", *proofs]),
    )


def authorization(decided: Authorization) -> str:
    """A certificate: the exact call and effects, the digests, and the issues."""
    action = decided.action
    lines = [
        f"{action.tool}({', '.join(_assignments(action.arguments))})",
        *map(_effect, action.effects),
        f"action {action.digest}",
        f"mission {decided.mission.digest}",
        *_clock(decided.reasoning),
        *_issues(decided.issues),
        *_proof_digests(decided.reasoning),
    ]
    return _text([f"{decided.status.upper()}  {action.id} via {decided.mission.id}"], _block(12, lines))


def authorization_verification(verified: AuthorizationVerification) -> str:
    """A verified certificate."""
    return _text(
        [f"VERIFIED_AUTHORIZATION  {verified.request_digest} ({verified.authorization_status})"],
        _block(24, [f"result {verified.reasoning_result_digest}"]),
    )


def proof_written(path: str, program: str) -> str:
    """What follows a check whose result was written to a path."""
    return _text([f"Proof written to {path}", f"Next: reason verify {program} {path}"])


def certificate_written(path: str, request: str) -> str:
    """What follows an authorization whose certificate was written to a path."""
    return _text([f"Certificate written to {path}", f"Next: reason verify-authorization {request} {path}"])


def atom(shown: Atom) -> str:
    """An atom as ``[not ]predicate(a, b)``: text as it is, other terms as JSON."""
    sign = "not " if shown.negated else ""
    return f"{sign}{shown.predicate}({', '.join(map(_value, shown.arguments))})"


def _value(value: Json) -> str:
    return (
        value
        if isinstance(value, str)
        else sorted_compact(value)
        if isinstance(value, (dict, list))
        else compact(value)
    )


def _text(*blocks: list[str]) -> str:
    return "".join(line + "\n" for block in blocks for line in block)


def _block(indent: int, lines: "list[str] | Iterator[str]") -> list[str]:
    return [" " * indent + line for line in lines]


def _support(result: CheckResult) -> Iterator[str]:
    yield from _proof("support", "proof", result.proof)
    yield from _proof("opposing support", "disproof", result.disproof)
    if result.conflict is not None:
        yield f"conflict facts: {', '.join(result.conflict.fact_ids)}"
    elif result.proof is None and result.missing:
        yield "missing support:"
        yield from (f"- {atom(lacking)}" for lacking in result.missing)
    elif result.proof is None:
        yield "no supporting derivation was found"


def _proof(support: str, name: str, proof: Proof | None) -> Iterator[str]:
    if proof is not None:
        yield f"{support}: {len(proof.nodes)} nodes"
        yield f"{name} {proof.digest}"


def _advice(result: CheckResult) -> list[str]:
    if result.proof is not None:
        return [] if result.disproof is None else ["", _INCONSISTENT]
    if result.disproof is not None:
        return ["", _DISPROVED]
    if result.temporal is not None and result.temporal.withheld:
        return ["", _UNTIMELY]
    return ["", _UNTRUSTED if result.authority.withheld else _UNSUPPORTED]


def _authority(report: AuthorityReport) -> list[str]:
    lines: list[str] = []
    for fact in report.withheld:
        admitted = ", ".join(fact.admitted_authorities) or "none"
        lines += [f"- {atom(fact.atom)} from {fact.authority} ({fact.fact_id})", f"  admitted authority: {admitted}"]
    return ["", f"Authority withheld {len(report.withheld)} fact(s):", *_block(8, lines)] if lines else []


def _temporal(report: TemporalReport | None) -> list[str]:
    if report is None:
        return []
    lines: list[str] = []
    for fact in report.withheld:
        lines += [f"- {atom(fact.atom)} ({fact.fact_id})", f"  {fact.reason}"]
    heading = [f"Temporal lifecycle withheld {len(report.withheld)} fact(s):"] if lines else []
    return ["", f"Evaluated at {report.evaluation_time}", *heading, *_block(8, lines)]


def _ontology(result: CheckResult) -> list[str]:
    ontology, metrics = result.ontology, result.metrics
    counts = (
        f"{metrics.facts_supplied} supplied, {metrics.facts_admitted} admitted, {metrics.facts_withheld} withheld, "
        f"{metrics.facts_derived} derived, {metrics.rounds} rounds"
    )
    return ["", f"Ontology {ontology.id}@{ontology.version}  {counts}"]


def _assignments(arguments: Mapping[str, Any]) -> list[str]:
    return [f"{name}={_value(arguments[name])}" for name in sorted(arguments)]


def _effect(effect: Effect) -> str:
    value = "" if effect.value is None else f" = {_value(effect.value)}"
    return f"effect {effect.kind} {effect.resource}{value}"


def _clock(result: CheckResult) -> list[str]:
    return [] if result.temporal is None else [f"evaluated at {result.temporal.evaluation_time}"]


def _issues(issues: tuple[Issue, ...]) -> Iterator[str]:
    if not issues:
        yield "all authorization requirements are proved"
        return
    yield "issues:"
    for issue in issues:
        about = "" if issue.atom is None else f" {atom(issue.atom)}"
        yield f"- [{issue.code}]{about}: {issue.message}"
        if issue.fact_ids:
            yield f"  facts: {', '.join(issue.fact_ids)}"


def _proof_digests(result: CheckResult) -> Iterator[str]:
    if result.proof is not None:
        yield f"proof {result.proof.digest}"
    if result.disproof is not None:
        yield f"disproof {result.disproof.digest}"
