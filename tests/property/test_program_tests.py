"""Tests of programs: one made of what a program really answers passes, one that says anything else fails."""

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from bridge.core.diagnostics import ProgramRefused
from bridge.reason.check import check
from bridge.reason.model import Atom, Fact, Program
from bridge.reason.result import CheckResult, NodeKind, Status
from bridge.reason.syntax.printer import _atom as spelled_atom
from bridge.reason.syntax.printer import _fact as spelled_fact
from bridge.reason.syntax.printer import decompile
from bridge.reason.syntax.spelling import name as spelled
from bridge.reason.validate import problems
from bridge.testing.strategies import programs as small
from bridge.testing.strategies.vocabulary import EVALUATION_TIME, NOT_YET, OBSERVED
from bridge.workflows.program_tests import Choice, Coverage, TestOutcome, run, run_loaded
from bridge.workflows.programs import Loaded, parse

DATA = st.data()


def leaves(result: CheckResult) -> list[str]:
    sides = [proof for proof in (result.proof, result.disproof) if proof is not None]
    return sorted({str(node.source_id) for side in sides for node in side.nodes if node.kind is NodeKind.FACT})


def literals(program: Program) -> list[Atom]:
    """The query, and what the facts say, each with its complement."""
    atoms = [program.query, *(fact.atom for fact in program.facts)]
    return [sign for atom in atoms for sign in (atom, atom.complement())]


def expectation(status: Status, atom: Atom, because: list[str], missing: list[Atom]) -> str:
    reasons = f" because {', '.join(map(spelled, because))}" if because else ""
    lacking = "".join(f" missing {spelled_atom(one)}" for one in missing)
    return f"  expect {status} {spelled_atom(atom)}{reasons}{lacking}."


def truth(program: Program, atom: Atom) -> str:
    """What the program answers, as an expectation."""
    result = check(program._replace(query=atom))
    # The kernel types no variables, so that it may miss what could not even be said.
    said = [one for one in result.missing if not problems(program._replace(query=one))]
    return expectation(result.status, atom, leaves(result), said)


def block(name: str, *steps: str) -> str:
    return "\n".join([f'test "{name}" {{', *steps, "}", ""])


def loaded(program: Program, *blocks: str) -> Loaded:
    return parse("\n".join([decompile(program), *blocks]).encode(), name="main.reason")


def outcomes(loaded: Loaded) -> dict[str, TestOutcome]:
    return {test.name: run(test, loaded, convention=False)[0] for test in loaded.tests}


def summary(loaded: Loaded) -> dict[str, tuple[object, ...]]:
    """What became of each test, wherever it stands."""
    return {
        name: (test.standing, *((one.got, one.because, one.not_missing, one.proof) for one in test.expectations))
        for name, test in outcomes(loaded).items()
    }


def standing(program: Program, *steps: str) -> str:
    return outcomes(loaded(program, block("t", *steps)))["t"].standing


@given(small.programs())
@settings(max_examples=25)
def test_what_a_program_answers_is_what_its_tests_may_expect(program: Program) -> None:
    assert standing(program, *(truth(program, atom) for atom in literals(program))) == "passed"


@given(small.programs(), DATA)
@settings(max_examples=25)
def test_any_other_answer_fails(program: Program, data: st.DataObject) -> None:
    atom = data.draw(st.sampled_from(literals(program)))
    result = check(program._replace(query=atom))
    other = data.draw(st.sampled_from([status for status in Status if status is not result.status]))
    assert standing(program, expectation(other, atom, [], [])) == "failed"


@given(small.programs(), DATA)
@settings(max_examples=25)
def test_leaf_facts_are_neither_more_nor_fewer(program: Program, data: st.DataObject) -> None:
    atom = data.draw(st.sampled_from(literals(program)))
    result = check(program._replace(query=atom))
    assume(result.status is not Status.UNKNOWN and leaves(result))
    changed = set(leaves(result)) ^ {data.draw(st.sampled_from([fact.id for fact in program.facts]))}
    assume(changed)
    assert standing(program, expectation(result.status, atom, sorted(changed), [])) == "failed"


@given(small.programs(), DATA)
@settings(max_examples=15)
def test_a_fact_that_is_taken_out_and_given_again_makes_no_difference(program: Program, data: st.DataObject) -> None:
    assume(program.facts)
    fact: Fact = data.draw(st.sampled_from(program.facts))
    superseded = any(fact.id in other.supersedes for other in program.facts)
    assume(not superseded)
    atom = data.draw(st.sampled_from(literals(program)))
    steps = [f"  without {spelled(fact.id)}.", f"  given {spelled_fact(fact)}", truth(program, atom)]
    assert standing(program, *steps) == "passed"


@given(small.programs(), DATA)
@settings(max_examples=15)
def test_a_test_that_is_added_and_the_order_of_tests_change_no_outcome(program: Program, data: st.DataObject) -> None:
    atoms = literals(program)
    blocks = [block(f"{n}", truth(program, atom)) for n, atom in enumerate(atoms)]
    blocks.append(block("wrong", expectation(Status.INCONSISTENT, atoms[0], [], [])))
    shuffled = data.draw(st.permutations(blocks))
    first = summary(loaded(program, *blocks))
    assert summary(loaded(program, *shuffled)) == first
    assert summary(loaded(program, blocks[0]))["0"] == first["0"]


@given(small.programs())
@settings(max_examples=15)
def test_several_tests_exercise_what_each_of_them_does(program: Program) -> None:
    atoms = literals(program)
    steps = [[f"  without {spelled(fact.id)}."] for fact in program.facts] or [[]]
    asked = [atoms[n % len(atoms)] for n in range(len(steps))]
    blocks = [
        block(f"<{n}>", *step, expectation(Status.UNKNOWN, atom, [], []))
        for n, (step, atom) in enumerate(zip(steps, asked, strict=True))
    ]
    tested = loaded(program, *blocks)
    together = covered(tested)
    assert together == Coverage.union(covered(tested, only=f"<{n}>") for n in range(len(blocks)))
    assert together.exercised <= set(together.items)


def covered(loaded: Loaded, only: str | None = None) -> Coverage:
    return run_loaded(loaded, Choice(pattern=only, convention=False, coverage=True)).coverage


TIMES = st.sampled_from([EVALUATION_TIME, *OBSERVED, NOT_YET, "2026-08-14T11:59:59Z", "2027-01-01T00:00:00Z"])


@st.composite
def arranged(draw: st.DrawFn, program: Program) -> tuple[list[str], Program]:
    """Steps that take facts out, give others and move the clock, and the program that they mean."""
    out = draw(st.sets(st.sampled_from([fact.id for fact in program.facts]))) if program.facts else set()
    clock = draw(st.none() | TIMES) if program.temporal else None
    kept = [one._replace(supersedes=tuple(set(one.supersedes) - out)) for one in program.facts if one.id not in out]
    more: list[Fact] = []
    for number in range(draw(st.integers(0, 2))):
        atom = draw(st.sampled_from(literals(program)))
        fact = Fact(f"more_{number}", *atom[:2], draw(st.sampled_from(program.authority.classes)), atom.negated)
        if program.temporal:
            about = [one.id for one in kept if one.predicate == atom.predicate and one.arguments == atom.arguments]
            targets = draw(st.lists(st.sampled_from(about), max_size=1)) if about else []
            fact = fact._replace(observed_at=draw(TIMES), supersedes=tuple(targets))
        more.append(fact)
    steps = [f"  without {', '.join(map(spelled, sorted(out)))}."] if out else []
    steps += [f"  given {spelled_fact(fact)}" for fact in more]
    steps += [f"  at {clock}."] if clock else []
    at = clock or program.evaluation_time
    return steps, program._replace(facts=(*kept, *more), evaluation_time=at)


@given(small.programs(), DATA)
@settings(max_examples=80)
def test_a_test_compiles_exactly_when_its_program_makes_sense(program: Program, data: st.DataObject) -> None:
    steps, meant = data.draw(arranged(program))
    asked = [block("t", *steps, expectation(Status.UNKNOWN, program.query, [], []))]
    try:
        tested = loaded(program, *asked)
    except ProgramRefused:
        assert problems(meant)
        return
    assert problems(meant) == []
    assert standing(program, *steps, truth(meant, program.query)) == "passed"
    assert outcomes(tested)["t"].standing != "refused"
