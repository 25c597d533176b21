"""What the kernel says: results, and what the checker says of them (spec: Reason, sections 1, 4 and 5)."""

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal, Self, TypeAlias

from pydantic import ConfigDict, Field, model_validator

from bridge.testing.schemas.format import Format
from bridge.testing.schemas.programs import GroundAtom, Superseded
from bridge.testing.schemas.spelling import AuthorityClass, Digest, NodeId, Text, Time
from bridge.testing.schemas.wire import Closed, Count, Omissible, Positive, when

Status: TypeAlias = Literal["proved", "disproved", "inconsistent", "unknown"]
Ids: TypeAlias = list[Text]


class OntologyReference(Closed):
    """Which ontology was used."""

    id: Text
    version: Text
    digest: Digest


class WithheldFact(Closed):
    """A fact whose authority is not admitted."""

    fact_id: Text
    atom: GroundAtom
    authority: AuthorityClass
    admitted_authorities: list[AuthorityClass]
    reason: str


class AuthorityReport(Closed):
    """Which facts the authority policy admits."""

    policy_digest: Digest
    admitted_fact_ids: Ids
    withheld: list[WithheldFact]


class TemporallyWithheldFact(Closed):
    """An admitted fact that does not hold at the evaluation time."""

    fact_id: Text
    atom: GroundAtom
    reason: str
    superseded_by: Omissible[Annotated[Ids, Field(min_length=1)]] = None


class TemporalReport(Closed):
    """Which admitted facts hold at the evaluation time."""

    evaluation_time: Time
    eligible_fact_ids: Ids
    withheld: list[TemporallyWithheldFact]


class FactTemporal(Closed):
    """The times of a fact."""

    observed_at: Time
    valid_from: Omissible[Time] = None
    valid_until: Omissible[Time] = None
    supersedes: Omissible[Superseded] = None


class TimelessFactNode(Closed):
    """A step that a fact supports."""

    id: NodeId
    kind: Literal["fact"]
    atom: GroundAtom
    source_id: Text
    authority: AuthorityClass
    premises: Annotated[list[NodeId], Field(max_length=0)]


class FactNode(TimelessFactNode):
    """A step that a fact supports, with its times."""

    temporal: FactTemporal


class DerivationNode(Closed):
    """A step that a rule supports; premises are in the order of the rule's body."""

    id: NodeId
    kind: Literal["derivation"]
    atom: GroundAtom
    source_id: Text
    premises: list[NodeId]


class _Proof(Closed):
    root: NodeId
    digest: Digest


class TimelessProof(_Proof):
    """A derivation as a graph of nodes sorted by id."""

    nodes: Annotated[
        list[Annotated[TimelessFactNode | DerivationNode, Field(discriminator="kind")]], Field(min_length=1)
    ]


class Proof(_Proof):
    """A derivation as a graph of nodes sorted by id."""

    nodes: Annotated[list[Annotated[FactNode | DerivationNode, Field(discriminator="kind")]], Field(min_length=1)]


class ConflictWitness(Closed):
    """Why a result is inconsistent: the facts under both proofs."""

    query: GroundAtom
    complement: GroundAtom
    fact_ids: Ids
    proof_digests: Annotated[list[Digest], Field(min_length=2, max_length=2)]


class Metrics(Closed):
    """How much work a check was."""

    facts_supplied: Count
    facts_admitted: Count
    facts_withheld: Count
    facts_derived: Count
    rules_evaluated: Count
    rounds: Positive


_PARTS: Final = ("proof", "disproof", "conflict")
_SUPPORT: Final[Mapping[str, set[str]]] = {
    "proved": {"proof"},
    "disproved": {"disproof"},
    "inconsistent": {"proof", "disproof", "conflict"},
    "unknown": set(),
}
"""Which of a result's three parts are there; the others are null."""

_OF_STATUS: Final[list[Any]] = [
    when("status", status, {"properties": {name: {"type": "object" if name in there else "null"} for name in _PARTS}})
    for status, there in _SUPPORT.items()
]


class _Result(Closed):
    model_config = ConfigDict(json_schema_extra={"allOf": _OF_STATUS})

    status: Status
    query: GroundAtom
    program_digest: Digest
    ontology: OntologyReference
    authority: AuthorityReport
    conflict: ConflictWitness | None
    missing: list[GroundAtom]
    assumptions: list[str]
    metrics: Metrics

    @model_validator(mode="after")
    def _supports_its_status(self) -> Self:
        if {name for name in _PARTS if getattr(self, name) is not None} != _SUPPORT[self.status]:
            raise ValueError(f"the proofs are not those of a result that is {self.status}")
        return self


class ResultV1(_Result):
    """What a check of a program.v1 says."""

    schema_: Literal["zerker.reason.result.v1"]
    proof: TimelessProof | None
    disproof: TimelessProof | None


class ResultV2(_Result):
    """What a check of a program.v2 says."""

    schema_: Literal["zerker.reason.result.v2"]
    temporal: TemporalReport
    proof: Proof | None
    disproof: Proof | None


class _Verification(Closed):
    status: Literal["verified"]
    result_status: Literal["proved", "disproved", "inconsistent"]
    query: GroundAtom
    proof_digests: Annotated[list[Digest], Field(min_length=1, max_length=2)]
    nodes_verified: Positive


class VerificationV1(_Verification):
    """The checker's word that a result of a program.v1 holds."""

    schema_: Literal["zerker.reason.verification.v1"]


class VerificationV2(_Verification):
    """The checker's word that a result of a program.v2 holds."""

    schema_: Literal["zerker.reason.verification.v2"]
    evaluation_time: Time


_NOT_SAID: Final = "A schema cannot say that the proof proves anything: verify it."

FORMATS: Final = (
    Format("zerker.reason.result.v1", "Result without times", f"The result of a program.v1. {_NOT_SAID}", ResultV1),
    Format("zerker.reason.result.v2", "Result with times", f"The result of a program.v2. {_NOT_SAID}", ResultV2),
    Format(
        "zerker.reason.verification.v1",
        "Verified result without times",
        "What `rbridge reason verify` prints for a result.v1 that holds. An unknown result has nothing to verify.",
        VerificationV1,
    ),
    Format(
        "zerker.reason.verification.v2",
        "Verified result with times",
        "What `rbridge reason verify` prints for a result.v2 that holds. An unknown result has nothing to verify.",
        VerificationV2,
    ),
)
