"""Small programs, requests, proofs and results for the checker's tests, made by hand or by the kernel."""

import copy
import hashlib
import json
from collections.abc import Callable
from functools import cache
from typing import Any, TypeAlias

from bridge.reason import digests
from bridge.reason.action import authorization_json, authorize, bundle, bundle_json
from bridge.reason.check import check, result_json
from bridge.reason.wire.program import read_program
from bridge.reason.wire.request import read_request

Document: TypeAlias = dict[str, Any]
NOW = "2026-03-01T12:00:00Z"
EARLIER = "2026-03-01T10:00:00Z"
LATER = "2026-03-01T14:00:00Z"


def atom(predicate: str, *arguments: Any, negated: bool = False) -> Document:
    return {"predicate": predicate, "arguments": list(arguments), **({"negated": True} if negated else {})}


def no(statement: Document) -> Document:
    return {**statement, "negated": True}


class ProgramOf:
    """A program under construction; ``ProgramOf(...).fact(...).rule(...).asking(...)`` is its document."""

    def __init__(self, *, at: str | None = None, **predicates: str) -> None:
        self.at = at
        self.document: Document = {
            "schema": f"zerker.reason.program.{'v1' if at is None else 'v2'}",
            "ontology": {
                "id": "test",
                "version": "1",
                "predicates": {name: {"arguments": types.split()} for name, types in predicates.items()},
            },
            "authority": {"classes": ["guess", "human", "tool"], "default_admit": ["human", "tool"]},
            **({} if at is None else {"evaluation_time": at}),
            "facts": [],
            "rules": [],
        }

    def admit(self, predicate: str, *classes: str) -> "ProgramOf":
        self.document["authority"].setdefault("predicate_admit", {})[predicate] = list(classes)
        return self

    def fact(self, name: str, statement: Document, *, by: str = "tool", **lifecycle: Any) -> "ProgramOf":
        observed = {} if self.at is None else {"observed_at": EARLIER}
        self.document["facts"].append({"id": name, **statement, "authority": by, **observed, **lifecycle})
        return self

    def rule(self, name: str, then: Document, *when: Document) -> "ProgramOf":
        self.document["rules"].append({"id": name, "when": list(when), "then": then})
        return self

    def asking(self, query: Document) -> Document:
        return {**self.document, "query": query}


def request(policy: Document, **changes: Any) -> Document:
    """A request to deploy release 7, under a policy."""
    document = {
        "schema": "zerker.reason.action.v1",
        "mission": {
            "id": "mission-1",
            "principal": "user:ada",
            "instruction_digest": "sha256:" + "0" * 64,
            "issued_at": EARLIER,
            "valid_until": LATER,
            "constraints": {"environment": "staging", "budget": 250},
        },
        "action": {
            "id": "action-1",
            "tool": "deploy",
            "proposed_at": NOW,
            "arguments": {"version": 7, "dry_run": False},
            "effects": [{"kind": "deploy", "resource": "release:7", "value": {"b": [1.5], "a": None}}],
        },
        "policy": policy,
    }
    return {**document, **changes}


def policy() -> ProgramOf:
    """A policy that authorizes a reviewed deployment to staging."""
    return (
        ProgramOf(at=NOW, reviewed="string")
        .fact("review", atom("reviewed", "action-1"), by="human")
        .rule(
            "allow",
            atom("action_authorized", "$action"),
            atom("mission_action", "$mission", "$action"),
            atom("mission_constraint", "$mission", "environment", "staging"),
            atom("action_tool", "$action", "deploy"),
            atom("reviewed", "$action"),
        )
        .rule("deny", no(atom("action_authorized", "$action")), no(atom("reviewed", "$action")))
    )


def asked() -> Document:
    """What every request asks of its policy."""
    return atom("action_authorized", "action-1")


def result_of(program: Document) -> Document:
    """The kernel's result."""
    return _reread(_result(json.dumps(program)))


@cache
def _result(program: str) -> str:
    return json.dumps(result_json(check(read_program(json.loads(program)))))


def program_digest(program: Document) -> str:
    return digests.program_digest(read_program(program))


def certificate_of(document: Document) -> Document:
    """The kernel's certificate."""
    return _reread(_certificate(json.dumps(document)))


@cache
def _certificate(document: str) -> str:
    return json.dumps(authorization_json(authorize(read_request(json.loads(document)))))


def bundle_of(document: Document) -> Document:
    """The request and the kernel's certificate as one document."""
    typed = read_request(document)
    return _reread(json.dumps(bundle_json(bundle(typed, authorize(typed)))))


def node_id(statement: Document) -> str:
    return "node_" + hashlib.sha256(json.dumps(statement, separators=(",", ":")).encode()).hexdigest()


def fact_node(program: Document, name: str, **changes: Any) -> Document:
    """The node of a fact of the program; a change to None leaves the member out."""
    fact = next(fact for fact in program["facts"] if fact["id"] == name)
    statement = {key: fact[key] for key in ("predicate", "arguments", "negated") if key in fact}
    times = {key: fact[key] for key in ("observed_at", "valid_from", "valid_until", "supersedes") if key in fact}
    node = {
        "id": node_id(statement),
        "kind": "fact",
        "atom": statement,
        "source_id": name,
        "authority": fact["authority"],
        "temporal": times or None,
        "premises": [],
        **changes,
    }
    return {key: value for key, value in node.items() if value is not None}


def derivation_node(rule: str, statement: Document, *premises: Document, **changes: Any) -> Document:
    """The node of a derivation from premises, given by their atoms; a change to None leaves the member out."""
    node = {
        "id": node_id(statement),
        "kind": "derivation",
        "atom": statement,
        "source_id": rule,
        "premises": [node_id(premise) for premise in premises],
        **changes,
    }
    return {key: value for key, value in node.items() if value is not None}


def sealed(root: str, nodes: list[Document]) -> Document:
    """A proof with the digest that its content has."""
    text = json.dumps({"nodes": nodes, "root": root}, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return {"root": root, "nodes": nodes, "digest": "sha256:" + hashlib.sha256(text.encode()).hexdigest()}


def proof(*nodes: Document) -> Document:
    """A proof of the first node's atom from all of them."""
    return sealed(nodes[0]["id"], sorted(nodes, key=lambda node: str(node["id"])))


def with_proofs(program: Document, proof: Document | None, disproof: Document | None = None) -> Document:
    """The program's result, but with these proofs, and a status and witness that fit them."""
    result = result_of(program)
    status = ("inconsistent" if disproof else "proved") if proof else "disproved"
    conflict = result["conflict"] if status == "inconsistent" else None
    return {**result, "status": status, "proof": proof, "disproof": disproof, "conflict": conflict}


def edited(document: Document, edit: Callable[[Document], object]) -> Document:
    """A copy of a document, after an edit."""
    changed = copy.deepcopy(document)
    edit(changed)
    return changed


def _reread(text: str) -> Document:
    document: Document = json.loads(text)
    return document
