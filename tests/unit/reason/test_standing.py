"""Which facts count: by authority, and by time."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from bridge.reason import authority, temporal
from bridge.reason.model import AuthorityPolicy, Fact, Program
from bridge.testing.strategies.programs import programs
from tests.unit.reason.programs import EVENING, MORNING, NOON

POLICY = AuthorityPolicy(("human", "tool"), ("tool",), {"approved": ("human",), "never": ()})


def a_fact(id: str, predicate: str = "seen", by: str = "tool", **times: Any) -> Fact:
    return Fact(id, predicate, (id,), by, **{"observed_at": MORNING, **times})


@given(programs())
def test_every_fact_is_admitted_or_withheld_and_both_lists_are_sorted(program: Program) -> None:
    admitted, withheld = authority.partition(program.facts, program.authority)
    ids = [fact.id for fact in admitted], [fact.fact_id for fact in withheld]
    assert sorted(ids[0] + ids[1]) == sorted(fact.id for fact in program.facts)
    assert all(list(side) == sorted(side) for side in ids)
    assert all(fact.authority in program.authority.admitted(fact.predicate) for fact in admitted)


@given(programs(), st.randoms())
def test_whether_a_fact_counts_does_not_depend_on_the_order_of_facts(program: Program, random: Any) -> None:
    shuffled = list(program.facts)
    random.shuffle(shuffled)
    assert authority.partition(shuffled, program.authority) == authority.partition(program.facts, program.authority)


def test_a_predicate_with_an_entry_ignores_the_default_even_an_empty_one() -> None:
    facts = [a_fact("1", "approved"), a_fact("2", "approved", "human"), a_fact("3", "never"), a_fact("4")]
    admitted, withheld = authority.partition(facts, POLICY)
    assert [fact.id for fact in admitted] == ["2", "4"]
    assert [(fact.fact_id, fact.admitted_authorities) for fact in withheld] == [("1", ("human",)), ("3", ())]
    assert withheld[0].reason == 'authority "tool" is not admitted for predicate "approved"'


def test_a_fact_holds_from_the_second_it_begins_to_the_second_before_it_ends() -> None:
    facts = [
        a_fact("a", observed_at=NOON),
        a_fact("b", observed_at=EVENING, valid_from=EVENING),
        a_fact("c", valid_from=NOON),
        a_fact("d", valid_from=EVENING),
        a_fact("e", valid_until=NOON),
        a_fact("f", valid_until=EVENING),
    ]
    eligible, withheld = temporal.partition(facts, NOON)
    assert [fact.id for fact in eligible] == ["a", "c", "f"]
    assert [(fact.fact_id, fact.reason) for fact in withheld] == [
        ("b", f"observed_at {EVENING} is after evaluation_time {NOON}"),
        ("d", f"valid_from {EVENING} is after evaluation_time {NOON}"),
        ("e", f"valid_until {NOON} is at or before evaluation_time {NOON}"),
    ]


def test_only_a_fact_that_holds_supersedes_and_a_superseded_one_still_does() -> None:
    facts = [
        a_fact("1"),
        a_fact("2", supersedes=("1",)),
        a_fact("3", supersedes=("2", "9")),
        a_fact("4", supersedes=("1",)),
        a_fact("5", observed_at=EVENING, supersedes=("3",)),
        a_fact("9", valid_until=NOON),
    ]
    eligible, withheld = temporal.partition(facts, NOON)
    assert [fact.id for fact in eligible] == ["3", "4"]
    by = {fact.fact_id: (fact.reason, fact.superseded_by) for fact in withheld}
    assert by["1"] == ("superseded by 2, 4", ("2", "4"))
    assert by["2"] == ("superseded by 3", ("3",))
    assert by["9"] == (f"valid_until {NOON} is at or before evaluation_time {NOON}", ())
