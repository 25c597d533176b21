"""The one layout of a printed program, and what has no words."""

import subprocess
import sys

import pytest

from bridge.core.canonical import compact
from bridge.core.sources import Source
from bridge.errors import ProgramError
from bridge.reason.lowering import compile_source
from bridge.reason.model import (
    ACTION_V1,
    POLICY_TEMPLATE_V1,
    PROGRAM_V1,
    PROGRAM_V2,
    ActionRequest,
    Atom,
    AuthorityPolicy,
    Fact,
    Mission,
    Ontology,
    PolicyTemplate,
    Program,
    ProposedAction,
    Rule,
    Term,
)
from bridge.reason.syntax.bounds import MAX_SOURCE_BYTES
from bridge.reason.syntax.layout import WIDTH
from bridge.reason.syntax.printer import decompile
from bridge.reason.wire import program_json

NOON = "2026-08-14T12:00:00Z"
LATER = "2026-08-15T12:00:00Z"


def program(
    *facts: Fact, rules: tuple[Rule, ...] = (), types: tuple[str, ...] = ("string",), **members: str
) -> Program:
    """A program with a clock over ``p``, of which it asks something."""
    return Program(
        members.get("schema", PROGRAM_V2),
        Ontology(members.get("id", "unit"), "1", {"p": types, "q": ()}),
        AuthorityPolicy(("person",), ("person",), {}),
        members.get("time", NOON) or None,
        facts,
        rules,
        Atom("q"),
    )


def said(id: str, *arguments: Term, observed: str = NOON) -> Fact:
    return Fact(id, "p", arguments, "person", observed_at=observed)


def request(*facts: Fact, rules: tuple[Rule, ...] = (), action: str = "a", asked: str = "a") -> ActionRequest:
    policy = program(*facts, rules=rules)._replace(query=Atom("action_authorized", (asked,)))
    mission = Mission("m", "user:x", f"sha256:{'0' * 64}", NOON, None, {})
    return ActionRequest(ACTION_V1, mission, ProposedAction(action, "tool", NOON, {}, ()), policy)


def statement(source: str, keyword: str) -> str:
    """The only statement of a kind, with all its lines."""
    (found,) = [part for part in source.replace("\n  ", "\f").split("\n") if part.startswith(f"{keyword} ")]
    return found.replace("\f", "\n  ")


def test_a_program_is_printed_in_the_order_of_its_json() -> None:
    fact = Fact("f", "p", ("a",), "person", True, NOON, NOON, LATER, ("g",))
    rules = (
        Rule("r", (Atom("p", ("$x",)), Atom("p", ("$",), True)), Atom("q", negated=True)),
        Rule("s", (), Atom("q")),
    )
    admit = {"p": ("person", "tool"), "q": ()}
    whole = program(fact, said("g", "a"), rules=rules)
    assert decompile(whole._replace(authority=AuthorityPolicy(("person", "tool"), ("tool",), admit))) == (
        'ontology "unit" version "1".\n'
        "evaluate at 2026-08-14T12:00:00Z.\n"
        "\n"
        "authority person, tool.\n"
        "admit tool by default.\n"
        "admit only person, tool for p.\n"
        "admit nothing for q.\n"
        "\n"
        "predicate p(string).\n"
        "predicate q().\n"
        "\n"
        'fact f: not p("a")\n'
        "  from person\n"
        "  observed 2026-08-14T12:00:00Z\n"
        "  valid from 2026-08-14T12:00:00Z until 2026-08-15T12:00:00Z\n"
        "  supersedes g.\n"
        'fact g: p("a") from person observed 2026-08-14T12:00:00Z.\n'
        "\n"
        'rule r: not q() if p($x), not p("$").\n'
        "rule s: q().\n"
        "\n"
        "query q().\n"
    )


def test_a_template_has_neither_clock_nor_query() -> None:
    template = PolicyTemplate(POLICY_TEMPLATE_V1, Ontology("unit", "1", {}), AuthorityPolicy((), (), {}), (), ())
    assert decompile(template) == 'action policy "unit" version "1".\n'


def test_a_request_is_printed_as_its_policy() -> None:
    rule = Rule("r", (Atom("mission_active", ("$m",)),), Atom("action_authorized", ("a",)))
    printed = decompile(request(rules=(rule,)))
    assert printed.startswith('action policy "unit" version "1".\n\nauthority person.\n')
    assert statement(printed, "rule") == 'rule r: action_authorized("a") if mission_active($m).'
    assert "query" not in printed
    assert "evaluate" not in printed


@pytest.mark.parametrize(("extra", "lines"), [(0, 1), (1, 3)])
def test_a_rule_is_broken_where_it_is_longer_than_a_line(extra: int, lines: int) -> None:
    unpadded = len('rule r: q() if p(""), q().')
    body = (Atom("p", ("x" * (WIDTH - unpadded + extra),)), Atom("q"))
    printed = statement(decompile(program(rules=(Rule("r", body, Atom("q")),))), "rule").split("\n")
    assert len(printed) == lines
    assert all(len(line) <= WIDTH for line in printed)
    assert all(line.startswith("  ") for line in printed[1:])


def test_predicates_that_admit_the_same_share_a_line_while_they_fit() -> None:
    names = [f"predicate_{number}" for number in range(9)]
    few, many = (dict.fromkeys(names[:count], ("person",)) for count in (3, 9))
    policy = program()._replace(ontology=Ontology("unit", "1", dict.fromkeys([*names, "q"], ())))
    together = decompile(policy._replace(authority=AuthorityPolicy(("person",), (), few)))
    apart = decompile(policy._replace(authority=AuthorityPolicy(("person",), (), many)))
    assert statement(together, "admit") == "admit only person for predicate_0, predicate_1, predicate_2."
    assert [line for line in apart.split("\n") if line.startswith("admit ")] == [
        f"admit only person for {name}." for name in names
    ]


@pytest.mark.parametrize(
    ("term", "spelled"),
    [
        ("$x", "$x"),
        ("$a b", "$`a b`"),
        ("$_0", "$_0"),
        ("$", '"$"'),
        ("a\n\u202e\u200b", '"a\\n\\u202e\\u200b"'),
        ("é", '"é"'),
        (1, "1"),
        (-(2**63), "-9223372036854775808"),
        (True, "true"),
    ],
)
def test_terms(term: Term, spelled: str) -> None:
    printed = decompile(program(rules=(Rule("r", (Atom("p", (term,)),), Atom("q")),)))
    assert statement(printed, "rule") == f"rule r: q() if p({spelled})."


@pytest.mark.parametrize("name", ["not", "nothing", "_", "a b", "", "`", "r@high"])
def test_a_name_that_is_not_bare_is_backquoted(name: str) -> None:
    spelled = name.replace("`", "\\`")
    assert statement(decompile(program(said(name, "a"))), "fact").startswith(f'fact `{spelled}`: p("a") ')


def test_a_class_called_only_is_not_the_keyword() -> None:
    policy = AuthorityPolicy(("also", "only"), ("only",), {"p": ("only",)})
    given = program()._replace(authority=policy)
    printed = decompile(given)
    assert "admit `only` by default.\nadmit only only for p.\n" in printed
    assert compile_source(Source("a", printed)).program == given


# What has no words.


def refused(given: Program | PolicyTemplate | ActionRequest) -> tuple[str | None, str]:
    with pytest.raises(ProgramError) as error:
        decompile(given)
    assert type(error.value) is ProgramError
    assert error.value.help
    return error.value.where, error.value.message


@pytest.mark.parametrize(
    ("given", "where", "why"),
    [
        (program(schema="v3"), "$.schema", "of schema"),
        (program(schema=PROGRAM_V1), "$.evaluation_time", "program.v1"),
        (program(time=""), "$.evaluation_time", "program.v1"),
        (program(time="noon"), "$.evaluation_time", "UTC"),
        (program(id="\ud800"), "$.ontology.id", "surrogate"),
        (program(types=("text",)), "$.ontology.predicates.p.arguments[0]", '"text"'),
        (program(said("f", "a"), said("g", None)), "$.facts[1].arguments[0]", "this is null"),
        (program(said("f", 1.0)), "$.facts[0].arguments[0]", "this is number"),
        (program(said("f", 2**63)), "$.facts[0].arguments[0]", "64 bits"),
        (program(said("f", "\udead")), "$.facts[0].arguments[0]", "surrogate"),
        (program(said("f", "a", observed="2026-08-14T12:00:00Z. query q()")), "$.facts[0].observed_at", "UTC"),
        (program(rules=(Rule("r", (Atom("p", ([],)),), Atom("q")),)), "$.rules[0].when[0].arguments[0]", "array"),
        (program(rules=(Rule("r", (), Atom("p", ({},))),)), "$.rules[0].then.arguments[0]", "object"),
        (request(asked="b"), "$.policy.query", "its own action"),
        (request()._replace(policy=program(schema=PROGRAM_V1)), "$.policy.schema", PROGRAM_V2),
    ],
)
def test_what_the_kernel_refuses_and_a_source_would_hide(given: Program | ActionRequest, where: str, why: str) -> None:
    path, message = refused(given)
    assert path == where
    assert why in message


def test_an_id_of_a_binding_has_no_place_in_an_action_policy() -> None:
    rule = Rule("zerker.action.binding.x", (), Atom("q"))
    assert refused(request(rules=(rule,)))[0] == "$.policy.rules[0].id"
    assert "zerker.action.binding.x" in decompile(program(rules=(rule,)))


def test_facts_of_an_action_policy_agree_in_the_end() -> None:
    unseen = said("g", "a", observed=LATER)
    path, message = refused(request(said("f", "a"), unseen))
    assert (path, message) == ("$.policy.facts[1]", '"f" says the same, and at the end of time both hold')
    decompile(request(said("f", "a"), unseen._replace(supersedes=("f",))))
    decompile(program(said("f", "a"), unseen))


def test_a_source_is_no_longer_than_is_read() -> None:
    room = MAX_SOURCE_BYTES - len(decompile(program(said("f", "x" * WIDTH)))) + WIDTH
    longest = program(said("f", "é" * (room // 2) + "a" * (room % 2)))
    assert compact(program_json(longest)) == compact(program_json(again(longest)))
    longer = program(said("f", "é" * (room // 2) + "a" * (room % 2 + 1)))
    assert refused(longer) == ("$", f"the source has {MAX_SOURCE_BYTES + 1} bytes, and {MAX_SOURCE_BYTES} is the most")


def again(given: Program) -> Program:
    found = compile_source(Source("a", decompile(given))).program
    assert isinstance(found, Program)
    return found


def test_an_invalid_program_that_can_be_said_is_printed() -> None:
    assert 'fact f: p("a")' in decompile(program(said("f", "a"), said("f", "a")))


def test_printing_does_not_load_the_parser() -> None:
    code = "import sys, bridge.reason.syntax.printer; sys.exit('lark' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False, timeout=60).returncode == 0
