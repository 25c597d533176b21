"""Running the tests of programs: what is found, what each outcome says, and what counts as exercised."""

import json
from pathlib import Path

import pytest

from bridge.errors import InputError
from bridge.workflows.program_tests import Choice, FileOutcome, Report, TestOutcome, run_tests

PROGRAM = """\
ontology "release" version "1".
evaluate at 2026-08-14T12:00:00Z.
authority agent-proposed, tool-reported, human-authorized, model-judged.
admit human-authorized by default.
admit only tool-reported, human-authorized for tested.
admit only model-judged for judged_*.
admit nothing for ready.
predicate tested(commit: string).
predicate approved(commit: string).
predicate judged_risk(commit: string, level: "low" < "medium" < "high").
predicate ready(commit: string).
fact tests: tested("abc") from tool-reported observed 2026-08-14T11:00:00Z.
fact approval: approved("abc") from human-authorized
  observed 2026-08-14T11:00:00Z valid until 2026-08-14T16:00:00Z.
rule allow: ready($c) if tested($c), approved($c), judged_risk($c, "low").
rule veto: not ready($c) if tested($c), judged_risk($c, >= "medium").
query ready("abc").
"""
LOW = 'given fact j: judged_risk("abc", "low") from model-judged.'
HIGH = 'given fact j: judged_risk("abc", "high") from model-judged.'
POLICY = """\
action policy "gate" version "1".
authority agent-proposed, human-authorized.
admit human-authorized by default.
predicate allowed(tool: string).
predicate forbidden(tool: string).
rule permit: action_authorized($a) if action_tool($a, $t), allowed($t).
rule forbid: not action_authorized($a) if action_tool($a, $t), forbidden($t).
"""
REQUEST = {
    "mission": {
        "id": "m",
        "principal": "user:ana",
        "instruction_digest": "sha256:" + "0" * 64,
        "issued_at": "2026-08-14T11:00:00Z",
        "constraints": {},
    },
    "action": {
        "id": "act",
        "tool": "Bash",
        "proposed_at": "2026-08-14T12:00:00Z",
        "arguments": {"command": "ls"},
        "effects": [],
    },
}


def block(name: str, *steps: str) -> str:
    return "\n".join([f'test "{name}" {{', *steps, "}", ""])


def report(folder: Path, text: str, choice: Choice = Choice(coverage=True)) -> Report:  # noqa: B008 - frozen
    (folder / "main.reason").write_text(text)
    (folder / "act.json").write_text(json.dumps(REQUEST))
    return run_tests([str(folder)], choice)


def ran(folder: Path, *steps: str, program: str = PROGRAM, convention: bool = True) -> TestOutcome:
    (file,) = report(folder, program + block("t", *steps), Choice(convention=convention)).files
    assert file.refusal is None, file.refusal
    return file.tests[0]


# Answers


@pytest.mark.parametrize(
    "steps",
    [
        (LOW, 'expect proved ready("abc") because approval, j, tests.'),
        (HIGH, 'expect disproved ready("abc") because j, tests.'),
        (HIGH, 'expect proved not ready("abc") because j, tests.'),
        (LOW, HIGH.replace("j:", "k:"), 'expect inconsistent ready("abc") because approval, j, k, tests.'),
        ('expect unknown ready("abc") missing judged_risk("abc", "low").',),
        ('without approval.\nexpect unknown approved("abc") missing approved("abc").',),
        ('expect unknown approved("xyz") missing approved("xyz").',),
        (LOW, 'without tests.\nexpect unknown ready("abc") missing tested("abc").'),
        (LOW, "at 2026-08-14T16:00:00Z.", 'expect unknown ready("abc") missing approved("abc").'),
        (HIGH, 'expect disproved ready("abc") missing judged_risk("abc", "low").'),
        ('expect proved tested("abc") because tests.',),
        (
            'given fact taken_back: not tested("abc") from human-authorized supersedes tests.',
            'expect disproved tested("abc") because taken_back.',
        ),
        ('given fact forged: ready("abc") from agent-proposed.', 'expect unknown ready("abc").'),
    ],
)
def test_what_is_so_may_be_expected(tmp_path: Path, steps: tuple[str, ...]) -> None:
    assert ran(tmp_path, *steps).standing == "passed"


def test_every_expectation_is_held_to_what_came(tmp_path: Path) -> None:
    test = ran(
        tmp_path,
        LOW,
        'expect proved ready("abc") because approval, j.',
        'expect disproved ready("abc").',
        'expect proved ready("abc").',
        'expect unknown ready("xyz") missing approved("abc") missing approved("xyz").',
    )
    first, second, third, fourth = test.expectations
    assert (first.passed, first.unlisted, first.unused) == (False, ("tests",), ())
    assert (second.passed, second.got, second.unlisted) == (False, "proved", ())
    assert third.passed
    assert [atom.arguments for atom in fourth.not_missing] == [("abc",)]
    assert test.standing == "failed"


def test_what_failed_says_what_is_missing_and_whose_word_would_do(tmp_path: Path) -> None:
    (one,) = ran(tmp_path, "without tests.", 'expect proved ready("abc").').expectations
    assert [(need.rule_id, need.atom.predicate, need.admitted) for need in one.needs] == [
        ("allow", "tested", ("human-authorized", "tool-reported")),
        ("allow", "judged_risk", ("model-judged",)),
    ]


def test_what_failed_shows_its_proof_from_the_root(tmp_path: Path) -> None:
    (one,) = ran(tmp_path, LOW, 'expect unknown ready("abc").').expectations
    assert [(line.side, line.depth, line.source_id, line.authority) for line in one.proof] == [
        ("for", 0, "allow", None),
        ("for", 1, "tests", "tool-reported"),
        ("for", 1, "approval", "human-authorized"),
        ("for", 1, "j", "model-judged"),
    ]


def test_a_place_where_anything_would_do_is_missing_for_any_constant(tmp_path: Path) -> None:
    program = PROGRAM.replace("rule veto", 'rule some: ready("any") if approved($c), not tested($c).\nrule veto')
    program = program.replace(
        "query", 'fact nay: not tested("zzz") from tool-reported observed 2026-08-14T11:00:00Z.\nquery'
    )
    missing = 'expect unknown ready("any") missing approved("{}").'
    gone = "without approval."
    assert ran(tmp_path, gone, missing.format("whatever"), program=program).standing == "passed"


# Action policies


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ('given fact a: allowed("Bash") from human-authorized.', "authorized because a"),
        ('given fact f: forbidden("Bash") from human-authorized.', "denied because f"),
        (
            """given fact a: allowed("Bash") from human-authorized.
               given fact f: forbidden("Bash") from human-authorized.""",
            "conflicted because a, f",
        ),
        ('given fact a: allowed("Bash") from agent-proposed.', 'insufficient missing allowed("Bash")'),
        ('given fact a: allowed("Read") from human-authorized.', 'insufficient missing allowed("Bash")'),
        (
            'given fact a: allowed("Bash") from human-authorized observed 2026-08-14T12:00:01Z.',
            'insufficient missing allowed("Bash")',
        ),
    ],
)
def test_a_policy_is_asked_about_the_action_of_the_request(tmp_path: Path, given: str, expected: str) -> None:
    assert ran(tmp_path, 'given request "act.json".', given, f"expect {expected}.", program=POLICY).standing == (
        "passed"
    )


def test_what_the_request_binds_need_not_be_listed(tmp_path: Path) -> None:
    steps = ('given request "act.json".', 'given fact a: allowed("Bash") from human-authorized.')
    (one,) = ran(tmp_path, *steps, "expect denied.", program=POLICY).expectations
    assert one.because == ("a",)
    assert [line.source_id for line in one.proof] == ["permit", "zerker.action.binding.action.tool", "a"]


# What cannot be run


def test_a_test_that_breaks_the_convention_is_refused_at_its_fact(tmp_path: Path) -> None:
    program = PROGRAM.replace("admit only model-judged for", "admit only model-judged, human-authorized for")
    program += 'fact said: judged_risk("abc", "low") from human-authorized observed 2026-08-14T11:30:00Z.\n'
    steps = (
        "without approval.",
        'given fact j: not judged_risk("abc", "low") from model-judged supersedes said.',
        'expect unknown ready("abc").',
    )
    test = ran(tmp_path, *steps, program=program)
    assert test.standing == "refused"
    assert test.refusal is not None
    (diagnostic,) = test.refusal.diagnostics
    assert diagnostic.code == "RSN106"
    assert diagnostic.span is not None
    assert diagnostic.span.source.text[diagnostic.span.start : diagnostic.span.end] == "j"
    assert ran(tmp_path, *steps, program=program, convention=False).standing == "passed"


def test_a_file_that_does_not_compile_is_refused_and_the_others_run(tmp_path: Path) -> None:
    (tmp_path / "broken.reason").write_text("perhaps.\n")
    broken, main = report(tmp_path, PROGRAM + block("t", LOW, 'expect proved ready("abc").')).files
    assert broken.refusal is not None
    assert main.passed


def test_a_program_that_asks_nothing_by_itself_is_tested_all_the_same(tmp_path: Path) -> None:
    program = PROGRAM.replace('query ready("abc").\n', "")
    assert ran(tmp_path, LOW, 'expect proved ready("abc").', program=program).standing == "passed"


# Files


def test_folders_are_searched_in_order_and_hidden_ones_left_alone(tmp_path: Path) -> None:
    text = PROGRAM + block("t", LOW, 'expect proved ready("abc").')
    for name in ("b/x.reason", "a/z/y.reason", "a-b.reason", ".venv/z.reason", "a/.h.reason", "a/x.json"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    found = run_tests([str(tmp_path), str(tmp_path / "b")]).files
    assert [Path(file.name).relative_to(tmp_path).as_posix() for file in found] == [
        "a/z/y.reason",
        "a-b.reason",
        "b/x.reason",
    ]


def test_the_tests_of_a_library_are_refused_and_a_library_without_is_passed_over(tmp_path: Path) -> None:
    (tmp_path / "lib.reason").write_text("predicate p().\n")
    assert [
        Path(file.name).name for file in report(tmp_path, PROGRAM + block("t", 'expect unknown ready("x").')).files
    ] == ["main.reason"]
    (tmp_path / "lib.reason").write_text("predicate p().\n" + block("in a library", "expect unknown p()."))
    library, _ = run_tests([str(tmp_path)]).files
    assert library.refusal is not None
    assert [(one.code, str(one.span).split(":")[-2:]) for one in library.refusal.diagnostics] == [
        ("RSN009", ["2", "6"])
    ]


@pytest.mark.parametrize(
    ("names", "says"),
    [(["nothing"], "is not there"), (["notes.txt"], "no .reason source"), (["empty"], "no .reason source was found")],
)
def test_nothing_to_test_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, names: list[str], says: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "notes.txt").touch()
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError, match=says):
        run_tests(names)


def test_no_test_is_an_error_and_no_test_of_a_name_another(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no test was found in 1 file"):
        report(tmp_path, PROGRAM)
    with pytest.raises(InputError, match="none of 1 tests"):
        report(tmp_path, PROGRAM + block("t", 'expect unknown ready("x").'), Choice(pattern="other"))


@pytest.mark.parametrize(
    ("pattern", "taken"),
    [("LOW", ["a low risk"]), ("a*risk", ["a low risk", "a high risk"]), ("[x]", ["odd [x]"]), (None, None)],
)
def test_tests_are_chosen_by_name(tmp_path: Path, pattern: str | None, taken: list[str] | None) -> None:
    names = ["a low risk", "a high risk", "odd [x]"]
    text = PROGRAM + "".join(block(name, 'expect unknown ready("x").') for name in names)
    (file,) = report(tmp_path, text, Choice(pattern=pattern)).files
    assert [test.name for test in file.tests] == (names if taken is None else taken)


# Coverage


def unexercised(report: Report) -> list[str]:
    assert report.coverage is not None
    return [item.name for item in report.coverage.unexercised]


ALL = [
    "human-authorized by default",
    "human-authorized for tested",
    "tool-reported for tested",
    "model-judged for judged_risk",
    "nothing for ready",
    "allow",
    "veto@high",
    "veto@medium",
]


@pytest.mark.parametrize(
    ("steps", "exercised"),
    [
        (('expect unknown ready("abc").',), set()),
        (('expect proved tested("abc").',), {"tool-reported for tested"}),
        (
            (LOW, 'expect proved ready("abc").'),
            {"allow", "tool-reported for tested", "human-authorized by default", "model-judged for judged_risk"},
        ),
        (
            (HIGH, 'expect proved tested("no").'),
            {"veto@high", "tool-reported for tested", "model-judged for judged_risk"},
        ),
        (('given fact f: ready("abc") from agent-proposed.', 'expect unknown ready("abc").'), {"nothing for ready"}),
    ],
)
def test_what_a_test_exercises(tmp_path: Path, steps: tuple[str, ...], exercised: set[str]) -> None:
    left = unexercised(report(tmp_path, PROGRAM + block("t", *steps)))
    assert left == [name for name in ALL if name not in exercised]


def test_a_rule_is_exercised_though_another_concludes_the_same_first(tmp_path: Path) -> None:
    program = PROGRAM.replace(
        "rule veto", "rule zz: ready($c) if tested($c), approved($c), judged_risk($c, _).\nrule veto"
    )
    assert "zz" not in unexercised(report(tmp_path, program + block("t", LOW, 'expect proved ready("abc").')))


def test_a_default_that_governs_no_predicate_is_not_counted(tmp_path: Path) -> None:
    program = PROGRAM.replace("admit nothing", "admit only human-authorized for approved.\nadmit nothing")
    assert not [
        name
        for name in unexercised(report(tmp_path, program + block("t", LOW, 'expect unknown ready("x").')))
        if "default" in name
    ]


def test_a_program_without_tests_is_untested_and_counts(tmp_path: Path) -> None:
    (tmp_path / "other.reason").write_text(PROGRAM)
    found = report(tmp_path, PROGRAM + block("t", LOW, 'expect proved ready("abc").'))
    assert [Path(name).name for name in found.untested] == ["other.reason"]
    assert found.coverage is not None
    assert len(found.coverage.items) == 2 * len(ALL)
    assert found.coverage.tenths == 250


def test_what_a_library_states_counts_once_for_all_that_use_it(tmp_path: Path) -> None:
    (tmp_path / "lib.reason").write_text("rule shared: ready($c) if approved($c), judged_risk($c, _), tested($c).\n")
    (tmp_path / "other.reason").write_text(PROGRAM + 'use "lib.reason".\n' + block("u", 'expect unknown ready("x").'))
    used = report(tmp_path, PROGRAM + 'use "lib.reason".\n' + block("t", LOW, 'expect proved ready("abc").'))
    assert used.coverage is not None
    assert [item.file for item in used.coverage.items if item.name == "shared"] == [str(tmp_path / "lib.reason")]
    assert "shared" not in unexercised(used)


@pytest.mark.parametrize(("least", "enough"), [(0, True), (50, True), (50.1, False), (100, False)])
def test_too_little_coverage_fails(tmp_path: Path, least: float, enough: bool) -> None:
    (tmp_path / "main.reason").write_text(PROGRAM + block("t", LOW, 'expect proved ready("abc").'))
    found = run_tests([str(tmp_path)], Choice(coverage=True), fail_under=least)
    assert (found.covered, found.passed) == (enough, enough)


# Processes


def test_how_many_processes_there_are_makes_no_difference(tmp_path: Path) -> None:
    blocks = "".join(block(f"t{n}", LOW, f'expect proved ready("{"abc" if n % 3 else "no"}").') for n in range(230))
    (tmp_path / "many.reason").write_text(PROGRAM + blocks)
    (tmp_path / "one.reason").write_text(PROGRAM + block("t", HIGH, 'expect disproved ready("abc").'))
    (tmp_path / "broken.reason").write_text("perhaps.\n")
    choice = Choice(coverage=True)
    steps: list[FileOutcome] = []
    several = run_tests([str(tmp_path)], choice, jobs=2, step=steps.append)
    assert several == run_tests([str(tmp_path)], choice, jobs=1)
    assert len(steps) == 3
