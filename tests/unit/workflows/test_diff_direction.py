"""Which way the answers to recorded cases went."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.reason.authorization import AuthorizationStatus
from bridge.reason.result import Status
from bridge.workflows.diff_direction import direction, is_looser

STATUSES = ("proved", "disproved", "unknown", "inconsistent", "error")
PERMITTING = {"proved", "authorized"}
moves = st.dictionaries(
    st.tuples(st.sampled_from(STATUSES), st.sampled_from(STATUSES)).filter(lambda move: move[0] != move[1]),
    st.integers(1, 9),
)


@given(moves=moves)
def test_seen_from_the_other_side_it_is_the_other_way(moves: dict[tuple[str, str], int]) -> None:
    there = direction(moves)
    back = direction({(after, before): count for (before, after), count in moves.items()})
    assert (there.stricter, there.looser, there.neither) == (back.looser, back.stricter, back.neither)
    assert sum(there) == sum(moves.values())


@given(moves=moves)
def test_what_is_called_stricter_permits_nothing_new_and_loses_no_denial(moves: dict[tuple[str, str], int]) -> None:
    if direction(moves).name == "stricter":
        assert not any(after == "proved" for _, after in moves)
        assert not any(before == "disproved" for before, _ in moves)


def test_to_be_looser_is_an_order_with_what_is_permitted_above_everything_and_what_is_denied_below() -> None:
    for one, other, third in itertools.product(STATUSES, repeat=3):
        assert not (is_looser(one, other) and is_looser(other, one))
        assert not (is_looser(one, other) and is_looser(other, third)) or is_looser(one, third)
    assert all(is_looser(one, "proved") for one in STATUSES if one != "proved")
    assert all(is_looser("disproved", one) for one in STATUSES if one != "disproved")


@pytest.mark.parametrize("status", list(Status))
@pytest.mark.parametrize("other", list(Status))
def test_actions_move_as_what_they_are_concluded_from(status: Status, other: Status) -> None:
    actions = str(AuthorizationStatus.of(status)), str(AuthorizationStatus.of(other))
    assert is_looser(*actions) is is_looser(str(status), str(other))


@pytest.mark.parametrize(
    ("moves", "name"),
    [
        ({}, "none"),
        ({("proved", "unknown"): 1}, "stricter"),
        ({("unknown", "disproved"): 1, ("proved", "inconsistent"): 1}, "stricter"),
        ({("disproved", "unknown"): 1}, "looser"),
        ({("disproved", "inconsistent"): 1}, "looser"),
        ({("disproved", "unknown"): 4, ("proved", "unknown"): 1}, "both"),
        ({("unknown", "inconsistent"): 1}, "neither"),
        ({("unknown", "error"): 1}, "neither"),
        ({("disproved", "error"): 1}, "looser"),
    ],
)
def test_a_denial_that_is_lost_is_no_strictness(moves: dict[tuple[str, str], int], name: str) -> None:
    assert direction(moves).name == name
