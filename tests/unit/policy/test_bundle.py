"""Bundles: what they commit to, and that nothing in them can be changed."""

import copy
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.errors import BridgeError, ProgramInvalid
from bridge.reason import policy, wire
from tests.unit.policy.building import (
    bundle,
    bundle_document,
    data,
    locked_sources,
    recommitted,
    source_document,
    template,
)


@given(st.permutations(locked_sources()))
def test_the_order_of_the_manifest_does_not_count(sources: list[policy.LockedSource]) -> None:
    assert policy.lock(sources, wire.read_template(template())) == bundle()


def test_a_bundle_reads_back() -> None:
    assert policy.read_bundle(data(policy.bundle_json(bundle()))) == bundle()
    assert [source.path for source in bundle().sources] == sorted(source.path for source in bundle().sources)


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every container of a document with a key of it, where a text or a number stands."""
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, entry in entries:
        if isinstance(entry, dict | list):
            yield from places(entry)
        else:
            yield value, key


def count_of_places() -> int:
    return len(list(places(bundle_document())))


@given(st.integers(0, count_of_places() - 1))
def test_no_part_can_be_changed(place: int) -> None:
    document = copy.deepcopy(bundle_document())
    container, key = list(places(document))[place]
    container[key] = container[key] + 1 if isinstance(container[key], int) else container[key] + "x"
    with pytest.raises(BridgeError):
        policy.read_bundle(data(document))


def test_a_change_of_policy_is_told_by_the_digest_alone() -> None:
    document = bundle_document(policy=template(facts=[]))
    with pytest.raises(ProgramInvalid) as caught:
        policy.read_bundle(data(document))
    expected = recommitted(document)["bundle_digest"]
    assert caught.value.where == "$.bundle_digest"
    assert caught.value.message.endswith(f"expected {expected}")
    assert policy.read_bundle(data(recommitted(document))).bundle_digest == expected


def refused_at(**changes: Any) -> list[str]:
    """The paths of the problems of a bundle whose digest is right, so that only the change is refused."""
    with pytest.raises(ProgramInvalid) as caught:
        policy.read_bundle(data(recommitted({**bundle_document(), **changes})))
    return [line.partition(": ")[0] for line in caught.value.message.split("\n")[1:]]


def test_sources_are_strictly_sorted() -> None:
    first, second, third = (source_document(i) for i in range(3))
    assert refused_at(sources=[first, third, second]) == ["$.sources[2].path"]
    assert refused_at(sources=[first, second, second]) == ["$.sources[2].path"]


@pytest.mark.parametrize(
    ("change", "at"),
    [
        ({"size_bytes": 1024 * 1024 + 1}, ["$.sources[0].size_bytes"]),
        ({"digest": "sha256:" + "A" * 64}, ["$.sources[0].digest"]),
        ({"path": "../up"}, ["$.sources[0].path"]),
    ],
)
def test_each_source_makes_sense(change: dict[str, Any], at: list[str]) -> None:
    assert refused_at(sources=[{**source_document(0), **change}]) == at


def test_all_sources_together_have_a_bound() -> None:
    sources = [{**source_document(0), "path": f"s{i:02}", "size_bytes": 1024 * 1024} for i in range(17)]
    assert policy.read_bundle(data(recommitted(bundle_document(sources=sources[:16])))).sources
    assert refused_at(sources=sources) == ["$.sources"]


def test_there_is_a_source() -> None:
    assert refused_at(sources=[]) == ["$.sources"]


def test_a_digest_that_is_none_is_said_to_be_none() -> None:
    with pytest.raises(ProgramInvalid, match=r"\$\.bundle_digest: expected sha256 followed by 64"):
        policy.read_bundle(data(bundle_document(bundle_digest="md5:1")))


def test_a_policy_that_makes_no_sense_makes_no_bundle() -> None:
    document = recommitted(bundle_document(policy=template(rules=[{**template()["rules"][0], "id": ""}])))
    with pytest.raises(ProgramInvalid, match=r"\$\.rules\[0\]\.id: must not be empty"):
        policy.read_bundle(data(document))
