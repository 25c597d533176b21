"""The texts that proofs are known by: an atom's key, of which its node's id is made, and a node's sorted compact JSON.

Equal, byte for byte, to ``wire.atom_key`` and to ``core.canonical.sorted_compact`` of ``wire.result.node_json``. What
a literal's atoms have in common is written once.
"""

from collections.abc import Iterable
from functools import lru_cache
from json.encoder import encode_basestring as quoted
from typing import Final, NamedTuple

from bridge.reason.result import FactTemporal

_LITERALS_KEPT: Final = 1024
_BETWEEN: Final = '","'


class LiteralTexts(NamedTuple):
    """What stands before and after the terms in the key of a literal's atoms, and in the JSON of their nodes."""

    key: str
    key_end: str
    atom: str
    atom_end: str


@lru_cache(maxsize=_LITERALS_KEPT)
def literal_texts(predicate: str, negated: bool) -> LiteralTexts:
    """The texts of a literal."""
    name, sign = quoted(predicate), ',"negated":true' if negated else ""
    return LiteralTexts(
        f'{{"predicate":{name},"arguments":[', f"]{sign}}}", '{"atom":{"arguments":[', f']{sign},"predicate":{name}}}'
    )


def fact_node_text(id: str, atom: str, source: str, authority: str, times: str) -> str:
    """A node that a fact supports.

    Args:
        id: its id, in which there is nothing to escape.
        atom: the text up to the end of its atom.
        source: the fact's id.
        authority: the fact's authority.
        times: the member that states the fact's times, as ``times_text`` makes it, or nothing.
    """
    return (
        f'{atom},"authority":{quoted(authority)},"id":"{id}","kind":"fact","premises":[],'
        f'"source_id":{quoted(source)}{times}}}'
    )


def derivation_node_text(id: str, atom: str, source: str, premises: tuple[str, ...]) -> str:
    """A node that a rule supports; ``source`` is the rule's id, and ``premises`` are ids of nodes."""
    ids = f'["{_BETWEEN.join(premises)}"]' if premises else "[]"
    return f'{atom},"id":"{id}","kind":"derivation","premises":{ids},"source_id":{quoted(source)}}}'


def times_text(times: FactTemporal) -> str:
    """The member of a node that states the times of its fact."""
    observed, since, until, supersedes = times
    return (
        f',"temporal":{{"observed_at":{quoted(observed)}'
        f"{_SUPERSEDES + ','.join(map(quoted, supersedes)) + ']' if supersedes else ''}"
        f"{'' if since is None else _SINCE + quoted(since)}"
        f"{'' if until is None else _UNTIL + quoted(until)}}}"
    )


_SUPERSEDES: Final = ',"supersedes":['
_SINCE: Final = ',"valid_from":'
_UNTIL: Final = ',"valid_until":'


def proof_text(root: str, nodes: Iterable[str]) -> str:
    """A proof, from the id of its root and the texts of its nodes: what its digest is made over."""
    return f'{{"nodes":[{",".join(nodes)}],"root":"{root}"}}'
