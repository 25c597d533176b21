"""Sets and comparisons: a rule for each combination, and nothing that a reader would take for its opposite."""

import pytest

from bridge.reason.model import Program, Rule
from tests.unit.lowering.compiling import codes, compiled, found, marked, program


def rules(*statements: str) -> tuple[Rule, ...]:
    lowered = compiled(program(*statements)).program
    assert isinstance(lowered, Program)
    return lowered.rules


@pytest.mark.parametrize(
    ("argument", "options"),
    [
        ('>= "medium"', ["medium", "high"]),
        ('> "medium"', ["high"]),
        ('<= "medium"', ["low", "medium"]),
        ('< "medium"', ["low"]),
        ('"high" | "low"', ["high", "low"]),
        ('>= "low"', ["low", "medium", "high"]),
    ],
)
def test_a_rule_for_each_option(argument: str, options: list[str]) -> None:
    expanded = rules(f"rule r: p($x) if level($x, {argument}).")
    assert [rule.id for rule in expanded] == [f"r@{option}" for option in options]
    assert [rule.when[0].arguments for rule in expanded] == [("$x", option) for option in options]


def test_the_first_argument_is_the_slowest_and_a_wildcard_is_the_same_variable_in_all() -> None:
    expanded = rules('rule r: p($x) if level($x, < "high"), kind(_, "fix" | "feature"), q($x, 1 | 2).')
    assert [rule.id for rule in expanded] == [
        "r@low,fix,1",
        "r@low,fix,2",
        "r@low,feature,1",
        "r@low,feature,2",
        "r@medium,fix,1",
        "r@medium,fix,2",
        "r@medium,feature,1",
        "r@medium,feature,2",
    ]
    assert {rule.when[1].arguments[0] for rule in expanded} == {"$_0"}


def test_an_option_that_is_not_plain_is_a_json_string_in_the_id() -> None:
    expanded = rules('rule r: p($x) if q($x, _), p("a b" | "" | "c,d" | "é" | "A.b-c_1").')
    assert [rule.id for rule in expanded] == ['r@"a b"', 'r@""', 'r@"c,d"', 'r@"é"', "r@A.b-c_1"]


def test_every_rule_of_an_expansion_stands_where_the_statement_does() -> None:
    lowered = compiled(program('rule r: p($x) if level($x, >= "medium").'))
    assert lowered.spans["$.rules[0].when[0]"] == lowered.spans["$.rules[1].when[0]"]


@pytest.mark.parametrize(
    ("statement", "code", "at"),
    [
        ('rule r: p($x) if p($x), not level($x, >= "medium").', "RSN205", '>= "medium"'),
        ('rule r: p($x) if p($x), not kind($x, "fix" | "feature").', "RSN205", '"fix" | "feature"'),
        ('rule r: p("a" | "b") if none().', "RSN205", '"a" | "b"'),
        ('fact f: p("a" | "b") from tool.', "RSN205", '"a" | "b"'),
        ('rule r: p($x) if level($x, > "high").', "RSN206", '> "high"'),
        ('rule r: p($x) if level($x, >= "severe").', "RSN207", '"severe"'),
        ('rule r: p($x) if kind($x, "fix" | "fox").', "RSN207", '"fox"'),
        ('fact f: kind("a", "fox") from tool.', "RSN207", '"fox"'),
        ('rule r: p($x) if kind($x, "fix" | "fix").', "RSN208", '"fix"'),
        ('predicate s(a: "x" | "y" | "x").', "RSN208", '"x"'),
        ('rule r: p($x) if kind($x, >= "fix").', "RSN209", '>= "fix"'),
        ("rule r: p($x) if q($x, >= 1).", "RSN209", ">= 1"),
        ('rule r: p($x) if q($x, 1 | "2").', "RSN201", '"2"'),
        ('predicate s(a: "$x" | "y").', "RSN211", '"$x"'),
    ],
)
def test_what_a_set_cannot_be(statement: str, code: str, at: str) -> None:
    (one,) = [each for each in found(program(statement)) if each.code != "RSN412"]
    assert (one.code, marked(one)) == (code, at)


def test_as_many_rules_as_the_limit_and_no_more() -> None:
    options = " | ".join(str(number) for number in range(16))
    assert len(rules(f'rule r: none() if q("a", {options}), q("b", {options}).')) == 256
    (one,) = found(program(f'rule r: none() if q("a", {options}), q("b", {options}), kind("c", "fix" | "feature").'))
    assert (one.code, marked(one)) == ("RSN501", "r")
    assert "512" in one.message


def test_a_product_too_large_to_build_is_counted_and_not_built() -> None:
    premise = 'q("a", ' + " | ".join(map(str, range(100))) + ")"
    assert codes(program(f"rule r: none() if {', '.join([premise] * 100)}.")) == ["RSN501"]


def test_an_expanded_id_may_meet_another() -> None:
    (one,) = found(program('rule r: p($x) if level($x, < "high").', "rule `r@low`: p($x) if p($x)."))
    assert (one.code, marked(one)) == ("RSN010", "`r@low`")
    assert one.related[0].span.start < one.span.start if one.span else False
