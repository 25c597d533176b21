"""Merging facts, by example: what gives way to what, and what is said of it."""

import pytest

from bridge.errors import InputError
from bridge.facts.merge import Merged, merge
from bridge.reason.model import (
    HUMAN_AUTHORIZED,
    MODEL_JUDGED,
    POLICY_TEMPLATE_V1,
    PROGRAM_V2,
    TOOL_REPORTED,
    Atom,
    AuthorityPolicy,
    Fact,
    Ontology,
    PolicyTemplate,
    Program,
)
from bridge.reason.validate import problems

NOW = "2026-01-09T00:00:00Z"
ONTOLOGY = Ontology("doors", "1", {"open": ("string",), "judged_safe": ("string", "string"), "locked": ("string",)})
AUTHORITY = AuthorityPolicy(
    (HUMAN_AUTHORIZED, MODEL_JUDGED, TOOL_REPORTED),
    (HUMAN_AUTHORIZED, TOOL_REPORTED),
    {"judged_safe": (HUMAN_AUTHORIZED, MODEL_JUDGED)},
)


def said(
    id_: str, day: int, by: str = TOOL_REPORTED, *, negated: bool = False, supersedes: tuple[str, ...] = ()
) -> Fact:
    """That the front door is open, as seen on a day of January."""
    return Fact(id_, "open", ("front",), by, negated, f"2026-01-{day:02}T00:00:00Z", None, None, supersedes)


def judged(id_: str, day: int, by: str = MODEL_JUDGED, answer: str = "yes") -> Fact:
    return Fact(id_, "judged_safe", ("front", answer), by, False, f"2026-01-{day:02}T00:00:00Z")


def program(*facts: Fact) -> Program:
    return Program(PROGRAM_V2, ONTOLOGY, AUTHORITY, NOW, facts, (), Atom("open", ("front",)))


def merging(of: tuple[Fact, ...], incoming: tuple[Fact, ...]) -> Merged:
    whole = program(*of)
    found = merge(whole, incoming, at=NOW)
    assert problems(whole._replace(facts=found.facts)) == []
    return found


def test_facts_that_say_different_things_stand_side_by_side() -> None:
    mine, theirs = said("a", 1), said("b", 1, negated=True)
    assert merging((mine,), (theirs,)) == Merged((mine, theirs), ())


def test_the_later_supersedes_the_earlier() -> None:
    found = merging((said("old", 1),), (said("new", 2),))
    assert [(fact.id, fact.supersedes) for fact in found.facts] == [("old", ()), ("new", ("old",))]
    assert found.notes == ("fact old gives way to new, which says the same",)


def test_whichever_comes_first() -> None:
    found = merging((said("new", 2),), (said("old", 1),))
    assert [(fact.id, fact.supersedes) for fact in found.facts] == [("new", ("old",)), ("old", ())]


def test_in_the_same_second_the_lesser_id_stands() -> None:
    assert [fact.id for fact in merging((said("b", 1),), (said("a", 1), said("c", 1))).facts] == ["a"]


def test_in_the_same_second_a_persons_word_stands() -> None:
    assert [fact.id for fact in merging((said("a", 1),), (said("b", 1, HUMAN_AUTHORIZED),)).facts] == ["b"]


def test_a_judge_never_supersedes_a_person() -> None:
    person, judge = judged("person", 1, HUMAN_AUTHORIZED), judged("judge", 2)
    for of, incoming in (((person,), (judge,)), ((judge,), (person,)), ((), (judge, person))):
        assert merging(of, incoming) == Merged((person,), ("fact judge gives way to person, which says the same",))


def test_a_person_supersedes_an_earlier_judge() -> None:
    found = merging((judged("judge", 1),), (judged("person", 2, HUMAN_AUTHORIZED),))
    assert [(fact.id, fact.supersedes) for fact in found.facts] == [("judge", ()), ("person", ("judge",))]


def test_what_does_not_hold_at_the_time_gives_way_to_nothing_and_takes_nothing_down() -> None:
    expired = said("a", 2)._replace(valid_until=NOW)
    future = said("b", 9)._replace(valid_from="2026-02-01T00:00:00Z")
    later = said("c", 10)
    standing = said("z", 2)
    assert merging((standing,), (expired, future, later)) == Merged((standing, expired, future, later), ())


def test_what_is_not_admitted_takes_nothing_down() -> None:
    standing, foreign = said("z", 1), said("a", 2, by=HUMAN_AUTHORIZED)._replace(authority="agent-proposed")
    assert merge(program(standing), (foreign,), at=NOW) == Merged((standing, foreign), ())


def test_an_older_copy_of_what_was_withdrawn_does_not_bring_it_back() -> None:
    permitted, withdrawn = said("permit", 2), said("withdraw", 3, negated=True, supersedes=("permit",))
    found = merging((permitted, withdrawn), (said("copy", 1),))
    assert [(fact.id, fact.supersedes) for fact in found.facts] == [
        ("permit", ("copy",)),
        ("withdraw", ("permit",)),
        ("copy", ()),
    ]


def test_a_newer_word_does() -> None:
    permitted, withdrawn = said("permit", 2), said("withdraw", 3, negated=True, supersedes=("permit",))
    found = merging((permitted, withdrawn), (said("again", 4),))
    assert [fact.id for fact in found.facts if not any(fact.id in one.supersedes for one in found.facts)] == [
        "withdraw",
        "again",
    ]


def test_what_stands_in_anothers_place_keeps_down_what_that_had_superseded() -> None:
    wrong, right = said("wrong", 1, negated=True), said("right", 2, supersedes=("wrong",))
    found = merging((wrong, right), (said("a", 2),))
    assert [(fact.id, fact.supersedes) for fact in found.facts] == [("wrong", ()), ("a", ("wrong",))]


def test_a_judges_word_over_what_the_program_does_not_declare_is_set_aside() -> None:
    stray = judged("stray", 1)._replace(predicate="judged_polite")
    assert merging((), (stray,)) == Merged(
        (), ("fact stray is set aside: the program declares no predicate judged_polite",)
    )


def test_so_is_a_judges_word_where_no_judge_is_admitted() -> None:
    found = merging((), (said("stray", 1, MODEL_JUDGED),))
    assert found == Merged((), ("fact stray is set aside: the program admits no judge for open",))


def test_anybody_elses_word_over_an_undeclared_predicate_is_left_to_the_kernel_to_refuse() -> None:
    stray = said("stray", 1)._replace(predicate="opne")
    found = merge(program(), (stray,), at=NOW)
    assert found == Merged((stray,), ())
    assert "unknown predicate" in problems(program(*found.facts))[0]


def test_the_same_fact_twice_is_one() -> None:
    mine = said("a", 1)
    assert merging((mine,), (mine, mine)) == Merged((mine,), ())
    assert merging((), (mine, mine)) == Merged((mine,), ())


@pytest.mark.parametrize(
    "other",
    [said("a", 2), said("a", 1, HUMAN_AUTHORIZED), said("a", 1, negated=True), judged("a", 1, HUMAN_AUTHORIZED)],
)
def test_two_facts_of_one_id_are_refused(other: Fact) -> None:
    with pytest.raises(InputError, match='two different facts have the id "a"') as refused:
        merge(program(said("a", 1)), (other,), at=NOW)
    assert refused.value.where == "a"


def test_true_is_not_1() -> None:
    ontology = Ontology("x", "1", {"p": ("integer",)})
    whole = program()._replace(ontology=ontology)
    one = Fact("a", "p", (1,), HUMAN_AUTHORIZED, False, "2026-01-01T00:00:00Z")
    with pytest.raises(InputError):
        merge(whole._replace(facts=(one,)), (one._replace(arguments=(True,)),), at=NOW)
    assert len(merge(whole._replace(facts=(one,)), (one._replace(id="b", arguments=(True,)),), at=NOW).facts) == 2


def test_an_invalid_program_is_not_made_valid_by_the_way() -> None:
    twice = program(said("a", 1), said("a", 2))
    assert problems(twice._replace(facts=merge(twice, (said("b", 3),), at=NOW).facts)) != []


def test_a_policy_template_receives_facts_as_a_program_does() -> None:
    template = PolicyTemplate(POLICY_TEMPLATE_V1, ONTOLOGY, AUTHORITY, (said("old", 1),), ())
    assert merge(template, (said("new", 2),), at=NOW).facts == merging((said("old", 1),), (said("new", 2),)).facts


class TestWithoutTimes:
    """A program.v1 has no times: of facts that say the same, one is left."""

    def left(self, *facts: Fact) -> list[str]:
        untimed = tuple(fact._replace(observed_at=None) for fact in facts)
        return [fact.id for fact in merge(program(), untimed, at=None).facts]

    def test_the_lesser_id_is_left(self) -> None:
        assert self.left(said("b", 2), said("a", 1), said("c", 3)) == ["a"]

    def test_a_persons_word_is_left(self) -> None:
        assert self.left(judged("a", 1), judged("b", 1, HUMAN_AUTHORIZED)) == ["b"]

    def test_one_that_is_admitted_is_left(self) -> None:
        assert self.left(said("a", 1)._replace(authority="agent-proposed"), said("b", 1)) == ["b"]
