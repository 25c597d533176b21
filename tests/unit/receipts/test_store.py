"""The receipt store: appending, finding, and believing nothing but the envelopes."""

import itertools
import os
import sqlite3
import stat
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from bridge.errors import EnvelopeError, StoreError
from bridge.receipts import envelope as envelopes
from bridge.receipts.envelope import Envelope
from bridge.receipts.group import GroupStore
from bridge.receipts.identity import artifact_id
from bridge.receipts.store import Store
from bridge.receipts.turn import TurnStore
from bridge.receipts.verify import verify_chain
from tests.unit.receipts.makers import ACTION_ID, OTHER_KEY, TRUSTED, chain, receipt


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / ".bridge" / "store.sqlite3"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    with Store(path) as opened:
        yield opened


def maker(note: str) -> Callable[[str | None], Envelope]:
    return lambda parent: receipt(note, parent)


def tamper(path: Path, statement: str, *values: object) -> None:
    database = sqlite3.connect(path, isolation_level=None)
    database.execute(statement, values)
    database.close()


def test_what_was_appended_is_found_again(store: Store) -> None:
    made = receipt("a", parent=ACTION_ID)
    stored = store.append(made)
    assert (stored.position, stored.artifact_id, stored.envelope) == (1, artifact_id(made), made)
    assert stored.parent_id == ACTION_ID
    assert store.get(stored.artifact_id) == stored
    assert store.last() == stored


def test_an_empty_store_has_nothing(store: Store) -> None:
    assert store.last() is None
    assert store.ids() == ()
    assert list(store) == []
    with pytest.raises(StoreError, match="there is no receipt art_0"):
        store.get("art_0")


def test_the_order_is_that_of_appending(store: Store) -> None:
    made = [receipt(str(n)) for n in range(20)]
    for envelope in made:
        store.append(envelope)
    assert store.ids() == tuple(artifact_id(envelope) for envelope in made)
    assert [stored.envelope for stored in store] == made
    last = store.last()
    assert last is not None
    assert last.envelope == made[-1]


def test_appending_the_same_again_changes_nothing(store: Store) -> None:
    first = store.append(receipt("a"))
    store.append(receipt("b"))
    assert store.append(receipt("a")) == first
    assert len(store.ids()) == 2


def test_the_same_statement_with_another_signature_is_refused(store: Store) -> None:
    store.append(receipt("a"))
    with pytest.raises(StoreError, match="other signatures"):
        store.append(receipt("a", key=OTHER_KEY))
    assert store.get(artifact_id(receipt("a"))).envelope == receipt("a")


def test_what_is_no_statement_is_not_stored(store: Store) -> None:
    with pytest.raises(EnvelopeError):
        store.append(receipt()._replace(payload=b"{}"))
    with pytest.raises(EnvelopeError):
        store.append(receipt()._replace(signatures=()))
    assert store.ids() == ()


def test_what_was_stored_is_there_after_reopening(path: Path) -> None:
    with Store(path) as first:
        stored = first.append(receipt("a"))
    with Store(path, create=False) as second:
        assert second.get(stored.artifact_id) == stored


def test_a_unique_beginning_of_an_id_is_enough_in_either_case(store: Store) -> None:
    stored = store.append(receipt("a"))
    assert store.get(stored.artifact_id[:12]) == stored
    assert store.get("art_" + stored.artifact_id[4:].upper()) == stored


def test_an_ambiguous_beginning_is_refused(store: Store) -> None:
    ids = sorted(store.append(receipt(str(n))).artifact_id for n in range(40))
    shared = next(a[:5] for a, b in itertools.pairwise(ids) if a[:5] == b[:5])
    assert store.find(shared) == tuple(found for found in ids if found.startswith(shared))
    with pytest.raises(StoreError, match="ambiguous"):
        store.get(shared)


@pytest.mark.parametrize("text", ["", "art_", "art_%", "art_g", "%", "' OR 1=1 --", "art_0'", "art_" + "0" * 33])
def test_what_is_no_id_is_refused(store: Store, text: str) -> None:
    with pytest.raises(StoreError, match="is not a receipt id"):
        store.get(text)


def test_children_name_their_parent(store: Store) -> None:
    links = chain(["a", "b"])
    sibling = receipt("c", artifact_id(links[0]))
    for envelope in (*links, sibling):
        store.append(envelope)
    assert [child.envelope for child in store.children(artifact_id(links[0]))] == [links[1], sibling]
    assert store.children(artifact_id(sibling)) == ()


def test_a_chained_append_names_the_head(store: Store) -> None:
    first = store.append(receipt("a"))
    second, third = store.append_chain([maker("b"), maker("c")])
    assert (second.parent_id, third.parent_id) == (first.artifact_id, second.artifact_id)
    assert len(verify_chain([stored.envelope for stored in store], TRUSTED, head=third.artifact_id)) == 3


def test_the_first_of_a_chain_has_no_parent(store: Store) -> None:
    (first,) = store.append_chain([maker("a")])
    assert first.parent_id is None


def test_a_chain_is_stored_whole_or_not_at_all(store: Store) -> None:
    def fail(parent: str | None) -> Envelope:
        raise EnvelopeError("no")

    with pytest.raises(EnvelopeError):
        store.append_chain([maker("a"), fail])
    assert store.ids() == ()
    store.append(receipt("b"))


def test_a_chained_append_must_name_the_head(store: Store) -> None:
    with pytest.raises(StoreError, match="and the head is None"):
        store.append_chain([lambda _: receipt("a", ACTION_ID)])
    assert store.ids() == ()


def test_a_transaction_stores_what_belongs_together(store: Store) -> None:
    with store.transaction() as appender:
        assert appender.head() is None
        action = appender.append(receipt("action"))
        judged = appender.append(receipt("judgement", action.artifact_id))
        assert appender.head() == judged
    assert store.ids() == (action.artifact_id, judged.artifact_id)
    with pytest.raises(StoreError, match="is over"):
        appender.append(receipt("late"))


def test_a_transaction_that_raises_stores_nothing(store: Store) -> None:
    def append_both() -> None:
        with store.transaction() as appender:
            appender.append(receipt("a"))
            appender.append(receipt("b")._replace(payload=b"{}"))

    with pytest.raises(EnvelopeError):
        append_both()
    assert store.ids() == ()


def test_only_the_owner_can_read_the_files(path: Path, store: Store) -> None:
    store.append(receipt("a"))
    modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in path.parent.iterdir()}
    assert modes == {"store.sqlite3": 0o600, "store.sqlite3-wal": 0o600, "store.sqlite3-shm": 0o600}


def test_commits_are_durable(store: Store) -> None:
    assert store._database.execute("PRAGMA synchronous").fetchone() == (2,)
    assert store._database.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_a_store_is_not_made_where_it_should_be(path: Path) -> None:
    with pytest.raises(StoreError, match="no receipt store yet"):
        Store(path, create=False)
    assert not path.parent.exists()


def test_closing_twice_does_nothing_and_then_nothing_works(path: Path) -> None:
    store = Store(path)
    store.close()
    store.close()
    with pytest.raises(StoreError, match="closed"):
        store.ids()


CHANGES = {
    "id": ("UPDATE receipts SET id = ?", "art_" + "0" * 32),
    "digest": ("UPDATE receipts SET digest = ?", "sha256:" + "0" * 64),
    "time": ("UPDATE receipts SET signed_at = ?", "2020-01-01T00:00:00Z"),
    "parent": ("UPDATE receipts SET parent = ?", ACTION_ID),
    "type": ("UPDATE receipts SET payload_type = ?", "application/json"),
    "envelope": ("UPDATE receipts SET envelope = ?", envelopes.text(receipt("other"))),
    "junk": ("UPDATE receipts SET envelope = ?", "junk"),
    "bytes": ("UPDATE receipts SET envelope = ?", b"\xff\xfe"),
    "not utf-8": ("UPDATE receipts SET envelope = CAST(? AS TEXT)", b"\xff\xfe"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_row_that_does_not_match_its_envelope_is_an_error(path: Path, change: str) -> None:
    with Store(path) as store:
        store.append(receipt("a"))
    tamper(path, *CHANGES[change])
    with Store(path) as store:
        with pytest.raises(StoreError):
            store.last()
        with pytest.raises(StoreError):
            list(store)
        with pytest.raises(StoreError):
            store.get(artifact_id(receipt("a")))


def test_a_row_under_another_id_is_not_found_by_the_other_id(path: Path) -> None:
    with Store(path) as store:
        store.append(receipt("a"))
    tamper(path, *CHANGES["id"])
    with Store(path) as store, pytest.raises(StoreError, match="holds the envelope of"):
        store.get("art_" + "0" * 32)


@pytest.mark.parametrize(
    "trick",
    [
        "CREATE TRIGGER gone AFTER INSERT ON receipts BEGIN DELETE FROM receipts; END",
        "CREATE TABLE more (x)",
        "DROP INDEX receipts_by_parent",
        "ALTER TABLE receipts ADD COLUMN trusted",
    ],
)
def test_a_store_with_other_tables_is_not_opened(path: Path, trick: str) -> None:
    Store(path).close()
    tamper(path, trick)
    with pytest.raises(StoreError, match="not as they were made"):
        Store(path)


def test_another_database_is_not_taken_for_a_store(path: Path) -> None:
    path.parent.mkdir()
    tamper(path, "CREATE TABLE receipts (id)")
    with pytest.raises(StoreError, match="not a receipt store"):
        Store(path)


def test_a_later_format_is_refused(path: Path) -> None:
    Store(path).close()
    tamper(path, "PRAGMA user_version = 4")
    with pytest.raises(StoreError, match="has format 4"):
        Store(path)


def test_a_file_that_is_no_database_is_refused(path: Path) -> None:
    path.parent.mkdir()
    path.write_text("hello " * 1000)
    with pytest.raises(StoreError, match="no database"):
        Store(path)


def test_a_damaged_file_is_refused(path: Path) -> None:
    with Store(path) as store:
        for number in range(50):
            store.append(receipt(str(number)))
    content = path.read_bytes()
    path.write_bytes(content[:4096] + os.urandom(len(content) - 4096))
    with pytest.raises(StoreError), Store(path) as store:
        list(store)


def test_a_folder_that_cannot_hold_a_store_is_a_clear_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="cannot be made"):
        Store(tmp_path / "file" / "store.sqlite3")
    with pytest.raises(StoreError):
        Store(tmp_path)


def test_a_read_only_store_is_a_clear_error(store: Store) -> None:
    store._database.execute("PRAGMA query_only = ON")
    with pytest.raises(StoreError, match="read only"):
        store.append(receipt("a"))


def test_a_full_disk_stores_nothing_and_says_so(store: Store) -> None:
    pages = store._database.execute("PRAGMA page_count").fetchone()[0]
    store._database.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(StoreError, match="disk is full"):
        store.append(receipt("x" * 100_000))
    assert store.ids() == ()
    assert store.append(receipt("small")).position == 1


@pytest.mark.parametrize("kind", [Store, GroupStore, TurnStore])
@pytest.mark.parametrize("of", ["", "-wal"], ids=["store", "log"])
@pytest.mark.parametrize("is_replaced", [False, True], ids=["removed", "replaced"])
def test_what_nobody_would_find_again_is_acknowledged_to_nobody(
    path: Path, kind: type[Store], of: str, is_replaced: bool
) -> None:
    with kind(path) as opened:
        file, away = path.with_name(path.name + of), path.with_name("away")
        file.rename(away)
        if is_replaced:
            file.touch()
        with pytest.raises(StoreError, match="removed or replaced"):
            store_in(opened, receipt("a"))
        away.replace(file)
        store_in(opened, receipt("b"))
    with Store(path, create=False) as opened:
        assert opened.ids() == (artifact_id(receipt("b")),)


def store_in(store: Store, made: Envelope) -> None:
    store.append(made)
    if isinstance(store, TurnStore):
        store.commit()


def test_a_store_that_stays_busy_is_a_clear_error(path: Path, store: Store) -> None:
    with store.transaction(), Store(path, wait=0.05) as second, pytest.raises(StoreError, match="busy"):
        second.append(receipt("a"))
