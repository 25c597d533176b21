"""Whom a reader believes: which public key may speak as whom, since when and until when.

A root names the bytes of one key and one identity it may speak as, in full: there are no patterns, and a key id is
never trusted. An identity is a URI: ``system://…`` for what judges and records, ``human://…`` for a person. A root of a
judge may name the only models whose judgements it may sign. A window is held against the signed time, both ends
included; whoever holds a key can sign any time, so a stolen key is removed, not ended.

``bridge.trust.v1``, the file ``.bridge/trust.json``::

    {"schema": "bridge.trust.v1", "roots": [{"public_key": "ed25519:…", "as": "human://alice", "judges": ["…"],
     "valid_from": "…Z", "valid_until": "…Z", "label": "…", "added_at": "…Z"}]}

All but the first two members may be absent. ``trust_roots.json`` of Treeship is read as well (spec: Judge and receipts,
section 2): a ``session_host`` may speak as the systems of a workspace, a ``cert_issuer`` and an ``agent_cert`` are
known signers of packages that speak for nobody, and no kind of root ever speaks for a person. The other kinds that the
format has are inert here; a kind it does not have is refused.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Final, TypeVar

from bridge.core.clock import is_canonical_time
from bridge.core.strict_json import Json
from bridge.errors import KeyRefused, ShapeError, UsageError
from bridge.receipts.key_pair import PublicKey
from bridge.receipts.keys import KeyRecord

SCHEMA: Final = "bridge.trust.v1"
JUDGE: Final = "system://treeship-judge"
WORKSPACE_SYSTEMS: Final = (JUDGE, "system://treeship-session", "system://treeship-gate", "system://zerker-reason")
PERSON: Final = "human://"

Read = TypeVar("Read")

_OPTIONS: Final = ("valid_from", "valid_until", "label", "added_at")
_MEMBERS: Final = frozenset({"public_key", "as", "judges", *_OPTIONS})
_TREESHIP_SPEAKS: Final[Mapping[str, tuple[str | None, ...]]] = {
    "session_host": WORKSPACE_SYSTEMS,
    "cert_issuer": (None,),
    "agent_cert": (None,),
    "hub_checkpoint": (),
    "hub_org": (),
    "revoker": (),
    "transparency_log": (),
    "ship": (),
}


@dataclass(frozen=True)
class Root:
    """One key and whom it may speak as.

    Args:
        key: the public key; its bytes are what is trusted.
        speaks_as: the URI; None for a known signer of packages that speaks for nobody.
        judges: the only judge models it may sign for; None where that is not limited.
        valid_from: the first second it may have signed at; None without a beginning.
        valid_until: the last one; None without an end.
        label: a remark.
        added_at: when it was added.
        own: whether it is a key of the reader's own workspace, which no file lists.
        key_id: the label that Treeship's file gives the key; it is never trusted, but nobody else may go by it.

    Raises:
        UsageError: the identity is not a URI, names a pattern, or the window is empty.
    """

    key: PublicKey
    speaks_as: str | None
    judges: tuple[str, ...] | None = None
    valid_from: str | None = None
    valid_until: str | None = None
    label: str | None = None
    added_at: str | None = None
    own: bool = False
    key_id: str | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        if self.speaks_as is not None:
            check_identity(self.speaks_as)
        for time in (self.valid_from, self.valid_until):
            if time is not None and not is_canonical_time(time):
                raise UsageError(f"`{time}` is not a time", help="write UTC to the second, as 2026-08-14T12:00:00Z")
        if self.valid_from and self.valid_until and self.valid_until < self.valid_from:
            raise UsageError(f"the key would end at {self.valid_until}, before it begins at {self.valid_from}")
        if self.judges is not None and (not self.judges or "" in self.judges):
            raise UsageError("a list of judges names at least one model, in full")

    def covers(self, at: str) -> bool:
        """Whether a signed time lies in the window."""
        return (self.valid_from is None or self.valid_from <= at) and (
            self.valid_until is None or at <= self.valid_until
        )

    def speaks(self, as_: str, at: str, judge: str | None) -> bool:
        """Whether its key may speak as an identity at a signed time, for a judge's model where one is given."""
        return self.speaks_as == as_ and self.covers(at) and (judge is None or _may_sign(self, judge))

    @property
    def window(self) -> str:
        """The window in words, empty where it has neither end."""
        ends = [f"from {self.valid_from}"] if self.valid_from else []
        return " ".join([*ends, *([f"until {self.valid_until}"] if self.valid_until else [])])


@dataclass(frozen=True)
class Trust:
    """Whom a reader believes."""

    roots: tuple[Root, ...] = ()

    EMPTY: ClassVar["Trust"]

    @classmethod
    def read(cls, value: Json) -> "Trust":
        """The trust that a parsed document states: ``bridge.trust.v1``, or Treeship's ``trust_roots.json``.

        Raises:
            ShapeError: neither of them, or something in it is malformed; names the JSON path.
        """
        document = _members(value, "$")
        if document.get("schema") == SCHEMA:
            _refuse_unknown(document, {"schema", "roots"}, "$")
            return cls(tuple(_each(document, _own_root)))
        if "schema" not in document and document.get("version") == 1 and document["version"] is not True:
            return cls(tuple(root for roots in _each(document, _treeship_roots) for root in roots))
        raise ShapeError(f"neither a `{SCHEMA}` document nor trust_roots.json of version 1", where="$.schema")

    @classmethod
    def of_workspace(cls, records: Iterable[KeyRecord]) -> "Trust":
        """What a workspace's own keys may do: speak as its systems, until they end; a person's key speaks for none."""
        return cls(
            tuple(
                Root(one.public, system, valid_until=one.valid_until, label=one.id, own=True)
                for one in records
                if one.owner is None
                for system in WORKSPACE_SYSTEMS
            )
        )

    def document(self) -> dict[str, Json]:
        """The ``bridge.trust.v1`` document; roots of the workspace's own keys are not in it."""
        return {"schema": SCHEMA, "roots": [root_json(root) for root in self.roots if not root.own]}

    def joined(self, other: "Trust") -> "Trust":
        """What either of two believes."""
        return Trust((*self.roots, *other.roots))

    @property
    def keys(self) -> Mapping[str, PublicKey]:
        """Every key that any root names, by its text."""
        return {root.key.text: root.key for root in self.roots}

    def pinned(self, key: PublicKey, at: str | None = None) -> bool:
        """Whether the bytes of a key are known to the reader, in whatever part; at a signed time where one is given.

        This is for who signed a session or a package. It says nothing of whom the key may speak as.
        """
        return any(root.key == key and (at is None or root.covers(at)) for root in self.roots)

    def speaks(self, key: PublicKey, as_: str, at: str, *, judge: str | None = None) -> bool:
        """Whether a key may speak as an identity.

        Args:
            key: the key that verified the signature.
            as_: the URI that the statement names: its system, or its actor.
            at: the signed time.
            judge: the model whose judgement it is, where it is one.
        """
        return any(root.key == key and root.speaks(as_, at, judge) for root in self.roots)

    def speakers(self, as_: str, at: str, *, judge: str | None = None) -> Mapping[str, PublicKey]:
        """The keys that may speak as an identity at a signed time, by their text; arguments as ``speaks``."""
        return {root.key.text: root.key for root in self.roots if root.speaks(as_, at, judge)}

    def why_not(self, key: PublicKey | None, as_: str, at: str, *, judge: str | None = None) -> str:
        """Why a statement is not believed, in a sentence that names the root that falls short, where there is one.

        Args:
            key: the key that did sign it, where any root names it; None where none does.
            as_: the URI that the statement names.
            at: the signed time.
            judge: the model whose judgement it is, where it is one.
        """
        own = [root for root in self.roots if root.key == key]
        for root in own:
            if root.speaks_as == as_ and not root.covers(at):
                return f"{root.key.text} speaks as {as_} {root.window}, and this is signed at {at}"
            if root.speaks_as == as_ and judge is not None and not _may_sign(root, judge):
                return f"{root.key.text} may not sign for {judge}: it may for {', '.join(root.judges or ())}"
        if own:
            others = ", ".join(dict.fromkeys(root.speaks_as or "nobody" for root in own))
            return f"{own[0].key.text} speaks as {others}, not as {as_}"
        if self.speakers(as_, at, judge=judge):
            return f"no key that is trusted to speak as {as_} signed these bytes"
        ended = [root for root in self.roots if root.speaks_as == as_]
        windows = ", ".join(f"{root.key.text} {root.window}".rstrip() for root in ended[:3])
        known = f", of which there are: {windows}" if ended else ""
        return f"no key is trusted to speak as {as_} at {at}{known}"


Trust.EMPTY = Trust()


def check_identity(uri: str) -> None:
    """Refuse a text that names nobody, or might name several.

    Raises:
        UsageError: not a URI, or it has a wildcard, white space or a control character in it.
    """
    scheme, separator, rest = uri.partition("://")
    if not (scheme and separator and rest):
        raise UsageError(f"`{uri}` is not a URI", help="name who it is, as in human://alice or system://name")
    if "*" in uri or not uri.isprintable() or " " in uri:
        raise UsageError(
            f"`{uri}` names nobody in particular: an identity has no wildcard, space or control character",
            help="add one root for each identity",
        )


def root_json(root: Root) -> dict[str, Json]:
    """A root as the document has it."""
    document: dict[str, Json] = {"public_key": root.key.text, "as": root.speaks_as}
    if root.judges is not None:
        document["judges"] = list(root.judges)
    options = zip(_OPTIONS, (root.valid_from, root.valid_until, root.label, root.added_at), strict=True)
    return document | {name: value for name, value in options if value is not None}


def _may_sign(root: Root, judge: str) -> bool:
    return root.judges is None or judge in root.judges


def _own_root(given: dict[str, Json], where: str) -> Root:
    _refuse_unknown(given, _MEMBERS, where)
    judges = given.get("judges")
    if judges is not None and not (isinstance(judges, list) and all(isinstance(one, str) for one in judges)):
        raise ShapeError("`judges` must be a list of texts", where=f"{where}.judges")
    begin, end, label, added_at = (_text(given, name, where) if name in given else None for name in _OPTIONS)
    models = tuple(map(str, judges)) if isinstance(judges, list) else None
    try:
        key = PublicKey.read(_text(given, "public_key", where))
        return Root(key, _text(given, "as", where), models, begin, end, label, added_at)
    except (KeyRefused, UsageError) as error:
        raise ShapeError(error.message, where=where, help=error.help) from None


def _treeship_roots(given: dict[str, Json], where: str) -> tuple[Root, ...]:
    kind = _text(given, "kind", where)
    if kind not in _TREESHIP_SPEAKS:
        raise ShapeError(f"`{kind}` is no kind of root", where=f"{where}.kind", help=", ".join(_TREESHIP_SPEAKS))
    # An inert root is not read further: its key may be of another kind.
    speaks = _TREESHIP_SPEAKS[kind]
    if not speaks:
        return ()
    try:
        key = PublicKey.read(_text(given, "public_key", where))
    except KeyRefused as error:
        raise ShapeError(error.message, where=f"{where}.public_key", help=error.help) from None
    label, added_at = (_text(given, name, where) if name in given else None for name in ("label", "added_at"))
    key_id = _text(given, "key_id", where) if "key_id" in given else None
    return tuple(Root(key, one, label=label, added_at=added_at, key_id=key_id) for one in speaks)


def _each(document: dict[str, Json], read: Callable[[dict[str, Json], str], Read]) -> list[Read]:
    roots = document.get("roots")
    if not isinstance(roots, list):
        raise ShapeError("`roots` must be a list", where="$.roots")
    return [read(_members(root, f"$.roots[{index}]"), f"$.roots[{index}]") for index, root in enumerate(roots)]


def _members(value: Json, where: str) -> dict[str, Json]:
    if not isinstance(value, dict):
        raise ShapeError("it must be an object", where=where)
    return value


def _text(given: dict[str, Json], name: str, where: str) -> str:
    value = given.get(name)
    if not isinstance(value, str):
        raise ShapeError(f"`{name}` must be a text", where=f"{where}.{name}")
    return value


def _refuse_unknown(given: dict[str, Json], known: Iterable[str], where: str) -> None:
    # What a later version adds may narrow a root; passing over it would widen it.
    unknown = sorted(given.keys() - set(known))
    if unknown:
        raise ShapeError(f"`{unknown[0]}` is no member of it", where=f"{where}.{unknown[0]}")
