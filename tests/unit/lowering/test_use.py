"""`use`: other files are taken in once, where they are used, and their diagnostics name them."""

import json
from collections.abc import Callable, Mapping

import pytest

from bridge.core.sources import Source
from bridge.errors import InputError
from bridge.reason.lowering import Load
from bridge.reason.model import Fact, Program
from tests.unit.lowering.compiling import codes, compiled, found, marked, program, timed


def files(**texts: str) -> Load:
    """A loader over texts by name; a path is looked up as it stands, without its ending."""

    def load(path: str, importer: Source) -> Source:
        name = path.partition(".")[0]
        if name not in texts:
            raise InputError(f"{path} is not there", help="look again")
        return Source(name, texts[name])

    return load


def lowered(text: str, load: Load) -> Program:
    result = compiled(text, load=load).program
    assert isinstance(result, Program)
    return result


def test_a_library_is_taken_in_where_it_is_used() -> None:
    library = 'predicate lib(a: string).\nfact l: lib("x") from tool.\nrule s: lib($x) if p($x).\n'
    text = program(
        'fact a: p("a") from tool.', 'use "lib.reason".', 'fact b: p("b") from tool.', "rule t: p($x) if lib($x)."
    )
    found = lowered(text, files(lib=library))
    assert [fact.id for fact in found.facts] == ["a", "l", "b"]
    assert [rule.id for rule in found.rules] == ["s", "t"]
    assert found.ontology.predicates["lib"] == ("string",)


def test_its_header_clock_query_and_tests_are_not_taken() -> None:
    library = (
        'ontology "lib" version "9".\nevaluate at 2020-01-01T00:00:00Z.\nquery none().\n'
        'test "t" {\n  expect proved none().\n}\nrule l: none() if none().\n'
    )
    found = lowered(program('use "lib".'), files(lib=library))
    assert (found.ontology.id, found.evaluation_time, found.query.predicate) == ("unit", None, "p")
    assert [rule.id for rule in found.rules] == ["l"]


def test_a_library_is_taken_in_once() -> None:
    load = files(a='use "c". rule a: none() if none().', b='use "c". use "a".', c="rule c: none() if none().")
    found = lowered(program('use "b".', 'use "a".', 'use "c".'), load)
    assert [rule.id for rule in found.rules] == ["c", "a"]


def test_patterns_match_what_libraries_declare() -> None:
    text = program("admit only tool for lib_*.", 'use "lib".')
    assert lowered(text, files(lib="predicate lib_a(). predicate lib_b().")).authority.predicate_admit == {
        "lib_a": ("tool",),
        "lib_b": ("tool",),
    }


def test_a_cycle_is_shown() -> None:
    (one,) = found(program('use "a".'), load=files(a='use "b".', b='use "a".'))
    assert (one.code, one.message) == ("RSN015", "this uses itself: a -> b -> a")
    assert str(one.span) == "b:1:5"


def test_what_is_wrong_in_a_library_is_reported_there_after_the_rest() -> None:
    text = program('use "lib".', "fact f: p(1) from tool.")
    reports = found(text, load=files(lib="fact g: p(2) from tool.\nfact h p().\n"))
    assert [(one.code, one.span and one.span.source.name) for one in reports] == [
        ("RSN201", "main.reason"),
        ("RSN201", "lib"),
        ("RSN001", "lib"),
    ]


def test_equal_declarations_merge_and_unequal_ones_show_both() -> None:
    text = program('use "lib".')
    assert codes(text, load=files(lib="predicate p(name: string).")) == []
    (one,) = found(text, load=files(lib="predicate p(name: integer)."))
    assert (one.code, str(one.span), str(one.related[0].span)) == ("RSN013", "lib:1:11", "main.reason:4:11")


def test_a_file_that_cannot_be_read_is_reported_with_its_reason() -> None:
    (one,) = found(program('use "gone.reason".'), load=files())
    assert (one.code, one.message, one.help, marked(one)) == (
        "RSN015",
        "gone.reason is not there",
        "look again",
        '"gone.reason"',
    )


def test_too_many_files_are_refused() -> None:
    chain = {f"l{number}": f'use "l{number + 1}".' for number in range(200)}
    assert codes(program('use "l0".'), load=files(**chain)) == ["RSN502"]


FACTS: list[dict[str, object]] = [
    {"id": "a", "predicate": "q", "arguments": ["x", 3], "authority": "tool"},
    {"id": "b", "predicate": "on", "arguments": [True], "negated": True, "authority": "person"},
]


@pytest.mark.parametrize("spell", [json.dumps, lambda facts: "\n".join(map(json.dumps, facts)) + "\n"])
def test_facts_from_json_stand_in_their_place(spell: Callable[[list[dict[str, object]]], str]) -> None:
    text = program('fact first: p("a") from tool.', 'use facts "f.json".', 'fact last: p("b") from tool.')
    found = lowered(text, files(f=spell(FACTS)))
    assert found.facts[1:3] == (
        Fact("a", "q", ("x", 3), "tool"),
        Fact("b", "on", (True,), "person", negated=True),
    )
    assert [fact.id for fact in found.facts] == ["first", "a", "b", "last"]


def test_facts_from_json_keep_their_times() -> None:
    fact = {
        "id": "a",
        "predicate": "p",
        "arguments": ["x"],
        "authority": "tool",
        "observed_at": "2026-08-14T10:00:00Z",
        "valid_from": "2026-08-14T09:00:00Z",
        "valid_until": "2026-08-14T18:00:00Z",
        "supersedes": ["old"],
    }
    text = timed('use facts "f.json".', 'fact old: p("x") from tool observed 2026-08-14T08:00:00Z.')
    assert lowered(text, files(f=json.dumps([fact]))).facts[0] == Fact(
        "a",
        "p",
        ("x",),
        "tool",
        False,
        "2026-08-14T10:00:00Z",
        "2026-08-14T09:00:00Z",
        "2026-08-14T18:00:00Z",
        ("old",),
    )


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"arguments": ["x", "3"]}, "RSN201"),
        ({"predicate": "kind", "arguments": ["x", "fox"]}, "RSN207"),
        ({"arguments": ["$x", 3]}, "RSN211"),
        ({"authority": "ghost"}, "RSN019"),
        ({"observed_at": "2026-08-14T10:00:00Z"}, "RSN301"),
        ({"arguments": ["x", None]}, "RSN015"),
        ({"arguments": ["x", 1.5]}, "RSN015"),
        ({"extra": 1}, "RSN015"),
        ({"id": " "}, "RSN022"),
    ],
)
def test_facts_from_json_are_checked_like_any(change: Mapping[str, object], code: str) -> None:
    (one,) = found(program('use facts "f.json".'), load=files(f=json.dumps([{**FACTS[0], **change}])))
    assert (one.code, marked(one)) == (code, '"f.json"')


@pytest.mark.parametrize("text", ["", " \n", "[", "{}", '[{"id": 1}]', "null", '{"id": "a", "id": "b"}'])
def test_what_is_no_list_of_facts_is_refused(text: str) -> None:
    assert codes(program('use facts "f.json".'), load=files(f=text)) == ["RSN015"]


QUESTIONS = {
    "unsafe": {"type": "noul", "instructions": "Is it unsafe?"},
    "route": {"type": "choice", "options": ["billing", "export"]},
    "free": {"type": "choice"},
    "risk": {"type": "score", "options": ["low", "high"]},
}


def test_questions_declare_one_predicate_each() -> None:
    text = program(
        'use questions "q.json".',
        "admit only model-judged for judged_*.",
        'rule r: p($a) if judged_unsafe($a, "no"), judged_risk($a, < "high"), judged_route($a, "billing" | "export").',
        'fact f: judged_free("x", "anything") from model-judged.',
    )
    found = lowered(text, files(q=json.dumps(QUESTIONS)))
    judged = {name: types for name, types in found.ontology.predicates.items() if name.startswith("judged_")}
    assert judged == {f"judged_{key}": ("string", "string") for key in QUESTIONS}
    assert [rule.id for rule in found.rules] == ["r@low,billing", "r@low,export"]


@pytest.mark.parametrize(
    ("statement", "code"),
    [
        ('fact f: judged_unsafe("x", "maybe") from model-judged.', "RSN207"),
        ('fact f: judged_risk("x", "severe") from model-judged.', "RSN207"),
    ],
)
def test_answers_are_checked_against_their_questions(statement: str, code: str) -> None:
    assert codes(program('use questions "q.json".', statement), load=files(q=json.dumps(QUESTIONS))) == [code]


def test_a_score_needs_names_for_its_levels() -> None:
    assert codes(program('use questions "q.json".'), load=files(q='{"risk": {"type": "score"}}')) == ["RSN014"]


@pytest.mark.parametrize("text", ["[]", "{}", '{"a": {"type": "float"}}', "{"])
def test_what_is_no_questions_file_is_refused(text: str) -> None:
    assert codes(program('use questions "q.json".'), load=files(q=text)) == ["RSN015"]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"arguments": ["x", "3"]}, "RSN201"),
        ({"predicate": "kind", "arguments": ["x", "fox"]}, "RSN207"),
        ({"predicate": "ghost"}, "RSN017"),
        ({"authority": "ghost"}, "RSN019"),
        ({"arguments": ["x", None]}, "RSN015"),
    ],
)
@pytest.mark.parametrize(
    ("spell", "place"), [(json.dumps, "$[1]"), (lambda f: "\n".join(map(json.dumps, f)), "line 2")]
)
def test_what_is_wrong_with_a_fact_from_json_names_it_and_its_place(
    spell: Callable[[list[dict[str, object]]], str], place: str, change: Mapping[str, object], code: str
) -> None:
    (one,) = found(program('use facts "f.json".'), load=files(f=spell([FACTS[1], {**FACTS[0], **change}])))
    assert (one.code, one.note) == (code, f"fact `a`, at {place} of f")


@pytest.mark.parametrize(
    ("spell", "place"),
    [(json.dumps, "$[1].authority"), (lambda f: "\n".join(map(json.dumps, f)), "line 2, $.authority")],
)
def test_a_member_that_a_fact_from_json_lacks_has_its_place(
    spell: Callable[[list[dict[str, object]]], str], place: str
) -> None:
    lacking = {name: value for name, value in FACTS[0].items() if name != "authority"}
    (one,) = found(program('use facts "f.json".'), load=files(f=spell([FACTS[1], lacking])))
    assert (one.code, one.note) == ("RSN015", f"at {place}")
    assert one.help


def test_a_line_that_is_no_json_is_named_by_its_number() -> None:
    (one,) = found(program('use facts "f.json".'), load=files(f=json.dumps(FACTS[0]) + "\n{\n"))
    assert (one.code, one.note) == ("RSN015", "at line 2")


def test_what_could_not_be_taken_in_is_not_missed() -> None:
    score = {"risk": {"type": "score"}, "unsafe": {"type": "noul"}}
    used = 'rule r: p($a) if judged_risk($a, "low"), judged_unsafe($a, "no").'
    assert codes(program('use questions "q.json".', used), load=files(q=json.dumps(score))) == ["RSN014"]
    assert codes(program('use questions "q.json".', used), load=files(q="{")) == ["RSN015"]
    assert codes(program('use facts "f.json".', "rule r: p($a) if not q($a, 1), p($a)."), load=files(f="[")) == [
        "RSN015"
    ]


def test_a_program_that_uses_itself_is_told_so_and_nothing_else() -> None:
    text = 'ontology "unit" version "1".\nuse "main".\npredicate p().\nquery p().\n'
    main = Source("main.reason", text)
    assert codes(text, load=lambda path, importer: main) == ["RSN015"]


def test_a_file_that_cannot_be_read_has_a_remedy() -> None:
    def load(path: str, importer: Source) -> Source:
        raise InputError(f"cannot read {path}")

    (one,) = found(program('use "lib.reason".'), load=load)
    assert one.help == "name a file that can be read, at or below the folder of the program"


def test_no_variable_is_advised_where_none_can_stand() -> None:
    (one,) = found(program('fact f: p("$x") from tool.'))
    assert one.help == "write it without the `$`; no constant can begin with `$` and go on"
    (one,) = found(program('rule r: none() if p("$x").'))
    assert one.help.startswith("for the variable write `$x`")
