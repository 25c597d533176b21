"""The texts that proofs are known by: an atom's key, of which its node's id is made, and a node's sorted compact JSON.

Equal, byte for byte, to ``wire.atom_key`` and to ``core.canonical.sorted_compact`` of ``wire.result.node_json``. What
a literal's atoms have in common is written once.
"""

from collections.abc import Iterable
from functools import lru_cache
from json.encoder import encode_basestring as quoted
from typing import Final, NamedTuple, TypeAlias

from bridge.reason.result import FactTemporal

_LITERALS_KEPT: Final = 1024
_BETWEEN: Final = '","'

SourceTexts: TypeAlias = tuple[str, str]
"""What the JSON of a fact's node says of its authority and its times: before its id, and at its end."""


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


def source_texts(authority: str, times: FactTemporal | None) -> SourceTexts:
    """The texts of an authority and of times, where a node states them."""
    return f',"authority":{quoted(authority)},"id":"', "}" if times is None else f"{_times_text(times)}}}"


def fact_node_text(id: str, atom: str, source: str, texts: SourceTexts) -> str:
    """A node that a fact supports.

    Args:
        id: its id, in which there is nothing to escape.
        atom: the text up to the end of its atom.
        source: the fact's id.
        texts: the texts of the fact's authority and times.
    """
    authority, times = texts
    return f'{atom}{authority}{id}","kind":"fact","premises":[],"source_id":{quoted(source)}{times}'


def derivation_node_text(id: str, atom: str, source: str, premises: tuple[str, ...]) -> str:
    """A node that a rule supports; ``source`` is the rule's id, and ``premises`` are ids of nodes."""
    ids = f'["{_BETWEEN.join(premises)}"]' if premises else "[]"
    return f'{atom},"id":"{id}","kind":"derivation","premises":{ids},"source_id":{quoted(source)}}}'


def _times_text(times: FactTemporal) -> str:
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
