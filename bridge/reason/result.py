"""What a check says, as frozen values: the status, the two fact reports, the proofs and the metrics."""

import enum
from typing import Final, NamedTuple

from bridge.reason.model import Atom

RESULT_V1: Final = "zerker.reason.result.v1"
RESULT_V2: Final = "zerker.reason.result.v2"

ASSUMPTIONS: Final = (
    "Only facts admitted by the explicit authority policy participate in inference.",
    "Explicit negation does not use absence as evidence of falsity.",
    "Contradictory support is preserved as inconsistent instead of resolved silently.",
)
"""What every result says of how it was reached; the wire's own sentences."""


class Status(enum.StrEnum):
    """The four values: support for the query, for its negation, for both, for neither."""

    PROVED = "proved"
    DISPROVED = "disproved"
    INCONSISTENT = "inconsistent"
    UNKNOWN = "unknown"

    @staticmethod
    def of(proof: object | None, disproof: object | None) -> "Status":
        """The status that the presence of the two proofs means."""
        if proof is not None:
            return Status.PROVED if disproof is None else Status.INCONSISTENT
        return Status.UNKNOWN if disproof is None else Status.DISPROVED


class OntologyReference(NamedTuple):
    """Which ontology was used."""

    id: str
    version: str
    digest: str


class WithheldFact(NamedTuple):
    """A fact whose authority is not admitted."""

    fact_id: str
    atom: Atom
    authority: str
    admitted_authorities: tuple[str, ...]
    reason: str


class AuthorityReport(NamedTuple):
    """Which facts the authority policy admits; both lists are sorted by fact id."""

    policy_digest: str
    admitted_fact_ids: tuple[str, ...]
    withheld: tuple[WithheldFact, ...]


class TemporallyWithheldFact(NamedTuple):
    """An admitted fact that does not hold at the evaluation time."""

    fact_id: str
    atom: Atom
    reason: str
    superseded_by: tuple[str, ...] = ()


class TemporalReport(NamedTuple):
    """Which admitted facts hold at the evaluation time; both lists are sorted by fact id."""

    evaluation_time: str
    eligible_fact_ids: tuple[str, ...]
    withheld: tuple[TemporallyWithheldFact, ...]


class FactTemporal(NamedTuple):
    """The times of a fact, as a proof of a program.v2 states them."""

    observed_at: str
    valid_from: str | None = None
    valid_until: str | None = None
    supersedes: tuple[str, ...] = ()


class NodeKind(enum.StrEnum):
    """What supports a node's atom: a fact, or a rule."""

    FACT = "fact"
    DERIVATION = "derivation"


class ProofNode(NamedTuple):
    """One step of a proof; ``premises`` are node ids in the order of the rule's body."""

    id: str
    kind: NodeKind
    atom: Atom
    source_id: str | None
    authority: str | None
    temporal: FactTemporal | None
    premises: tuple[str, ...]


class Proof(NamedTuple):
    """A derivation as a graph of nodes sorted by id."""

    root: str
    nodes: tuple[ProofNode, ...]
    digest: str


class ConflictWitness(NamedTuple):
    """Why a result is inconsistent: the facts under both proofs."""

    query: Atom
    complement: Atom
    fact_ids: tuple[str, ...]
    proof_digests: tuple[str, ...]


class Metrics(NamedTuple):
    """How much work a check was."""

    facts_supplied: int
    facts_admitted: int
    facts_withheld: int
    facts_derived: int
    rules_evaluated: int
    rounds: int


class CheckResult(NamedTuple):
    """The whole result of a check; ``temporal`` is present for a program.v2 alone."""

    schema: str
    status: Status
    query: Atom
    program_digest: str
    ontology: OntologyReference
    authority: AuthorityReport
    temporal: TemporalReport | None
    proof: Proof | None
    disproof: Proof | None
    conflict: ConflictWitness | None
    missing: tuple[Atom, ...]
    assumptions: tuple[str, ...]
    metrics: Metrics
