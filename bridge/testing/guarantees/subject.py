"""What is searched: a program or an action policy, and what it is with one set of facts, answers and one request."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Final, NamedTuple

from bridge.admission.analysis import analyse
from bridge.admission.rsn106 import find as judge_unmakes_a_person
from bridge.admission.strike import strike
from bridge.errors import ProgramInvalid
from bridge.reason.action import effective_program, validate_request
from bridge.reason.action.reserved import PREDICATES, authorized
from bridge.reason.answers import Answers
from bridge.reason.model import (
    ACTION_V1,
    PROGRAM_V2,
    SYSTEM_BOUND,
    ActionRequest,
    Fact,
    PolicyTemplate,
    Program,
)
from bridge.reason.program_tests import AskedAction, left
from bridge.reason.validate import validate
from bridge.testing.guarantees.laws import Violation, first_violation
from bridge.testing.guarantees.vocabulary import Vocabulary
from bridge.testing.guarantees.world import Opinion, World

NO_ANSWERS: Final[Answers] = {}


class Case(NamedTuple):
    """One set of facts and answers.

    Args:
        said: facts and answers that are added to those of the program.
        without: the ids of facts of the program that are taken out.
        at: the evaluation time; of an action that of its request, None where facts have no times.
        asked: what an action policy is asked; None of a program.
    """

    said: tuple[Fact, ...] = ()
    without: frozenset[str] = frozenset()
    at: str | None = None
    asked: AskedAction | None = None


class Subject:
    """A program or an action policy.

    Args:
        stated: what is searched.
        answers: the closed sets of its arguments, as its source declares them.
        asked: what an action policy may be asked, at least one; nothing of a program.
        fixed: whether the one request is given, and to be left as it is.
        convention: leave out sets that the convention refuses, those in which a judge supersedes a person (RSN106).
    """

    def __init__(
        self,
        stated: Program | PolicyTemplate,
        *,
        answers: Answers = NO_ANSWERS,
        asked: Sequence[AskedAction] = (),
        fixed: bool = False,
        convention: bool = True,
    ) -> None:
        self.stated = stated
        self.fixed = fixed
        self.asked: tuple[AskedAction | None, ...] = tuple(asked) or (None,)
        self.plain = self._bound(Case(asked=self.asked[0], at=self.times(self.asked[0])[0]))
        self.vocabulary = Vocabulary(self.plain, answers)
        self._convention = convention
        self._opinion = self._settled()

    def times(self, asked: AskedAction | None) -> tuple[str | None, ...]:
        """When it may be evaluated: at its own time first, then where a fact of it begins or ceases to hold."""
        if asked is not None:
            return (asked.at,)
        if isinstance(self.stated, PolicyTemplate) or not self.stated.temporal:
            return (None,)
        edges = {time for fact in self.stated.facts for time in (fact.observed_at, fact.valid_from, fact.valid_until)}
        return (self.stated.evaluation_time, *sorted(edges - {None, self.stated.evaluation_time}, key=str))

    @property
    def temporal(self) -> bool:
        """Whether facts have times."""
        return self.plain.temporal

    @cached_property
    def speakers(self) -> Mapping[str, tuple[str, ...]]:
        """By predicate, who may say a fact over it; a request's own predicates are not among them."""
        program, reserved = self.plain, PREDICATES if self.asked[0] is not None else {}
        return {
            name: tuple(one for one in program.authority.admitted(name) if one != SYSTEM_BOUND)
            for name in sorted(program.ontology.predicates)
            if name not in reserved and program.authority.admitted(name)
        }

    def require_valid(self) -> Program:
        """The program without anything said or taken out; of an action policy the effective one.

        Raises:
            ProgramInvalid: a kernel would refuse it.
        """
        asked = self.asked[0]
        return self._valid(Case(asked=asked, at=self.times(asked)[0]))

    def program(self, case: Case) -> Program | None:
        """The program that would run, of an action the effective one; None where a kernel would refuse it."""
        try:
            return self._valid(case)
        except ProgramInvalid:
            return None

    def request(self, case: Case) -> ActionRequest | None:
        """The request of a case; None of a program."""
        return None if case.asked is None else self._request(case, self._stated(case))

    def broken(self, case: Case) -> Violation | None:
        """The guarantee that a case breaks; None where none, or where it is no case at all."""
        program = self.program(case)
        if program is None or (self._convention and any(judge_unmakes_a_person(analyse(program)))):
            return None
        return first_violation(World(program, self._opinion))

    def _settled(self) -> Opinion:
        """What does not depend on facts, worked out once."""
        analysis, struck = analyse(self.plain), strike(self.plain).rules
        return Opinion(sets=lambda _: analysis, struck=lambda program: program._replace(rules=struck))

    def _bound(self, case: Case) -> Program:
        program = self._stated(case)
        return program if case.asked is None else effective_program(self._request(case, program))

    def _valid(self, case: Case) -> Program:
        program = self._stated(case)
        if case.asked is not None:
            return validate_request(self._request(case, program))
        validate(program)
        return program

    def _stated(self, case: Case) -> Program:
        stated = self.stated
        facts = tuple(self._facts(case))
        if isinstance(stated, Program):
            return stated._replace(facts=facts, evaluation_time=case.at)
        query = authorized(case.asked.action.id if case.asked else "")
        return Program(PROGRAM_V2, stated.ontology, stated.authority, case.at, facts, stated.rules, query)

    def _facts(self, case: Case) -> Iterator[Fact]:
        yield from left(self.stated.facts, case.without)
        yield from case.said

    def _request(self, case: Case, policy: Program) -> ActionRequest:
        if case.asked is None:
            raise ValueError("a case of a program has no request")
        return ActionRequest(ACTION_V1, case.asked.mission, case.asked.action, policy)
