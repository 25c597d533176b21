"""Proofs, node by node: one function per rule that can justify a node (spec: Reason, section 5)."""

from collections.abc import Mapping
from typing import Any, NamedTuple, NoReturn

from bridge.checker.canonical import same
from bridge.checker.quoting import quoted
from bridge.checker.results import proof_digest
from bridge.checker.standing import Standing
from bridge.checker.terms import Atom, Fact, Program, Rule, instantiate, match
from bridge.errors import CheckFailed


class Sources(NamedTuple):
    """What a proof of a program may rest on."""

    facts: Mapping[str, Fact]
    rules: Mapping[str, Rule]
    admitted: frozenset[str]
    eligible: frozenset[str]
    is_temporal: bool

    @classmethod
    def of(cls, program: Program, standing: Standing) -> "Sources":
        """The sources of a valid program."""
        return cls(
            {fact.id: fact for fact in program.facts},
            {rule.id: rule for rule in program.rules},
            frozenset(fact.id for fact in standing.admitted),
            frozenset(fact.id for fact in standing.eligible),
            program.is_temporal,
        )


class Node(NamedTuple):
    """A proof node, its atom read."""

    id: str
    kind: str
    atom: Atom
    source_id: str | None
    authority: str | None
    temporal: Mapping[str, Any] | None
    premises: tuple[str, ...]

    @classmethod
    def read(cls, value: Mapping[str, Any]) -> "Node":
        """The node that a normal form states."""
        return cls(
            value["id"],
            value["kind"],
            Atom.read(value["atom"]),
            value.get("source_id"),
            value.get("authority"),
            value.get("temporal"),
            tuple(value["premises"]),
        )


def failed(path: str, problem: str) -> CheckFailed:
    """The refusal of a result at a JSON path."""
    return CheckFailed(f"proof verification failed:\n{path}: {problem}", where=path)


def check_proof(name: str, proof: Mapping[str, Any], conclusion: Atom, sources: Sources) -> int:
    """Check that a proof's nodes, and no others, derive the conclusion from the sources.

    Args:
        name: ``proof`` or ``disproof``, for messages.
        proof: the normal form.
        conclusion: what the root must say.
        sources: what the proof may rest on.

    Returns:
        How many nodes were checked.

    Raises:
        CheckFailed: at the first thing that does not hold.
    """
    root, values = proof["root"], proof["nodes"]
    expected = proof_digest(root, values)
    if proof["digest"] != expected:
        raise failed(f"$.{name}.digest", f"mismatch; expected {expected}")
    names = [value["id"] for value in values]
    if names != sorted(set(names)):
        raise failed(f"$.{name}.nodes", "must be uniquely sorted by node id")
    nodes = {value["id"]: Node.read(value) for value in values}
    if root not in nodes:
        raise failed(f"$.{name}.root", "node does not exist")
    if nodes[root].atom != conclusion:
        raise failed(f"$.{name}.root", "conclusion does not match")
    reached = _check_reachable(name, root, nodes, sources)
    if reached != len(nodes):
        raise failed(f"$.{name}.nodes", "contains nodes unreachable from the proof root")
    return reached


def _check_reachable(name: str, root: str, nodes: Mapping[str, Node], sources: Sources) -> int:
    """Check every node below the root, premises before what rests on them; a long proof needs no deep stack."""
    checked: set[str] = set()
    open_nodes: set[str] = set()
    waiting = [(root, False)]
    while waiting:
        node_id, premises_done = waiting.pop()
        if premises_done:
            _RULES[nodes[node_id].kind](nodes[node_id], nodes, sources)
            open_nodes.discard(node_id)
            checked.add(node_id)
        elif node_id in open_nodes:
            raise failed(f"$.{name}.nodes[{node_id}]", "derivation cycle detected")
        elif node_id not in checked:
            if node_id not in nodes:
                raise failed(f"$.{name}.nodes", f"proof node {quoted(node_id)} does not exist")
            _check_identity(nodes[node_id])
            open_nodes.add(node_id)
            waiting.append((node_id, True))
            waiting += [(premise, False) for premise in reversed(nodes[node_id].premises)]
    return len(checked)


def _check_identity(node: Node) -> None:
    if node.id != node.atom.node_id():
        _refuse(node, f"id does not match its atom; expected {node.atom.node_id()}")


def _check_fact(node: Node, _nodes: Mapping[str, Node], sources: Sources) -> None:
    """A fact stands for itself: stated by the program, admitted by its policy, in force at its time."""
    if node.premises:
        _refuse(node, "a fact cannot have premises")
    if node.source_id is None:
        _refuse(node, "missing fact source_id")
    source, fact = quoted(node.source_id), sources.facts.get(node.source_id)
    if fact is None:
        _refuse(node, f"fact source {source} does not exist")
    if node.atom != fact.atom:
        _refuse(node, f"atom does not match fact {source}")
    if node.authority != fact.authority:
        _refuse(node, f"authority does not match fact {source}")
    if fact.id not in sources.admitted:
        _refuse(node, f"fact {source} is withheld by the authority policy")
    if fact.id not in sources.eligible:
        _refuse(node, f"fact {source} is temporally ineligible")
    if not same(node.temporal, fact.temporal() if sources.is_temporal else None):
        _refuse(node, f"temporal certificate does not match fact {source}")


def _check_derivation(node: Node, nodes: Mapping[str, Node], sources: Sources) -> None:
    """A derivation instantiates its rule: each premise a body atom, in order, and its own atom the head."""
    if node.temporal is not None:
        _refuse(node, "derived nodes cannot declare fact temporal evidence")
    if node.authority is not None:
        _refuse(node, "derived nodes cannot declare fact authority")
    if node.source_id is None:
        _refuse(node, "missing rule source_id")
    source, rule = quoted(node.source_id), sources.rules.get(node.source_id)
    if rule is None:
        _refuse(node, f"rule source {source} does not exist")
    if len(node.premises) != len(rule.when):
        _refuse(node, f"rule {source} expects {len(rule.when)} premises, got {len(node.premises)}")
    bindings: Mapping[str, str] = {}
    for index, pattern in enumerate(rule.when):
        extended = match(pattern, nodes[node.premises[index]].atom, bindings)
        if extended is None:
            _refuse(node, f"premise {index} does not satisfy rule {source}")
        bindings = extended
    if node.atom != instantiate(rule.then, bindings):
        _refuse(node, f"conclusion does not follow from rule {source}")


def _refuse(node: Node, problem: str) -> NoReturn:
    where = f"$.proof.nodes[{node.id}]"
    raise CheckFailed(f"proof verification failed:\nproof node {quoted(node.id)}: {problem}", where=where)


_RULES = {"fact": _check_fact, "derivation": _check_derivation}
