"""Resolving a judgement: somebody's decision about it, signed once (spec: Judge and receipts, section 6).

A resolution is *proven* where the key that signs it is that person's own: made ``--for`` them, or trusted to speak as
them. Signed with the workspace's default key, as the reference does, the name is a label: it is kept, and no fact comes
of it. A label never keeps a person from deciding: only a proven resolution stands in the way of a proven one.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from shlex import quote

from bridge.core.clock import one_second_after
from bridge.errors import EnvelopeError, KeyRefused, ReceiptError, ShapeError, UsageError, VerificationError
from bridge.judgement import payload as judgement_payload
from bridge.judgement import resolution as resolutions
from bridge.judgement.model import Judgement
from bridge.judgement.resolution import Resolution, ResolutionDecision, overridden
from bridge.receipts import keys as keystore
from bridge.receipts import kinds
from bridge.receipts.envelope import Envelope
from bridge.receipts.key_file import KeyRecord, Passphrase
from bridge.receipts.key_pair import PublicKey, SigningKey
from bridge.receipts.model import RECEIPT_PAYLOAD_TYPE, ReceiptStatement, Subject
from bridge.receipts.sign import sign
from bridge.receipts.statement import receipt_statement
from bridge.receipts.store import Appender, Store, Stored
from bridge.receipts.trust import Trust
from bridge.receipts.verify import Signer, verify_any
from bridge.workflows.keys import choose, open_key, own_key
from bridge.workflows.trust import workspace_trust
from bridge.workflows.workspace import Workspace


@dataclass(frozen=True)
class Resolved:
    """A resolution that was signed and stored.

    Args:
        artifact_id: its receipt.
        resolution: what it says.
        judgement: the judgement it is about.
        proven: whether the key that signed it is that of the person it names.
        listed: whether that key is trusted here to speak as them, so that programs get a fact of it.
        key: the key, by its label.
    """

    artifact_id: str
    resolution: Resolution
    judgement: Judgement
    proven: bool
    listed: bool
    key: Signer


@dataclass(frozen=True)
class Decided:
    """What somebody decided, before it is signed.

    Args:
        judgement: the id of the judgement's receipt, or its beginning.
        by: the URI of who decides.
        decision: allow, deny or route.
        route: where it goes on; of a route, and of nothing else.
        reason: why.

    Raises:
        UsageError: they do not fit together.
    """

    judgement: str
    by: str
    decision: ResolutionDecision
    route: str | None = None
    reason: str | None = None

    def __post_init__(self) -> None:
        scheme, separator, rest = self.by.partition("://")
        if not (scheme and separator and rest):
            raise UsageError(f"`{self.by}` is not a URI", where="--by", help="name who decides, as in human://alice")
        if (self.decision is ResolutionDecision.ROUTE) != bool(self.route):
            raise UsageError("a route names where the call goes on, and nothing else does", where="--route")


def resolve(
    workspace: Workspace,
    decided: Decided,
    *,
    at: str,
    key: str | None = None,
    strict: bool = False,
    passphrase: Passphrase | None = None,
) -> Resolved:
    """Sign and store somebody's decision about a judgement of the store.

    Args:
        workspace: whose store has the judgement.
        decided: what was decided.
        at: canonical time; in the second of the judgement itself, the resolution is stamped a second later.
        key: the label or file of the key to sign with; None for the person's own where the workspace has it, else the
            workspace's default.
        strict: refuse to sign a name that the key does not prove.
        passphrase: asks for the passphrase of a key that has one.

    Raises:
        UsageError: the time lies before the judgement.
        VerificationError: the judgement does not verify, or is none.
        ReceiptError: it was resolved already, or the name is only a label and ``strict`` is set.
        KeyRefused: the key cannot be used.
        StoreError: no such receipt, or the store cannot be written.
    """
    trust = workspace_trust(workspace)
    with Store(workspace.store, create=False) as store:
        target = store.get(decided.judgement)
        judgement = _judgement(target, workspace, trust)
        time = _time(at, judgement)
        signing, owner = _signing(workspace, decided.by, key, time, passphrase)
        listed = trust.speaks(signing.public, decided.by, time)
        proven = listed or owner == decided.by
        if strict and not proven:
            raise ReceiptError(
                f"{signing.keyid} is not the key of {decided.by}, so the name would be a label; no receipt was signed",
                help=f"make one with: rbridge keys new --for {quote(decided.by)}",
            )
        resolution = _resolution(target.artifact_id, decided, judgement, time)
        with store.transaction() as appender:
            _refuse_second(appender, target, workspace, trust, proven=proven)
            stored = _append(appender, resolution, signing)
    key_ = Signer(signing.keyid, signing.public)
    return Resolved(stored.artifact_id, resolution, judgement, proven, listed, key_)


def _judgement(target: Stored, workspace: Workspace, trust: Trust) -> Judgement:
    said = target.statement
    if not isinstance(said, ReceiptStatement) or said.kind != kinds.JUDGEMENT:
        kind = said.kind if isinstance(said, ReceiptStatement) else "an action"
        raise VerificationError(f"{target.artifact_id} is not a judgement but {kind}", where="--resolve")
    verify_any(target.envelope, _known(workspace, trust), artifact_id=target.artifact_id)
    return judgement_payload.read(said.payload, "$.payload")


def _known(workspace: Workspace, trust: Trust) -> dict[str, PublicKey]:
    return {**keystore.public_keys(workspace.keys), **trust.keys}


def _time(at: str, judgement: Judgement) -> str:
    if at < judgement.judged_at:
        raise UsageError(
            f"the judgement was made at {judgement.judged_at}, and cannot be resolved before", where="--at"
        )
    try:
        return one_second_after(at) if at == judgement.judged_at else at
    except (ValueError, OverflowError):
        raise UsageError(f"there is no second after {at} to resolve it in", where="--at") from None


def _signing(
    workspace: Workspace, by: str, key: str | None, at: str, passphrase: Passphrase | None
) -> tuple[SigningKey, str | None]:
    """The key to sign with, and whose own it is."""
    found = choose(workspace, key) if key is not None else own_key(workspace, by, at=at) or _default(workspace)
    return open_key(found, speaker=by, at=at, passphrase=passphrase), found.owner


def _default(workspace: Workspace) -> KeyRecord:
    keyid = keystore.default_keyid(workspace.keys)
    if keyid is None:
        raise KeyRefused("no key was made here yet", where=str(workspace.keys), help="make one: rbridge keys new")
    return keystore.record(workspace.keys, keyid)


def _resolution(judgement_id: str, decided: Decided, judgement: Judgement, at: str) -> Resolution:
    return Resolution(
        judgement=judgement_id,
        by=decided.by,
        decision=decided.decision,
        resolved_at=at,
        route=decided.route,
        overrides=overridden(judgement.effect, decided.decision),
        reason=decided.reason,
    )


def _append(appender: Appender, resolution: Resolution, key: SigningKey) -> Stored:
    payload = resolutions.build(resolution)
    kinds.check(kinds.RESOLUTION, payload)
    statement = receipt_statement(
        timestamp=resolution.resolved_at,
        system=resolution.by,
        kind=kinds.RESOLUTION,
        subject=Subject(artifact_id=resolution.judgement),
        payload=payload,
        parent_id=appender.parent(resolution.judgement),
    )
    return appender.append(sign(RECEIPT_PAYLOAD_TYPE, statement, key))


def _refuse_second(appender: Appender, target: Stored, workspace: Workspace, trust: Trust, *, proven: bool) -> None:
    """Refuse a second resolution, in the transaction that would store it; a label does not count against a person."""
    known, own = _known(workspace, trust), keystore.records(workspace.keys)
    for stored, earlier in _resolutions(appender, target):
        if proven and not _is_proven(stored.envelope, earlier.by, stored.statement.timestamp, trust, own):
            continue
        if not proven and not _verifies(stored.envelope, known):
            continue
        raise ReceiptError(
            f"{target.artifact_id} was resolved already: {earlier.decision} by {earlier.by} ({stored.artifact_id}); "
            "no receipt was signed",
            help="a judgement is resolved once; have the call judged again",
        )


def _resolutions(appender: Appender, target: Stored) -> Iterator[tuple[Stored, Resolution]]:
    """What the store holds under the name of a resolution of a judgement; nothing of it is verified."""
    for stored in sorted(appender.resolutions_of(target.artifact_id), key=lambda one: one.position):
        said = stored.statement
        if not isinstance(said, ReceiptStatement) or said.kind != kinds.RESOLUTION:
            continue
        try:
            resolution = resolutions.read(said.payload)
        except ShapeError:
            continue
        if resolution.judgement == target.artifact_id and resolution.by == said.system:
            yield stored, resolution


def _is_proven(envelope: Envelope, by: str, at: str, trust: Trust, own: tuple[KeyRecord, ...]) -> bool:
    theirs = (one for one in own if one.owner == by and (one.valid_until is None or at <= one.valid_until))
    keys = {one.id: one.public for one in theirs} | dict(trust.speakers(by, at))
    return _verifies(envelope, keys)


def _verifies(envelope: Envelope, keys: dict[str, PublicKey]) -> bool:
    try:
        verify_any(envelope, keys)
    except (VerificationError, EnvelopeError):
        return False
    return True
