"""A store that keeps what one turn signs: all of it is stored together, in its order, or none of it is."""

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.errors import StoreBusy, StoreError
from bridge.receipts.envelope import Envelope
from bridge.receipts.group import GroupStore
from bridge.receipts.session import Session
from bridge.receipts.store import Store
from bridge.receipts.turn import TurnStore
from tests.unit.receipts.makers import KEY, OTHER_KEY, receipt
from tests.unit.receipts.package.sessions import ACTOR, START, action

SESSION = Session("ssn_00000000000000aa", None, ACTOR, KEY.keyid, START, "art_" + "5" * 32)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "store.sqlite3"


@pytest.fixture
def store(path: Path) -> Iterator[TurnStore]:
    with TurnStore(path) as opened:
        yield opened


def keep(store: TurnStore, *envelopes: Envelope) -> list[str]:
    with store.transaction() as appender:
        return [appender.append(one).artifact_id for one in envelopes]


def stored(path: Path) -> tuple[str, ...]:
    with Store(path, create=False) as read:
        assert read.count() == len(read.ids())
        return read.ids()


def begin_session(path: Path) -> None:
    with Store(path) as other, other.transaction() as appender:
        head = appender.append(action("session.start", at=START)(None)).artifact_id
        appender.sessions.start(SESSION._replace(head=head))


notes = st.lists(st.lists(st.lists(st.sampled_from("abcdefgh"), max_size=3), max_size=3), max_size=4)


@given(turns=notes)
def test_turns_leave_what_one_receipt_after_the_other_leaves(turns: list[list[list[str]]]) -> None:
    with TemporaryDirectory() as folder:
        at_once, one_by_one = Path(folder, "turns.sqlite3"), Path(folder, "singly.sqlite3")
        with TurnStore(at_once) as store, Store(one_by_one) as single:
            for turn in turns:
                for transaction in turn:
                    kept = keep(store, *map(receipt, transaction))
                    assert kept == [single.append(receipt(note)).artifact_id for note in transaction]
                store.commit()
                assert store.kept == 0
        assert stored(at_once) == stored(one_by_one)


def test_what_is_kept_is_nowhere_until_the_turn_ends(store: TurnStore, path: Path) -> None:
    kept = keep(store, receipt("a"), receipt("b"))
    assert (store.kept, stored(path)) == (1, ())
    store.commit()
    assert (store.kept, stored(path)) == (0, tuple(kept))


def test_a_turn_that_is_given_up_or_closed_leaves_nothing(path: Path) -> None:
    with TurnStore(path) as store:
        keep(store, receipt("a"))
        store.forget()
        store.commit()
        keep(store, receipt("b"))
    assert stored(path) == ()


def test_the_last_transactions_of_a_turn_can_be_given_up_alone(store: TurnStore, path: Path) -> None:
    first = keep(store, receipt("a"), receipt("b"))
    keep(store, receipt("c"))
    keep(store, receipt("d"))
    store.forget(after=1)
    last = keep(store, receipt("e"))
    store.commit()
    assert stored(path) == (*first, *last)


def test_a_transaction_that_raises_keeps_nothing(store: TurnStore, path: Path) -> None:
    with contextlib.suppress(ValueError), store.transaction() as appender:
        appender.append(receipt("a"))
        raise ValueError
    kept = keep(store, receipt("b"))
    store.commit()
    assert stored(path) == tuple(kept)


def test_others_that_write_are_not_waited_for_and_nothing_is_lost(store: TurnStore, path: Path) -> None:
    kept = keep(store, receipt("a"))
    with GroupStore(path) as group, group.transaction(), pytest.raises(StoreBusy):
        store.commit()
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreBusy):
        store.commit()
    other.close()
    assert (store.kept, stored(path)) == (1, ())
    store.commit()
    assert stored(path) == tuple(kept)


def test_who_waits_in_line_goes_on_when_a_turn_is_stored(store: TurnStore, path: Path) -> None:
    kept = keep(store, receipt("a"))
    store.commit()
    with GroupStore(path) as group, group.transaction() as appender:
        after = appender.append(receipt("b")).artifact_id
    assert stored(path) == (*kept, after)


def test_in_a_session_the_store_is_busy(store: TurnStore, path: Path) -> None:
    begin_session(path)
    with pytest.raises(StoreBusy), store.transaction() as appender:
        appender.parent(None)
    assert store.kept == 0


def test_a_session_that_was_opened_meanwhile_ends_the_turn_without_effect(store: TurnStore, path: Path) -> None:
    keep(store, receipt("a"))
    begin_session(path)
    before = stored(path)
    with pytest.raises(StoreError) as refused:
        store.commit()
    assert not isinstance(refused.value, StoreBusy)
    assert (store.kept, stored(path)) == (0, before)


def test_one_receipt_that_cannot_be_stored_keeps_the_whole_turn_from_it(store: TurnStore, path: Path) -> None:
    with Store(path) as other:
        other.append(receipt("a", key=OTHER_KEY))
    before = stored(path)
    keep(store, receipt("b"))
    keep(store, receipt("a"))
    with pytest.raises(StoreError, match="other signatures"):
        store.commit()
    assert (store.kept, stored(path)) == (0, before)
    after = keep(store, receipt("c"))
    store.commit()
    assert stored(path) == (*before, *after)


def test_between_two_commits_nothing_is_written(store: TurnStore, path: Path) -> None:
    with pytest.raises(StoreBusy):
        store.append_chain([lambda parent: receipt("a", parent)])
    with pytest.raises(StoreBusy), store.transaction() as appender:
        appender.resolutions_of("art_" + "5" * 32)
    with pytest.raises(sqlite3.OperationalError, match="readonly"), store.transaction() as appender:
        appender.sessions.start(SESSION)
    assert (store.kept, stored(path)) == (0, ())
