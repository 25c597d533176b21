"""Every problem of a program, its place and its words, in the reference's order."""

from typing import Any

import pytest
from hypothesis import given

from bridge.errors import ProgramInvalid
from bridge.reason import wire
from bridge.reason.model import Program
from bridge.reason.validate import problems, validate
from bridge.testing.strategies.programs import Mode, programs
from tests.unit.reason.programs import EVENING, MORNING, NOON, approval, passing, program, release

TIME = "expected canonical UTC RFC 3339 seconds, for example 2026-08-14T12:00:00Z"
DECLARE = "declare it in $.ontology.predicates"
ADD = "add it to $.authority.classes"


@given(programs())
def test_a_well_formed_program_has_no_problems(well_formed: Program) -> None:
    assert problems(well_formed) == []


@given(programs(Mode.ARBITRARY))
def test_every_problem_is_a_line_that_names_its_place(arbitrary: Program) -> None:
    for line in problems(arbitrary):
        path, colon, message = line.partition(": ")
        assert path.startswith("$.")
        assert colon
        assert message


def test_the_program_of_these_tests_is_valid() -> None:
    validate(program())


@pytest.mark.parametrize(
    ("changes", "lines"),
    [
        (
            {"schema": 'v"3', "facts": [], "evaluation_time": None},
            [
                '$.schema: expected "zerker.reason.program.v1" or "zerker.reason.program.v2", got "v\\"3"',
            ],
        ),
        ({"evaluation_time": "now"}, [f"$.evaluation_time: {TIME}"]),
        ({"evaluation_time": None}, ["$.evaluation_time: required by program.v2"]),
        ({"facts": [passing(id=" ")]}, ["$.facts[0].id: must not be empty"]),
        (
            {"facts": [passing(), passing(supersedes=["t1"], observed_at=NOON)]},
            [
                '$.facts[1].id: duplicate id "t1"',
                "$.facts[1].supersedes: a fact cannot supersede itself",
                '$.facts[1].supersedes: observed_at must be later than fact "t1"',
            ],
        ),
        ({"facts": [passing(authority="rumour")]}, [f'$.facts[0].authority: undeclared authority "rumour"; {ADD}']),
        ({"facts": [passing(predicate="past")]}, [f'$.facts[0].predicate: unknown predicate "past"; {DECLARE}']),
        (
            {"facts": [passing(arguments=["c1"])]},
            ['$.facts[0].arguments: predicate "passed" expects 2 arguments, got 1'],
        ),
        ({"facts": [passing(arguments=["$c", 1])]}, ["$.facts[0].arguments[0]: variables are not allowed here"]),
        ({"facts": [passing(arguments=["$", True])]}, ["$.facts[0].arguments[1]: expected integer, got boolean"]),
        (
            {"facts": [passing(arguments=[1, 1.0])]},
            [
                "$.facts[0].arguments[0]: expected string, got number",
                "$.facts[0].arguments[1]: expected integer, got number",
            ],
        ),
        ({"facts": [passing(arguments=["c1", 2**63])]}, ["$.facts[0].arguments[1]: expected integer, got number"]),
        (
            {"facts": [approval(arguments=[None, []])]},
            [
                "$.facts[0].arguments[0]: expected string, got null",
                "$.facts[0].arguments[1]: expected boolean, got array",
            ],
        ),
        ({"facts": [passing(observed_at=None)]}, ["$.facts[0].observed_at: required by program.v2"]),
        (
            {"facts": [passing(observed_at="x", valid_from="2026-01-01t00:00:00Z", valid_until="24:00")]},
            [f"$.facts[0].observed_at: {TIME}", f"$.facts[0].valid_from: {TIME}", f"$.facts[0].valid_until: {TIME}"],
        ),
        (
            {"facts": [passing(valid_from=NOON, valid_until=NOON)]},
            ["$.facts[0]: valid_from must be earlier than valid_until"],
        ),
        (
            {"facts": [passing(supersedes=["gone", "gone"])]},
            [
                '$.facts[0].supersedes: duplicate fact id "gone"',
                '$.facts[0].supersedes: fact "gone" does not exist',
                '$.facts[0].supersedes: fact "gone" does not exist',
            ],
        ),
        (
            {"facts": [passing(), passing(id="t2", arguments=["c2", 41], supersedes=["t1"], observed_at=NOON)]},
            ['$.facts[1].supersedes: fact "t1" is about a different predicate or arguments'],
        ),
        (
            {"facts": [passing(), passing(id="t2", negated=True, supersedes=["t1"])]},
            ['$.facts[1].supersedes: observed_at must be later than fact "t1"'],
        ),
        (
            {"facts": [passing(), passing(id="t2", observed_at=NOON)]},
            ['$.facts: active facts "t1" and "t2" duplicate the same atom; supersede one explicitly'],
        ),
        (
            {"rules": [{"id": "t1", "when": [["nope"]], "then": ["ship", ["$who"]]}]},
            [
                '$.rules[0].id: duplicate id "t1"',
                f'$.rules[0].when[0].predicate: unknown predicate "nope"; {DECLARE}',
                '$.rules[0].then: variable "who" is not bound in the rule body',
            ],
        ),
        ({"query": ["ship", ["$c"]]}, ["$.query.arguments[0]: variables are not allowed here"]),
    ],
)
def test_each_problem(changes: dict[str, Any], lines: list[str]) -> None:
    assert problems(program(**changes)) == lines


def test_a_program_without_times_has_no_temporal_fields_and_no_atom_twice() -> None:
    twice = [passing(observed_at=None), passing(id="t2", observed_at=None), passing(id="t3")]
    assert problems(program(schema="zerker.reason.program.v1", facts=twice)) == [
        "$.evaluation_time: temporal fields require schema zerker.reason.program.v2",
        '$.facts[1]: duplicates the atom from fact "t1"; combine provenance before reasoning',
        '$.facts[2]: duplicates the atom from fact "t2"; combine provenance before reasoning',
        "$.facts[2]: temporal fields require schema zerker.reason.program.v2",
    ]


def test_the_ontology_and_the_authority_policy() -> None:
    document = release(facts=[], rules=[])
    document["ontology"] |= {"id": "\u00a0", "version": ""}
    document["authority"] = {
        "classes": ["A", "a--b", "-x", "é"],
        "default_admit": ["z", "y"],
        "predicate_admit": {"ship": ["w"], "ghost": []},
    }
    invalid = "use lowercase letters, digits, and internal hyphens"
    assert problems(wire.read_program(document)) == [
        "$.ontology.id: must not be empty",
        "$.ontology.version: must not be empty",
        f'$.authority.classes: invalid authority class "-x"; {invalid}',
        f'$.authority.classes: invalid authority class "A"; {invalid}',
        f'$.authority.classes: invalid authority class "é"; {invalid}',
        f'$.authority.default_admit: undeclared authority "y"; {ADD}',
        f'$.authority.default_admit: undeclared authority "z"; {ADD}',
        "$.authority.predicate_admit.ghost: predicate is not declared in the ontology",
        f'$.authority.predicate_admit.ship: undeclared authority "w"; {ADD}',
    ]
    document["authority"] = {"classes": [], "default_admit": []}
    assert "$.authority.classes: declare at least one authority class" in problems(wire.read_program(document))


def test_facts_that_do_not_count_may_say_the_same() -> None:
    untimely = passing(id="t2", observed_at=EVENING)
    expired = passing(id="t3", valid_until=NOON)
    superseding = passing(id="t4", observed_at=NOON, supersedes=["t1"])
    validate(program(facts=[passing(), untimely, expired, superseding]))
    validate(program(facts=[passing(), passing(id="t5", authority="human-authorized")]))


def test_true_is_no_duplicate_of_1() -> None:
    predicates = {"p": {"arguments": ["integer"]}, "q": {"arguments": ["boolean"]}}
    document = release(rules=[], query=["p", [1]])
    document["ontology"]["predicates"] = predicates
    document["authority"]["predicate_admit"] = {}
    document["facts"] = [passing(predicate="p", arguments=[1]), passing(id="t2", predicate="q", arguments=[True])]
    validate(wire.read_program(document))


def test_the_error_lists_every_problem_and_points_at_the_first() -> None:
    with pytest.raises(ProgramInvalid) as caught:
        validate(program(evaluation_time="then", query=["ship", []]))
    assert caught.value.where == "$.evaluation_time"
    assert caught.value.message == (
        f'invalid program:\n$.evaluation_time: {TIME}\n$.query.arguments: predicate "ship" expects 1 arguments, got 0'
    )


def test_a_superseded_fact_may_be_of_the_other_sign() -> None:
    revoked = passing(id="t2", negated=True, observed_at=NOON, supersedes=["t1"])
    validate(program(facts=[passing(observed_at=MORNING), revoked]))
