"""The digests of Reason: each over the compact JSON of one document, in struct order unless said otherwise.

Spec: Reason, section 1, Digest definitions.
"""

from typing import Any

from bridge.core.canonical import compact, sorted_compact
from bridge.core.digest import sha256, sha256_hex
from bridge.reason.model import ActionRequest, Atom, AuthorityPolicy, Mission, Ontology, Program, ProposedAction
from bridge.reason.wire.clauses import atom_key
from bridge.reason.wire.program import authority_json, ontology_json, program_json
from bridge.reason.wire.request import action_json, mission_json, request_json


def node_id(atom: Atom) -> str:
    """The id of an atom's node in any proof: ``node_`` and the hexadecimal SHA-256 of its key."""
    return "node_" + sha256_hex(atom_key(atom))


def program_digest(program: Program) -> str:
    """The digest of a whole program."""
    return sha256(compact(program_json(program)))


def ontology_digest(ontology: Ontology) -> str:
    """The digest of an ontology."""
    return sha256(compact(ontology_json(ontology)))


def policy_digest(policy: AuthorityPolicy) -> str:
    """The digest of an authority policy."""
    return sha256(compact(authority_json(policy)))


def proof_digest(root: str, nodes: list[dict[str, Any]]) -> str:
    """The digest of a proof's root and nodes, the nodes as JSON; the one digest whose members are all sorted."""
    return sha256(sorted_compact({"nodes": nodes, "root": root}))


def mission_digest(mission: Mission) -> str:
    """The digest of a mission."""
    return sha256(compact(mission_json(mission)))


def action_digest(action: ProposedAction) -> str:
    """The digest of a proposed action."""
    return sha256(compact(action_json(action)))


def request_digest(request: ActionRequest) -> str:
    """The digest of an action request, its policy as supplied."""
    return sha256(compact(request_json(request)))
