"""RSN028 to RSN035 and RSN310: the `test` blocks of a program."""

from typing import Final

from bridge.core.codes import Code

_PROGRAM: Final = """\
ontology "release" version "1".
authority human-authorized.
admit human-authorized by default.
predicate approved(version: string).
predicate ready(version: string).
fact approval: approved("1.4.0") from human-authorized.
rule allow: ready($v) if approved($v).
query ready("1.4.0").
"""
_POLICY: Final = """\
action policy "gate" version "1".
authority human-authorized.
admit human-authorized by default.
predicate tool_allowed(tool: string).
rule permit: action_authorized($action) if action_tool($action, $tool), tool_allowed($tool).
"""


def _test(*steps: str, name: str = "an approval is enough") -> str:
    return "".join(f"{line}\n" for line in (f'test "{name}" {{', *(f"  {step}" for step in steps), "}"))


_PROVED: Final = 'expect proved ready("1.4.0") because approval.'
_TESTED: Final = _PROGRAM + _test(_PROVED)

RSN028: Final = Code(
    code="RSN028",
    title="two tests have one name",
    why="A test is chosen, and its failure reported, by its name.",
    example=_TESTED + _test(_PROVED),
    fix=_TESTED + _test(_PROVED, name="it still is"),
)

RSN029: Final = Code(
    code="RSN029",
    title="a test expects nothing",
    why="It could not fail, and would be counted among the tests that pass.",
    example=_PROGRAM + _test("without approval."),
    fix=_PROGRAM + _test("without approval.", 'expect unknown ready("1.4.0").'),
)

RSN030: Final = Code(
    code="RSN030",
    title="a test names a fact that is not there",
    why="`without` takes out a fact that the program states. `because` lists the facts at the leaves of a proof, those "
    "that the program states and those that the test gives; rules, and what an action request binds by itself, are "
    "not among them.",
    example=_PROGRAM + _test("without aproval.", 'expect unknown ready("1.4.0").'),
    fix=_PROGRAM + _test("without approval.", 'expect unknown ready("1.4.0").'),
)

RSN031: Final = Code(
    code="RSN031",
    title="a test asks what this kind of program does not answer",
    why="A program says whether a literal is proved, disproved, unknown or inconsistent. An action policy says whether "
    "the action of a request is authorized, denied, conflicted or lacks evidence. Neither answers the other's "
    "question.",
    example=_PROGRAM + _test("expect authorized."),
    fix=_TESTED,
)

RSN032: Final = Code(
    code="RSN032",
    title="a test says one thing twice",
    why="A test has one clock and one request, and names a fact once. Of two that differ, the reader could not tell "
    "which of them counts.",
    example=_PROGRAM + _test("without approval.", "without approval.", 'expect unknown ready("1.4.0").'),
    fix=_PROGRAM + _test("without approval.", 'expect unknown ready("1.4.0").'),
)

RSN033: Final = Code(
    code="RSN033",
    title="the request of a test cannot be read",
    why="`given request` names a JSON file in the folder of the program: an action request, or an object of its "
    "`mission` and its `action` alone. The policy of a request is not read; the one under test takes its place.",
)

RSN034: Final = Code(
    code="RSN034",
    title="a test of an action policy has no request",
    why="An action policy answers for one exact action, so a test must say for which.",
    example=_POLICY + _test("expect insufficient."),
    fix=_POLICY + _test('given request "action.json".', "expect insufficient."),
)

RSN035: Final = Code(
    code="RSN035",
    title="an expectation can never be met",
    why="What is unknown has no proof that could rest on facts, and what has a proof lacks nothing. The test would "
    "fail whatever the program says.",
    example=_PROGRAM + _test('expect unknown ready("1.5.0") because approval.'),
    fix=_PROGRAM + _test('expect unknown ready("1.5.0") missing approved("1.5.0").'),
)

RSN310: Final = Code(
    code="RSN310",
    title="a test moves a clock that its program does not have",
    why="In a program without an evaluation time facts have no times, and nothing would change.",
    example=_PROGRAM + _test("at 2026-08-14T12:00:00Z.", _PROVED),
    fix=_TESTED,
)

CODES: Final = (RSN028, RSN029, RSN030, RSN031, RSN032, RSN033, RSN034, RSN035, RSN310)
