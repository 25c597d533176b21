"""Every struct of the documents with its members, written down a second time; and a document that has them all."""

import json
from typing import Any, NamedTuple

from tests.unit.checker.documents import EARLIER, LATER, NOW, Document, atom, no


class Member(NamedTuple):
    name: str
    kind: str
    absent: Any = ...
    """What stands for it in the normal form where it is not given; ``...`` where it must be, LEFT_OUT for nothing."""


LEFT_OUT = object()
NOTHING: list[Any] = []

STRUCTS: dict[str, tuple[str, list[Member]]] = {
    "$": (
        "AuthorizationBundle",
        [Member("schema", "text"), Member("request", "struct"), Member("certificate", "struct")],
    ),
    "$.request": (
        "ActionRequest",
        [Member("schema", "text"), Member("mission", "struct"), Member("action", "struct"), Member("policy", "struct")],
    ),
    "$.request.mission": (
        "Mission",
        [
            Member("id", "text"),
            Member("principal", "text"),
            Member("instruction_digest", "text"),
            Member("issued_at", "text"),
            Member("valid_until", "text?", LEFT_OUT),
            Member("constraints", "map", {}),
        ],
    ),
    "$.request.action": (
        "ProposedAction",
        [
            Member("id", "text"),
            Member("tool", "text"),
            Member("proposed_at", "text"),
            Member("arguments", "map", {}),
            Member("effects", "list", NOTHING),
        ],
    ),
    "$.request.action.effects[0]": (
        "ActionEffect",
        [Member("kind", "text"), Member("resource", "text"), Member("value", "data", LEFT_OUT)],
    ),
    "$.request.policy": (
        "Program",
        [
            Member("schema", "text"),
            Member("ontology", "struct"),
            Member("authority", "struct"),
            Member("evaluation_time", "text?", LEFT_OUT),
            Member("facts", "list", NOTHING),
            Member("rules", "list", NOTHING),
            Member("query", "struct"),
        ],
    ),
    "$.request.policy.ontology": (
        "Ontology",
        [Member("id", "text"), Member("version", "text"), Member("predicates", "map")],
    ),
    "$.request.policy.ontology.predicates.p": ("Predicate", [Member("arguments", "list")]),
    "$.request.policy.authority": (
        "AuthorityPolicy",
        [Member("classes", "list"), Member("default_admit", "list"), Member("predicate_admit", "map", {})],
    ),
    "$.request.policy.facts[0]": (
        "Fact",
        [
            Member("id", "text"),
            Member("predicate", "text"),
            Member("arguments", "list", NOTHING),
            Member("negated", "flag", LEFT_OUT),
            Member("authority", "text"),
            Member("observed_at", "text?", LEFT_OUT),
            Member("valid_from", "text?", LEFT_OUT),
            Member("valid_until", "text?", LEFT_OUT),
            Member("supersedes", "list", LEFT_OUT),
        ],
    ),
    "$.request.policy.rules[0]": ("Rule", [Member("id", "text"), Member("when", "list"), Member("then", "struct")]),
    "$.request.policy.query": (
        "Atom",
        [Member("predicate", "text"), Member("arguments", "list", NOTHING), Member("negated", "flag", LEFT_OUT)],
    ),
    "$.certificate": (
        "AuthorizationResult",
        [
            Member("schema", "text"),
            Member("status", "variant authorized, denied, conflicted, insufficient_evidence"),
            Member("request_digest", "text"),
            Member("mission", "struct"),
            Member("action", "struct"),
            Member("reasoning", "struct"),
            Member("issues", "list"),
        ],
    ),
    "$.certificate.mission": ("BoundObject", [Member("id", "text"), Member("digest", "text")]),
    "$.certificate.action": (
        "BoundAction",
        [
            Member("id", "text"),
            Member("digest", "text"),
            Member("tool", "text"),
            Member("arguments", "map"),
            Member("effects", "list"),
        ],
    ),
    "$.certificate.issues[0]": (
        "AuthorizationIssue",
        [
            Member("code", "text"),
            Member("message", "text"),
            Member("atom", "struct?", LEFT_OUT),
            Member("fact_ids", "list", LEFT_OUT),
        ],
    ),
    "$.certificate.reasoning": (
        "CheckResult",
        [
            Member("schema", "text"),
            Member("status", "variant proved, disproved, inconsistent, unknown"),
            Member("query", "struct"),
            Member("program_digest", "text"),
            Member("ontology", "struct"),
            Member("authority", "struct"),
            Member("temporal", "struct?", LEFT_OUT),
            Member("proof", "struct?", None),
            Member("disproof", "struct?", None),
            Member("conflict", "struct?", None),
            Member("missing", "list"),
            Member("assumptions", "list"),
            Member("metrics", "struct"),
        ],
    ),
    "$.certificate.reasoning.ontology": (
        "OntologyRef",
        [Member("id", "text"), Member("version", "text"), Member("digest", "text")],
    ),
    "$.certificate.reasoning.authority": (
        "AuthorityReport",
        [Member("policy_digest", "text"), Member("admitted_fact_ids", "list"), Member("withheld", "list")],
    ),
    "$.certificate.reasoning.authority.withheld[0]": (
        "WithheldFact",
        [
            Member("fact_id", "text"),
            Member("atom", "struct"),
            Member("authority", "text"),
            Member("admitted_authorities", "list"),
            Member("reason", "text"),
        ],
    ),
    "$.certificate.reasoning.temporal": (
        "TemporalReport",
        [Member("evaluation_time", "text"), Member("eligible_fact_ids", "list"), Member("withheld", "list")],
    ),
    "$.certificate.reasoning.temporal.withheld[0]": (
        "TemporallyWithheldFact",
        [
            Member("fact_id", "text"),
            Member("atom", "struct"),
            Member("reason", "text"),
            Member("superseded_by", "list", LEFT_OUT),
        ],
    ),
    "$.certificate.reasoning.proof": (
        "Proof",
        [Member("root", "text"), Member("nodes", "list"), Member("digest", "text")],
    ),
    "$.certificate.reasoning.proof.nodes[0]": (
        "ProofNode",
        [
            Member("id", "text"),
            Member("kind", "variant fact, derivation"),
            Member("atom", "struct"),
            Member("source_id", "text?", LEFT_OUT),
            Member("authority", "text?", LEFT_OUT),
            Member("temporal", "struct?", LEFT_OUT),
            Member("premises", "list"),
        ],
    ),
    "$.certificate.reasoning.proof.nodes[0].temporal": (
        "FactTemporal",
        [
            Member("observed_at", "text"),
            Member("valid_from", "text?", LEFT_OUT),
            Member("valid_until", "text?", LEFT_OUT),
            Member("supersedes", "list", LEFT_OUT),
        ],
    ),
    "$.certificate.reasoning.conflict": (
        "ConflictWitness",
        [
            Member("query", "struct"),
            Member("complement", "struct"),
            Member("fact_ids", "list"),
            Member("proof_digests", "list"),
        ],
    ),
    "$.certificate.reasoning.metrics": (
        "Metrics",
        [
            Member(name, "count")
            for name in (
                "facts_supplied",
                "facts_admitted",
                "facts_withheld",
                "facts_derived",
                "rules_evaluated",
                "rounds",
            )
        ],
    ),
}
MEMBERS = [(place, member) for place, (_, members) in STRUCTS.items() for member in members]

TIMES = {"observed_at": EARLIER, "valid_from": EARLIER, "valid_until": LATER, "supersedes": ["old"]}
PROOF = {
    "root": "n",
    "nodes": [
        {
            "id": "n",
            "kind": "fact",
            "atom": atom("p", "a"),
            "source_id": "f",
            "authority": "tool",
            "temporal": TIMES,
            "premises": ["m"],
        }
    ],
    "digest": "d",
}
FULL: Document = json.loads(
    json.dumps(
        {
            "schema": "b",
            "request": {
                "schema": "r",
                "mission": {
                    "id": "m",
                    "principal": "ada",
                    "instruction_digest": "d",
                    "issued_at": EARLIER,
                    "valid_until": LATER,
                    "constraints": {"a": [1]},
                },
                "action": {
                    "id": "a",
                    "tool": "t",
                    "proposed_at": NOW,
                    "arguments": {"x": {"y": None}},
                    "effects": [{"kind": "k", "resource": "r", "value": 1.5}],
                },
                "policy": {
                    "schema": "p",
                    "ontology": {
                        "id": "o",
                        "version": "1",
                        "predicates": {"p": {"arguments": ["string", "integer", "boolean"]}},
                    },
                    "authority": {"classes": ["tool"], "default_admit": ["tool"], "predicate_admit": {"p": ["tool"]}},
                    "evaluation_time": NOW,
                    "facts": [{"id": "f", **no(atom("p", 1)), "authority": "tool", **TIMES}],
                    "rules": [{"id": "r", "when": [atom("p", "$x")], "then": no(atom("p", "$x"))}],
                    "query": no(atom("p", True)),
                },
            },
            "certificate": {
                "schema": "c",
                "status": "authorized",
                "request_digest": "d",
                "mission": {"id": "m", "digest": "d"},
                "action": {
                    "id": "a",
                    "digest": "d",
                    "tool": "t",
                    "arguments": {"x": 1},
                    "effects": [{"kind": "k", "resource": "r"}],
                },
                "reasoning": {
                    "schema": "s",
                    "status": "proved",
                    "query": atom("p", "a"),
                    "program_digest": "d",
                    "ontology": {"id": "o", "version": "1", "digest": "d"},
                    "authority": {
                        "policy_digest": "d",
                        "admitted_fact_ids": ["f"],
                        "withheld": [
                            {
                                "fact_id": "g",
                                "atom": atom("p", "b"),
                                "authority": "guess",
                                "admitted_authorities": ["tool"],
                                "reason": "w",
                            }
                        ],
                    },
                    "temporal": {
                        "evaluation_time": NOW,
                        "eligible_fact_ids": ["f"],
                        "withheld": [{"fact_id": "h", "atom": atom("p", "c"), "reason": "w", "superseded_by": ["f"]}],
                    },
                    "proof": PROOF,
                    "disproof": PROOF,
                    "conflict": {
                        "query": atom("p", "a"),
                        "complement": no(atom("p", "a")),
                        "fact_ids": ["f"],
                        "proof_digests": ["d"],
                    },
                    "missing": [atom("p", "z")],
                    "assumptions": ["none"],
                    "metrics": {
                        "facts_supplied": 1,
                        "facts_admitted": 2,
                        "facts_withheld": 3,
                        "facts_derived": 4,
                        "rules_evaluated": 5,
                        "rounds": 6,
                    },
                },
                "issues": [{"code": "c", "message": "m", "atom": atom("p", "a"), "fact_ids": ["f"]}],
            },
        }
    )
)
