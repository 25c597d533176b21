"""A policy for lending books, the texts it was reviewed with, and a call that it decides."""

import json
from pathlib import Path
from typing import Any

from bridge.core.canonical import compact
from bridge.core.digest import sha256
from bridge.reason import policy, wire
from bridge.reason.policy.model import LockedSource, PolicyBundle, SourceKind, SourceScope
from bridge.reason.policy.wire import source_json

NOON = "2026-04-01T12:00:00Z"
TEXTS = {
    "LENDING.md": b"Lend what is on the shelf.\n",
    "skills/desk/SKILL.md": b"Ask for the card first.\n",
    "zoo/notes.txt": b"\xff\x00 not text at all",
}
KINDS = dict(zip(sorted(TEXTS), ["instruction", "skill", "context"], strict=True))


def manifest(*paths: str) -> dict[str, Any]:
    """A manifest of the texts, or of other paths."""
    sources = [
        {"path": path, "kind": KINDS.get(path, "context"), "scope": "repository"}
        for path in paths or (*reversed(TEXTS),)
    ]
    return {"schema": "zerker.reason.policy-source-manifest.v1", "sources": sources}


def template(**changes: Any) -> dict[str, Any]:
    """A template: a book on the shelf is lent, a reserved one is not."""
    document: dict[str, Any] = {
        "schema": "zerker.reason.policy-template.v1",
        "ontology": {
            "id": "lending",
            "version": "1",
            "predicates": {"on_shelf": {"arguments": ["string"]}, "reserved": {"arguments": ["string"]}},
        },
        "authority": {
            "classes": ["human-authorized", "tool-reported"],
            "default_admit": ["tool-reported"],
            "predicate_admit": {"reserved": ["human-authorized"]},
        },
        "facts": [on_shelf("atlas")],
        "rules": [
            {"id": "lend", "when": [_lending(), _about("on_shelf")], "then": _authorized()},
            {"id": "keep", "when": [_lending(), _about("reserved")], "then": {**_authorized(), "negated": True}},
        ],
    }
    return {**document, **changes}


def on_shelf(book: str, **changes: Any) -> dict[str, Any]:
    """That a tool saw a book on the shelf."""
    fact = {"id": f"seen_{book}", "predicate": "on_shelf", "arguments": [book], "authority": "tool-reported"}
    return {**fact, "observed_at": "2026-04-01T08:00:00Z", **changes}


def reserved(book: str) -> dict[str, Any]:
    """That a person reserved a book."""
    return on_shelf(book, id=f"reserved_{book}", predicate="reserved", authority="human-authorized")


def _lending() -> dict[str, Any]:
    return {"predicate": "action_argument", "arguments": ["$action", "book", "$book"]}


def _about(predicate: str) -> dict[str, Any]:
    return {"predicate": predicate, "arguments": ["$book"]}


def _authorized() -> dict[str, Any]:
    return {"predicate": "action_authorized", "arguments": ["$action"]}


def locked_sources() -> tuple[LockedSource, ...]:
    """The texts as a bundle commits to them."""
    return tuple(
        LockedSource(path, SourceKind(KINDS[path]), SourceScope.REPOSITORY, len(TEXTS[path]), sha256(TEXTS[path]))
        for path in sorted(TEXTS)
    )


def bundle(**changes: Any) -> PolicyBundle:
    """The texts and the template, locked."""
    return policy.lock(locked_sources(), wire.read_template(template(**changes)))


def bundle_document(**changes: Any) -> dict[str, Any]:
    """The same as a document."""
    return {**policy.bundle_json(bundle()), **changes}


def recommitted(document: dict[str, Any]) -> dict[str, Any]:
    """A bundle with the digest of what it holds, whatever that is."""
    schema = "zerker.reason.policy-bundle-commitment.v1"
    commitment = {"schema": schema, "sources": document["sources"], "policy": document["policy"]}
    return {**document, "bundle_digest": sha256(compact(commitment))}


def source_document(index: int) -> dict[str, Any]:
    """A locked text as a document."""
    return source_json(locked_sources()[index])


def authorization_input(book: Any = "atlas", **changes: Any) -> dict[str, Any]:
    """A bundle and the call that lends a book."""
    document = {
        "schema": "zerker.reason.policy-authorization-input.v1",
        "policy_bundle": bundle_document(),
        "evaluation_time": NOON,
        "mission": {
            "id": "errand",
            "principal": "user:reader",
            "instruction_digest": "sha256:" + "3" * 64,
            "issued_at": "2026-04-01T11:00:00Z",
            "constraints": {},
        },
        "action": {
            "id": "loan_1",
            "tool": "lend",
            "proposed_at": NOON,
            "arguments": {"book": book},
            "effects": [{"kind": "lend", "resource": "book:atlas"}],
        },
    }
    return {**document, **changes}


def write_texts(root: Path) -> Path:
    """Write the texts below a folder; the folder."""
    for path, data in TEXTS.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(data)
    return root


def data(document: Any) -> bytes:
    """A document as bytes."""
    return json.dumps(document).encode()
