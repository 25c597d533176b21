"""``use questions "rubric.yaml"``: a program declares what a rubric asks, and its verdict."""

import pytest

from tests.cli.conftest import Run
from tests.cli.shell import Shell
from tests.unit.rubrics.building import TEXT

HEAD = """\
ontology "notes" version "1".
use questions "note.yaml".
authority model-judged, human-authorized.
admit only model-judged for judged_*.
admit human-authorized by default.
predicate fit(note: string).
query fit("n-1").
"""


@pytest.fixture
def program(shell: Shell) -> str:
    shell.write("note.yaml", TEXT)
    return shell.write("fit.reason", HEAD + 'rule unfit: not fit($n) if judged_score.clarity($n, >= "1").\n')


def refusals(rbridge: Run) -> list[str]:
    """The problems of the program, as they are printed."""
    done = rbridge("reason", "compile", "fit.reason")
    assert (done.code, "Traceback" in done.err) == (1, False)
    return [line for line in done.err.splitlines() if line.startswith("error[")]


def test_each_question_and_the_verdict_is_a_predicate(rbridge: Run, program: str) -> None:
    compiled = rbridge("reason", "compile", program)
    declared = compiled.document["ontology"]["predicates"]
    judged = {"judged_profile.kind", "judged_score.clarity", "judged_screen.fit", "judged_verdict"}
    assert {name for name in declared if name.startswith("judged_")} == judged


def test_levels_are_ordered(rbridge: Run, program: str) -> None:
    rules = rbridge("reason", "compile", program).document["rules"]
    assert [rule["when"][0]["arguments"][1] for rule in rules] == ["1", "2"]


@pytest.mark.parametrize(
    ("literal", "says"),
    [
        ('judged_verdict($n, "passed")', "passed"),
        ('judged_profile.kind($n, "fixes")', "fixes"),
        ('judged_profile.kind($n, >= "fix")', "order"),
        ('judged_score.clarity($n, "plain")', "plain"),
    ],
)
def test_an_answer_that_cannot_be_given_is_refused(
    rbridge: Run, shell: Shell, program: str, literal: str, says: str
) -> None:
    shell.write(program, HEAD + f"rule unfit: not fit($n) if {literal}.\n")
    assert any(says in line for line in refusals(rbridge))


def test_every_problem_of_the_rubric_is_shown_at_the_use_and_where_it_stands(
    rbridge: Run, shell: Shell, program: str
) -> None:
    shell.write("note.yaml", TEXT.replace("stakes: write", "stakes: x").replace("answer: screen.fit", "answer: fit"))
    found = refusals(rbridge)
    assert [line.split(":")[1].strip() for line in found] == ["RUB109", "RUB125"]
    shown = rbridge("reason", "compile", program).err
    assert ("fit.reason:2:15" in shown, "note.yaml:4:9" in shown) == (True, True)


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (TEXT.replace("screen.fit", "verdict"), "called 'verdict'"),
        ("", "must be a YAML mapping"),
        ("a: [", "RUB101"),
        ("{}", "RUB106"),
        (b"\xff", "not UTF-8"),
        ("x" * 2_000_000, "limit"),
    ],
)
def test_what_is_no_rubric_is_said_at_the_use(
    rbridge: Run, shell: Shell, program: str, content: object, says: str
) -> None:
    shell.write("note.yaml", content)
    assert any(says in line for line in refusals(rbridge))


def test_a_rubric_outside_the_root_is_not_read(rbridge: Run, shell: Shell, program: str) -> None:
    shell.write("inner/fit.reason", HEAD.replace("note.yaml", "../note.yaml"))
    done = rbridge("reason", "compile", "inner/fit.reason")
    assert (done.code, "outside" in done.err) == (1, True)


def test_a_rubric_is_neither_facts_nor_a_library(rbridge: Run, shell: Shell, program: str) -> None:
    for use in ('use facts "note.yaml".', 'use "note.yaml".'):
        shell.write(program, HEAD.replace('use questions "note.yaml".', use))
        assert refusals(rbridge)


def test_a_rubric_whose_threshold_is_never_reached_still_declares_its_questions(
    rbridge: Run, shell: Shell, program: str
) -> None:
    shell.write("note.yaml", TEXT.replace("value: 1.5", "value: 9"))
    assert rbridge("reason", "compile", program).code == 0


def test_a_rubric_that_ships_is_named_and_one_that_does_not_is_told_from_those(
    rbridge: Run, shell: Shell, program: str
) -> None:
    shipped = HEAD.replace("note.yaml", "bridge:rubrics/agent-trajectory")
    shell.write(program, shipped + 'rule unfit: not fit($n) if judged_locate.looping($n, "yes").\n')
    assert rbridge("reason", "compile", program).code == 0
    shell.write(program, HEAD.replace("note.yaml", "bridge:rubrics/nothing"))
    assert "no bundled rubric bridge:rubrics/nothing" in refusals(rbridge)[0]


def test_lint_and_the_formatter_take_it(rbridge: Run, shell: Shell, program: str) -> None:
    assert rbridge("reason", "lint", program).code in (0, 1)
    assert rbridge("reason", "fmt", "--check", program).code == 0
    shell.write("note.yaml", "a: [")
    broken = rbridge("reason", "lint", program, "--format", "json")
    assert {one["code"] for file in broken.document["files"] for one in file["findings"]} == {"RSN015"}
