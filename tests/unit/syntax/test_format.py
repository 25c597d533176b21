"""The house layout, by example; that it changes nothing that is said is stated by the laws of ``fmt``."""

import pytest

from bridge.core.diagnostics import ProgramRefused
from bridge.core.sources import Source
from bridge.reason.syntax.format import formatted, statement

LONG = "requested_by_a_person_of_the_team_that_is_on_call_this_week"


def laid_out(text: str) -> str:
    return formatted(Source("a.reason", text))


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("predicate  p( a:string,b : integer ) .", "predicate p(a: string, b: integer).\n"),
        ('predicate p("a"|"b","low"<"high").', 'predicate p("a" | "b", "low" < "high").\n'),
        ("predicate p().predicate q().", "predicate p().\npredicate q().\n"),
        ('rule r:not p($x)if q( $x,>="a" ),not r().', 'rule r: not p($x) if q($x, >= "a"), not r().\n'),
        ("predicate p().\r\n\r\n\r\n\r\npredicate q().", "predicate p().\n\npredicate q().\n"),
        ("\ufeff\n\n# a \t\n\n\n\n# b", "# a\n\n# b\n"),
        ("query p(). # a", "query p().  # a\n"),
        ("query p().# a\n# b\n", "query p().  # a\n# b\n"),
    ],
)
def test_a_statement_is_one_line(given: str, expected: str) -> None:
    assert laid_out(given) == expected


def test_a_rule_that_is_too_long_has_a_line_for_each_premise() -> None:
    assert laid_out(f"rule r: p($x) if {LONG}($x), not {LONG}($x).") == (
        f"rule r: p($x) if\n  {LONG}($x),\n  not {LONG}($x).\n"
    )


def test_a_fact_that_is_too_long_has_a_line_for_its_clauses_or_for_each() -> None:
    fact = f"fact f: {LONG}() from person observed 2026-08-14T12:00:00Z"
    assert laid_out(f"{fact} supersedes g.") == (
        f"fact f: {LONG}()\n  from person observed 2026-08-14T12:00:00Z supersedes g.\n"
    )
    assert laid_out(f"{fact} supersedes {LONG}.") == (
        f"fact f: {LONG}()\n  from person\n  observed 2026-08-14T12:00:00Z\n  supersedes {LONG}.\n"
    )


def test_a_declaration_that_is_too_long_has_a_line_for_each_argument() -> None:
    assert laid_out(f'predicate {LONG}(who: string, what: string, answer: "yes" | "no").') == (
        f'predicate {LONG}(\n  who: string,\n  what: string,\n  answer: "yes" | "no"\n).\n'
    )


def test_names_that_are_too_many_go_on_in_the_next_line() -> None:
    assert laid_out(f"admit only a, b for {LONG}, {LONG}, c.") == f"admit only a, b for {LONG},\n  {LONG}, c.\n"
    assert laid_out(f"authority a, {LONG}, {LONG}, b.") == f"authority a, {LONG},\n  {LONG}, b.\n"


def test_the_first_break_of_its_author_is_kept() -> None:
    kept = "rule r: p($x) if\n  q($x),\n  r($x).\n"
    assert laid_out(kept) == kept
    assert laid_out("rule r: p($x) if q($x),\n  r($x).\n") == "rule r: p($x) if q($x), r($x).\n"
    assert laid_out("fact f: p()\nfrom a\nobserved 2026-08-14T12:00:00Z.") == (
        "fact f: p()\n  from a observed 2026-08-14T12:00:00Z.\n"
    )


def test_a_test_is_indented_and_so_is_what_is_in_it() -> None:
    assert laid_out(
        f'test "a" {{\n\n\n  # why\n\n given fact f: p() from a. without b,c. # two\n'
        f"expect proved {LONG}() because {LONG}, f missing not p().\n\n}} query p()."
    ) == (
        'test "a" {\n  # why\n\n  given fact f: p() from a.\n  without b, c.  # two\n'
        f"  expect proved {LONG}()\n    because {LONG}, f\n    missing not p().\n}}\nquery p().\n"
    )


def test_comments_inside_a_statement_keep_their_places() -> None:
    assert laid_out("rule r: # a\n p() if # b\n q(),\n\n # c\n # d\n r() # e\n .") == (
        "rule r:  # a\n  p() if  # b\n  q(),\n  # c\n  # d\n  r()  # e\n  .\n"
    )


def test_documentation_stays_as_near_to_a_statement_as_it_was() -> None:
    near, far = "## {a}\npredicate p(a: string).\n", "## {a}\n\npredicate p(a: string).\n"
    assert laid_out(near) == near
    assert laid_out(far) == far
    assert laid_out(far.replace("\n\n", "\n \t\n\r\n")) == far


def test_what_cannot_be_read_is_refused_with_all_that_is_wrong() -> None:
    with pytest.raises(ProgramRefused) as refused:
        laid_out("predicate p(.\npredicate q().\nrule r p().\n")
    assert [found.code for found in refused.value.diagnostics] == ["RSN001", "RSN001"]


def test_what_does_not_compile_can_be_laid_out() -> None:
    assert laid_out("fact  f: nothing_known() from nobody .") == "fact f: nothing_known() from nobody.\n"


def test_a_statement_that_was_printed_is_broken_where_it_is_too_long() -> None:
    assert statement("query p().") == "query p()."
    assert statement(f"rule r: p() if {LONG}(), {LONG}().") == f"rule r: p() if\n  {LONG}(),\n  {LONG}()."
