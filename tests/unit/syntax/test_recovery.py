"""After a fault: where it is reported, and what is read all the same."""

import pytest

from bridge.core.diagnostics import Diagnostic
from bridge.core.sources import Source
from bridge.reason.syntax import ast
from bridge.reason.syntax.parser import parse

GOOD = 'fact f: p("a") from tool-reported.'


def reports(text: str) -> list[tuple[str, str]]:
    """The code of each report, and the text it points at."""
    _, found = parse(Source("a.reason", text))
    return [(one.code, marked(one)) for one in found]


def marked(one: Diagnostic) -> str:
    assert one.span is not None
    return one.span.source.text[one.span.start : one.span.end]


def remedy(text: str) -> str:
    _, (one,) = parse(Source("a.reason", text))
    return one.help


def names(text: str) -> list[str]:
    """The ids of the facts and rules that are read."""
    file, _ = parse(Source("a.reason", text))
    pieces = [statement.piece for statement in file.statements]
    return [piece.id.text for piece in pieces if isinstance(piece, ast.Fact | ast.Rule)]


@pytest.mark.parametrize(
    ("faulty", "code", "at"),
    [
        ("fact g q() from a.", "RSN001", "q"),
        ("fact g: q() form a.", "RSN001", "form"),
        ("fact g: q(foo) from a.", "RSN001", "foo"),
        ("fact g: q().", "RSN001", "."),
        ("rule g: q() if p(),.", "RSN001", "."),
        ("rule g: q() if p(); r().", "RSN004", ";"),
        ("rule g: q() if not not p().", "RSN001", "not"),
        ("rule g: q() if p(). r().", "RSN005", "r"),
        ("fact g: q(). from a.", "RSN001", "."),
        ('fact g: q("a) from a.', "RSN002", '"a) from a.'),
        ('fact g: q(a", "b") from a.', "RSN002", '") from a.'),
        ("fact `g: q() from a.", "RSN002", "`g: q() from a."),
        ('fact g: q("a\\x") from a.', "RSN007", "\\x"),
        ('fact g: q("a\tb") from a.', "RSN007", "\t"),
        ("fact g: q($``) from a.", "RSN007", "`"),
        ("fact gé: q() from a.", "RSN004", "gé"),
        ("fact g: q() from a..", "RSN005", "."),
        ("evaluate at 14.8.2026.", "RSN001", "14.8"),
        ("given fact g: q() from a.", "RSN006", "given fact g: q() from a."),
        ("}", "RSN006", "}"),
    ],
)
def test_one_fault_is_one_report_and_the_next_statement_is_read(faulty: str, code: str, at: str) -> None:
    text = f"{GOOD}\n{faulty}\n{GOOD}\n"
    assert reports(text) == [(code, at)]
    assert names(text)[-1] == "f"


@pytest.mark.parametrize(
    "unfinished",
    ["fact g: q(", "fact g:", "fact", "rule g: q() if", "rule g: q() if p(),", "authority", "predicate q(a:", "use"],
)
def test_a_statement_that_is_not_finished_is_reported_at_its_own_end(unfinished: str) -> None:
    text = f"{unfinished}\n{GOOD}\n"
    (found,) = reports(text)
    assert found == ("RSN001", unfinished.replace("(", " (").replace(",", " ,").replace(":", " :").split()[-1])
    assert names(text) == ["f"]


@pytest.mark.parametrize("whole", ["fact g: q() from a", "rule g: q() if p()", "rule g: q()"])
def test_a_missing_stop_is_put_in(whole: str) -> None:
    for text in (f"{whole}\n{GOOD}", f"{whole} {GOOD}", f"{whole} # said\n\n{GOOD}"):
        assert reports(text) == [("RSN003", whole[-1])]
        assert names(text) == ["g", "f"]
    assert reports(whole) == [("RSN003", whole[-1])]


def test_a_word_first_on_its_line_is_still_a_name() -> None:
    text = "rule g: q() if\n  fact(\n  ),\n  rule(), not\n  query().\nauthority\n  fact,\n  rule."
    assert reports(text) == []


def test_a_statement_further_in_does_not_end_the_one_before() -> None:
    assert reports("fact g: q() from\n  fact h.") == [("RSN001", "h")]


@pytest.mark.parametrize(
    ("faulty", "help"),
    [
        ("predicat q().", "did you mean `predicate`?"),
        ("fact g: q() form a.", "did you mean `from`?"),
        ("fact g: q(foo) from a.", 'a string needs quotes and a variable a dollar sign: `"foo"` or `$foo`'),
        ("fact g: q(2026-08-14) from a.", 'in an argument a time is a string: `"2026-08-14"`'),
        ('fact g: q() from "a".', "a name is written without quotes, or in backquotes"),
        ('evaluate at "2026-08-14T12:00:00Z".', "a time is written without quotes, such as `2026-08-14T12:00:00Z`"),
        ("use lib.", 'put it in quotes: `"lib"`'),
        ("admit a for q.", "write `admit only … for …`: it replaces the default"),
        ("predicate not().", "`not` is reserved; in backquotes it is a name"),
        ("rule g: q() if not not p().", "one `not` is enough"),
        (
            "fact größe: q() from a.",
            "names are made of ASCII letters, digits and `_`, `-`, `.` inside; write `größe` in backquotes",
        ),
    ],
)
def test_the_remedy_is_the_one_that_was_wanted(faulty: str, help: str) -> None:
    assert remedy(faulty) == help


def test_reports_are_in_source_order() -> None:
    text = 'fact g: q("\\ud800") form a.\nfact h q(). # \u202e\n'
    assert [code for code, _ in reports(text)] == ["RSN007", "RSN001", "RSN001", "RSN008"]


def test_a_bidirectional_control_is_reported_as_such_alone() -> None:
    assert reports("fact\u202e g: q() from a.\nfact h: q() from a.") == [("RSN008", "\u202e")]


def test_what_could_not_be_read_is_remembered() -> None:
    file, _ = parse(Source("a.reason", "predicate `a b` c(.\nfact g h.\npredicate é().\n"))
    assert file.broken == (
        ast.Broken("predicate", frozenset({"a b", "c"})),
        ast.Broken("fact", frozenset({"g", "h"})),
        ast.Broken("predicate", frozenset()),
    )


@pytest.mark.parametrize("space", ["\n", " "])
def test_every_statement_with_a_fault_has_its_own_report(space: str) -> None:
    text = space.join(
        ["facct g: q(1) from a.", "ruel r: q() if p().", "facct h: q() from a.", "fact k q() from a.", GOOD]
    )
    assert reports(text) == [("RSN005", "facct"), ("RSN005", "ruel"), ("RSN005", "facct"), ("RSN001", "q")]
    assert names(text) == ["f"]


@pytest.mark.parametrize("space", ["\n  ", " "])
def test_every_step_with_a_fault_has_its_own_report_and_the_test_is_closed(space: str) -> None:
    steps = [
        'test "a" {',
        "expect proved q() becuse a.",
        "expct unknown q().",
        "given fact z q() from h.",
        "at 2026-01-01.",
    ]
    text = f"{space.join(steps)}{space}}}\n{GOOD}"
    assert reports(text) == [("RSN001", "becuse"), ("RSN005", "expct"), ("RSN001", "q")]
    assert names(text) == ["f"]


@pytest.mark.parametrize("opening", ['tset "a" {', "test {", '"a" test {', '; test "a" {'])
def test_a_test_whose_opening_cannot_be_read_is_read_to_its_brace(opening: str) -> None:
    text = f"{opening}\nexpect proved q().\nexpect proved q() becuse a.\n}}\n{GOOD}"
    assert [code for code, _ in reports(text)][1:] == ["RSN001"]
    assert reports(text)[1] == ("RSN001", "becuse")
    assert names(text) == ["f"]


@pytest.mark.parametrize(("step", "code"), [("expect proved q()", "RSN003"), ("expect proved q(1", "RSN001")])
def test_a_step_without_a_stop_before_the_brace_on_its_line_leaves_the_test_closed(step: str, code: str) -> None:
    text = f'test "a" {{ {step} }}\n{GOOD}'
    assert [found for found, _ in reports(text)] == [code]
    assert names(text) == ["f"]


@pytest.mark.parametrize("fault", ["xx y z.", "fact g: q(1", "}", "expect proved q()."])
def test_a_hundred_faults_are_listed_and_the_others_counted(fault: str) -> None:
    _, found = parse(Source("a.reason", f"{fault}\n" * 100))
    assert len(found) == 100
    _, found = parse(Source("a.reason", f"{fault}\n" * 103))
    assert len(found) == 101
    assert (found[100].code, found[100].message) == ("RSN512", "this file has 3 more faults than are listed")


@pytest.mark.parametrize("word", [":-", "<-", "<=", "fi", "when"])
def test_what_others_write_for_if_is_taken_for_it(word: str) -> None:
    (found,) = parse(Source("a.reason", f"rule g: q() {word} p()."))[1]
    assert found.help == "did you mean `if`?"


@pytest.mark.parametrize(
    "unclosed", ["rule g: q(", "rule g: q( if p().", 'rule g: q("1" if p().', "fact g: q(1 from a."]
)
def test_a_parenthesis_that_is_not_closed_is_to_be_closed(unclosed: str) -> None:
    (found,) = parse(Source("a.reason", unclosed))[1]
    assert found.help == "close the parenthesis with `)`"
    assert found.note.startswith("expected `)`")


def test_a_character_that_is_not_seen_is_named() -> None:
    (found,) = parse(Source("a.reason", "fact\u00a0g: q() from a."))[1]
    assert marked(found) == "\u00a0"
    assert found.message == "NO-BREAK SPACE (U+00A0) is not part of the language"


@pytest.mark.parametrize("quote", ["'x'", "\u201cx\u201d"])
def test_a_string_is_in_double_quotes(quote: str) -> None:
    (found,) = parse(Source("a.reason", f"fact g: q({quote}) from a."))[1]
    assert found.help == 'a string stands between two `"`'


@pytest.mark.parametrize(
    ("text", "at", "remedy"),
    [
        ("rule g: q() => p().", "=>", "did you mean `if`? what is concluded stands before it, and the premises after"),
        ("rule g: q() -> p().", "->", "did you mean `if`? what is concluded stands before it, and the premises after"),
        ("rule g: q() == p().", "==", "did you mean `if`?"),
        ("rule g: q() ⇐ p().", "⇐", "did you mean `if`?"),
        ("rule g: q() if p() && r().", "&&", "separate by `,`"),
        ("rule g: q() if p(); r().", ";", "separate by `,`"),
        ("rule g: q() if !p().", "!", "did you mean `not`?"),
        ('rule g: q() if p("a" || "b").', "|", "one `|` is enough"),
        ('rule g: q() if p("a" ∨ "b").', "∨", "did you mean `|`?"),
        ('rule g: q() if p(≥ "a").', "≥", "did you mean `>=`?"),
        ("fact g: q() from a;", ";", "did you mean `.`?"),
        ("// said", "//", "a comment begins with `#`"),
    ],
)
def test_a_sign_of_another_language_is_shown_whole_with_what_stands_for_it_here(
    text: str, at: str, remedy: str
) -> None:
    assert [found for _, found in reports(f"{text}\n{GOOD}")] == [at]
    assert remedy in parse(Source("a.reason", text))[1][0].help
    assert names(f"{text}\n{GOOD}")[-1:] == ["f"]


def test_or_between_premises_asks_for_another_rule() -> None:
    assert remedy("rule g: q() if p() | r().").startswith("write another rule for the other case")


@pytest.mark.parametrize(
    ("text", "at", "help"),
    [
        ("fact g: q() supersedes h. from a.", "from", "remove the `.` before it, and all is one"),
        (
            "fact g: q() from a.\n  observed 2026-08-14T12:00:00Z.",
            "observed",
            "remove the `.` before it, and all is one",
        ),
        ("rule g: q($x). if p($x).", "if", "remove the `.` before it, and all is one"),
        ("rule g: q($x) if p(). , r($x).", ",", "remove the `.` before it, and all is one"),
        ("rule g: q($x) if p(). r($x).", "r", "put a `,` in the place of the `.` before it"),
        ("fact g: q() from a..", ".", "one `.` is enough"),
    ],
)
def test_a_stop_too_early_is_one_fault_and_the_statement_is_read_whole(text: str, at: str, help: str) -> None:
    file, (found,) = parse(Source("a.reason", text))
    assert (found.code, marked(found), found.help) == ("RSN005", at, help)
    (statement,) = file.statements
    assert statement.end == len(text)


def test_each_stop_too_early_is_told() -> None:
    file, found = parse(Source("a.reason", "authority a. b. c. d."))
    assert [marked(one) for one in found] == ["b", "c", "d"]
    assert [[name.text for name in s.piece.classes] for s in file.statements if isinstance(s.piece, ast.Authority)] == [
        ["a", "b", "c", "d"]
    ]


def test_what_stands_nowhere_is_gone_on_with_by_nothing() -> None:
    file, found = parse(Source("a.reason", f"{GOOD}\nexpect unknown q(). because x."))
    assert [one.code for one in found] == ["RSN006", "RSN005"]
    assert names(file.source.text) == ["f"]


def test_thousands_of_stops_too_early_are_not_read_again_and_again() -> None:
    _, found = parse(Source("a.reason", "authority a" + ". b" * 20_000 + "."))
    assert found[-1].code == "RSN512"


@pytest.mark.parametrize("opening", ["test a {", 'tset "a" {', 'test "a {', 'test "a"', 'test "a" (', 'test "a":'])
def test_what_stands_in_a_test_is_looked_at_though_its_opening_cannot_be_read(opening: str) -> None:
    file, found = parse(Source("a.reason", f"{opening}\n  expect proved q().\n}}\n{GOOD}"))
    assert len(found) == 1
    assert file.tests == ()
    assert [[type(step.piece) for step in test.steps] for test in file.unopened] == [[ast.Expect]]


@pytest.mark.parametrize(
    ("text", "at", "help"),
    [
        (
            "rule g: q($é) if p().",
            "$é",
            "names are made of ASCII letters, digits and `_`; in backquotes any will do: $`é`",
        ),
        (
            "rule g: q($1) if p().",
            "$1",
            "names are made of ASCII letters, digits and `_`; in backquotes any will do: $`1`",
        ),
        ("rule g: q($) if p().", "$", "put a name after it, or remove it"),
        ("fact g：q() from a.", "：", "did you mean `:`?"),
        ("fact g: q() from a．", "．", "did you mean `.`?"),
        ("fact g: q() from a.\r", "\r", "end lines in a line feed, alone or after a carriage return"),
    ],
)
def test_what_only_looks_like_a_mark_or_a_variable_is_told_for_what_it_is(text: str, at: str, help: str) -> None:
    _, (found,) = parse(Source("a.reason", text))
    assert (found.code, marked(found), found.help) == ("RSN004", at, help)
