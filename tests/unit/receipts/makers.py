"""Keys, receipts and chains for tests, made from fixed seeds."""

from collections.abc import Sequence

from bridge.receipts.envelope import Envelope
from bridge.receipts.identity import artifact_id
from bridge.receipts.keys import PublicKey, SigningKey
from bridge.receipts.model import RECEIPT_PAYLOAD_TYPE, Subject
from bridge.receipts.sign import sign
from bridge.receipts.statement import receipt_statement

AT = "2026-09-01T10:00:00Z"
KEY = SigningKey.from_seed("key_00000000000000aa", bytes(range(1, 33)))
OTHER_KEY = SigningKey.from_seed("key_00000000000000bb", bytes(range(101, 133)))
TRUSTED: dict[str, PublicKey] = {KEY.keyid: KEY.public}
ACTION_ID = "art_" + "5" * 32


def receipt_bytes(note: str = "", parent: str | None = None, subject: str | None = None) -> bytes:
    return receipt_statement(
        timestamp=AT,
        system="system://tests",
        kind="note.v1",
        payload={"note": note},
        subject=None if subject is None else Subject(artifact_id=subject),
        parent_id=parent,
    )


def receipt(note: str = "", parent: str | None = None, subject: str | None = None, key: SigningKey = KEY) -> Envelope:
    return sign(RECEIPT_PAYLOAD_TYPE, receipt_bytes(note, parent, subject), key)


def chain(notes: Sequence[str], after: str | None = None) -> list[Envelope]:
    links: list[Envelope] = []
    for note in notes:
        links.append(receipt(note, artifact_id(links[-1]) if links else after))
    return links
