"""A counterexample as a `test` block that a program can be given, and that passes where the convention is off."""

from collections.abc import Collection, Iterable, Iterator
from typing import Final

from bridge.reason.authorization import AuthorizationStatus
from bridge.reason.check import evaluate
from bridge.reason.model import MODEL_JUDGED, SYSTEM_BOUND, Atom, Fact, Program
from bridge.reason.program_tests import POLICY_OUTCOMES, left
from bridge.reason.result import CheckResult, NodeKind
from bridge.reason.syntax.printer import fact_source, literal_source
from bridge.reason.syntax.spelling import name, string
from bridge.testing.guarantees.laws import Violation
from bridge.testing.guarantees.search import Counterexample
from bridge.testing.guarantees.subject import Case, Subject

_VERDICTS: Final = {status: word for word, status in POLICY_OUTCOMES.items()}
_ALONE: Final = ", without the answers"


def blocks(subject: Subject, found: Counterexample, *, request: str, taken: Collection[str] = ()) -> str:
    """The test that shows what the answers do, and, where it differs, the one that shows what is so without them.

    Args:
        subject: what was searched.
        found: what breaks a guarantee.
        request: the name of the file that holds the request, of an action policy.
        taken: the names of the tests that the program has already.
    """
    case, violation = found.case, found.violation
    title = _free(f"{violation.guarantee}: {literal_source(violation.atom)}", taken)
    shown_ = _block(subject, case, violation, title, request)
    alone = unanswered(subject, case)
    if alone is None:
        return shown_
    before, after = (_expected(subject, one, violation) for one in (alone, case))
    if before == after:
        return shown_
    return f"{shown_}\n{_block(subject, alone, violation, title + _ALONE, request)}"


def _free(title: str, taken: Collection[str]) -> str:
    """A title that, with and without what is added to it, no test has yet."""
    titles = (title, *(f"{title} ({number})" for number in range(2, len(taken) + 3)))
    return next(one for one in titles if one not in taken and one + _ALONE not in taken)


def unanswered(subject: Subject, case: Case) -> Case | None:
    """The case without what judges say in it; None where they say nothing, or nothing valid is left."""
    own = [fact.id for fact in subject.stated.facts if fact.authority == MODEL_JUDGED and fact.id not in case.without]
    answers = {fact.id for fact in case.said if fact.authority == MODEL_JUDGED}
    if not own and not answers:
        return None
    alone = case._replace(said=tuple(left(case.said, {*own, *answers})), without=case.without | set(own))
    return alone if subject.program(alone) is not None else None


def result_of(subject: Subject, case: Case, atom: Atom) -> CheckResult:
    """What a valid case says of an atom, with its proofs.

    Raises:
        ValueError: the case is not valid.
    """
    program = subject.program(case)
    if program is None:
        raise ValueError("the case is not valid")
    return evaluate(program._replace(query=atom))


def _block(subject: Subject, case: Case, violation: Violation, title: str, request: str) -> str:
    steps = [*_steps(subject, case, request), f"expect {_expected(subject, case, violation)}."]
    lines = (line for step in steps for line in step.split("\n"))
    return "".join(f"{line}\n" for line in (f"test {string(title)} {{", *(f"  {line}" for line in lines), "}"))


def _steps(subject: Subject, case: Case, request: str) -> Iterator[str]:
    if case.asked is not None:
        yield f"given request {string(request)}."
    elif isinstance(subject.stated, Program) and case.at != subject.stated.evaluation_time:
        yield f"at {case.at}."
    if case.without:
        yield f"without {_names(sorted(case.without))}."
    # One that supersedes another stands after it, as it was said after it.
    for fact in sorted(case.said, key=lambda fact: fact.observed_at or ""):
        yield f"given {fact_source(_told(fact, case))}"


def _told(fact: Fact, case: Case) -> Fact:
    """The fact without the time that a test gives it by itself."""
    return fact._replace(observed_at=None) if fact.observed_at == case.at else fact


def _expected(subject: Subject, case: Case, violation: Violation) -> str:
    if case.asked is not None:
        status = AuthorizationStatus.of(result_of(subject, case, _asked(subject, case)).status)
        return _VERDICTS[status]
    result = result_of(subject, case, violation.atom)
    leaves = _leaves(result)
    because = f" because {_names(leaves)}" if leaves else ""
    return f"{result.status} {literal_source(violation.atom)}{because}"


def _asked(subject: Subject, case: Case) -> Atom:
    program = subject.program(case)
    return subject.plain.query if program is None else program.query


def _leaves(result: CheckResult) -> list[str]:
    proofs = [proof for proof in (result.proof, result.disproof) if proof is not None]
    facts = [node for proof in proofs for node in proof.nodes if node.kind is NodeKind.FACT]
    return sorted({node.source_id or "" for node in facts if node.authority != SYSTEM_BOUND})


def _names(names: Iterable[str]) -> str:
    return ", ".join(map(name, names))
