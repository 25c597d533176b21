"""Why a query is not proved: the smallest sets of facts that would prove it, the cheapest first.

A fact counts that some class is admitted for and that is not there; what only a request says, nobody can supply. Every
set found is tried, for whatever its variables stand for: with it the query follows, and without any one of its facts it
does not. Where a value says otherwise, it is an exception, or a set of its own.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from bridge.reason.answers import Answers
from bridge.reason.engine import DEFAULT, Limits
from bridge.reason.engine.terms import decode
from bridge.reason.explain.abduction import UNLIMITED, Abduction, Size
from bridge.reason.explain.cases import Case, Cases, Domains
from bridge.reason.explain.conditions import Conditions
from bridge.reason.explain.costs import cost_of, suppliers
from bridge.reason.explain.ended import Ended
from bridge.reason.explain.known import Known
from bridge.reason.explain.needed import Needed, NeedSet, OpenArgument, Standing, Uncounted, WhyNot, said
from bridge.reason.explain.openness import Openness
from bridge.reason.explain.patterns import Binding, Pattern, covers, ordered, pattern, renaming
from bridge.reason.explain.slice import Slice
from bridge.reason.model import Atom, Literal, Program
from bridge.reason.result import CheckResult, Status
from bridge.reason.wire import atom_key

MOST: Final = 5
STEPS: Final = 10_000
_INCONSISTENT: Final = 4
"""How many sets for each one asked for are kept in the hope of some that leave the query consistent."""


def why_not(
    program: Program,
    result: CheckResult,
    *,
    most: int = MOST,
    answers: Answers | None = None,
    steps: int = STEPS,
    limits: Limits = DEFAULT,
) -> WhyNot:
    """The smallest sets of facts that would prove the query of a program.

    Args:
        program: a valid program; of a request, the effective one.
        result: what ``check`` says of it.
        most: how many sets are wanted, at least 1.
        answers: the closed sets that its source declares.
        steps: how much may be looked at: of each alternative, what is left to prove; ``ended`` says where it was not
            enough.
        limits: bounds of each evaluation, and the deadline of all.

    Raises:
        LimitError: a bound of an evaluation was reached, or it takes too long.
    """
    if result.proof is not None:
        return WhyNot((), Ended.ALL, 0)
    return _Hunt(Slice(program, limits), result, most, answers or {}, steps).run()


class _Found(NamedTuple):
    patterns: frozenset[Pattern]
    size: Size
    needs: NeedSet


class _Hunt:
    def __init__(self, part: Slice, result: CheckResult, most: int, answers: Answers, steps: int) -> None:
        known = Known(part.model(part.facts))
        self._program = part.program
        self._slice = part
        self._openness = Openness(part, answers)
        self._cases = Cases(part.query, self._openness, Conditions(part, known))
        self._uncounted = _uncounted(result)
        self._most = most
        self._room = most if result.disproof is not None else most * _INCONSISTENT
        self._found: list[_Found] = []
        self._search = Abduction(part, known, _supplied(part), steps)

    def run(self) -> WhyNot:
        for patterns in self._search.sets():
            self._take(patterns)
            self._search.limit, self._search.found = self._limit(), [found.patterns for found in self._found]
        shown = self._found[: self._most]
        return WhyNot(tuple(found.needs for found in shown), self._ended(len(shown)), self._search.examined)

    def _ended(self, shown: int) -> Ended:
        if self._search.exhausted:
            return Ended.STEPS
        return Ended.MOST if self._search.left_out or shown < len(self._found) else Ended.ALL

    def _limit(self) -> Size:
        """What another set must be below to be worth finding."""
        consistent = [found.size for found in self._found if found.needs.outcome is Status.PROVED]
        if len(consistent) >= self._most:
            return consistent[self._most - 1]
        if len(self._found) < self._room:
            return UNLIMITED
        return max(found.size for found in self._found[: self._room])

    def _take(self, patterns: frozenset[Pattern]) -> None:
        cases = self._split(ordered(patterns))
        if not cases:
            return
        size = self._search.size(patterns)
        left = [found for found in self._found if not covers(patterns, found.patterns)]
        self._found = sorted([*left, *(_Found(patterns, size, self._shown(case)) for case in cases)], key=_rank)

    def _split(self, facts: tuple[Pattern, ...]) -> list[Case]:
        """What a set says of which values; nothing where its terms do not fit, or a part of it is always enough."""
        domains = self._openness.domains(facts)
        if domains is None:
            return []
        cases = self._cases.of(facts, domains) if domains else None
        return self._tried(facts, domains) if cases is None else cases

    def _tried(self, facts: tuple[Pattern, ...], domains: Domains) -> list[Case]:
        """A set without variables, or one with too many values to look at, by an example."""
        for example in self._openness.examples(domains):
            outcome = self._outcome([one.bound(example).atom for one in facts])
            if outcome is not None:
                return [Case(facts, domains, (), outcome, example, exhaustive=not domains)]
        return []

    def _outcome(self, atoms: Sequence[Atom]) -> Status | None:
        classes = [suppliers(self._program, atom.predicate)[0] for atom in atoms]
        facts = said(atoms, self._program, classes)
        if len(facts) > 1:
            for left_out in facts:
                rest = [fact for fact in facts if fact is not left_out]
                if self._slice.query in self._slice.model((*self._slice.facts, *rest)):
                    return None
        return self._slice.status((*self._slice.facts, *facts))

    def _shown(self, case: Case) -> NeedSet:
        names = renaming(case.facts, "$v")
        facts = tuple(self._needed(one, case, names) for one in case.facts)
        variables = tuple(
            OpenArgument(str(names[name]), domain.type, tuple(map(decode, domain.values)))
            for name, domain in case.domains.items()
        )
        exceptions = tuple(
            tuple(Standing(str(names[name]), decode(names.get(value, value))) for name, value in one.items())
            for one in case.exceptions
        )
        example = tuple([one.bound(case.example).atom for one in case.facts])
        return NeedSet(facts, sum(f.cost for f in facts), case.outcome, variables, exceptions, example, case.exhaustive)

    def _needed(self, wanted: Pattern, case: Case, names: Binding) -> Needed:
        classes = suppliers(self._program, wanted.of.predicate)
        uncounted = tuple(
            fact for fact in self._uncounted.get(wanted.of, ()) if case.is_said_by(wanted, pattern(fact.atom))
        )
        return Needed(wanted.bound(names).atom, classes, cost_of(classes[0]), uncounted)


def _rank(found: _Found) -> tuple[bool, Size, tuple[str, ...], str]:
    texts = tuple(atom_key(fact.atom) for fact in found.needs.facts)
    return found.needs.outcome is not Status.PROVED, found.size, texts, repr(found.needs.open)


def _supplied(part: Slice) -> dict[Literal, float]:
    """What a fact over each literal costs that somebody may say."""
    classes = {of: suppliers(part.program, of.predicate) for of in part.literals}
    return {of: cost_of(able[0]) for of, able in classes.items() if able}


def _uncounted(result: CheckResult) -> dict[Literal, list[Uncounted]]:
    untimely = result.temporal.withheld if result.temporal is not None else ()
    facts = [Uncounted(fact.fact_id, fact.atom, fact.reason) for fact in result.authority.withheld]
    facts += [Uncounted(fact.fact_id, fact.atom, fact.reason) for fact in untimely]
    found: dict[Literal, list[Uncounted]] = {}
    for fact in sorted(facts, key=lambda fact: fact.fact_id):
        found.setdefault(Literal(fact.atom.predicate, fact.atom.negated), []).append(fact)
    return found
