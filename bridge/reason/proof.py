"""Proofs: the least derivation of an atom, as a graph whose nodes are atoms (spec: Reason, section 4, step 8)."""

from operator import itemgetter

from bridge.core.digest import sha256_hex
from bridge.reason.digests import proof_digest
from bridge.reason.engine import Model, Support
from bridge.reason.model import Atom, Fact
from bridge.reason.result import FactTemporal, NodeKind, Proof, ProofNode
from bridge.reason.wire import atom_key


def prove(model: Model, root: Atom, *, temporal: bool) -> Proof | None:
    """The proof of an atom, or nothing where it is not known.

    Args:
        model: what an engine gave.
        root: the atom to prove.
        temporal: whether nodes state the times of their facts, as those of a program.v2 do.
    """
    support = model.support(root)
    if support is None:
        return None
    graph = _Graph(model, temporal)
    top = graph.reach(root)
    graph.follow()
    nodes = tuple(sorted(graph.nodes, key=itemgetter(0)))
    return Proof(top, nodes, proof_digest(top, nodes))


class _Graph:
    def __init__(self, model: Model, temporal: bool) -> None:
        self.nodes: list[ProofNode] = []
        self._model = model
        self._temporal = temporal
        self._ids: dict[str, str] = {}
        self._pending: list[tuple[str, Atom]] = []

    def reach(self, atom: Atom) -> str:
        """The id of an atom's node, which is made later where there is none yet."""
        key = atom_key(atom)
        node = self._ids.get(key)
        if node is None:
            node = self._ids[key] = "node_" + sha256_hex(key)
            self._pending.append((node, atom))
        return node

    def follow(self) -> None:
        """Make every node that is reached."""
        while self._pending:
            node, atom = self._pending.pop()
            support = self._model.support(atom)
            if support is None:
                raise LookupError(f"a premise that the model does not hold: {atom_key(atom)}")
            self.nodes.append(self._node(node, atom, support))

    def _node(self, id: str, atom: Atom, support: Support) -> ProofNode:
        if isinstance(support, Fact):
            times = _times(support) if self._temporal else None
            return ProofNode(id, NodeKind.FACT, atom, support.id, support.authority, times, ())
        premises = tuple(map(self.reach, support.premises))
        return ProofNode(id, NodeKind.DERIVATION, atom, support.rule.id, None, None, premises)


def _times(fact: Fact) -> FactTemporal | None:
    if fact.observed_at is None:
        return None
    return FactTemporal(fact.observed_at, fact.valid_from, fact.valid_until, fact.supersedes)
