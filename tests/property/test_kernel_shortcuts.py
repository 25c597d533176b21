"""Shortcuts of the kernel say what the long way says: texts for digests, validation at a glance, facts by the line."""

import json
from collections.abc import Callable
from contextlib import suppress
from random import Random
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.core.canonical import compact, sorted_compact
from bridge.core.digest import sha256
from bridge.core.strict_json import Json, loads
from bridge.errors import JsonError, ShapeError
from bridge.reason import soundness, wire
from bridge.reason.action import authorize
from bridge.reason.check import check, eligible_facts
from bridge.reason.digests import node_id, program_digest, request_digest
from bridge.reason.engine import Derivation, seminaive
from bridge.reason.model import ActionRequest, Fact, Program, Rule, Term
from bridge.reason.validate import _active_duplicates, _problems, problems
from bridge.reason.wire import texts
from bridge.reason.wire.result import node_json
from bridge.testing.strategies.programs import Mode, facts, programs, random_program, requests, rules


@given(programs(Mode.ARBITRARY) | programs())
def test_the_text_of_a_program_is_its_compact_json(program: Program) -> None:
    assert texts.program_text(program) == compact(wire.program_json(program))
    assert program_digest(program) == program_digest(program._replace(rules=(*program.rules,)))


@given(st.lists(facts(Mode.ARBITRARY)), rules(Mode.ARBITRARY))
def test_the_texts_of_facts_and_rules_are_their_compact_json(some: list[Fact], rule: Rule) -> None:
    assert texts.fact_texts(some * 2) == [compact(wire.fact_json(fact)) for fact in some * 2]
    assert texts.rule_text(rule) == compact(wire.rule_json(rule))


@given(programs())
def test_a_proof_is_the_supports_of_its_atoms_and_its_digest_is_of_its_sorted_json(program: Program) -> None:
    model, result = seminaive.evaluate(eligible_facts(program), program.rules), check(program)
    for proof in filter(None, (result.proof, result.disproof)):
        document = {"root": proof.root, "nodes": [node_json(node) for node in proof.nodes]}
        assert proof.digest == sha256(sorted_compact(document))
        for node in proof.nodes:
            support = model.support(node.atom)
            premises = support.premises if isinstance(support, Derivation) else ()
            assert node.id == node_id(node.atom)
            assert node.premises == tuple(map(node_id, premises))


@given(requests())
def test_the_texts_of_mission_and_action_are_their_compact_json(request: ActionRequest) -> None:
    assert texts.mission_text(request.mission) == compact(wire.mission_json(request.mission))
    assert texts.action_text(request.action) == compact(wire.action_json(request.action))


@given(requests())
def test_the_digests_of_a_certificate_are_those_of_its_parts(request: ActionRequest) -> None:
    certificate = authorize(request)
    assert certificate.request_digest == request_digest(request)
    assert certificate == authorize(wire.read_request(wire.request_json(request)))


STRANGE: tuple[Term, ...] = ("$x", "$", 1, True, 2**63, -(2**63) - 1, 1.5, None, ["a"], " ", "\x1f", "a$b")


SPOILING: tuple[Json, ...] = ("$x", 1, True, 1.5, None, ["$a"], {}, [[]])


def the_long_way(program: Program) -> list[str]:
    found = list(_problems(program))
    return found if found or not program.temporal else list(_active_duplicates(program))


@pytest.mark.parametrize("many", [0, 128])
def test_what_is_plainly_valid_has_no_problem_and_most_that_is_valid_is_plainly_so(many: int) -> None:
    random = Random(many)
    plain = 0
    with patch.object(soundness, "_MANY", many):
        for _ in range(600):
            program = _spoiled(random, random_program(random))
            assert problems(program) == the_long_way(program)
            plain += soundness.facts_plainly_valid(program) and soundness.rules_plainly_valid(program)
    assert 60 < plain < 550


def _spoiled(random: Random, program: Program) -> Program:
    """The program with a fact and a rule changed a little, or as it was."""
    if not program.facts or not program.rules or random.random() < 0.3:
        return program
    fact, rule = random.choice(program.facts), random.choice(program.rules)
    strange = random.choice(STRANGE)
    changes: list[Fact] = [
        fact._replace(id=random.choice((" ", "\x1f", "new", rule.id))),
        fact._replace(id="new", authority="nobody"),
        fact._replace(id="new", predicate="undeclared"),
        fact._replace(id="new", arguments=(strange, *fact.arguments[1:])),
        fact._replace(id="new", arguments=(*fact.arguments, strange)),
        fact._replace(id="new", observed_at=random.choice((None, "2026-02-30T00:00:00Z", "2026-01-01T00:00:00Z"))),
        fact._replace(id="new", valid_from="2026-01-02T00:00:00Z", valid_until="2026-01-01T00:00:00Z"),
        fact._replace(id="new", supersedes=(fact.id,)),
        fact._replace(id="new", negated=not fact.negated),
    ]
    if random.random() < 0.3:
        head = rule.then._replace(arguments=(strange, *rule.then.arguments[1:]))
        changed = random.choice((rule._replace(then=head), rule._replace(id=fact.id), rule._replace(when=())))
        return program._replace(rules=(*program.rules, changed))
    return program._replace(facts=(*program.facts, random.choice(changes)))


@given(st.lists(facts(Mode.ARBITRARY)), st.randoms())
def test_facts_of_an_array_are_those_of_its_items(given_facts: list[Fact], random: Random) -> None:
    values: list[Json] = [wire.fact_json(fact) for fact in given_facts]
    assert wire.read_fact_array(values) == tuple(given_facts)
    for value in values:
        if random.random() < 0.1 and isinstance(value, dict):
            value[random.choice((*Fact._fields, "other"))] = random.choice(SPOILING)
    outcomes: list[object] = []
    for read in (wire.read_fact_array, the_long_way_of_facts):
        try:
            outcomes.append(read(values))
        except ShapeError as error:
            outcomes.append((str(error), error.where))
    assert repr(outcomes[0]) == repr(outcomes[1])


@given(st.lists(facts() | facts(Mode.ARBITRARY), max_size=4), st.data())
def test_facts_of_a_text_are_those_of_its_json_however_it_is_spoiled(
    given_facts: list[Fact], data: st.DataObject
) -> None:
    text = json.dumps([wire.fact_json(fact) for fact in given_facts], ensure_ascii=data.draw(st.booleans()))
    for _ in range(data.draw(st.integers(0, 2))):
        place, more = data.draw(st.integers(0, len(text))), data.draw(st.sampled_from(SPOILING_TEXTS))
        text = text[:place] + more + text[place + data.draw(st.sampled_from((0, 0, 1, len(more)))) :]
    assert outcome(wire.read_fact_text, text) == outcome(lambda text: the_long_way_of_facts(loads(text)), text)


def outcome(read: Callable[[str], tuple[Fact, ...]], text: str) -> str:
    try:
        return repr(read(text))
    except (JsonError, ShapeError) as error:
        return repr((type(error), str(error), error.where))


SPOILING_TEXTS = ('"', ":", " :", ",", '":', '"id":"f",', '"id" : "f",', '"a":1,', "1", "-0", "1e999", "NaN", "[", "]")
USUAL = '{"id":"f","predicate":"p","arguments":["a",1,true],"authority":"t","observed_at":"2026-01-01T00:00:00Z"}'


@pytest.mark.parametrize(
    ("old", "new", "usual"),
    [
        ("", "", True),
        ('"id":"f"', '"id" \n: ":f:\u00e9"', True),
        ("1", "18446744073709551615", True),
        ("1", "null", True),
        ('"id":"f"', '"id":"f","id":"f"', False),
        ('"id":"f"', '"id":{},"id":"f"', False),
        ('"id":"f"', '"id":"\\u0066"', False),
        ('"id":"f"', '"\\u0069d":"f"', False),
        ('"id":"f"', '"id":"\ud800"', False),
        ('"id":"f"', '"id":"f","negated":true', False),
        ('["a",1,true]', '"a"', False),
        ("1", "[]", False),
        ("1", "-0", True),
        ("1", "1.5", False),
        ("1", "NaN", False),
    ],
)
def test_the_text_of_usual_facts_is_read_at_once_and_any_other_the_usual_way(old: str, new: str, usual: bool) -> None:
    text = f"[{USUAL.replace(old, new, 1)},{USUAL}]"
    assert outcome(wire.read_fact_text, text) == outcome(lambda text: the_long_way_of_facts(loads(text)), text)
    with patch.object(wire.fact_text, "loads", side_effect=loads) as long_way:
        with suppress(JsonError, ShapeError):
            wire.read_fact_text(text)
        assert long_way.called != usual


def the_long_way_of_facts(values: Json) -> tuple[Fact, ...]:
    with patch.object(wire.facts, "_usual", lambda _: None):
        return wire.read_fact_array(values)


def test_usual_facts_are_read_at_once() -> None:
    usual = Fact("f", "p", ("a", 1, True), "t", observed_at="2026-01-01T00:00:00Z")
    some = [usual, usual._replace(observed_at=None), usual._replace(valid_until="2026-01-02T00:00:00Z")]
    with patch.object(wire.facts, "_fact", side_effect=AssertionError):
        assert wire.read_fact_array([wire.fact_json(fact) for fact in some]) == tuple(some)


@given(st.lists(facts()), st.integers(1, 5))
def test_facts_by_the_line_are_the_facts(given_facts: list[Fact], chunk: int) -> None:
    lines = [json.dumps(wire.fact_json(fact)) + "\n" for fact in given_facts]
    with patch.object(wire.lines, "_CHUNK", chunk):
        assert wire.read_facts([*lines, "\n", "  \n"]) == tuple(given_facts)


GOOD = '{"id":"f","predicate":"p","arguments":["a"],"authority":"t"}\n'


@pytest.mark.parametrize(
    ("lines", "error", "message"),
    [
        ([GOOD, '{"id":"g"\n', ',"predicate":"p","authority":"t"},' + GOOD], JsonError, "line 2: "),
        ([GOOD, f"{GOOD.strip()},{GOOD}"], JsonError, "line 2: "),
        (["\n", GOOD, '{"id":3,"predicate":"p","authority":"t"}\n'], ShapeError, "line 3: invalid type: integer `3`"),
        ([GOOD, "[1,\n", '{"id":"f"}]\n'], JsonError, "line 2: "),
        (['{"id":"f","id":"g"}\n'], JsonError, "line 1: duplicate object member `id`"),
    ],
)
def test_a_line_that_is_no_fact_is_refused_by_its_number(
    lines: list[str], error: type[Exception], message: str
) -> None:
    with pytest.raises(error) as raised:
        wire.read_facts(lines)
    assert str(raised.value).startswith(message)
