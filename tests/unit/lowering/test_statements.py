"""What each statement is in the program."""

import pytest

from bridge.errors import UsageError
from bridge.reason.model import (
    POLICY_TEMPLATE_V1,
    PROGRAM_V1,
    PROGRAM_V2,
    Atom,
    Fact,
    PolicyTemplate,
    Program,
    Rule,
)
from tests.unit.lowering.compiling import codes, compiled, found, marked, policy, program, timed


def lowered(text: str, *, at: str | None = None, query: str | None = None) -> Program:
    result = compiled(text, at=at, query=query).program
    assert isinstance(result, Program)
    return result


def test_a_program_without_a_clock_is_a_v1_and_one_with_it_a_v2() -> None:
    assert (lowered(program()).schema, lowered(program()).evaluation_time) == (PROGRAM_V1, None)
    assert (lowered(timed()).schema, lowered(timed()).evaluation_time) == (PROGRAM_V2, "2026-08-14T12:00:00Z")


def test_a_time_from_outside_replaces_the_clock() -> None:
    for text in (program(), timed()):
        assert lowered(text, at="2027-01-01T00:00:00Z").evaluation_time == "2027-01-01T00:00:00Z"


@pytest.mark.parametrize("at", ["", "now", "2026-08-14", "2026-02-30T00:00:00Z"])
def test_a_time_from_outside_is_canonical(at: str) -> None:
    with pytest.raises(UsageError):
        compiled(program(), at=at)


def test_a_query_from_outside_replaces_the_query() -> None:
    assert lowered(program(), query='not q("x", 3)').query == Atom("q", ("x", 3), negated=True)


def test_a_query_from_outside_is_checked_in_its_own_text() -> None:
    (one,) = found(program(), query='q("x", "3")')
    assert (one.code, marked(one), str(one.span)) == ("RSN201", '"3"', "--query:1:8")
    assert codes(program(), query="q(") == ["RSN001"]


def test_admission_replaces_unites_and_expands() -> None:
    text = program(
        "admit only tool for p, q.",
        "admit only person for q.",
        "admit nothing for none.",
        "admit only model-judged for k*, lev*.",
    )
    policy = lowered(text).authority
    assert policy.classes == ("model-judged", "person", "tool")
    assert policy.default_admit == ("person", "tool")
    assert policy.predicate_admit == {
        "p": ("tool",),
        "q": ("person", "tool"),
        "none": (),
        "kind": ("model-judged",),
        "level": ("model-judged",),
    }


def test_several_defaults_unite() -> None:
    assert lowered(program("admit model-judged by default.")).authority.default_admit == (
        "model-judged",
        "person",
        "tool",
    )


def test_types_are_the_kernels() -> None:
    predicates = lowered(program()).ontology.predicates
    assert predicates["q"] == ("string", "integer")
    assert predicates["on"] == ("boolean",)
    assert predicates["none"] == ()
    assert predicates["level"] == predicates["kind"] == ("string", "string")


def test_a_fact_with_every_clause_in_any_order() -> None:
    clauses = "observed 2026-08-14T11:00:00Z supersedes old valid from 2026-08-14T01:00:00Z until 2026-08-15T01:00:00Z"
    text = timed(
        'fact old: p("a") from tool observed 2026-08-14T10:00:00Z.',
        f'fact new: not p("a") {clauses} from person.',
    )
    assert lowered(text).facts[1] == Fact(
        "new",
        "p",
        ("a",),
        "person",
        True,
        "2026-08-14T11:00:00Z",
        "2026-08-14T01:00:00Z",
        "2026-08-15T01:00:00Z",
        ("old",),
    )


def test_constants_are_strings_integers_and_truth_values() -> None:
    text = program(
        'fact s: q("\\u0061\\n\\"", -9223372036854775808) from tool.',
        "fact t: on(true) from tool.",
        'fact d: p("$") from tool.',
    )
    arguments = [fact.arguments for fact in lowered(text).facts]
    assert arguments == [('a\n"', -(2**63)), (True,), ("$",)]
    assert type(arguments[1][0]) is bool


def test_rules_keep_their_variables_and_wildcards_get_fresh_ones() -> None:
    text = program('rule r: p($x) if q($x, _), q(_, $_0), kind($`a b`, "fix"), p(_).')
    assert lowered(text).rules == (
        Rule(
            "r",
            (
                Atom("q", ("$x", "$_1")),
                Atom("q", ("$_2", "$_0")),
                Atom("kind", ("$a b", "fix")),
                Atom("p", ("$_3",)),
            ),
            Atom("p", ("$x",)),
        ),
    )


def test_facts_and_rules_keep_their_order_and_ids_of_any_name() -> None:
    text = program("rule b: none() if none().", 'fact `a b`: p("a") from tool.', "rule a: none() if none().")
    assert [rule.id for rule in lowered(text).rules] == ["b", "a"]
    assert [fact.id for fact in lowered(text).facts] == ["a b"]


def test_an_action_policy_is_a_template_without_the_bindings() -> None:
    text = policy("rule r: action_authorized($a) if action_tool($a, $t), allowed($t).")
    template = compiled(text).program
    assert isinstance(template, PolicyTemplate)
    assert template.schema == POLICY_TEMPLATE_V1
    assert template.ontology.predicates == {"allowed": ("string",)}
    assert template.rules[0].then == Atom("action_authorized", ("$a",))


@pytest.mark.parametrize("option", [{"at": "2026-08-14T12:00:00Z"}, {"query": "none()"}])
def test_an_action_policy_takes_no_clock_and_no_query_from_outside(option: dict[str, str]) -> None:
    with pytest.raises(UsageError):
        compiled(policy(), at=option.get("at"), query=option.get("query"))


@pytest.mark.parametrize(
    ("statement", "code", "at"),
    [
        ("evaluate at 2026-08-14T12:00:00Z.", "RSN023", "evaluate"),
        ('query allowed("x").', "RSN023", "query"),
        ("authority system-bound.", "RSN024", "system-bound"),
        ("admit system-bound by default.", "RSN024", "system-bound"),
        ("admit only system-bound for allowed.", "RSN024", "system-bound"),
        ("admit only person for action_tool.", "RSN024", "action_tool"),
        ("admit only person for action_authorized.", "RSN024", "action_authorized"),
        ("predicate action_tool(a: string).", "RSN024", "action_tool"),
        ('fact f: action_authorized("a") from person observed 2026-08-14T12:00:00Z.', "RSN024", "action_authorized"),
        ('fact f: allowed("a") from system-bound observed 2026-08-14T12:00:00Z.', "RSN024", "system-bound"),
        (
            'fact zerker.action.binding.x: allowed("a") from person observed 2026-08-14T12:00:00Z.',
            "RSN024",
            "zerker.action.binding.x",
        ),
        ("rule zerker.action.binding.x: allowed($a) if allowed($a).", "RSN024", "zerker.action.binding.x"),
        ("rule r: action_tool($a, $a) if allowed($a).", "RSN024", "action_tool"),
        ("admit only person for action_t*.", "RSN012", "action_t*"),
        ('fact f: allowed("a") from person.', "RSN302", "f"),
    ],
)
def test_what_an_action_policy_leaves_to_its_request(statement: str, code: str, at: str) -> None:
    (one,) = found(policy(statement))
    assert (one.code, marked(one)) == (code, at)


def test_an_action_policy_may_declare_no_class() -> None:
    assert found('action policy "x" version "1".\nrule r: action_authorized($a) if action_tool($a, "ls").\n') == ()


def test_facts_of_a_policy_that_say_the_same_are_refused() -> None:
    one = 'fact a: allowed("x") from person observed 2026-08-14T12:00:00Z.'
    assert codes(policy(one, one.replace("fact a", "fact b"))) == ["RSN303"]
    ended = one.replace("Z.", "Z valid until 2026-08-15T12:00:00Z.")
    assert codes(policy(ended, one.replace("fact a", "fact b"))) == []


@pytest.mark.parametrize(
    ("statements", "expected"),
    [
        (["rule r: action_authorized($a) if action_tool($a, $t), not allowed($t)."], ["RSN412"]),
        (['rule r: action_authorized($a) if mission_action(_, $a), not action_tool($a, "rm").'], ["RSN412"]),
        (
            ["admit nothing for allowed.", "rule r: action_authorized($a) if action_tool($a, $t), not allowed($t)."],
            ["RSN412"],
        ),
        (
            [
                "admit nothing for allowed.",
                "rule r: action_authorized($a) if action_tool($a, $t), not allowed($t).",
                'rule s: not allowed("rm") if action_tool(_, "rm").',
            ],
            [],
        ),
    ],
)
def test_in_a_policy_a_denial_that_nothing_states_is_as_doubtful(statements: list[str], expected: list[str]) -> None:
    assert codes(policy(*statements)) == expected
