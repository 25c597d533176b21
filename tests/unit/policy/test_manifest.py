"""Manifests."""

from typing import Any

import pytest

from bridge.errors import ProgramInvalid, ShapeError
from bridge.reason import policy
from tests.unit.policy.building import TEXTS, data, manifest


def test_sources_keep_the_order_they_are_named_in() -> None:
    paths = [source.path for source in policy.read_manifest(data(manifest())).sources]
    assert paths == list(reversed(TEXTS))


@pytest.mark.parametrize(("count", "valid"), [(0, False), (1, True), (256, True), (257, False)])
def test_there_are_1_to_256_sources(count: int, valid: bool) -> None:
    document = {**manifest(), "sources": manifest(*[f"s{i}" for i in range(count)])["sources"][:count]}
    if valid:
        assert len(policy.read_manifest(data(document)).sources) == count
        return
    with pytest.raises(ProgramInvalid, match=r"\n\$\.sources: "):
        policy.read_manifest(data(document))


def test_every_problem_is_listed_with_its_path() -> None:
    with pytest.raises(ProgramInvalid) as caught:
        policy.read_manifest(data(manifest("a.md", "../b.md", "a.md", "c\\d")))
    heading, *lines = caught.value.message.split("\n")
    assert heading == "invalid organization policy contract:"
    assert [line.partition(": ")[0] for line in lines] == [f"$.sources[{i}].path" for i in (1, 2, 3)]
    assert '"a.md"' in lines[1]


@pytest.mark.parametrize(("member", "value"), [("kind", "rule"), ("scope", "everyone"), ("kind", None), ("path", 1)])
def test_labels_are_those_of_the_format(member: str, value: Any) -> None:
    document = manifest("a.md")
    document["sources"][0][member] = value
    with pytest.raises(ShapeError) as caught:
        policy.read_manifest(data(document))
    assert caught.value.where == f"$.sources[0].{member}"
