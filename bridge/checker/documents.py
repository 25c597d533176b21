"""The documents the checker reads, members in the order they are declared (spec: Reason, section 1)."""

from typing import Final

from bridge.checker.shapes import (
    Default,
    count,
    data,
    flag,
    mapping,
    name_set,
    optional,
    sequence,
    struct,
    text,
    variant,
)

_texts: Final = sequence(text)
_terms: Final = Default(sequence(data), [])
_negated: Final = Default(flag, False, omitted=True)
_text: Final = Default(optional(text), None, omitted=True)
_ids: Final = Default(_texts, [], omitted=True)

ATOM: Final = struct("Atom", predicate=text, arguments=_terms, negated=_negated)
_atoms: Final = sequence(ATOM)

# Programs

FACT: Final = struct(
    "Fact",
    id=text,
    predicate=text,
    arguments=_terms,
    negated=_negated,
    authority=text,
    observed_at=_text,
    valid_from=_text,
    valid_until=_text,
    supersedes=_ids,
)
RULE: Final = struct("Rule", id=text, when=_atoms, then=ATOM)
_PREDICATE: Final = struct("Predicate", arguments=sequence(variant("string", "integer", "boolean")))
PROGRAM: Final = struct(
    "Program",
    schema=text,
    ontology=struct("Ontology", id=text, version=text, predicates=mapping(_PREDICATE)),
    authority=struct(
        "AuthorityPolicy",
        classes=name_set,
        default_admit=name_set,
        predicate_admit=Default(mapping(name_set), {}),
    ),
    evaluation_time=_text,
    facts=Default(sequence(FACT), []),
    rules=Default(sequence(RULE), []),
    query=ATOM,
)

# Results

_WITHHELD: Final = struct(
    "WithheldFact", fact_id=text, atom=ATOM, authority=text, admitted_authorities=_texts, reason=text
)
_UNTIMELY: Final = struct("TemporallyWithheldFact", fact_id=text, atom=ATOM, reason=text, superseded_by=_ids)
_TIMES: Final = struct("FactTemporal", observed_at=text, valid_from=_text, valid_until=_text, supersedes=_ids)
_NODE: Final = struct(
    "ProofNode",
    id=text,
    kind=variant("fact", "derivation"),
    atom=ATOM,
    source_id=_text,
    authority=_text,
    temporal=Default(optional(_TIMES), None, omitted=True),
    premises=_texts,
)
_PROOF: Final = struct("Proof", root=text, nodes=sequence(_NODE), digest=text)
_CONFLICT: Final = struct("ConflictWitness", query=ATOM, complement=ATOM, fact_ids=_texts, proof_digests=_texts)
_TEMPORAL: Final = struct(
    "TemporalReport", evaluation_time=text, eligible_fact_ids=_texts, withheld=sequence(_UNTIMELY)
)
RESULT: Final = struct(
    "CheckResult",
    schema=text,
    status=variant("proved", "disproved", "inconsistent", "unknown"),
    query=ATOM,
    program_digest=text,
    ontology=struct("OntologyRef", id=text, version=text, digest=text),
    authority=struct("AuthorityReport", policy_digest=text, admitted_fact_ids=_texts, withheld=sequence(_WITHHELD)),
    temporal=Default(optional(_TEMPORAL), None, omitted=True),
    proof=Default(optional(_PROOF), None),
    disproof=Default(optional(_PROOF), None),
    conflict=Default(optional(_CONFLICT), None),
    missing=_atoms,
    assumptions=_texts,
    metrics=struct(
        "Metrics",
        facts_supplied=count,
        facts_admitted=count,
        facts_withheld=count,
        facts_derived=count,
        rules_evaluated=count,
        rounds=count,
    ),
)

# Authorizations

_EFFECT: Final = struct("ActionEffect", kind=text, resource=text, value=Default(optional(data), None, omitted=True))
_MISSION: Final = struct(
    "Mission",
    id=text,
    principal=text,
    instruction_digest=text,
    issued_at=text,
    valid_until=_text,
    constraints=Default(mapping(data), {}),
)
_ACTION: Final = struct(
    "ProposedAction",
    id=text,
    tool=text,
    proposed_at=text,
    arguments=Default(mapping(data), {}),
    effects=Default(sequence(_EFFECT), []),
)
REQUEST: Final = struct("ActionRequest", schema=text, mission=_MISSION, action=_ACTION, policy=PROGRAM)
_ISSUE: Final = struct(
    "AuthorizationIssue", code=text, message=text, atom=Default(optional(ATOM), None, omitted=True), fact_ids=_ids
)
CERTIFICATE: Final = struct(
    "AuthorizationResult",
    schema=text,
    status=variant("authorized", "denied", "conflicted", "insufficient_evidence"),
    request_digest=text,
    mission=struct("BoundObject", id=text, digest=text),
    action=struct("BoundAction", id=text, digest=text, tool=text, arguments=mapping(data), effects=sequence(_EFFECT)),
    reasoning=RESULT,
    issues=sequence(_ISSUE),
)
BUNDLE: Final = struct("AuthorizationBundle", schema=text, request=REQUEST, certificate=CERTIFICATE)
