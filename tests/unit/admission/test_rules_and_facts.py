"""RSN105, RSN106 and RSN107: judgements are made by judges, people are not overruled, reports are not concluded."""

import pytest

from bridge.reason.model import Atom, Fact
from tests.unit.admission.building import action, found, no, program, yes

JUDGED = yes("judged_unsafe", "$a", "no")
LOW = yes("judged_severity", "$a", "low")


@pytest.mark.parametrize(
    "body",
    [
        [],
        [yes("scanned", "$a")],
        [JUDGED, yes("scanned", "$a")],
        [yes("scanned", "$a"), JUDGED],
        [yes("Judged_unsafe", "$a")],
        [yes("judged", "$a")],
        [no("scanned", "$a")],
    ],
)
@pytest.mark.parametrize("negated", [False, True])
def test_rsn105_an_invented_judgement(body: list[Atom], negated: bool) -> None:
    head = Atom("judged_clear", ("$a",) if body else ("a140",), negated)
    assert found(program((head, body))) == [("RSN105", "$.rules[0].then")]


@pytest.mark.parametrize("body", [[JUDGED], [JUDGED, LOW], [JUDGED.complement()], [yes("judged_", "$a")]])
@pytest.mark.parametrize("negated", [False, True])
def test_rsn105_is_quiet_about_judgements_of_judgements(body: list[Atom], negated: bool) -> None:
    assert found(program((Atom("judged_clear", ("$a",), negated), body))) == []


@pytest.mark.parametrize("head", [yes("clear", "$a"), yes("Judged_clear", "$a"), yes("judged", "$a")])
def test_rsn105_is_quiet_about_other_heads(head: Atom) -> None:
    assert found(program((head, [yes("scanned", "$a")]))) == []


def test_rsn105_not_even_from_the_request() -> None:
    assert found(action((yes("judged_clear", "$a"), [yes("action_tool", "$a", "$t")]))) == [
        ("RSN105", "$.rules[0].then")
    ]


def said(name: str, authority: str, *supersedes: str, predicate: str = "judged_unsafe", negated: bool = False) -> Fact:
    observed = "2026-08-14T11:00:00Z" if supersedes else "2026-08-14T10:00:00Z"
    return Fact(name, predicate, ("a140", "yes"), authority, negated, observed, supersedes=supersedes)


@pytest.mark.parametrize("denied", [False, True])
@pytest.mark.parametrize("negated", [False, True])
@pytest.mark.parametrize("predicate", ["judged_unsafe", "approved"])
def test_rsn106_a_judge_unmakes_what_a_person_said(predicate: str, negated: bool, denied: bool) -> None:
    facts = (
        said("person", "human-authorized", predicate=predicate, negated=denied),
        said("judge", "model-judged", "person", predicate=predicate, negated=negated),
    )
    assert found(program(facts=facts)) == [("RSN106", "$.facts[1].supersedes")]


def test_rsn106_wherever_the_person_stands_among_those_superseded() -> None:
    facts = (
        said("judge", "model-judged", "earlier", "person", "other"),
        said("person", "human-authorized"),
        said("earlier", "model-judged", negated=True),
        said("other", "human-authorized", negated=True),
    )
    assert found(program(facts=facts)) == [("RSN106", "$.facts[0].supersedes")]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("model-judged", "model-judged"),
        ("model-judged", "human-authorized"),
        ("human-authorized", "human-authorized"),
        ("tool-reported", "model-judged"),
        ("agent-proposed", "model-judged"),
        ("human-authorized", "tool-reported"),
    ],
)
def test_rsn106_is_quiet_about_others(old: str, new: str) -> None:
    assert found(program(facts=(said("old", old), said("new", new, "old", negated=True)))) == []


def test_rsn106_is_quiet_where_both_merely_speak() -> None:
    assert found(program(facts=(said("person", "human-authorized"), said("judge", "model-judged", negated=True)))) == []


REQUESTED = yes("requested", "$a")


@pytest.mark.parametrize("own", [("human-authorized",), ("tool-reported",), ("agent-proposed", "tool-reported")])
def test_rsn107_a_judgement_helps_to_report(own: tuple[str, ...]) -> None:
    refused = program((yes("approved", "$a"), [REQUESTED, JUDGED]), admit={"approved": own})
    assert found(refused) == [("RSN107", "$.rules[0].then")]


def test_rsn107_at_any_distance() -> None:
    refused = program(
        (yes("cleared", "$a"), [REQUESTED, JUDGED]),
        (yes("approved", "$a"), [yes("cleared", "$a")]),
        admit={"approved": ("human-authorized",)},
    )
    assert found(refused) == [("RSN107", "$.rules[1].then")]


def test_rsn107_names_the_rule_that_a_judgement_touches_and_no_other_of_the_same_head() -> None:
    refused = program(
        (yes("approved", "$a"), [yes("signed", "$a")]),
        (yes("approved", "$a"), [REQUESTED, JUDGED]),
        admit={"approved": ("human-authorized",)},
    )
    assert found(refused) == [("RSN107", "$.rules[1].then")]


def test_rsn107_under_not_where_it_authorizes() -> None:
    rules = ((no("blocked", "$a"), [REQUESTED, JUDGED]), (yes("cleared", "$a"), [no("blocked", "$a")]))
    assert found(program(*rules, admit={"blocked": ("tool-reported",)})) == [("RSN107", "$.rules[0].then")]
    assert found(program(rules[0], admit={"blocked": ("tool-reported",)})) == []


@pytest.mark.parametrize("own", [{}, {"cleared": ()}, {"cleared": ("system-bound",)}])
def test_rsn107_is_quiet_about_what_nobody_in_particular_reports(own: dict[str, tuple[str, ...]]) -> None:
    assert found(program((yes("cleared", "$a"), [REQUESTED, JUDGED]), admit=own)) == []


def test_rsn107_is_quiet_about_reports_that_no_judgement_touches() -> None:
    kept = program(
        (yes("approved", "$a"), [yes("signed", "$a")]),
        (yes("cleared", "$a"), [yes("approved", "$a"), JUDGED]),
        admit={"approved": ("human-authorized",), "cleared": ()},
    )
    assert found(kept) == []


def test_rsn107_is_quiet_about_a_veto_over_a_report() -> None:
    veto = (no("approved", "$a"), [REQUESTED, JUDGED])
    assert found(program(veto, admit={"approved": ("human-authorized",)})) == []


def test_rsn107_is_quiet_about_the_authorization_itself() -> None:
    body = [yes("action_tool", "$a", "$t"), yes("tool_allowed", "$t"), JUDGED]
    assert found(action((yes("action_authorized", "$a"), body))) == []
