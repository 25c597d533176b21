"""What makes a program unusable: each problem, and where it is."""

from collections.abc import Callable
from typing import Any

import pytest

from bridge.checker.terms import Program
from bridge.checker.validation import is_blank, is_canonical_time, validate
from bridge.errors import CheckFailed
from tests.unit.checker.documents import EARLIER, LATER, NOW, Document, ProgramOf, atom, edited, no

CLASSES = "use lowercase letters, digits, and internal hyphens"
SCHEMAS = '"zerker.reason.program.v1" or "zerker.reason.program.v2"'
TIME = "expected canonical UTC RFC 3339 seconds, for example 2026-08-14T12:00:00Z"


def program(at: str | None = None) -> Document:
    return (
        ProgramOf(at=at, p="string", n="integer", b="boolean", pair="string string", z="")
        .admit("n", "human")
        .fact("one", atom("p", "a"))
        .fact("two", atom("n", 2), by="human")
        .rule("r", atom("pair", "$x", "$y"), atom("p", "$x"), atom("p", "$y"))
        .asking(atom("pair", "a", "a"))
    )


def problems(document: Document) -> list[str]:
    try:
        validate(Program.read(document))
    except CheckFailed as error:
        title, *found = error.message.split("\n")
        assert title == "invalid program:"
        return found
    return []


@pytest.mark.parametrize("at", [None, NOW])
def test_a_valid_program_has_no_problems(at: str | None) -> None:
    assert problems(program(at)) == []


ANY_SCHEMA: list[tuple[Callable[[Document], object], list[str]]] = [
    (lambda p: p["ontology"].update(id=" \u00a0\u3000"), ["$.ontology.id: must not be empty"]),
    (lambda p: p["ontology"].update(version=""), ["$.ontology.version: must not be empty"]),
    (
        lambda p: p["authority"].update(classes=["tool", "human", "guess", "Big"]),
        [
            f'$.authority.classes: invalid authority class "Big"; {CLASSES}',
        ],
    ),
    (
        lambda p: p["authority"].update(classes=["tool", "human", "-x", "x-", ""]),
        [f'$.authority.classes: invalid authority class "{name}"; {CLASSES}' for name in ("", "-x", "x-")],
    ),
    (
        lambda p: p["authority"].update(default_admit=["zed", "amy"]),
        [
            '$.authority.default_admit: undeclared authority "amy"; add it to $.authority.classes',
            '$.authority.default_admit: undeclared authority "zed"; add it to $.authority.classes',
        ],
    ),
    (
        lambda p: p["authority"].update(predicate_admit={"q": ["amy"]}),
        [
            "$.authority.predicate_admit.q: predicate is not declared in the ontology",
            '$.authority.predicate_admit.q: undeclared authority "amy"; add it to $.authority.classes',
        ],
    ),
    (lambda p: p["facts"][1].update(id="\t"), ["$.facts[1].id: must not be empty"]),
    (lambda p: p["facts"][1].update(id="one"), ['$.facts[1].id: duplicate id "one"']),
    (
        lambda p: p["facts"][0].update(authority="amy"),
        ['$.facts[0].authority: undeclared authority "amy"; add it to $.authority.classes'],
    ),
    (
        lambda p: p["facts"][0].update(predicate="q"),
        ['$.facts[0].predicate: unknown predicate "q"; declare it in $.ontology.predicates'],
    ),
    (
        lambda p: p["facts"][0].update(arguments=[]),
        ['$.facts[0].arguments: predicate "p" expects 1 arguments, got 0'],
    ),
    (lambda p: p["facts"][0].update(arguments=["$x"]), ["$.facts[0].arguments[0]: variables are not allowed here"]),
    (lambda p: p["facts"][0].update(arguments=[1]), ["$.facts[0].arguments[0]: expected string, got number"]),
    (lambda p: p["facts"][0].update(arguments=[None]), ["$.facts[0].arguments[0]: expected string, got null"]),
    (lambda p: p["facts"][0].update(arguments=[["a"]]), ["$.facts[0].arguments[0]: expected string, got array"]),
    (lambda p: p["facts"][0].update(arguments=[{}]), ["$.facts[0].arguments[0]: expected string, got object"]),
    *[
        (
            lambda p, value=value: p["facts"][1].update(arguments=[value]),
            [f"$.facts[1].arguments[0]: expected integer, got {kind}"],
        )
        for value, kind in ((True, "boolean"), (1.0, "number"), (2**63, "number"), (-0.0, "number"), ("1", "string"))
    ],
    (
        lambda p: p["facts"].append({**p["facts"][0], "id": "b", **atom("b", 1)}),
        ["$.facts[2].arguments[0]: expected boolean, got number"],
    ),
    (lambda p: p["rules"][0].update(id=""), ["$.rules[0].id: must not be empty"]),
    (lambda p: p["rules"][0].update(id="two"), ['$.rules[0].id: duplicate id "two"']),
    (lambda p: p["rules"].append(p["rules"][0]), ['$.rules[1].id: duplicate id "r"']),
    (
        lambda p: p["rules"][0]["when"][1].update(predicate="q"),
        [
            '$.rules[0].when[1].predicate: unknown predicate "q"; declare it in $.ontology.predicates',
        ],
    ),
    (
        lambda p: p["rules"][0]["when"][0].update(arguments=[7]),
        [
            "$.rules[0].when[0].arguments[0]: expected string, got number",
            '$.rules[0].then: variable "x" is not bound in the rule body',
        ],
    ),
    (
        lambda p: p["rules"][0].update(when=[], then=atom("pair", "$y", "$x")),
        [
            '$.rules[0].then: variable "x" is not bound in the rule body',
            '$.rules[0].then: variable "y" is not bound in the rule body',
        ],
    ),
    (
        lambda p: p["rules"][0].update(then=atom("z", "$x")),
        ['$.rules[0].then.arguments: predicate "z" expects 0 arguments, got 1'],
    ),
    (lambda p: p.update(query=atom("p", "$x")), ["$.query.arguments[0]: variables are not allowed here"]),
    (
        lambda p: p.update(query=atom("q\n\u0301")),
        ['$.query.predicate: unknown predicate "q\\n\\u{301}"; declare it in $.ontology.predicates'],
    ),
]


@pytest.mark.parametrize("at", [None, NOW], ids=["v1", "v2"])
@pytest.mark.parametrize(("edit", "expected"), ANY_SCHEMA)
def test_a_problem_is_named(edit: Callable[[Document], object], expected: list[str], at: str | None) -> None:
    assert problems(edited(program(at), edit)) == expected


@pytest.mark.parametrize(
    ("edit", "expected"),
    [
        (
            lambda p: p.update(schema="zerker.reason.program.v3"),
            [f'$.schema: expected {SCHEMAS}, got "zerker.reason.program.v3"'],
        ),
        (
            lambda p: p.update(evaluation_time=NOW),
            ["$.evaluation_time: temporal fields require schema zerker.reason.program.v2"],
        ),
        (
            lambda p: p["facts"][0].update(observed_at=NOW),
            ["$.facts[0]: temporal fields require schema zerker.reason.program.v2"],
        ),
        (
            lambda p: p["facts"][0].update(supersedes=["x"]),
            ["$.facts[0]: temporal fields require schema zerker.reason.program.v2"],
        ),
        (
            lambda p: p["facts"].extend([{**p["facts"][0], "id": "b"}, {**p["facts"][0], "id": "c"}]),
            [
                '$.facts[2]: duplicates the atom from fact "one"; combine provenance before reasoning',
                '$.facts[3]: duplicates the atom from fact "b"; combine provenance before reasoning',
            ],
        ),
    ],
)
def test_a_program_without_times(edit: Callable[[Document], object], expected: list[str]) -> None:
    assert problems(edited(program(), edit)) == expected


def add(**changes: Any) -> Callable[[Document], object]:
    return lambda p: p["facts"].append({**p["facts"][0], "id": "new", "observed_at": NOW, **changes})


@pytest.mark.parametrize(
    ("edit", "expected"),
    [
        (lambda p: p.pop("evaluation_time"), ["$.evaluation_time: required by program.v2"]),
        (lambda p: p.update(evaluation_time="2026-02-30T00:00:00Z"), [f"$.evaluation_time: {TIME}"]),
        (lambda p: p["facts"][0].pop("observed_at"), ["$.facts[0].observed_at: required by program.v2"]),
        (lambda p: p["facts"][0].update(observed_at="now"), [f"$.facts[0].observed_at: {TIME}"]),
        (
            lambda p: p["facts"][0].update(valid_from="x", valid_until="y"),
            [f"$.facts[0].valid_from: {TIME}", f"$.facts[0].valid_until: {TIME}"],
        ),
        (
            lambda p: p["facts"][0].update(valid_from=NOW, valid_until=NOW),
            ["$.facts[0]: valid_from must be earlier than valid_until"],
        ),
        (add(supersedes=["one"], arguments=["a"]), []),
        (add(supersedes=["one"], negated=True), []),
        (add(supersedes=["one", "one"]), ['$.facts[2].supersedes: duplicate fact id "one"']),
        (add(supersedes=["gone"], arguments=["b"]), ['$.facts[2].supersedes: fact "gone" does not exist']),
        (add(supersedes=["r"], arguments=["b"]), ['$.facts[2].supersedes: fact "r" does not exist']),
        (
            add(supersedes=["one"], arguments=["b"]),
            ['$.facts[2].supersedes: fact "one" is about a different predicate or arguments'],
        ),
        (
            add(supersedes=["one"], observed_at=EARLIER),
            ['$.facts[2].supersedes: observed_at must be later than fact "one"'],
        ),
        (
            add(supersedes=["new"], arguments=["b"]),
            [
                "$.facts[2].supersedes: a fact cannot supersede itself",
                '$.facts[2].supersedes: observed_at must be later than fact "new"',
            ],
        ),
        (add(), ['$.facts: active facts "one" and "new" duplicate the same atom; supersede one explicitly']),
        (
            lambda p: (add()(p), p["facts"].insert(0, {**p["facts"][0], "id": "over", "valid_until": NOW})),
            ['$.facts: active facts "one" and "new" duplicate the same atom; supersede one explicitly'],
        ),
        (add(valid_from=LATER), []),
        (add(authority="guess"), []),
    ],
)
def test_a_program_with_times(edit: Callable[[Document], object], expected: list[str]) -> None:
    assert problems(edited(program(NOW), edit)) == expected


def test_every_problem_is_listed_in_order_and_the_first_is_where_it_is() -> None:
    document = edited(program(), lambda p: p.update(schema="x", query=atom("q")))
    document["authority"].update(classes=[])
    with pytest.raises(CheckFailed) as caught:
        validate(Program.read(document))
    assert caught.value.where == "$.schema"
    places = [line.partition(": ")[0] for line in caught.value.message.split("\n")[1:]]
    assert places == [
        "$.schema",
        "$.authority.classes",
        "$.authority.default_admit",
        "$.authority.default_admit",
        "$.authority.predicate_admit.n",
        "$.facts[0].authority",
        "$.facts[1].authority",
        "$.query.predicate",
    ]


@pytest.mark.parametrize("value", [-(2**63), -(2**63) + 1, -1, 0, 2**63 - 1])
def test_an_integer_has_64_bits(value: int) -> None:
    assert problems(edited(program(), lambda p: p["facts"][1].update(arguments=[value]))) == []


def test_a_lone_dollar_is_a_constant_and_a_truth_value_is_no_integer() -> None:
    document = edited(program(), lambda p: p["facts"][0].update(arguments=["$"]))
    document["facts"] += [
        {"id": "t", **atom("b", True), "authority": "tool"},
        {"id": "f", **no(atom("p", "$")), "authority": "tool"},
    ]
    assert problems(document) == []


@pytest.mark.parametrize(
    "text", ["0000-02-29T00:00:00Z", "2024-02-29T23:59:60Z", "2000-02-29T12:30:60Z", "9999-12-31T00:00:00Z"]
)
def test_a_canonical_time(text: str) -> None:
    assert is_canonical_time(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "2026-01-01",
        "2026-01-01T24:00:00Z",
        "2026-01-01T00:60:00Z",
        "2026-01-01T00:00:61Z",
        "2026-00-01T00:00:00Z",
        "2026-13-01T00:00:00Z",
        "2026-01-00T00:00:00Z",
        "2026-04-31T00:00:00Z",
        "1900-02-29T00:00:00Z",
        "2026-01-01t00:00:00z",
        "2026-01-01T00:00:00+00:00",
        "2026-01-01T00:00:00.0Z",
        "2026-01-01 00:00:00Z",
        "2026-01-01T00:00:00Z\n",
        "12026-01-01T00:00:00Z",
        "٢٠٢٦-01-01T00:00:00Z",
    ],
)
def test_any_other_spelling_is_not(text: str) -> None:
    assert not is_canonical_time(text)


@pytest.mark.parametrize(
    ("year", "days"),
    [
        (2023, (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)),
        (2024, (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)),
        (1900, (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)),
        (2000, (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)),
    ],
)
def test_a_month_has_its_days_and_no_more(year: int, days: tuple[int, ...]) -> None:
    for month, last in enumerate(days, 1):
        assert all(is_canonical_time(f"{year}-{month:02}-{day:02}T00:00:00Z") for day in range(1, last + 1))
        assert not any(is_canonical_time(f"{year}-{month:02}-{day:02}T00:00:00Z") for day in (0, last + 1, 32, 99))


def test_where_a_problem_is_ends_before_what_it_quotes() -> None:
    document = edited(program(), lambda p: [fact.update(id="a: b") for fact in p["facts"]])
    with pytest.raises(CheckFailed) as caught:
        validate(Program.read(document))
    assert caught.value.where == "$.facts[1].id"


WHITE_SPACE = (
    *range(0x9, 0xE),
    0x20,
    0x85,
    0xA0,
    0x1680,
    *range(0x2000, 0x200B),
    0x2028,
    0x2029,
    0x202F,
    0x205F,
    0x3000,
)


def test_white_space_is_what_unicode_lists_and_no_other_character() -> None:
    assert [code for code in range(0x10000) if is_blank(chr(code))] == list(WHITE_SPACE)


@pytest.mark.parametrize(("text", "blank"), [("", True), ("\x85\u2003\n", True), ("\x1c", False), ("\u200b", False)])
def test_blank_is_what_unicode_calls_white_space(text: str, blank: bool) -> None:
    assert is_blank(text) is blank
