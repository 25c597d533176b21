"""Proofs: the least derivation of an atom, as a graph whose nodes are atoms (spec: Reason, section 4, step 8)."""

from operator import attrgetter

from bridge.reason.digests import node_id, proof_digest
from bridge.reason.engine import Derivation, Model, Support
from bridge.reason.model import Atom, Fact
from bridge.reason.result import FactTemporal, NodeKind, Proof, ProofNode
from bridge.reason.wire import atom_key
from bridge.reason.wire.result import node_json


def prove(model: Model, root: Atom, *, temporal: bool) -> Proof | None:
    """The proof of an atom, or nothing where it is not known.

    Args:
        model: what an engine gave.
        root: the atom to prove.
        temporal: whether nodes state the times of their facts, as those of a program.v2 do.
    """
    if root not in model:
        return None
    nodes = tuple(sorted(_nodes(model, root, temporal).values(), key=attrgetter("id")))
    top = node_id(root)
    return Proof(top, nodes, proof_digest(top, [node_json(node) for node in nodes]))


def _nodes(model: Model, root: Atom, temporal: bool) -> dict[str, ProofNode]:
    nodes: dict[str, ProofNode] = {}
    pending = [root]
    while pending:
        atom = pending.pop()
        key = atom_key(atom)
        if key in nodes:
            continue
        support = model.support(atom)
        if support is None:
            raise LookupError(f"a premise that the model does not hold: {key}")
        nodes[key] = _node(atom, support, temporal)
        if isinstance(support, Derivation):
            pending += support.premises
    return nodes


def _node(atom: Atom, support: Support, temporal: bool) -> ProofNode:
    of = node_id(atom)
    if isinstance(support, Fact):
        times = _times(support) if temporal else None
        return ProofNode(of, NodeKind.FACT, atom, support.id, support.authority, times, ())
    premises = tuple(map(node_id, support.premises))
    return ProofNode(of, NodeKind.DERIVATION, atom, support.rule.id, None, None, premises)


def _times(fact: Fact) -> FactTemporal | None:
    if fact.observed_at is None:
        return None
    return FactTemporal(fact.observed_at, fact.valid_from, fact.valid_until, fact.supersedes)
