"""The open session of a store: its head is where its receipts end, whatever is interrupted."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from bridge.errors import StoreError
from bridge.receipts.session import Session
from bridge.receipts.store import Store
from tests.unit.receipts.makers import KEY, receipt
from tests.unit.receipts.package.sessions import ACTOR, START, action

SESSION = "ssn_00000000000000aa"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "store.sqlite3") as opened:
        yield opened


def begin(store: Store, session: str = SESSION) -> str:
    with store.transaction() as appender:
        head = appender.append(action("session.start", at=START)(appender.parent(None))).artifact_id
        appender.sessions.start(Session(session, None, ACTOR, KEY.keyid, START, head))
    return head


def head(store: Store) -> str:
    session = store.sessions.open()
    assert session is not None
    return session.head


def test_each_receipt_becomes_the_head(store: Store) -> None:
    start = begin(store)
    assert head(store) == start
    first = store.append(receipt("a", start)).artifact_id
    assert head(store) == first
    (second, third) = store.append_chain([lambda parent: receipt("b", parent), lambda parent: receipt("c", parent)])
    assert (second.parent_id, third.parent_id, head(store)) == (first, second.artifact_id, third.artifact_id)
    assert list(store.sessions.chain(SESSION)) == [start, first, second.artifact_id, third.artifact_id]


def test_what_is_appended_after_the_start_in_its_own_transaction_follows_it(store: Store) -> None:
    with store.transaction() as appender:
        start = appender.append(action("session.start", at=START)(None)).artifact_id
        appender.sessions.start(Session(SESSION, None, ACTOR, KEY.keyid, START, start))
        first = appender.append(receipt("a", start)).artifact_id
        with pytest.raises(StoreError, match="does not follow its last one"):
            appender.append(receipt("b", None))
    assert list(store.sessions.chain(SESSION)) == [start, first]


@pytest.mark.parametrize("parent", [None, "art_" + "5" * 32])
def test_a_receipt_beside_the_chain_is_not_stored(store: Store, parent: str | None) -> None:
    start = begin(store)
    with pytest.raises(StoreError, match="does not follow its last one"):
        store.append(receipt("a", parent))
    assert (head(store), len(store.ids())) == (start, 1)


def test_the_same_receipt_again_changes_nothing(store: Store) -> None:
    start = begin(store)
    first = store.append(receipt("a", start)).artifact_id
    store.append(receipt("b", first))
    before = head(store)
    store.append(receipt("a", start))
    assert (head(store), store.sessions.count(SESSION)) == (before, (3, 0))


@pytest.mark.parametrize("after", [0, 1, 2])
def test_what_is_interrupted_leaves_head_and_receipts_as_they_were(store: Store, after: int) -> None:
    start = begin(store)

    def interrupted() -> None:
        with store.transaction() as appender:
            for number in range(after):
                appender.append(receipt(str(number), appender.parent(None)))
            appender.sessions.note(SESSION, "half", START)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert (head(store), store.ids(), store.sessions.count(SESSION)) == (start, (start,), (1, 0))


def test_only_one_session_is_open(store: Store) -> None:
    begin(store)
    with pytest.raises(StoreError, match="is open"), store.transaction() as appender:
        appender.sessions.start(Session("ssn_00000000000000bb", None, ACTOR, KEY.keyid, START, "art_" + "5" * 32))


def test_without_a_session_receipts_stand_as_they_are(store: Store) -> None:
    assert store.sessions.open() is None
    store.append(receipt("a"))
    store.append(receipt("b"))
    with store.transaction() as appender:
        assert appender.parent("art_" + "5" * 32) == "art_" + "5" * 32
    begin(store)
    with store.transaction() as appender:
        appender.sessions.close(SESSION, at=START, summary=None)
    store.append(receipt("c"))
    assert store.sessions.open() is None
    unsealed = store.sessions.unsealed()
    assert unsealed is not None
    assert unsealed.id == SESSION


def test_events_stand_in_the_order_of_time(store: Store) -> None:
    begin(store)
    with store.transaction() as appender:
        for note, at in (("late", "2026-09-01T10:00:09Z"), ("early", "2026-09-01T10:00:03Z")):
            appender.sessions.note(SESSION, note, at)
    assert [event.note for event in store.sessions.events(SESSION)] == [None, "early", "late"]
