"""Results of a check as JSON: strict in, struct order out (spec: Reason, sections 1 and 2)."""

from typing import Any, Final

from bridge.core.strict_json import Json
from bridge.reason.result import (
    AuthorityReport,
    CheckResult,
    ConflictWitness,
    FactTemporal,
    Metrics,
    NodeKind,
    OntologyReference,
    Proof,
    ProofNode,
    Status,
    TemporallyWithheldFact,
    TemporalReport,
    WithheldFact,
)
from bridge.reason.wire.clauses import atom, atom_json
from bridge.reason.wire.reading import Field, Path, Reader, count, items, optional, struct, text, variant, whole


def read_result(value: Json) -> CheckResult:
    """A result of parsed JSON; whether it holds is the checker's to say.

    Raises:
        ShapeError: the value is not a result; ``where`` is the JSON path.
    """
    return whole(result, value)


def result_json(result: CheckResult) -> dict[str, Any]:
    """A result in struct order; ``temporal`` only where the program is a v2."""
    temporal = {} if result.temporal is None else {"temporal": _temporal_report(result.temporal)}
    return {
        "schema": result.schema,
        "status": result.status.value,
        "query": atom_json(result.query),
        "program_digest": result.program_digest,
        "ontology": result.ontology._asdict(),
        "authority": _authority_report(result.authority),
        **temporal,
        "proof": None if result.proof is None else proof_json(result.proof),
        "disproof": None if result.disproof is None else proof_json(result.disproof),
        "conflict": None if result.conflict is None else _conflict(result.conflict),
        "missing": [atom_json(atom) for atom in result.missing],
        "assumptions": list(result.assumptions),
        "metrics": result.metrics._asdict(),
    }


def proof_json(proof: Proof) -> dict[str, Any]:
    """A proof in struct order."""
    return {"root": proof.root, "nodes": [node_json(node) for node in proof.nodes], "digest": proof.digest}


def node_json(node: ProofNode) -> dict[str, Any]:
    """A proof node in struct order, without what is absent."""
    members: dict[str, Any] = {"id": node.id, "kind": node.kind.value, "atom": atom_json(node.atom)}
    if node.source_id is not None:
        members["source_id"] = node.source_id
    if node.authority is not None:
        members["authority"] = node.authority
    if node.temporal is not None:
        members["temporal"] = _fact_temporal(node.temporal)
    members["premises"] = list(node.premises)
    return members


def _fact_temporal(temporal: FactTemporal) -> dict[str, Any]:
    times = {
        "observed_at": temporal.observed_at,
        "valid_from": temporal.valid_from,
        "valid_until": temporal.valid_until,
    }
    members: dict[str, Any] = {name: time for name, time in times.items() if time is not None}
    if temporal.supersedes:
        members["supersedes"] = list(temporal.supersedes)
    return members


def _authority_report(report: AuthorityReport) -> dict[str, Any]:
    return {
        "policy_digest": report.policy_digest,
        "admitted_fact_ids": list(report.admitted_fact_ids),
        "withheld": [_withheld(fact) for fact in report.withheld],
    }


def _withheld(fact: WithheldFact) -> dict[str, Any]:
    return {
        "fact_id": fact.fact_id,
        "atom": atom_json(fact.atom),
        "authority": fact.authority,
        "admitted_authorities": list(fact.admitted_authorities),
        "reason": fact.reason,
    }


def _temporal_report(report: TemporalReport) -> dict[str, Any]:
    return {
        "evaluation_time": report.evaluation_time,
        "eligible_fact_ids": list(report.eligible_fact_ids),
        "withheld": [_temporally_withheld(fact) for fact in report.withheld],
    }


def _temporally_withheld(fact: TemporallyWithheldFact) -> dict[str, Any]:
    by = {"superseded_by": list(fact.superseded_by)} if fact.superseded_by else {}
    return {"fact_id": fact.fact_id, "atom": atom_json(fact.atom), "reason": fact.reason, **by}


def _conflict(conflict: ConflictWitness) -> dict[str, Any]:
    return {
        "query": atom_json(conflict.query),
        "complement": atom_json(conflict.complement),
        "fact_ids": list(conflict.fact_ids),
        "proof_digests": list(conflict.proof_digests),
    }


_read_status: Final = variant(*[status.value for status in Status])
_read_kind: Final = variant(*[kind.value for kind in NodeKind])


def _status(value: Json, path: Path, undeclared: list[Path]) -> Status:
    return Status(_read_status(value, path, undeclared))


def _kind(value: Json, path: Path, undeclared: list[Path]) -> NodeKind:
    return NodeKind(_read_kind(value, path, undeclared))


_texts: Final = items(text)
_ontology: Final[Reader[OntologyReference]] = struct(
    "OntologyRef", OntologyReference, (Field("id", text), Field("version", text), Field("digest", text))
)
_withheld_fact: Final[Reader[WithheldFact]] = struct(
    "WithheldFact",
    WithheldFact,
    (
        Field("fact_id", text),
        Field("atom", atom),
        Field("authority", text),
        Field("admitted_authorities", _texts),
        Field("reason", text),
    ),
)
_authority: Final[Reader[AuthorityReport]] = struct(
    "AuthorityReport",
    AuthorityReport,
    (Field("policy_digest", text), Field("admitted_fact_ids", _texts), Field("withheld", items(_withheld_fact))),
)
_untimely_fact: Final[Reader[TemporallyWithheldFact]] = struct(
    "TemporallyWithheldFact",
    TemporallyWithheldFact,
    (Field("fact_id", text), Field("atom", atom), Field("reason", text), Field("superseded_by", _texts, ())),
)
_temporal: Final[Reader[TemporalReport]] = struct(
    "TemporalReport",
    TemporalReport,
    (Field("evaluation_time", text), Field("eligible_fact_ids", _texts), Field("withheld", items(_untimely_fact))),
)
_times: Final[Reader[FactTemporal]] = struct(
    "FactTemporal",
    FactTemporal,
    (
        Field("observed_at", text),
        Field("valid_from", optional(text), None),
        Field("valid_until", optional(text), None),
        Field("supersedes", _texts, ()),
    ),
)
_node: Final[Reader[ProofNode]] = struct(
    "ProofNode",
    ProofNode,
    (
        Field("id", text),
        Field("kind", _kind),
        Field("atom", atom),
        Field("source_id", optional(text), None),
        Field("authority", optional(text), None),
        Field("temporal", optional(_times), None),
        Field("premises", _texts),
    ),
)
_proof: Final[Reader[Proof]] = struct(
    "Proof", Proof, (Field("root", text), Field("nodes", items(_node)), Field("digest", text))
)
_witness: Final[Reader[ConflictWitness]] = struct(
    "ConflictWitness",
    ConflictWitness,
    (Field("query", atom), Field("complement", atom), Field("fact_ids", _texts), Field("proof_digests", _texts)),
)
_metrics: Final[Reader[Metrics]] = struct("Metrics", Metrics, tuple(Field(name, count) for name in Metrics._fields))
result: Final[Reader[CheckResult]] = struct(
    "CheckResult",
    CheckResult,
    (
        Field("schema", text),
        Field("status", _status),
        Field("query", atom),
        Field("program_digest", text),
        Field("ontology", _ontology),
        Field("authority", _authority),
        Field("temporal", optional(_temporal), None),
        Field("proof", optional(_proof), None),
        Field("disproof", optional(_proof), None),
        Field("conflict", optional(_witness), None),
        Field("missing", items(atom)),
        Field("assumptions", _texts),
        Field("metrics", _metrics),
    ),
)
