"""RSN104: a judge's answer cannot stand in for other evidence."""

import pytest

from bridge.admission.table import violations
from bridge.reason.model import Atom
from tests.unit.admission.building import action, found, help_of, no, program, yes

JUDGED = yes("judged_unsafe", "$a", "no")
APPROVED = yes("approved", "$a")
DEPLOY = yes("deployable", "$a")
CALL = yes("action_tool", "$a", "$tool")
AUTHORIZED = yes("action_authorized", "$a")

Rules = tuple[tuple[Atom, list[Atom]], ...]

REFUSED: dict[str, Rules] = {
    "nothing but a judgement": ((DEPLOY, [JUDGED]),),
    "nothing but judgements": ((DEPLOY, [JUDGED, yes("judged_severity", "$a", "low")]),),
    "a judgement that was denied": ((DEPLOY, [JUDGED.complement()]),),
    "without arguments": ((yes("go"), [yes("judged_fine")]),),
    "a constant": ((yes("deployable", "a140"), [JUDGED]),),
    "the judge names the action": ((DEPLOY, [yes("freeze_over"), JUDGED]),),
    "the judge names one of two": ((yes("pair", "$a", "$b"), [APPROVED, yes("judged_same", "$a", "$b")]),),
    "a rule without premises is no evidence": ((yes("open"), []), (DEPLOY, [yes("open"), JUDGED])),
    "nor is what follows from one": (
        (yes("all", "x"), []),
        (yes("listed", "$a"), [yes("all", "$a")]),
        (DEPLOY, [yes("listed", "$a"), JUDGED]),
    ),
    "a negative helper": ((no("blocked", "$a"), [JUDGED]), (DEPLOY, [APPROVED, no("blocked", "$a")])),
    "a positive helper": ((yes("cleared", "$a"), [JUDGED]), (DEPLOY, [APPROVED, yes("cleared", "$a")])),
    "a helper that only a veto reads": (
        (yes("flagged", "$a"), [JUDGED]),
        (DEPLOY.complement(), [yes("flagged", "$a")]),
    ),
    "a helper of a helper": (
        (yes("judged_clear", "$a"), [JUDGED]),
        (DEPLOY, [yes("judged_clear", "$a")]),
    ),
}

ACCEPTED: dict[str, Rules] = {
    "an approval beside it": ((DEPLOY, [APPROVED, JUDGED]),),
    "in either order": ((DEPLOY, [JUDGED, APPROVED]),),
    "a report that someone denied something": ((DEPLOY, [no("blocked", "$a"), JUDGED]),),
    "a veto": ((DEPLOY.complement(), [JUDGED]),),
    "a veto through negative literals": (
        (no("healthy", "$a"), [JUDGED]),
        (DEPLOY.complement(), [no("healthy", "$a")]),
    ),
    "a judgement of judgements": (
        (yes("judged_flagged", "$a"), [JUDGED]),
        (DEPLOY, [APPROVED, yes("judged_flagged", "$a")]),
    ),
    "two premises that bind one variable each": (
        (yes("pair", "$a", "$b"), [APPROVED, yes("approved", "$b"), yes("judged_same", "$a", "$b")]),
    ),
    "without arguments": ((yes("go"), [yes("ready"), yes("judged_fine")]),),
    "no judgement at all": ((DEPLOY, [APPROVED]),),
    "a rule without premises and without a judge": ((yes("open"), []),),
    "a look-alike that people report": ((DEPLOY, [yes("Judged_unsafe", "$a")]), (yes("go"), [yes("judged")])),
    "evidence that recursion supplies": (
        (yes("linked", "$a", "$b"), [yes("link", "$a", "$b")]),
        (yes("linked", "$a", "$c"), [yes("linked", "$a", "$b"), yes("linked", "$b", "$c"), yes("judged_near", "$a")]),
    ),
    "a variable that only the judgement has": ((DEPLOY, [APPROVED, yes("judged_kind", "$a", "$kind")]),),
}


@pytest.mark.parametrize("case", REFUSED)
def test_refused(case: str) -> None:
    assert {code for code, _ in found(program(*REFUSED[case]))} == {"RSN104"}


@pytest.mark.parametrize("case", ACCEPTED)
def test_accepted(case: str) -> None:
    assert found(program(*ACCEPTED[case])) == []


@pytest.mark.parametrize("head", [AUTHORIZED, yes("may_run", "$a")])
def test_the_request_alone_is_nobodys_permission(head: Atom) -> None:
    assert found(action((head, [CALL, JUDGED]))) == [("RSN104", "$.rules[0].then")]


def test_nor_is_what_follows_from_the_request() -> None:
    known = (yes("known", "$a"), [CALL, yes("mission_action", "$m", "$a")])
    assert found(action(known, (AUTHORIZED, [yes("known", "$a"), JUDGED]))) == [("RSN104", "$.rules[1].then")]


@pytest.mark.parametrize(
    "body",
    [
        [CALL, yes("tool_allowed", "$tool"), JUDGED],
        [CALL, no("tool_forbidden", "$tool"), JUDGED],
        [yes("approved", "$a"), JUDGED],
        [yes("action_risky", "$a"), JUDGED],
        [CALL],
    ],
    ids=["permission", "denied prohibition", "approval", "a name that only looks reserved", "no judge"],
)
def test_what_is_more_than_the_request_will_do(body: list[Atom]) -> None:
    assert found(action((AUTHORIZED, body))) == []


def test_a_veto_on_what_the_request_says_is_free() -> None:
    assert found(action((AUTHORIZED.complement(), [CALL, JUDGED]))) == []


def test_each_guilty_rule_is_named_and_no_other() -> None:
    refused = program(
        (DEPLOY, [APPROVED, JUDGED]), (DEPLOY, [JUDGED]), (DEPLOY, [yes("tests_passed", "$a")]), (DEPLOY, [JUDGED])
    )
    assert [path for _, path in found(refused)] == ["$.rules[1].then", "$.rules[3].then"]


def test_what_rests_on_a_helper_of_judgements_alone_is_named_too() -> None:
    helper = no("blocked", "$a")
    refused = program((helper, [JUDGED]), (DEPLOY, [helper]), (yes("released", "$a"), [DEPLOY, APPROVED]))
    assert [path for _, path in found(refused)] == ["$.rules[0].then", "$.rules[1].then"]


class TestRemedies:
    """The help says what would mend the rule, case by case."""

    def test_nothing_left(self) -> None:
        assert (
            help_of(program((DEPLOY, [JUDGED]))) == "add a premise that a person or a tool supplies and that names `$a`"
        )

    def test_nothing_left_and_nothing_to_name(self) -> None:
        assert help_of(program((yes("go"), [yes("judged_fine")]))) == "add a premise that a person or a tool supplies"

    def test_a_variable_unbound(self) -> None:
        refused = program((yes("pair", "$a", "$b"), [APPROVED, yes("judged_same", "$a", "$b")]))
        assert help_of(refused) == "add a premise that a person or a tool supplies and that names `$b`"

    def test_only_the_request_left(self) -> None:
        assert help_of(action((AUTHORIZED, [CALL, JUDGED]))) == (
            "anyone who asks would be authorized: "
            "add a standing permission, such as `tool_allowed($tool)` from a person"
        )

    def test_a_positive_helper(self) -> None:
        refused = program((yes("flagged", "$a"), [JUDGED]), (DEPLOY.complement(), [yes("flagged", "$a")]))
        assert help_of(refused) == "call it `judged_flagged`, and admit only `model-judged` for it"

    def test_renaming_the_helper_does_mend_it(self) -> None:
        helper = yes("judged_flagged", "$a")
        assert found(program((helper, [JUDGED]), (DEPLOY.complement(), [helper]))) == []

    def test_the_query_is_no_helper_though_a_rule_reads_it(self) -> None:
        refused = program((DEPLOY, [JUDGED]), (no("spare", "$a"), [DEPLOY]), query=yes("deployable", "a140"))
        assert "names `$a`" in help_of(refused)

    def test_a_negative_helper(self) -> None:
        refused = program((no("blocked", "$a"), [JUDGED]), (DEPLOY, [APPROVED, no("blocked", "$a")]))
        assert help_of(refused) == "read the judgement itself where `not blocked` is read"

    def test_hostile_names_are_escaped(self) -> None:
        variable = "$\u202e`\n"
        (violation,) = violations(program((yes("p", variable), [yes("judged_x", variable)])))
        assert violation.help.endswith("names `$\\u202e\\u0060\\n`")
        assert violation.note.isprintable()
