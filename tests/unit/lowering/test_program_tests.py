"""`test` blocks: each slip is one report at its place, and what compiles says what it tests."""

import json
from collections.abc import Callable

import pytest

from bridge.core.sources import Source
from bridge.errors import InputError
from bridge.reason.lowering import Load, compile_source
from bridge.reason.model import Atom, Fact
from bridge.reason.result import Status
from tests.unit.lowering.compiling import codes, compiled, found, marked, policy, program, timed

NOON = "2026-08-14T12:00:00Z"
STATED = ('fact a: p("a") from person.', 'rule r: none() if p("a").')
OBSERVED = (
    'fact a: p("a") from person observed 2026-08-14T09:00:00Z.',
    'fact b: not p("a") from person observed 2026-08-14T10:00:00Z supersedes a.',
)
MISSION = {
    "id": "m",
    "principal": "user:ana",
    "instruction_digest": "sha256:" + "0" * 64,
    "issued_at": NOON,
    "constraints": {},
}
ACTION = {"id": "act", "tool": "Bash", "proposed_at": NOON, "arguments": {}, "effects": []}


def block(*steps: str, name: str = "t") -> str:
    return "\n".join([f'test "{name}" {{', *steps, "}"])


def one(*steps: str) -> str:
    """A program without a clock, and a test of it."""
    return program(*STATED, block(*steps))


def clocked(*steps: str) -> str:
    return timed(*OBSERVED, block(*steps))


def gated(*steps: str) -> str:
    return policy('fact base: allowed("Read") from person observed 2026-08-14T09:00:00Z.', block(*steps))


def files(**contents: object) -> Load:
    def load(path: str, importer: Source) -> Source:
        name = path.removesuffix(".json")
        if name not in contents:
            raise InputError(f"cannot read {path}: No such file or directory", where=path)
        content = contents[name]
        return Source(path, content if isinstance(content, str) else json.dumps(content))

    return load


ASKED = files(act={"mission": MISSION, "action": ACTION})
REQUEST = 'given request "act.json".'
UNKNOWN = 'expect unknown p("z").'


# What a test says


def test_a_test_names_what_it_gives_takes_out_and_expects() -> None:
    lowered = compiled(
        one(
            'given fact g: q("b", 1) from tool.',
            "without a.",
            'expect proved q("b", 1) because g.',
            'expect unknown none() missing p("a").',
        )
    )
    (test,) = lowered.tests
    assert (test.name, test.given, set(test.without)) == ("t", (Fact("g", "q", ("b", 1), "tool"),), {"a"})
    assert [(e.outcome, e.atom, e.because, e.missing) for e in test.expectations] == [
        (Status.PROVED, Atom("q", ("b", 1)), ("g",), ()),
        (Status.UNKNOWN, Atom("none"), None, (Atom("p", ("a",)),)),
    ]


def test_nothing_of_a_test_is_in_the_program() -> None:
    assert compiled(one('given fact g: p("b") from tool.', UNKNOWN)).program == compiled(program(*STATED)).program


def test_a_program_without_tests_has_none() -> None:
    assert compiled(program(*STATED)).tests == ()


def test_tests_may_be_left_alone() -> None:
    text = one()
    assert codes(text) == ["RSN029"]
    assert compile_source(Source("main.reason", text), with_tests=False).tests == ()


@pytest.mark.parametrize(
    ("steps", "clock"),
    [((), NOON), (("at 2026-08-14T15:00:00Z.",), "2026-08-14T15:00:00Z")],
)
def test_what_is_given_was_observed_at_the_clock_of_the_test(steps: tuple[str, ...], clock: str) -> None:
    (test,) = compiled(clocked(*steps, 'given fact g: p("b") from tool.', UNKNOWN)).tests
    assert (test.at, test.given[0].observed_at) == (clock, clock)


def test_the_clock_moves_wherever_the_step_stands() -> None:
    late = "at 2026-08-14T15:00:00Z."
    (test,) = compiled(clocked('given fact g: p("b") from tool.', UNKNOWN, late)).tests
    assert test.given[0].observed_at == "2026-08-14T15:00:00Z"


def test_a_given_fact_may_supersede_one_of_the_program_and_then_says_so() -> None:
    (test,) = compiled(clocked('given fact g: p("a") from tool supersedes b.', UNKNOWN)).tests
    assert test.given[0].supersedes == ("b",)


def test_a_given_fact_may_take_the_place_of_one_that_is_taken_out() -> None:
    (test,) = compiled(one("without a.", 'given fact a: p("b") from tool.', 'expect proved p("b") because a.')).tests
    assert test.without == {"a"}


# Requests of action policies


@pytest.mark.parametrize(
    "document",
    [
        {"mission": MISSION, "action": ACTION},
        {
            "schema": "zerker.reason.action.v1",
            "mission": MISSION,
            "action": ACTION,
            "policy": {
                "schema": "zerker.reason.program.v2",
                "ontology": {"id": "other", "version": "1", "predicates": {}},
                "authority": {"classes": ["other"], "default_admit": [], "predicate_admit": {}},
                "evaluation_time": "2026-08-14T13:00:00Z",
                "facts": [],
                "rules": [],
                "query": {"predicate": "action_authorized", "arguments": ["act"]},
            },
        },
    ],
)
def test_a_request_supplies_mission_action_and_clock(document: dict[str, object]) -> None:
    (test,) = compiled(gated(REQUEST, "expect insufficient."), load=files(act=document)).tests
    assert test.request is not None
    assert (test.request.mission.id, test.request.action.tool) == ("m", "Bash")
    assert test.at == ("2026-08-14T13:00:00Z" if "policy" in document else NOON)


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("", "strict JSON"),
        ("[]", "mission"),
        ({}, "mission"),
        ({"mission": MISSION}, "mission"),
        ({"mission": MISSION, "action": {**ACTION, "tool": 3}}, "$.action.tool"),
        ({"mission": MISSION, "action": {**ACTION, "tool": ""}}, "$.action.tool"),
        ({"mission": {**MISSION, "instruction_digest": "x"}, "action": ACTION}, "instruction_digest"),
        ({"mission": MISSION, "action": {**ACTION, "proposed_at": "noon"}}, "evaluation_time"),
        ({"mission": MISSION, "action": {**ACTION, "tool": "$x"}}, "variable"),
        ({"schema": "zerker.reason.action.v9", "mission": MISSION, "action": ACTION}, "act.json"),
        ('{"mission": 1, "mission": 2}', "mission"),
    ],
)
def test_a_request_that_is_none_is_reported_where_it_is_named(content: object, says: str) -> None:
    (diagnostic,) = found(gated(REQUEST, "expect insufficient."), load=files(act=content))
    assert (diagnostic.code, marked(diagnostic)) == ("RSN033", '"act.json"')
    assert says in diagnostic.message


def test_where_there_is_no_folder_a_test_with_a_request_is_held_to_the_program_and_not_taken() -> None:
    lowered = compiled(gated(REQUEST, "expect denied because base."))
    assert (lowered.tests, lowered.warnings) == ((), ())
    assert codes(gated(REQUEST, "expect denied because nobody.")) == ["RSN030"]


def test_a_file_is_read_once_and_reported_at_each_place() -> None:
    twice = policy(block(REQUEST, "expect denied."), block(REQUEST, "expect denied.", name="u"))
    read: list[str] = []

    def load(path: str, importer: Source) -> Source:
        read.append(path)
        raise InputError(f"cannot read {path}", where=path)

    assert codes(twice, load=load) == ["RSN033", "RSN033"]
    assert read == ["act.json"]


# What is wrong

Make = Callable[..., str]


@pytest.mark.parametrize(
    ("make", "step", "code", "place"),
    [
        (one, "expect proved pp().", "RSN017", "pp"),
        (one, "expect proved p().", "RSN018", "p"),
        (one, "expect proved p(1).", "RSN201", "1"),
        (one, "expect proved p($x).", "RSN212", "$x"),
        (one, "expect proved p(_).", "RSN204", "_"),
        (one, 'expect proved p("a" | "b").', "RSN205", '"a" | "b"'),
        (one, 'expect proved kind("a", "hotfix").', "RSN207", '"hotfix"'),
        (one, "expect unknown none() missing pp().", "RSN017", "pp"),
        (one, "expect unknown none() missing p($x).", "RSN212", "$x"),
        (one, "expect authorized.", "RSN031", "authorized"),
        (one, 'given request "act.json".\nexpect unknown none().', "RSN031", 'given request "act.json".'),
        (gated, 'given request "act.json".\nexpect proved allowed("x").', "RSN031", "proved"),
        (one, f"without b.\n{UNKNOWN}", "RSN030", "b"),
        (one, f"without r.\n{UNKNOWN}", "RSN030", "r"),
        (one, f"without a, a.\n{UNKNOWN}", "RSN032", "a"),
        (one, f"given fact g: none() from tool.\nwithout g.\n{UNKNOWN}", "RSN030", "g"),
        (one, "expect proved none() because b.", "RSN030", "b"),
        (one, "expect proved none() because r.", "RSN030", "r"),
        (one, "expect proved none() because a, a.", "RSN032", "a"),
        (one, "expect proved none() because a because a.", "RSN032", "a"),
        (one, "without a.\nexpect proved none() because a.", "RSN030", "a"),
        (one, "expect unknown none() because a.", "RSN035", "a"),
        (one, 'expect proved none() missing p("a").', "RSN035", 'p("a")'),
        (one, f'given fact a: p("b") from tool.\n{UNKNOWN}', "RSN010", "a"),
        (one, f'given fact r: p("b") from tool.\n{UNKNOWN}', "RSN010", "r"),
        (one, f'given fact g: p("a") from tool.\n{UNKNOWN}', "RSN303", "g"),
        (one, f'given fact g: p("b") from model-judged.\ngiven fact h: p("b") from tool.\n{UNKNOWN}', "RSN303", "h"),
        (one, f'given fact g: pp("b") from tool.\n{UNKNOWN}', "RSN017", "pp"),
        (one, f'given fact g: p("b") from nobody.\n{UNKNOWN}', "RSN019", "nobody"),
        (one, f'given fact g: p("b") from tool observed {NOON}.\n{UNKNOWN}', "RSN301", NOON),
        (one, f"at {NOON}.\n{UNKNOWN}", "RSN310", f"at {NOON}."),
        (clocked, f"at 2026-08-14.\n{UNKNOWN}", "RSN304", "2026-08-14"),
        (clocked, f"at {NOON}.\nat {NOON}.\n{UNKNOWN}", "RSN032", f"at {NOON}."),
        (clocked, f'given fact g: p("b") from tool supersedes a.\n{UNKNOWN}', "RSN307", "a"),
        (clocked, f'given fact g: p("a") from tool supersedes c.\n{UNKNOWN}', "RSN306", "c"),
        (
            clocked,
            f'at 2026-08-14T09:30:00Z.\ngiven fact g: not p("a") from tool supersedes b.\n{UNKNOWN}',
            "RSN308",
            "b",
        ),
        (clocked, f'given fact g: not p("a") from tool.\n{UNKNOWN}', "RSN303", "g"),
        (clocked, f'at 2026-08-14T09:30:00Z.\ngiven fact g: p("a") from tool.\n{UNKNOWN}', "RSN303", "g"),
        (gated, "expect insufficient.", "RSN034", '"t"'),
        (gated, 'given request "no.json".\nexpect insufficient.', "RSN033", '"no.json"'),
        (gated, f"{REQUEST}\n{REQUEST}\nexpect insufficient.", "RSN032", REQUEST),
        (gated, f"{REQUEST}\nexpect denied because zerker.action.binding.action.tool.", "RSN030", None),
        (
            gated,
            f'{REQUEST}\ngiven fact g: action_tool("a", "b") from person.\nexpect denied.',
            "RSN024",
            "action_tool",
        ),
        (gated, f'{REQUEST}\ngiven fact g: allowed("Read") from person.\nexpect denied.', "RSN303", "g"),
        (one, "", "RSN029", '"t"'),
    ],
)
def test_each_slip_is_one_report_at_its_place(make: Make, step: str, code: str, place: str | None) -> None:
    (diagnostic,) = found(make(step), load=ASKED)
    assert diagnostic.code == code
    assert place is None or marked(diagnostic) == place
    assert diagnostic.help


def test_all_that_is_wrong_is_reported_in_source_order() -> None:
    text = one("without b.", 'given fact a: p("b") from tool.', "expect proved none() because r.", "expect denied.")
    assert codes(text) == ["RSN030", "RSN010", "RSN030", "RSN031"]


def test_two_tests_of_one_name_are_reported_with_the_first() -> None:
    (diagnostic,) = found(program(block("expect unknown none()."), block("expect unknown none().")))
    assert diagnostic.code == "RSN028"
    assert [label.span.start < diagnostic.span.start for label in diagnostic.related if diagnostic.span] == [True]


def test_a_test_without_a_name_is_reported() -> None:
    assert codes(program(block("expect unknown none().", name=" "))) == ["RSN022"]


def test_a_clock_at_which_the_program_says_something_twice_is_reported_at_the_test() -> None:
    again = 'fact c: p("a") from person observed 2026-08-14T11:00:00Z valid until 2026-08-14T12:00:00Z supersedes b.'
    other = 'fact d: p("a") from tool observed 2026-08-14T12:00:00Z.'
    text = timed(*OBSERVED, again, other, block("without b.", "at 2026-08-14T11:30:00Z.", UNKNOWN))
    (diagnostic,) = found(text)
    assert (diagnostic.code, marked(diagnostic), len(diagnostic.related)) == ("RSN303", '"t"', 2)


@pytest.mark.parametrize(
    ("outside", "steps"),
    [
        ("fact b: p( from person.", ("expect proved none() because b.",)),
        ("", ("given fact b: p( from person.", "expect proved none() because b.")),
        ("", ("expect proved none( because b.",)),
        ("use 1.", ("without b.", UNKNOWN)),
    ],
)
def test_what_could_not_be_read_is_not_called_missing(outside: str, steps: tuple[str, ...]) -> None:
    assert len(codes(program(*STATED, outside, block(*steps)))) == 1


def test_the_tests_of_a_library_are_not_taken() -> None:
    library = block("without nothing_there.", UNKNOWN, name="library")
    lowered = compiled(
        program(*STATED, 'use "lib.reason".', block(UNKNOWN)), load=lambda path, importer: Source(path, library)
    )
    assert [test.name for test in lowered.tests] == ["t"]


def test_what_a_test_takes_out_is_not_said_to_be_unknown_where_it_is_superseded() -> None:
    steps = f'without a.\ngiven fact g: p("a") from tool supersedes a.\n{UNKNOWN}'
    (diagnostic,) = found(clocked(steps))
    assert (diagnostic.code, marked(diagnostic)) == ("RSN306", "a")
    assert diagnostic.message == "`a` is taken out by this test, so there is nothing to supersede"


def test_an_effect_that_is_none_is_shown_what_one_looks_like() -> None:
    action = {**ACTION, "effects": ["write"]}
    asked = gated(REQUEST, "expect insufficient.")
    (diagnostic,) = found(asked, load=files(act={"mission": MISSION, "action": action}))
    assert "struct" not in diagnostic.message
    assert "$.action.effects[0]" in diagnostic.message
    effect = json.loads(diagnostic.help[diagnostic.help.index("{") : diagnostic.help.index("}") + 1])
    assert found(asked, load=files(act={"mission": MISSION, "action": {**ACTION, "effects": [effect]}})) == ()


@pytest.mark.parametrize("opening", ["test t {", 'tset "t" {', 'test "t'])
def test_what_stands_in_a_test_that_cannot_be_opened_is_held_to_the_program_too(opening: str) -> None:
    steps = "given fact f: nowhere() from person.\nexpect unknown none() because a.\n}"
    assert codes(program(*STATED, f"{opening}\n{steps}"))[1:] == ["RSN017", "RSN035"]


@pytest.mark.parametrize("opening", ["test t {", "test {"])
def test_a_test_that_cannot_be_opened_is_not_told_what_it_lacks(opening: str) -> None:
    assert codes(program(*STATED, f"{opening}\n}}")) == ["RSN001"]
