"""A package taken apart, changed, and put together again as an attacker would: consistent wherever no key is needed."""

import json
import shutil
from pathlib import Path
from typing import Any

from bridge.core import b64url, canonical
from bridge.core.digest import sha256
from bridge.receipts import envelope as envelopes
from bridge.receipts.envelope import Envelope
from bridge.receipts.identity import artifact_digest, artifact_id
from bridge.receipts.keys import SigningKey
from bridge.receipts.merkle import VERSION, root_text
from bridge.receipts.model import ACTION_PAYLOAD_TYPE, RECEIPT_PAYLOAD_TYPE, Subject
from bridge.receipts.package import layout
from bridge.receipts.package.proofs import Leaves, Printer
from bridge.receipts.sign import sign
from bridge.receipts.statement import action_statement, receipt_statement
from tests.unit.receipts.makers import OTHER_KEY
from tests.unit.receipts.package.sessions import ACTOR, END


class Forgery:
    """The parts of a package; ``write`` puts them together again, its tree and its proofs made anew."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.receipt: dict[str, Any] = json.loads((path / layout.RECEIPT).read_text())
        self.keys: dict[str, Any] = json.loads((path / layout.KEYS).read_text())
        self.record = envelopes.read((path / layout.RECORD).read_bytes())
        self.envelopes = {
            entry["artifact_id"]: envelopes.read((path / layout.artifact_file(entry["artifact_id"])).read_bytes())
            for entry in self.receipt["artifacts"]
        }

    @property
    def ids(self) -> list[str]:
        return [entry["artifact_id"] for entry in self.receipt["artifacts"]]

    def insert(self, index: int, envelope: Envelope, **more: Any) -> str:
        """List an envelope at a place, and carry it; its id."""
        id_ = artifact_id(envelope)
        entry = {
            "artifact_id": id_,
            "payload_type": envelope.payload_type,
            "digest": artifact_digest(envelope),
            "signed_at": json.loads(envelope.payload)["timestamp"],
            **more,
        }
        self.receipt["artifacts"].insert(index, entry)
        self.envelopes[id_] = envelope
        return id_

    def drop(self, id_: str) -> None:
        """Leave an artifact out."""
        self.receipt["artifacts"] = [one for one in self.receipt["artifacts"] if one["artifact_id"] != id_]
        del self.envelopes[id_]

    def trust_in_package(self, key: SigningKey) -> None:
        """Name a key in the package's own list."""
        self.keys["keys"][key.keyid] = key.public.text

    def sign_record(self, key: SigningKey, **more: Any) -> None:
        """Bind the receipt as it is now by a record of the same content, signed by a key."""
        self._rebuild()
        said = json.loads(self.record.payload)
        said["payload"] |= {"receipt_digest": sha256(self._receipt_text()), **more}
        statement = receipt_statement(
            timestamp=said["timestamp"],
            system=said["system"],
            kind=said["kind"],
            subject=Subject(artifact_id=said["subject"]["artifactId"]),
            payload=said["payload"],
        )
        self.record = sign(RECEIPT_PAYLOAD_TYPE, statement, key)

    def write(self) -> Path:
        """Put the package together in its place."""
        self._rebuild()
        shutil.rmtree(self.path)
        for name in (layout.ARTIFACTS, layout.PROOFS):
            (self.path / name).mkdir(parents=True)
        leaves = Leaves(self.ids)
        for index, id_ in enumerate(self.ids):
            (self.path / layout.proof_file(id_)).write_text(Printer(leaves).text(index))
            if id_ in self.envelopes:
                (self.path / layout.artifact_file(id_)).write_text(envelopes.text(self.envelopes[id_]))
        (self.path / layout.RECEIPT).write_bytes(self._receipt_text())
        (self.path / layout.MERKLE).write_text(canonical.pretty(self.receipt["merkle"]))
        (self.path / layout.RENDER).write_text(canonical.pretty(self.receipt["render"]))
        (self.path / layout.KEYS).write_text(canonical.pretty(self.keys))
        (self.path / layout.RECORD).write_text(envelopes.text(self.record))
        return self.path

    def _receipt_text(self) -> bytes:
        return canonical.pretty(self.receipt).encode()

    def _rebuild(self) -> None:
        leaves = Leaves(self.ids)
        root = leaves.tree(VERSION).root
        self.receipt["merkle"] = {
            "leaf_count": len(self.ids),
            **({"root": root_text(root)} if root else {}),
            "inclusion_proofs": [json.loads(Printer(leaves).text(index)) for index in range(len(self.ids))],
            "merkle_version": VERSION,
        }


def resigned(envelope: Envelope, key: SigningKey) -> Envelope:
    """The same statement, signed by another key."""
    return sign(envelope.payload_type, envelope.payload, key)


def foreign_action(parent: str | None, *, key: SigningKey = OTHER_KEY, name: str = "rm", **meta: Any) -> Envelope:
    """An action that was no part of the session."""
    said = action_statement(timestamp=END, actor=ACTOR, action=name, parent_id=parent, meta=meta or None)
    return sign(ACTION_PAYLOAD_TYPE, said, key)


def edited_payload(envelope: Envelope, **members: Any) -> Envelope:
    """The envelope with other bytes under the old signature."""
    said = json.loads(envelope.payload) | members
    return Envelope(canonical.compact(said).encode(), envelope.payload_type, envelope.signatures)


def with_signature(path: Path, keyid: str, sig: bytes, *, first: bool) -> None:
    """Put one more signature into an envelope's file."""
    document = json.loads(path.read_text())
    document["signatures"].insert(0 if first else 1, {"keyid": keyid, "sig": b64url.encode(sig)})
    path.write_text(canonical.compact(document))
