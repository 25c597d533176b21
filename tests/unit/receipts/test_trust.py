"""Whom a reader believes: the bytes of one key, one identity in full, and a window."""

from typing import Any

import pytest

from bridge.core.strict_json import Json
from bridge.errors import ShapeError, UsageError
from bridge.receipts.key_file import KeyRecord
from bridge.receipts.trust import JUDGE, SCHEMA, WORKSPACE_SYSTEMS, Root, Trust
from tests.unit.receipts.makers import AT, KEY, OTHER_KEY

ALICE = "human://alice"
BEFORE, AFTER = "2026-09-01T09:59:59Z", "2026-09-01T10:00:01Z"


def ours(**members: Any) -> Trust:
    return Trust.read({"schema": SCHEMA, "roots": [{"public_key": KEY.public.text, "as": ALICE, **members}]})


def theirs(kind: str, **members: Json) -> Trust:
    root: dict[str, Json] = {"key_id": KEY.keyid, "public_key": KEY.public.text, "kind": kind, "label": "l"}
    return Trust.read({"version": 1, "roots": [{**root, "added_at": "whenever", **members}]})


def test_nobody_is_believed_to_begin_with() -> None:
    assert not Trust.EMPTY.pinned(KEY.public)
    assert not Trust.EMPTY.speaks(KEY.public, JUDGE, AT)


def test_a_root_is_for_its_key_and_its_identity_alone() -> None:
    trust = ours()
    assert trust.speaks(KEY.public, ALICE, AT)
    assert not trust.speaks(OTHER_KEY.public, ALICE, AT)
    assert not any(trust.speaks(KEY.public, other, AT) for other in ("human://alic", "human://alice2", JUDGE, ""))


def test_a_window_has_both_its_ends_in_it() -> None:
    trust = ours(valid_from=AT, valid_until=AT)
    assert [trust.speaks(KEY.public, ALICE, at) for at in (BEFORE, AT, AFTER)] == [False, True, False]
    assert [trust.pinned(KEY.public, at) for at in (BEFORE, AT, AFTER)] == [False, True, False]
    assert trust.pinned(KEY.public)


def test_a_key_of_a_judge_may_be_for_some_models_only() -> None:
    trust = ours(**{"as": JUDGE, "judges": ["treeship-rules/0.31"]})
    assert trust.speaks(KEY.public, JUDGE, AT, judge="treeship-rules/0.31")
    assert not trust.speaks(KEY.public, JUDGE, AT, judge="treeship-rules/0.310")


@pytest.mark.parametrize(
    "members",
    [
        {"as": "alice"},
        {"as": "human://*"},
        {"as": "human://a b"},
        {"as": "human://a\u202eb"},
        {"as": None},
        {"public_key": KEY.keyid},
        {"public_key": "ed25519:" + "A" * 43},
        {"judges": []},
        {"judges": "all"},
        {"judges": [""]},
        {"valid_from": "2026-09-01"},
        {"valid_from": AFTER, "valid_until": AT},
        {"label": 5},
        {"scope": "narrower"},
    ],
)
def test_a_malformed_root_is_refused_where_it_stands(members: dict[str, Json]) -> None:
    with pytest.raises(ShapeError) as refused:
        ours(**members)
    assert str(refused.value.where).startswith("$.roots[0]")


@pytest.mark.parametrize(
    "document",
    [
        *(None, [], {}, {"schema": "bridge.trust.v2", "roots": []}, {"version": 2, "roots": []}, {"version": True}),
        *({"schema": SCHEMA}, {"schema": SCHEMA, "roots": {}}, {"schema": SCHEMA, "roots": [1]}),
    ],
)
def test_another_document_is_refused(document: Any) -> None:
    with pytest.raises(ShapeError):
        Trust.read(document)


def test_what_is_written_reads_back() -> None:
    trust = ours(judges=["m"], valid_from=BEFORE, valid_until=AFTER, label="her laptop", added_at=AT)
    assert Trust.read(trust.document()) == trust
    assert Trust.read(Trust.EMPTY.document()) == Trust.EMPTY


class TestTreeship:
    def test_a_session_host_speaks_as_the_systems_and_never_as_a_person(self) -> None:
        trust = theirs("session_host")
        assert all(trust.speaks(KEY.public, system, AT) for system in WORKSPACE_SYSTEMS)
        assert not trust.speaks(KEY.public, ALICE, AT)

    @pytest.mark.parametrize("kind", ["cert_issuer", "agent_cert"])
    def test_a_known_signer_of_packages_speaks_for_nobody(self, kind: str) -> None:
        trust = theirs(kind)
        assert trust.pinned(KEY.public)
        assert not any(trust.speaks(KEY.public, one, AT) for one in (*WORKSPACE_SYSTEMS, ALICE))

    @pytest.mark.parametrize("kind", ["hub_checkpoint", "hub_org", "revoker", "transparency_log", "ship"])
    def test_the_other_kinds_are_inert_whatever_their_key(self, kind: str) -> None:
        assert theirs(kind, public_key="another kind of key") == Trust.EMPTY

    def test_a_kind_that_the_format_does_not_have_is_refused(self) -> None:
        with pytest.raises(ShapeError, match="no kind of root"):
            theirs("human")

    def test_the_key_id_counts_for_nothing(self) -> None:
        trust = theirs("session_host", key_id=OTHER_KEY.keyid)
        assert trust.pinned(KEY.public)
        assert not trust.pinned(OTHER_KEY.public)


class TestOfWorkspace:
    def test_a_key_of_the_workspace_speaks_as_its_systems_until_it_ends(self) -> None:
        trust = Trust.of_workspace([KeyRecord(KEY.keyid, KEY.public, AT, KEY, valid_until=AT)])
        assert all(trust.speaks(KEY.public, system, AT) for system in WORKSPACE_SYSTEMS)
        assert not any(trust.speaks(KEY.public, system, AFTER) for system in WORKSPACE_SYSTEMS)

    def test_a_persons_key_speaks_for_nobody_until_it_is_listed(self) -> None:
        assert Trust.of_workspace([KeyRecord(KEY.keyid, KEY.public, AT, KEY, owner=ALICE)]) == Trust.EMPTY

    def test_own_keys_are_not_written_down(self) -> None:
        own = Trust.of_workspace([KeyRecord(KEY.keyid, KEY.public, AT, KEY)])
        assert own.joined(ours()).document() == ours().document()


class TestWhyNot:
    def test_it_names_the_root_that_falls_short(self) -> None:
        trust = ours(valid_from=AT, valid_until=AT)
        assert trust.why_not(KEY.public, ALICE, AFTER) == (
            f"{KEY.public.text} speaks as {ALICE} from {AT} until {AT}, and this is signed at {AFTER}"
        )
        assert trust.why_not(KEY.public, JUDGE, AT) == f"{KEY.public.text} speaks as {ALICE}, not as {JUDGE}"
        assert trust.why_not(None, ALICE, AFTER).endswith(f"of which there are: {KEY.public.text} from {AT} until {AT}")
        assert "signed these bytes" in trust.why_not(None, ALICE, AT)
        assert trust.why_not(None, JUDGE, AT) == f"no key is trusted to speak as {JUDGE} at {AT}"

    def test_it_names_the_judges_that_a_key_may_sign_for(self) -> None:
        trust = Trust((Root(KEY.public, JUDGE, ("a", "b")),))
        assert (
            trust.why_not(KEY.public, JUDGE, AT, judge="c") == f"{KEY.public.text} may not sign for c: it may for a, b"
        )


def test_a_root_is_checked_however_it_is_made() -> None:
    with pytest.raises(UsageError, match="not a URI"):
        Root(KEY.public, "://alice")
