"""Laws of chains: nothing can be removed, moved, repeated or put in unnoticed; and of the store that holds them."""

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bridge.errors import VerificationError
from bridge.receipts.envelope import Envelope
from bridge.receipts.identity import artifact_id
from bridge.receipts.store import Store
from bridge.receipts.verify import verify_chain
from tests.unit.receipts.makers import TRUSTED, chain, receipt

notes = st.lists(st.text("abc", max_size=3), min_size=1, max_size=6)


def fails(links: list[Envelope], head: str | None) -> None:
    with pytest.raises(VerificationError):
        verify_chain(links, TRUSTED, head=head)


@given(notes)
def test_a_chain_verifies_to_its_statements_in_order(texts: list[str]) -> None:
    links = chain(texts)
    found = verify_chain(links, TRUSTED, head=artifact_id(links[-1]))
    assert [link.envelope for link in found] == links


@given(notes, st.data())
def test_removing_any_element_fails(texts: list[str], data: st.DataObject) -> None:
    links = chain(texts)
    index = data.draw(st.integers(0, len(links) - 1))
    fails(links[:index] + links[index + 1 :], artifact_id(links[-1]))


@given(notes.filter(lambda texts: len(texts) > 1), st.data())
def test_any_other_order_fails(texts: list[str], data: st.DataObject) -> None:
    links = chain(texts)
    other = data.draw(st.permutations(links).filter(lambda order: order != links))
    fails(other, None)


@given(notes, notes, st.data())
def test_inserting_anything_fails(texts: list[str], others: list[str], data: st.DataObject) -> None:
    links = chain(texts)
    foreign = chain(others, after="art_" + "9" * 32)
    intruder = data.draw(st.sampled_from(links + foreign))
    index = data.draw(st.integers(0, len(links)))
    fails([*links[:index], intruder, *links[index:]], artifact_id(links[-1]))


@given(notes, st.data())
def test_replacing_an_element_fails(texts: list[str], data: st.DataObject) -> None:
    links = chain(texts)
    index = data.draw(st.integers(0, len(links) - 1))
    parent = artifact_id(links[index - 1]) if index else None
    fails([*links[:index], receipt("replaced", parent), *links[index + 1 :]], artifact_id(links[-1]))


steps = st.lists(st.tuples(st.sampled_from(["append", "chain"]), st.text("ab", max_size=2)), max_size=8)


def naming(note: str) -> Callable[[str | None], Envelope]:
    return lambda parent: receipt(note, parent)


@given(steps)
@settings(max_examples=25, deadline=None)
def test_the_store_is_a_list_of_distinct_receipts(actions: list[tuple[str, str]]) -> None:
    model: list[Envelope] = []
    with TemporaryDirectory() as folder, Store(Path(folder) / "store.sqlite3") as store:
        for step, note in actions:
            (added,) = [store.append(receipt(note))] if step == "append" else store.append_chain([naming(note)])
            if added.envelope not in model:
                model.append(added.envelope)
        assert [stored.envelope for stored in store] == model
        assert store.ids() == tuple(map(artifact_id, model))
        for position, envelope in enumerate(model, 1):
            found = store.get(artifact_id(envelope))
            assert (found.position, found.envelope) == (position, envelope)
            children = [child.envelope for child in store if child.parent_id == found.artifact_id]
            assert [child.envelope for child in store.children(found.artifact_id)] == children
