"""The digests of Reason: each over the compact JSON of one document, in struct order unless said otherwise.

Spec: Reason, section 1, Digest definitions.
"""

from bridge.core.digest import sha256, sha256_hex
from bridge.reason.identity import ByIdentity
from bridge.reason.model import ActionRequest, Atom, AuthorityPolicy, Ontology, Program
from bridge.reason.wire import texts
from bridge.reason.wire.clauses import atom_key


def node_id(atom: Atom) -> str:
    """The id of an atom's node in any proof: ``node_`` and the hexadecimal SHA-256 of its key."""
    return "node_" + sha256_hex(atom_key(atom))


def program_digest(program: Program) -> str:
    """The digest of a whole program."""
    return sha256(texts.program_text(program))


def _ontology_digest(ontology: Ontology) -> str:
    return sha256(texts.ontology_text(ontology))


def _policy_digest(policy: AuthorityPolicy) -> str:
    return sha256(texts.authority_text(policy))


_ontology_digests = ByIdentity(_ontology_digest)
_policy_digests = ByIdentity(_policy_digest)


def ontology_digest(ontology: Ontology) -> str:
    """The digest of an ontology."""
    return _ontology_digests(ontology)


def policy_digest(policy: AuthorityPolicy) -> str:
    """The digest of an authority policy."""
    return _policy_digests(policy)


def request_digest(request: ActionRequest) -> str:
    """The digest of an action request, its policy as supplied."""
    mission, action = texts.mission_text(request.mission), texts.action_text(request.action)
    return sha256(texts.request_text(request, mission, action, texts.program_text(request.policy)))
