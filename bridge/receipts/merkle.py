"""The Merkle tree over a session's artifact ids, and the proof that one of them is in it.

Version 2, ``sha256-rfc9162``: a leaf is the SHA-256 of 0x00 and the id, a node that of 0x01 and its two children
(RFC 9162, section 2.1.1). Version 1, which old packages have, hashes without those prefixes. In both, a node without a
sibling moves up as it is (spec: Judge and receipts, section 7).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

ALGORITHM: Final = "sha256-rfc9162"
VERSION: Final = 2
LEGACY_VERSION: Final = 1
VERSIONS: Final = (LEGACY_VERSION, VERSION)

_PREFIXES: Final = {LEGACY_VERSION: (b"", b""), VERSION: (b"\x00", b"\x01")}


@dataclass(frozen=True)
class Step:
    """One step of a proof: the sibling's hash, and whether it stands to the left."""

    left: bool
    hash: bytes


@dataclass(frozen=True)
class Tree:
    """All levels of a tree, the leaves first; a level of one node is the last. Without leaves there is no level."""

    version: int
    levels: tuple[tuple[bytes, ...], ...]

    @classmethod
    def of(cls, leaves: Iterable[str], version: int = VERSION) -> "Tree":
        """The tree over texts in their order; ``version`` is one of ``VERSIONS``."""
        level = tuple(leaf_hash(text, version) for text in leaves)
        levels = [level] if level else []
        while len(level) > 1:
            level = _next_level(level, version)
            levels.append(level)
        return cls(version, tuple(levels))

    @property
    def root(self) -> bytes | None:
        """The root; None where there are no leaves."""
        return self.levels[-1][0] if self.levels else None

    def leaf(self, index: int) -> bytes:
        """The hash of a leaf."""
        return self.levels[0][index]

    def path(self, index: int) -> tuple[Step, ...]:
        """The siblings from a leaf up to the root; levels at which the node has none are passed over."""
        steps = []
        for level in self.levels[:-1]:
            sibling = index ^ 1
            if sibling < len(level):
                steps.append(Step(sibling < index, level[sibling]))
            index //= 2
        return tuple(steps)


def root_text(root: bytes) -> str:
    """``mroot_`` and the hexadecimal digits of a root."""
    return f"mroot_{root.hex()}"


def leaf_hash(text: str, version: int = VERSION) -> bytes:
    """The hash of a leaf's text."""
    return sha256(_PREFIXES[version][0] + text.encode()).digest()


def root_of(leaf: bytes, path: Sequence[Step], version: int = VERSION) -> bytes:
    """The root that a leaf's hash and a path lead to."""
    prefix = _PREFIXES[version][1]
    node = leaf
    for step in path:
        pair = step.hash + node if step.left else node + step.hash
        node = sha256(prefix + pair).digest()
    return node


def _next_level(level: tuple[bytes, ...], version: int) -> tuple[bytes, ...]:
    prefix = _PREFIXES[version][1]
    paired = [sha256(prefix + level[at] + level[at + 1]).digest() for at in range(0, len(level) - 1, 2)]
    return (*paired, level[-1]) if len(level) % 2 else tuple(paired)
