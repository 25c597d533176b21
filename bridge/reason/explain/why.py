"""A proof as a tree: each step once, in the order in which a reader meets it, and referred to after that."""

from collections.abc import Iterator
from typing import NamedTuple

from bridge.reason.model import Atom
from bridge.reason.result import FactTemporal, NodeKind, Proof, ProofNode


class Step(NamedTuple):
    """One step of a proof.

    Args:
        number: counted from 1, in the order of reading.
        kind: whether a fact says it or a rule concludes it.
        atom: what is supported.
        source_id: the id of the fact or the rule.
        authority: whose word the fact is; None for a rule.
        temporal: when the fact holds; None for a rule, and in a program without times.
        premises: the numbers of the steps that the rule reads, in the order of its body.
        shared: whether more than one step reads it, or one reads it twice.
    """

    number: int
    kind: NodeKind
    atom: Atom
    source_id: str
    authority: str | None
    temporal: FactTemporal | None
    premises: tuple[int, ...]
    shared: bool


class Why(NamedTuple):
    """A proof in the order of reading; the first step is the root, and step ``n`` stands at place ``n - 1``."""

    digest: str
    steps: tuple[Step, ...]

    @property
    def facts(self) -> tuple[Step, ...]:
        """The leaves: what was said, in the order of reading."""
        return tuple(step for step in self.steps if step.kind is NodeKind.FACT)


class Line(NamedTuple):
    """A step where it stands in the tree; a repeated one has been shown before, with what is under it."""

    depth: int
    step: Step
    repeated: bool


def why(proof: Proof) -> Why:
    """A proof as a tree; the bodies of rules keep their order."""
    nodes = {node.id: node for node in proof.nodes}
    numbers = _numbered(proof.root, nodes)
    uses: dict[str, int] = {}
    for node in proof.nodes:
        for premise in node.premises:
            uses[premise] = uses.get(premise, 0) + 1
    return Why(proof.digest, tuple(_step(nodes[name], numbers, uses.get(name, 0) > 1) for name in numbers))


def lines(tree: Why) -> Iterator[Line]:
    """The tree as lines, the root first, each with how deep it stands."""
    shown: set[int] = set()
    pending = [(0, 1)]
    while pending:
        depth, number = pending.pop()
        step = tree.steps[number - 1]
        repeated = number in shown
        yield Line(depth, step, repeated)
        if not repeated:
            shown.add(number)
            pending += [(depth + 1, premise) for premise in reversed(step.premises)]


def _numbered(root: str, nodes: dict[str, ProofNode]) -> dict[str, int]:
    numbers: dict[str, int] = {}
    pending = [root]
    while pending:
        name = pending.pop()
        if name not in numbers:
            numbers[name] = len(numbers) + 1
            pending += reversed(nodes[name].premises)
    return numbers


def _step(node: ProofNode, numbers: dict[str, int], shared: bool) -> Step:
    premises = tuple(numbers[premise] for premise in node.premises)
    source = node.source_id or ""
    return Step(numbers[node.id], node.kind, node.atom, source, node.authority, node.temporal, premises, shared)
