"""The canonical JSON cases of public reports, by the encoding that digests and signatures are made over.

It is not RFC 8785: members are sorted by code point, and an integer and a double of one value stay two.
"""

from typing import Any

import pytest

from bridge.core import strict_json
from bridge.core.canonical import sorted_compact
from bridge.core.digest import sha256
from tests.vectors import cases, needs_vectors

pytestmark = [pytest.mark.vectors, needs_vectors]

CASES = {row["id"]: row for row in cases("canonical-json")}


def canonical(text: str) -> str:
    return sorted_compact(strict_json.loads(text))


def texts(case: str) -> list[str]:
    given = CASES[case]["input"]["json"]
    return given if isinstance(given, list) else [given]


SAME = {"cj-007": True, "cj-008": False, "cj-013": True, "cj-014": False}
WRITTEN = {
    "cj-004": '{"\uff21":1,"\U0001d400":2}',
    "cj-006": '{"n":18446744073709551615}',
    "cj-009": '{"cafe\u0301":2,"caf\xe9":1}',
    "cj-013": '{"a":{"c":null,"d":1},"b":[2,1]}',
}


@pytest.mark.parametrize(("case", "same"), SAME.items())
def test_spellings_of_one_value_have_one_digest_and_others_do_not(case: str, same: bool) -> None:
    digests = {sha256(canonical(text)) for text in texts(case)}
    assert (len(digests) == 1) is same
    expect: dict[str, Any] = CASES[case]["expect"]
    choices = expect.get("one_of", [expect])
    assert same or any("distinct_digests" in choice for choice in choices)


@pytest.mark.parametrize(("case", "written"), WRITTEN.items())
def test_a_value_is_written_so(case: str, written: str) -> None:
    assert {canonical(text) for text in texts(case)} == {written}
    assert canonical(written) == written


def test_every_case_is_looked_at() -> None:
    assert {*SAME, *WRITTEN} == set(CASES)
