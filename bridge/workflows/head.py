"""Heads of a store: how many receipts it had, and which, so that it can be told later whether they are all still there.

Whoever can write a store can delete its newest receipts and everything in the file that counts them. What they cannot
change is a head that is kept elsewhere. A head is a number of receipts and one digest over their ids in the order in
which they were appended; a later store must begin with exactly those.
"""

from dataclasses import dataclass
from hashlib import sha256

from bridge.core import canonical, strict_json
from bridge.core.digest import is_digest
from bridge.errors import InputError, ShapeError, VerificationError
from bridge.receipts.identity import is_artifact_id
from bridge.workflows.inputs import read_bytes

SCHEMA = "bridge.head.v1"

_MEMBERS = {"schema", "receipts", "last", "digest"}


@dataclass(frozen=True)
class Head:
    """What a store held.

    Args:
        receipts: how many receipts.
        last: the id of the last of them.
        digest: the SHA-256 over their ids in order, each followed by a line feed.
    """

    receipts: int
    last: str
    digest: str

    @property
    def text(self) -> str:
        """The ``bridge.head.v1`` document, with a final line feed."""
        document = {"schema": SCHEMA, "receipts": self.receipts, "last": self.last, "digest": self.digest}
        return canonical.pretty(document, sort=True) + "\n"


def read_head(name: str) -> Head:
    """The head that a file holds.

    Raises:
        InputError: it cannot be read.
        ShapeError: it is no head; names the JSON path.
    """
    try:
        document = strict_json.loads(read_bytes(name))
    except InputError as error:
        raise error.restated(f"{name}: {error.message}") from None
    if not isinstance(document, dict) or document.get("schema") != SCHEMA or document.keys() != _MEMBERS:
        raise ShapeError(
            f"{name} is not a `{SCHEMA}` document", where="$", help="rbridge verify --all --head-out writes one"
        )
    receipts, last, digest = document["receipts"], document["last"], document["digest"]
    if type(receipts) is not int or receipts < 1:
        raise ShapeError("`receipts` must be a number of receipts", where="$.receipts")
    if not isinstance(last, str) or not is_artifact_id(last):
        raise ShapeError("`last` must be a receipt's id", where="$.last")
    if not isinstance(digest, str) or not is_digest(digest):
        raise ShapeError("`digest` must be sha256: and 64 lowercase digits", where="$.digest")
    return Head(receipts, last, digest)


class Heads:
    """Follows the receipts of a store, and holds them to a head where one is given."""

    def __init__(self, expected: Head | None = None) -> None:
        """Begin before the first receipt."""
        self._expected = expected
        self._hash = sha256()
        self._count = 0
        self._last = ""

    def add(self, artifact_id: str) -> None:
        """One more receipt, in the order of appending.

        Raises:
            VerificationError: the store does not begin as the head says.
        """
        self._hash.update(f"{artifact_id}\n".encode())
        self._count, self._last = self._count + 1, artifact_id
        expected = self._expected
        if expected is not None and self._count == expected.receipts and self.head != expected:
            raise VerificationError(
                f"the first {self._count} receipts of the store are not those of the head",
                where=artifact_id,
                help="receipts were deleted, added or put into another order; restore the store from a copy",
            )

    def end(self) -> Head:
        """The head of all the receipts that were added.

        Raises:
            VerificationError: there are fewer than the expected head has.
        """
        if self._expected is not None and self._count < self._expected.receipts:
            raise VerificationError(
                f"the store has {self._count} receipts, and had {self._expected.receipts} when the head was taken",
                where=self._expected.last,
                help="its newest receipts were deleted; restore the store from a copy",
            )
        return self.head

    @property
    def head(self) -> Head:
        """The head so far."""
        return Head(self._count, self._last, f"sha256:{self._hash.hexdigest()}")
