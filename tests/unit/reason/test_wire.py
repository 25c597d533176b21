"""Reading programs: strict where it must be, lenient where the reference is, and what is written reads back."""

import contextlib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.core import strict_json
from bridge.core.canonical import compact
from bridge.errors import ShapeError
from bridge.reason import wire
from bridge.reason.digests import program_digest
from bridge.reason.model import ActionRequest, Fact, Program
from bridge.testing.strategies.programs import Mode, facts, programs, requests
from tests.unit.reason.programs import approval, passing, release

ANY = Mode.ARBITRARY


@given(programs(ANY))
def test_a_program_that_was_written_reads_back_and_is_written_the_same(program: Program) -> None:
    text = compact(wire.program_json(program))
    again = wire.read_program(strict_json.loads(text))
    assert compact(wire.program_json(again)) == text


@given(requests(ANY))
def test_a_request_that_was_written_reads_back_and_is_written_the_same(request: ActionRequest) -> None:
    text = compact(wire.request_json(request))
    assert compact(wire.request_json(wire.read_request(strict_json.loads(text)))) == text


@given(facts(ANY))
def test_the_short_way_to_read_a_fact_agrees_with_the_long_one(fact: Fact) -> None:
    members = wire.fact_json(fact)
    positions: list[Any] = [
        fact.id,
        fact.predicate,
        list(fact.arguments),
        fact.negated,
        fact.authority,
        fact.observed_at,
        fact.valid_from,
        fact.valid_until,
        list(fact.supersedes),
    ]
    as_written = wire.fact_json(wire.read_fact(members))
    assert compact(wire.fact_json(wire.read_fact(positions))) == compact(as_written) == compact(members)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 5) | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=5,
)


@given(st.data(), json_values)
def test_a_broken_program_is_read_or_refused_and_never_breaks_the_reader(data: st.DataObject, wrong: Any) -> None:
    document = release()
    node: Any = document
    while isinstance(node, (dict, list)) and node:
        step = data.draw(st.sampled_from(sorted(node) if isinstance(node, dict) else range(len(node))))
        if data.draw(st.booleans()) or not isinstance(node[step], (dict, list)):
            node[step] = wrong
            break
        node = node[step]
    with contextlib.suppress(ShapeError):
        wire.read_program(document)


def refused(document: Any) -> ShapeError:
    with pytest.raises(ShapeError) as caught:
        wire.read_program(document)
    return caught.value


@pytest.mark.parametrize(
    ("changes", "where", "message"),
    [
        ({"query": None}, "$.query", "invalid type: null, expected struct Atom"),
        ({"query": 1}, "$.query", "invalid type: integer `1`, expected struct Atom"),
        ({"facts": None}, "$.facts", "invalid type: null, expected a sequence"),
        ({"schema": 5}, "$.schema", "invalid type: integer `5`, expected a string"),
        ({"schema": 2.0}, "$.schema", "invalid type: floating point `2.0`, expected a string"),
        ({"evaluation_time": True}, "$.evaluation_time", "invalid type: boolean `true`, expected a string"),
        ({"facts": ["x"]}, "$.facts[0]", 'invalid type: string "x", expected struct Fact'),
        ({"facts": [passing(negated=None)]}, "$.facts[0].negated", "invalid type: null, expected a boolean"),
        ({"facts": [passing(supersedes=[1])]}, "$.facts[0].supersedes[0]", "integer `1`"),
        ({"facts": [{"id": "x"}]}, "$.facts[0].predicate", "missing field `predicate`"),
        ({"rules": [{"id": "r", "then": ["p"]}]}, "$.rules[0].when", "missing field `when`"),
        ({"ontology": ["i", "v", {"p": {"arguments": ["float"]}}]}, "$.ontology[2].p.arguments[0]", "unknown variant"),
        ({"ontology": ["i", "v", {"p": [[{"string": 1}]]}]}, "$.ontology[2].p[0][0].string", "expected unit"),
        ({"query": ["p", [], False, 1]}, "$.query", "invalid length 4, expected fewer elements in array"),
        ({"extra": 1}, "$.extra", "unknown object member at extra"),
    ],
)
def test_a_fault_of_shape_is_refused_with_its_place(changes: dict[str, Any], where: str, message: str) -> None:
    error = refused(release(**changes))
    assert error.where == where
    assert message in error.message


def test_of_several_unknown_members_the_first_in_sorted_order_is_named_by_its_dotted_path() -> None:
    document = release(zzz=1)
    document["rules"][0]["when"][1]["b"] = document["rules"][0]["when"][1]["a"] = 1
    error = refused(document)
    assert error.message == "unknown object member at rules.0.when.1.a"
    assert error.where == "$.rules[0].when[1].a"


def test_an_unknown_member_yields_to_a_fault_of_type_but_that_of_a_fact_does_not() -> None:
    assert refused(release(extra=1, query=None)).where == "$.query"
    error = refused(release(facts=[passing(extra=1, id=5)]))
    assert error.message.startswith("unknown field `extra`, expected one of `id`, `predicate`")


def test_faults_are_met_in_the_order_of_sorted_members_and_absence_comes_last() -> None:
    assert refused({"schema": 1, "authority": 2}).where == "$.authority"
    assert refused({"schema": 1}).where == "$.schema"
    assert refused({"schema": ""}).where == "$.ontology"


def test_structs_by_position_and_variants_as_objects_are_the_same_program() -> None:
    document = release()
    document["query"] = ["ship", ["c1"]]
    document["ontology"] = list(document["ontology"].values())
    document["ontology"][2]["ship"] = [[{"string": None}]]
    assert wire.read_program(document) == wire.read_program(release())


def test_what_may_be_absent_has_a_default() -> None:
    document = release()
    for optional in ("facts", "rules", "evaluation_time"):
        del document[optional]
    del document["authority"]["predicate_admit"]
    program = wire.read_program(document)
    assert (program.facts, program.rules, program.evaluation_time) == ((), (), None)
    assert wire.program_json(program)["authority"]["predicate_admit"] == {}


@given(st.permutations(["tool-reported", "human-authorized", "tool-reported"]))
def test_classes_are_a_set(classes: list[str]) -> None:
    document = release()
    document["authority"]["classes"] = classes
    assert program_digest(wire.read_program(document)) == program_digest(wire.read_program(release()))


def test_the_order_of_facts_is_part_of_a_program() -> None:
    swapped = wire.read_program(release(facts=[approval(), passing()]))
    assert program_digest(swapped) != program_digest(wire.read_program(release()))


def test_members_of_application_data_are_sorted_at_every_depth() -> None:
    fact = wire.read_fact(passing(arguments=[{"b": {"d": 1, "c": 2}, "a": []}]))
    assert compact(wire.fact_json(fact)["arguments"]) == '[{"a":[],"b":{"c":2,"d":1}}]'


def test_keys_tell_apart_what_python_does_not() -> None:
    keys = {wire.atom_key(wire.read_atom(["p", [value]])) for value in (1, True, 1.0, "1")}
    assert len(keys) == 4
    assert wire.atom_key(wire.read_atom(["p", ["é\n"], True])) == (
        '{"predicate":"p","arguments":["é\\n"],"negated":true}'
    )
