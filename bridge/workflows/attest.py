"""Signing what happened: the action, and one ``judgement.v1`` for each question, chained in a line."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final, Protocol

from bridge.core import canonical, digest
from bridge.core.strict_json import Json
from bridge.errors import StoreError
from bridge.judgement import payload as judgement_payload
from bridge.judgement.model import Judgement
from bridge.receipts import kinds
from bridge.receipts.identity import artifact_id_of, id_of_digest, is_artifact_id
from bridge.receipts.key_file import Passphrase
from bridge.receipts.keys import SigningKey, default_keyid, load_or_create
from bridge.receipts.model import (
    ACTION_PAYLOAD_TYPE,
    RECEIPT_PAYLOAD_TYPE,
    ActionStatement,
    OtherStatement,
    ReceiptStatement,
    Subject,
)
from bridge.receipts.sign import sign
from bridge.receipts.statement import action_statement, receipt_statement
from bridge.receipts.statement import read as read_statement
from bridge.receipts.store import Appender, Prepared, Store, prepare
from bridge.workflows.keys import choose, open_key
from bridge.workflows.workspace import Workspace

JUDGE_SYSTEM: Final = "system://treeship-judge"
UNKNOWN_ACTOR: Final = "agent://unknown"


class Attestable(Protocol):
    """Anything that judgements were made about, such as a tool call."""

    @property
    def subject(self) -> str | None:
        """What the judgements are about."""

    @property
    def judgements(self) -> tuple[Judgement, ...]:
        """The judgements, in the order in which they are chained."""


@dataclass(frozen=True)
class Signer:
    """The workspace's key and store, open for one command; ``created`` says that the key was made for it."""

    key: SigningKey
    store: Store
    created: bool


@contextmanager
def open_signer(
    workspace: Workspace,
    *,
    at: str,
    key: str | None = None,
    speaker: str = JUDGE_SYSTEM,
    passphrase: Passphrase | None = None,
) -> Iterator[Signer]:
    """Open the workspace for signing; makes ``.bridge``, the key and the store on first use.

    Args:
        workspace: whose store it is.
        at: canonical time of what is signed.
        key: the label or the file of the key to sign with; None for the workspace's default.
        speaker: the URI that the statements will name.
        passphrase: asks for the passphrase of a key that has one.

    Raises:
        InputError: the workspace cannot be made.
        KeyRefused: the key is unsafe, malformed, expired, somebody else's own, or does not open.
        StoreError: the store cannot be opened.
    """
    workspace.create()
    created = key is None and default_keyid(workspace.keys) is None
    if key is None:
        signing = load_or_create(workspace.keys, at=at, passphrase=passphrase)
    else:
        signing = open_key(choose(workspace, key), speaker=speaker, at=at, passphrase=passphrase)
    with Store(workspace.store) as store:
        yield Signer(signing, store, created)


@dataclass(frozen=True)
class Action:
    """What an agent did or asks to do, before anybody signs it; the id is known without a signature."""

    statement: bytes

    @property
    def id(self) -> str:
        """The artifact id that the receipt has, and would have."""
        return artifact_id_of(ACTION_PAYLOAD_TYPE, self.statement)

    def following(self, parent: str | None) -> "Action":
        """The same action as the next after a receipt."""
        said = read_statement(self.statement)
        if not isinstance(said, ActionStatement):
            raise StoreError(f"a {said.type if isinstance(said, OtherStatement) else 'receipt'} is no action")
        return Action(action_statement(**said._replace(parent_id=parent)._asdict()))


def action_of(
    *,
    action: str,
    at: str,
    actor: str = UNKNOWN_ACTOR,
    subject: str | None = None,
    parent: str | None = None,
    meta: Json = None,
) -> Action:
    """The statement of an action.

    Args:
        action: what is done, such as a tool's name.
        at: canonical time.
        actor: the URI of who acts.
        subject: the artifact id of what it is done to.
        parent: the artifact id of the statement before it.
        meta: any JSON value to record with it.

    Raises:
        ShapeError: a member is malformed.
    """
    about = Subject(artifact_id=subject) if subject else None
    return Action(
        action_statement(timestamp=at, actor=actor, action=action, subject=about, parent_id=parent, meta=meta)
    )


def action_of_call(
    *, tool: str, input: Mapping[str, Json], capability: str | None, at: str, actor: str = UNKNOWN_ACTOR
) -> Action:
    """The statement of a tool call: it commits to the arguments by their digest and does not carry them."""
    meta: dict[str, Json] = {"input_digest": digest.sha256(canonical.sorted_compact(dict(input)))}
    if capability is not None:
        meta["capability"] = capability
    return action_of(action=tool, at=at, actor=actor, meta=meta)


def attest_action(action: Action, signer: Signer) -> str:
    """Sign and store an action; its id, which is another than ``action.id`` where a session gives it a parent.

    Raises:
        StoreError: as ``sign_action``.
    """
    return sign_action(action, signer).id


def sign_action(action: Action, signer: Signer) -> Action:
    """Sign and store an action, in an open session as the next of its chain; the action as it was signed.

    Raises:
        StoreError: it names a parent that the store does not have, so that its chain could never be verified, or
            another than the last receipt of the open session.
    """
    with signer.store.transaction() as appender:
        return _append_action(action, signer, appender)


def attest_judgements(judged: Attestable, signer: Signer, *, action: Action | None = None) -> tuple[str, ...]:
    """Sign one receipt for each judgement, in their order, each chained onto the one before; all are stored, or none.

    Args:
        judged: what was answered. In an open session they follow its last receipt; else a subject that is an artifact
            id is the first parent.
        signer: the open workspace.
        action: the action that the judgements are about, signed and stored in the same transaction before them.

    Returns:
        The ids of the judgement receipts, in the order of the judgements.

    Raises:
        StoreError: a session was opened since the action got its id.
    """
    first = () if action is None else (prepare(sign(ACTION_PAYLOAD_TYPE, action.statement, signer.key)),)
    named = judged.subject if is_artifact_id(judged.subject) else None
    # Nobody else can write during a transaction, so what can be signed before it is.
    session = signer.store.sessions.open() if action is None else None
    expected = named if session is None else session.head
    line = _line(judged, expected, signer.key)
    with signer.store.transaction() as appender:
        for one in first:
            appender.append_prepared(one)
        parent = appender.parent(named)
        if parent != expected:
            line = _line(judged, parent, signer.key)
        return tuple(appender.append_prepared(one).artifact_id for one in line)


def _line(judged: Attestable, parent: str | None, key: SigningKey) -> tuple[Prepared, ...]:
    """The receipts of the judgements, the first of which names the parent, and each other the one before it."""
    line: list[Prepared] = []
    for judgement in judged.judgements:
        said = judgement_statement(judgement, subject=judged.subject, parent=parent)
        statement = receipt_statement(**said._asdict())
        line.append(prepare(sign(RECEIPT_PAYLOAD_TYPE, statement, key), said))
        parent = id_of_digest(line[-1].digest)
    return tuple(line)


def _append_action(action: Action, signer: Signer, appender: Appender) -> Action:
    named = read_statement(action.statement).parent_id
    parent = appender.parent(named)
    if named is not None and named != parent:
        raise StoreError(
            f"a session is open, and its next receipt follows {parent}, not {named}",
            where="--parent",
            help="leave the parent out, or close the session first",
        )
    if named is not None and not signer.store.find(named):
        raise StoreError(f"there is no receipt {named} to follow", where="--parent", help="name one of this store")
    signed = action if parent == named else action.following(parent)
    appender.append(sign(ACTION_PAYLOAD_TYPE, signed.statement, signer.key))
    return signed


def judgement_statement(judgement: Judgement, *, subject: str | None, parent: str | None) -> ReceiptStatement:
    """What a judgement's receipt says.

    Raises:
        ShapeError: the payload is not a ``judgement.v1``.
    """
    payload = judgement_payload.build(judgement)
    kinds.check(kinds.JUDGEMENT, payload)
    about = Subject(artifact_id=subject) if subject else None
    return ReceiptStatement(
        judgement.judged_at, JUDGE_SYSTEM, kinds.JUDGEMENT, subject=about, payload=payload, parent_id=parent
    )
