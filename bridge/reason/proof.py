"""Proofs: the least derivation of an atom, as a graph whose nodes are atoms (spec: Reason, section 4, step 8).

A model's rows are followed as they are; an atom's terms are written once, for its key and for its node's text.
"""

from collections.abc import Mapping
from operator import itemgetter
from typing import Any, Final, TypeAlias

from bridge.core.deadline import NEVER, Deadline
from bridge.core.digest import sha256, sha256_hex
from bridge.reason.engine import Model
from bridge.reason.engine.grouping import Of
from bridge.reason.engine.model import Reason
from bridge.reason.engine.premises import premises
from bridge.reason.engine.terms import Row, encode_row, text_and_terms
from bridge.reason.model import Atom, Fact
from bridge.reason.result import FactTemporal, NodeKind, Proof, ProofNode
from bridge.reason.wire.proof_texts import (
    LiteralTexts,
    SourceTexts,
    derivation_node_text,
    fact_node_text,
    literal_texts,
    proof_text,
    source_texts,
)


def prove(model: Model, root: Atom, *, temporal: bool, deadline: Deadline = NEVER) -> Proof | None:
    """The proof of an atom, or nothing where it is not known.

    Args:
        model: what an engine gave.
        root: the atom to prove.
        temporal: whether nodes state the times of their facts, as those of a program.v2 do.
        deadline: when it must be done: a proof may have as many nodes as the model has atoms.

    Raises:
        LimitError: it takes longer than the deadline allows.
    """
    if root not in model:
        return None
    graph = _Graph(model, temporal)
    top = graph.reach((root.predicate, root.negated), encode_row(root.arguments))
    graph.follow(deadline)
    graph.made.sort(key=itemgetter(0))
    _, nodes, texts = zip(*graph.made, strict=True)
    return Proof(top, nodes, sha256(proof_text(top, texts)))


_Literal: TypeAlias = tuple[str, bool, Mapping[Row, Reason], LiteralTexts, dict[Row, str]]
"""The atoms of a literal: its predicate and sign, what is known of them, their texts, and the ids of their nodes."""


class _Graph:
    def __init__(self, model: Model, temporal: bool) -> None:
        self.made: list[tuple[str, ProofNode, str]] = []
        """Each node with its id and its text."""
        self._relations = model.relations
        self._temporal = temporal
        self._literals: dict[Of, _Literal] = {}
        self._sources: dict[tuple[Any, ...], tuple[FactTemporal | None, SourceTexts]] = {}
        self._pending: list[tuple[str, str, Atom, Any]] = []

    def reach(self, of: Of, row: Row) -> str:
        """The id of an atom's node, which is made later where a rule supports it and there is none yet."""
        literal = self._literals.get(of)
        if literal is None:
            literal = self._literals[of] = (*of, self._relations.get(of, {}), literal_texts(*of), {})
        return literal[4].get(row) or self._met(literal, row)

    def _met(self, literal: _Literal, row: Row) -> str:
        predicate, negated, rows, (key, key_end, start, end), ids = literal
        terms, arguments = text_and_terms(row)
        node = ids[row] = "node_" + sha256_hex(f"{key}{terms}{key_end}")
        text = f"{start}{terms}{end}"
        reason: Any = rows.get(row)
        atom = _new(Atom, (predicate, arguments, negated))
        if isinstance(reason, Fact):
            name, of = reason[0], reason[3:]
            times, said = self._sources.get(of) or self._source(*of)
            made = _new(ProofNode, (node, _FACT, atom, name, of[0], times, ()))
            self.made.append((node, made, fact_node_text(node, text, name, said)))
        elif reason is None:
            raise LookupError(f"a premise that the model does not hold: {text}")
        else:
            self._pending.append((node, text, atom, reason))
        return node

    def follow(self, deadline: Deadline) -> None:
        """Make every node that is reached."""
        while self._pending:
            deadline.check()
            node, text, atom, (rule, values) = self._pending.pop()
            body = premises(rule)
            row = values + body.constants
            ids = tuple([self.reach(of, pick(row)) for of, pick in body.atoms])
            made = _new(ProofNode, (node, _DERIVATION, atom, rule.id, None, None, ids))
            self.made.append((node, made, derivation_node_text(node, text, rule.id, ids)))

    def _source(self, authority: str, negated: bool, *times: Any) -> tuple[FactTemporal | None, SourceTexts]:
        """The times of a fact, and what its node says of it beside its atom; many facts share theirs."""
        stated = _new(FactTemporal, times) if self._temporal and times[0] is not None else None
        source = self._sources[authority, negated, *times] = stated, source_texts(authority, stated)
        return source


_FACT: Final = NodeKind.FACT
_DERIVATION: Final = NodeKind.DERIVATION
_new: Final[Any] = tuple.__new__
"""Makes a value of its fields several times as fast as a call that names them."""
