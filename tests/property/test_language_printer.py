"""What is printed compiles to what was given, is refused, or is not printed at all; it is never another program."""

import re
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bridge.core import strict_json
from bridge.core.canonical import compact
from bridge.core.diagnostics import ProgramRefused
from bridge.core.sources import Source
from bridge.core.strict_json import Json
from bridge.errors import InputError, ProgramError, ProgramInvalid
from bridge.reason.action import validate_request
from bridge.reason.action.reserved import BINDING_PREFIX, authorized
from bridge.reason.lowering import compile_source
from bridge.reason.model import POLICY_TEMPLATE_V1, PROGRAM_V1, PROGRAM_V2, ActionRequest, Fact, PolicyTemplate, Program
from bridge.reason.syntax.bounds import END_OF_TIME
from bridge.reason.syntax.printer import decompile
from bridge.reason.validate import problems
from bridge.reason.wire import program_json, read_program, read_request, read_template, request_json, template_json
from bridge.testing.strategies import programs as small
from bridge.testing.strategies.programs import Mode, random_program
from tests.property.language_programs import programs
from tests.property.language_renaming import renamed, renamed_template
from tests.property.language_texts import statements, text
from tests.vectors import document, needs_vectors, rows

RANDOMS = st.randoms(use_true_random=False)
Stated: TypeAlias = Program | PolicyTemplate


def canonical(program: Stated) -> str:
    return compact(program_json(program) if isinstance(program, Program) else template_json(program))


def compiled(source: str) -> Stated:
    return compile_source(Source("main.reason", source)).program


def again(request: ActionRequest, template: Stated) -> ActionRequest:
    """The request that a template and what else a request holds make."""
    policy = Program(
        PROGRAM_V2,
        template.ontology,
        template.authority,
        request.policy.evaluation_time,
        template.facts,
        template.rules,
        authorized(request.action.id),
    )
    return request._replace(policy=policy)


def check(program: Stated) -> None:
    assert canonical(compiled(decompile(program))) == canonical(program)


def check_request(request: ActionRequest) -> None:
    assert compact(request_json(again(request, compiled(decompile(request))))) == compact(request_json(request))


# What is valid is printed, and compiles to itself.


@given(small.programs())
@settings(max_examples=60)
def test_a_program_compiles_to_itself(program: Program) -> None:
    check(program)


@given(small.templates())
@settings(max_examples=40)
def test_a_template_compiles_to_itself(template: PolicyTemplate) -> None:
    check(template)


@given(programs())
@settings(max_examples=50)
def test_a_program_of_any_names_compiles_to_itself(program: Program) -> None:
    check(program)


@given(small.programs(), RANDOMS)
@settings(max_examples=50)
def test_a_program_of_hostile_names_compiles_to_itself(program: Program, random: Random) -> None:
    hostile = renamed(program, random)
    assert problems(hostile) == []
    check(hostile)


@given(small.templates(), RANDOMS)
@settings(max_examples=40)
def test_a_template_of_hostile_names_compiles_to_itself(template: PolicyTemplate, random: Random) -> None:
    check(renamed_template(template, random))


def test_many_seeded_programs_compile_to_themselves() -> None:
    rng = Random(20)
    for _ in range(300):
        check(renamed(random_program(rng), rng))


@given(small.requests())
@settings(max_examples=40)
def test_a_request_and_its_printed_policy_make_the_request_again(request: ActionRequest) -> None:
    check_request(request)


# What a source says is said again, whatever the source makes use of.


@given(programs() | small.templates(), RANDOMS)
@settings(max_examples=25)
def test_printing_again_changes_nothing(program: Stated, random: Random) -> None:
    printed = decompile(compiled(text(statements(program, random), random)))
    assert decompile(compiled(printed)) == printed


@st.composite
def shorthand(draw: st.DrawFn) -> str:
    """A source of sets, comparisons, wildcards and patterns; what it declares has names and documentation."""
    words = {
        "kind": ('$a, "fix"', '$a, "fix" | "a b"', '_, "$"', "$a, _", "$a, $`b c`"),
        "level": ('$a, >= "mid"', '$a, < "high"', '_, "low" | "high"', "$a, $l", '$a, <= "low"'),
    }
    literal = st.sampled_from([f"{name}({one})" for name, ones in words.items() for one in ones])
    rules = draw(st.lists(st.lists(literal, max_size=3), min_size=1, max_size=4))
    lines = [f"rule r{number}: said($a) if {', '.join(['said($a)', *body])}." for number, body in enumerate(rules)]
    return "\n".join(
        [
            draw(st.sampled_from(['ontology "s" version "1".\nquery said("a").', 'action policy "s" version "1".'])),
            "authority person, tool.\nadmit tool, person by default.",
            draw(
                st.sampled_from(
                    ["admit only tool for said.", "admit nothing for `kind`.", "admit only tool for k*, l*."]
                )
            ),
            "## {who} said so.\npredicate said(who: string).",
            'predicate kind(who: string, kind: "fix" | "a b" | "$").',
            'predicate level(who: string, level: "low" < "mid" < "high").',
            *lines,
        ]
    )


@given(shorthand())
@settings(max_examples=60)
def test_what_a_source_abbreviates_is_printed_in_full(source: str) -> None:
    check(compiled(source))


# What cannot be said is not printed.

WRONG_TIMES = ("", "2026-08-14", "2026-08-14T12:00:00Z.\nfact x: p() from tool", "2026-08-14T12:00:00+00:00")
WRONG_TERMS: tuple[Json, ...] = (None, 1.5, 2**63, [], {}, "\ud83d\ude00", "$\udead")


def edited(program: Program, random: Random) -> Iterator[Program]:
    """Programs that differ in one place, and that no kernel accepts, or only some."""
    yield program._replace(schema=random.choice([PROGRAM_V1, PROGRAM_V2, "", "zerker.reason.program.v3"]))
    yield program._replace(evaluation_time=random.choice([None, "2026-08-14T12:00:00Z", *WRONG_TIMES]))
    yield program._replace(query=program.query._replace(arguments=(random.choice(WRONG_TERMS),)))
    yield program._replace(ontology=program.ontology._replace(id=random.choice(["", "\u3000", "\ud800"])))
    name = random.choice(sorted(program.ontology.predicates))
    types = ("string). fact x: p(string",)
    predicates = {**program.ontology.predicates, name: types}
    yield program._replace(ontology=program.ontology._replace(predicates=predicates))
    yield program._replace(authority=program.authority._replace(classes=()))
    for facts in _edited_facts(program, random):
        yield program._replace(facts=facts)
    for rule in program.rules[:1]:
        head = rule.then._replace(arguments=("$unbound", *rule.then.arguments[1:]))
        yield program._replace(rules=(rule._replace(then=head), *program.rules[1:]))
        yield program._replace(rules=(rule._replace(when=()), *program.rules))


def _edited_facts(program: Program, random: Random) -> Iterator[tuple[Fact, ...]]:
    for fact in program.facts[:1]:
        rest = program.facts[1:]
        yield (fact._replace(observed_at=random.choice(WRONG_TIMES)), *rest)
        yield (fact._replace(valid_from=random.choice(WRONG_TIMES)), *rest)
        yield (fact._replace(arguments=(random.choice(WRONG_TERMS),)), *rest)
        yield (fact._replace(observed_at=None), *rest)
        yield (fact._replace(id="`copy`"), *program.facts)
        yield (fact._replace(supersedes=(fact.id,)), *rest)
        yield (fact._replace(authority="nobody"), *rest)


def never_another(given: Stated | ActionRequest) -> str:
    """What becomes of a program that may be nonsense, when it is printed and that is compiled."""
    try:
        source = decompile(given)
    except ProgramError as error:
        return error.where or ""
    try:
        found = compiled(source)
    except ProgramRefused:
        assert not isinstance(given, Program) or problems(given) != []
        return "refused"
    if isinstance(given, ActionRequest):
        assert compact(request_json(again(given, found))) == compact(request_json(given))
    else:
        assert canonical(found) == canonical(given)
        assert not isinstance(given, Program) or problems(given) == []
    return "the same"


@given(small.programs() | programs(), RANDOMS)
@settings(max_examples=20)
def test_a_program_with_a_fault_is_never_read_as_another(program: Program, random: Random) -> None:
    for wrong in edited(program, random):
        never_another(wrong)
        never_another(PolicyTemplate(POLICY_TEMPLATE_V1, wrong.ontology, wrong.authority, wrong.facts, wrong.rules))


@given(small.programs(Mode.ARBITRARY) | small.requests(Mode.ARBITRARY))
@settings(max_examples=100)
def test_nothing_is_ever_read_as_something_else(given: Program | ActionRequest) -> None:
    never_another(given)


def test_faults_end_in_every_way() -> None:
    rng = Random(3)
    ways = {never_another(wrong) for _ in range(20) for wrong in edited(random_program(rng), rng)}
    assert {"the same", "refused", "$.schema", "$.evaluation_time", "$.ontology.id", "$.facts[0].observed_at"} <= ways
    assert {"$.query.arguments[0]", "$.facts[0].arguments[0]", "$.facts[0].valid_from"} <= ways
    assert any(re.fullmatch(r"\$\.ontology\.predicates\.\w+\.arguments\[0\]", way) for way in ways)


@st.composite
def strained(draw: st.DrawFn) -> ActionRequest:
    """Valid requests, some with what a policy may hold and its source may not."""
    request = draw(small.requests())
    policy = request.policy
    if draw(st.booleans()) and policy.rules:
        named = policy.rules[0]._replace(id=f"{BINDING_PREFIX}mine")
        policy = policy._replace(rules=(named, *policy.rules[1:]))
    if draw(st.booleans()) and policy.facts:
        fact = draw(st.sampled_from(policy.facts))
        until = draw(st.sampled_from([None, "2028-01-01T00:00:00Z"]))
        superseding = (fact.id,) if draw(st.booleans()) else ()
        later = Fact("later", *fact[1:5], "2027-01-01T00:00:00Z", None, until, superseding)
        policy = policy._replace(facts=(*policy.facts, later))
    return request._replace(policy=policy)


@given(strained())
@settings(max_examples=100)
def test_of_valid_requests_exactly_those_named_in_the_contract_have_no_source(request: ActionRequest) -> None:
    validate_request(request)
    check_contract(request)


def check_contract(request: ActionRequest) -> None:
    """A valid request is made again, or is one of those that have no source, and then is refused at its place."""
    reserved = any(rule.id.startswith(BINDING_PREFIX) for rule in request.policy.rules)
    if reserved or disagrees_in_the_end(request):
        with pytest.raises(ProgramError) as refused:
            decompile(request)
        assert re.fullmatch(r"\$\.policy\.(facts\[\d+\]|rules\[0\]\.id)", refused.value.where or "")
    else:
        check_request(request)


def disagrees_in_the_end(request: ActionRequest) -> bool:
    try:
        validate_request(request._replace(policy=request.policy._replace(evaluation_time=END_OF_TIME)))
    except ProgramInvalid:
        return True
    return False


# What is printed is what is seen.


@given(programs() | small.programs().flatmap(lambda program: RANDOMS.map(lambda random: renamed(program, random))))
@settings(max_examples=30)
def test_nothing_printed_is_hidden(program: Program) -> None:
    printed = decompile(program)
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]", printed)
    assert not re.search("[\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\u2028\u2029\ufeff\u00ad]", printed)
    assert printed.endswith(".\n")
    assert "\n\n\n" not in printed


# The reference's own documents.


def _valid(given: str) -> Program | None:
    try:
        program = read_program(strict_json.loads(given))
    except InputError:
        return None
    return None if problems(program) else program


def _valid_request(given: str) -> ActionRequest | None:
    try:
        request = read_request(strict_json.loads(given))
        validate_request(request)
    except (InputError, ProgramInvalid):
        return None
    return request


@pytest.mark.vectors
@needs_vectors
@pytest.mark.parametrize(
    "name",
    ["blocked", "disproved", "expired", "inconsistent", "overlap", "ready", "superseded", "untrusted", "wrong-commit"],
)
def test_the_examples_compile_to_themselves(name: str) -> None:
    check(read_program(document(f"reason/examples/release-{name}.json")))


@pytest.mark.vectors
@needs_vectors
def test_the_policy_template_compiles_to_itself() -> None:
    check(read_template(document("reason/examples/policy-template.json")))


@pytest.mark.vectors
@needs_vectors
@pytest.mark.parametrize("name", ["authorize-deploy", "authorize-deploy-judged"])
def test_the_requests_are_made_again(name: str) -> None:
    check_request(read_request(document(f"reason/examples/{name}.json")))


@pytest.mark.vectors
@needs_vectors
def test_every_valid_generated_document_compiles_to_itself() -> None:
    found = {"program": 0, "action": 0}
    read: dict[str, Callable[[str], Any]] = {"program": _valid, "action": _valid_request}
    checks: dict[str, Callable[[Any], None]] = {"program": check, "action": check_contract}
    for row in rows("reason/random.jsonl.gz"):
        kind = row["kind"]
        given = read[kind](row["input"]) if kind in read else None
        if given is not None:
            checks[kind](given)
            found[kind] += 1
    assert found["program"] >= 100
    assert found["action"] >= 50
