"""What each violation says: its title, where it is, why it is one and what to do about it, word for word."""

import pytest

from bridge.admission.lint_table import advice
from bridge.admission.literals import shown_literal
from bridge.admission.table import violations
from bridge.core.codes.admission import CODES
from bridge.errors import UsageError
from bridge.reason.model import Atom, Fact, Literal, Program
from tests.unit.admission.building import action, no, program, yes

TITLES = {code.code: code.title for code in CODES}
JUDGED = yes("judged_unsafe", "$a", "no")
DEPLOY = yes("deployable", "$a")
APPROVED = yes("approved", "$a")
REQUESTED = yes("requested", "$a")
SUPPLY = "add a premise that a person or a tool supplies"


def by_judge(*superseded: str) -> tuple[Fact, ...]:
    people = (Fact("ann", "approved", ("a",), "human-authorized"), Fact("b ob", "approved", ("b",), "human-authorized"))
    return (*people, Fact("judge", "approved", ("a",), "model-judged", True, supersedes=superseded))


def undeclared(predicate: str, default: tuple[str, ...] = ("human-authorized",)) -> Program:
    plain = program((no("flagged", "$a"), [yes(predicate, "$a")]), default=default)
    return plain._replace(authority=plain.authority._replace(predicate_admit={}))


SAID: list[tuple[Program, str, str, str, str]] = [
    (
        program(default=("model-judged",)),
        "RSN101",
        "$.authority.default_admit",
        "every predicate without its own admission would take a judge's word",
        (
            "take `model-judged` out of the default, and admit it only for the predicates of judgements: "
            "`admit only model-judged for judged_*.`"
        ),
    ),
    (
        program(admit={"a`b": ("model-judged",)}),
        "RSN102",
        "$.authority.predicate_admit.a`b",
        "a judge could say `a\\u0060b` in the place of whoever reports it",
        (
            "take `model-judged` out of the admission for `a\\u0060b`, "
            "or call the predicate `judged_a\\u0060b` if it says what a judge answered"
        ),
    ),
    *[
        (
            undeclared(predicate),
            "RSN103",
            f"$.ontology.predicates.{predicate}",
            f"the default admission decides who may say {shown}",
            f"write: admit only model-judged for {written}.",
        )
        for predicate, shown, written in (
            ("judged_x", "`judged_x`", "judged_x"),
            ("judged_x-y", "`judged_x-y`", "`judged_x-y`"),
            ("judged_é", "`judged_\\u00e9`", "`judged_\\u00e9`"),
            ("judged_\x7f", "`judged_\\u007f`", "`judged_\\u007f`"),
        )
    ],
    (
        undeclared("judged_x", default=()),
        "RSN103",
        "$.ontology.predicates.judged_x",
        "nobody may say `judged_x`",
        "write: admit only model-judged for judged_x.",
    ),
    (
        program((no("flagged"), [yes("judged_x")]), admit={"judged_x": ("agent-proposed", "human-authorized", "t\n")}),
        "RSN103",
        "$.authority.predicate_admit.judged_x",
        "`agent-proposed`, `t\\n` could say `judged_x` in the judge's place",
        "write: admit only model-judged for judged_x.",
    ),
    (
        program((DEPLOY, [JUDGED])),
        "RSN104",
        "$.rules[0].then",
        "every premise of this rule is model-judged",
        f"{SUPPLY} and that names `$a`",
    ),
    (
        program((yes("paired", "$a", "$b", "$c"), [APPROVED, yes("judged_same", "$a", "$b", "$c")])),
        "RSN104",
        "$.rules[0].then",
        "without the judgements nothing says what `$b` and `$c` may be",
        f"{SUPPLY} and that names `$b` and `$c`",
    ),
    (
        action((yes("action_authorized", "$a"), [yes("action_tool", "$a", "$t"), JUDGED])),
        "RSN104",
        "$.rules[0].then",
        "without the judgements this rule asks only for what the request itself says",
        "anyone who asks would be authorized: add a standing permission, such as `tool_allowed($tool)` from a person",
    ),
    (
        program((yes("judged_clear", "a"), [])),
        "RSN105",
        "$.rules[0].then",
        "this rule has no premise: nobody was asked",
        (
            "conclude a predicate whose name does not begin with `judged_`, "
            "or conclude `judged_clear` from judgements alone"
        ),
    ),
    (
        program((yes("judged_clear", "$a"), [no("scan ned", "$a"), JUDGED, APPROVED, APPROVED])),
        "RSN105",
        "$.rules[0].then",
        "this rule reads `not scan ned`, `approved`, which no judge answers",
        (
            "conclude a predicate whose name does not begin with `judged_`, "
            "or conclude `judged_clear` from judgements alone"
        ),
    ),
    (
        program(facts=by_judge("ann", "nobody", "b ob")),
        "RSN106",
        "$.facts[2].supersedes",
        "a person said `ann`, `b ob`",
        "leave the person's fact standing, or have a person supersede it",
    ),
    (
        program((APPROVED, [REQUESTED, JUDGED]), admit={"approved": ("human-authorized", "tool-reported")}),
        "RSN107",
        "$.rules[0].then",
        "`approved` is what `human-authorized` or `tool-reported` reports",
        "conclude another predicate, for which nothing is admitted, or demand `approved` as a premise",
    ),
]


@pytest.mark.parametrize(("broken", "code", "path", "note", "remedy"), SAID)
def test_a_violation_says(broken: Program, code: str, path: str, note: str, remedy: str) -> None:
    (found,) = violations(broken)
    assert (found.code, found.message, found.path) == (code, TITLES[code], path)
    assert (found.note, found.help) == (note, remedy)


def test_every_code_is_among_them() -> None:
    assert {code for _, code, *_ in SAID} == set(TITLES)


@pytest.mark.parametrize(
    ("rules", "helps"),
    [
        ([(DEPLOY, [JUDGED]), (yes("released", "$a"), [DEPLOY])], "call it `judged_deployable`"),
        ([(no("blocked", "$a"), [JUDGED]), (DEPLOY, [APPROVED, no("blocked", "$a")])], "read the judgement itself"),
    ],
)
def test_a_helper_has_a_remedy_of_its_own(rules: list[tuple[Atom, list[Atom]]], helps: str) -> None:
    assert violations(program(*rules))[0].help.startswith(helps)


def test_a_rule_to_leave_out_that_there_is_not_is_named_with_those_there_are() -> None:
    with pytest.raises(UsageError) as caught:
        violations(program(), without=["RSN999", "RSN101", "RSN000"])
    assert caught.value.message == "no rule of the convention is called RSN000, RSN999"
    assert caught.value.help == f"one of {', '.join(TITLES)}"


@pytest.mark.parametrize(
    ("literal", "text"),
    [
        (Literal("p"), "`p`"),
        (Literal("p", negated=True), "`not p`"),
        (Literal("a-b.c_9"), "`a-b.c_9`"),
        (Literal("`\x7f\n", negated=True), "`not \\u0060\\u007f\\n`"),
        (Literal("\u202e"), "`\\u202e`"),
        (Literal(""), "``"),
    ],
)
def test_a_literal_is_shown_between_backquotes(literal: Literal, text: str) -> None:
    assert shown_literal(literal) == text


def test_rsn402_points_at_the_query_or_where_there_is_none_at_a_rule_that_answers() -> None:
    alone = yes("ok", "$a"), [yes("judged_x", "$a")]
    (found,) = (one for one in advice(program(alone, query=yes("ok", "1"))) if one.code == "RSN402")
    assert found.path == "$.query"
    assert found.help.startswith("add a premise that a person or a tool supplies")
    denied = no("ok", "$a"), [yes("judged_x", "$a")]
    (found,) = (one for one in advice(program(denied, query=no("ok", "1"))) if one.code == "RSN402")
    assert found.help.startswith("ask the positive question")
    judged = yes("action_authorized", "$a"), [yes("judged_x", "$a")]
    (found,) = (one for one in advice(action(judged)) if one.code == "RSN402")
    assert found.path == "$.rules[0].then"
    assert "query" not in found.help
