"""The search for facts that would prove a query: backwards through the rules, what is not known assumed.

A state is what is still to be proved and what has been assumed so far, variables included; a variable that is left when
all is proved stands for any value. The most promising state is tried first. A goal that is the same as one above it in
its own proof is given up, for a shorter proof does without; so is a state that has been met before. With a recursive
rule there may be no end of states, so their number is bounded.
"""

from collections.abc import Collection, Iterator, Mapping
from heapq import heappop, heappush
from itertools import count
from math import inf
from typing import Final, NamedTuple, TypeAlias

from bridge.reason.explain.bounds import Bound, Cost, estimate, least
from bridge.reason.explain.known import Known
from bridge.reason.explain.patterns import Binding, Pattern, covers, ordered, pattern, renaming, unify
from bridge.reason.explain.slice import Slice
from bridge.reason.model import Literal

Size: TypeAlias = tuple[Cost, int]
"""What a set costs, and how many facts are in it."""

UNLIMITED: Final[Size] = (inf, 0)

_Met: TypeAlias = tuple[tuple[Pattern, ...], tuple[Pattern, ...]]


class _Goal(NamedTuple):
    """What is to be proved, and what without variables stands above it in its proof."""

    wanted: Pattern
    above: tuple[Pattern, ...]

    def bound(self, binding: Binding) -> "_Goal":
        return self._replace(wanted=self.wanted.bound(binding)) if self.wanted.variables else self


class _State(NamedTuple):
    goals: tuple[_Goal, ...]
    assumed: tuple[Pattern, ...]
    rules_used: int


class _Clause(NamedTuple):
    head: Pattern
    body: tuple[Pattern, ...]
    variables: tuple[str, ...]


class Abduction:
    """One search. While it runs, ``limit`` may be lowered: what cannot be below it is left out.

    Sets may be ``found``: what holds an instance of one is left out too.

    Args:
        part: the program; its query is not known.
        known: what follows from it.
        supplied: by literal, what a fact over it costs, of those that somebody may say.
        steps: how much may be looked at: of each alternative, what is left to prove.
    """

    def __init__(self, part: Slice, known: Known, supplied: Mapping[Literal, Cost], steps: int) -> None:
        self.limit = UNLIMITED
        self.found: Collection[frozenset[Pattern]] = ()
        self.left_out = False
        self.exhausted = False
        self.examined = 0
        self._deadline = part.limits.deadline
        self._known = known
        self._supplied = supplied
        self._steps = steps
        self._least = least(part.rules, supplied, known.literals)
        self._estimate = estimate(part.rules, supplied, known.literals)
        self._clauses = _clauses(part)
        self._read: dict[Literal, set[Literal]] = {}
        self._fresh = count()
        self._turn = count()
        self._heap: list[tuple[Cost, int, int, _State]] = []
        self._met: set[_Met] = set()
        self._push(_State((_Goal(pattern(part.query), ()),), (), 0))

    def sets(self) -> Iterator[frozenset[Pattern]]:
        """Sets of facts that prove the query with what is known, roughly the cheapest first; not all are minimal.

        Raises:
            LimitError: it takes too long.
        """
        while self._heap:
            state = heappop(self._heap)[-1]
            if self._is_hopeless(state) or any(covers(found, state.assumed) for found in self.found):
                continue
            if not state.goals:
                yield frozenset(state.assumed)
                continue
            for child in self._children(state):
                if self.examined >= self._steps:
                    self.exhausted = True
                    return
                self.examined += max(1, len(child.goals))
                self._deadline.check()
                self._push(child)

    def size(self, assumed: Collection[Pattern]) -> Size:
        """What a set costs, and how large it is."""
        return sum([self._supplied[one.of] for one in assumed]), len(assumed)

    def _push(self, state: _State) -> None:
        reduced = self._reduced(state)
        if reduced is None or self._is_hopeless(reduced):
            return
        key = _key(reduced)
        if key in self._met:
            return
        self._met.add(key)
        left = sum([self._cost(self._estimate, goal.wanted) for goal in reduced.goals])
        # Each use of a rule counts a little, so that a rule which proves nothing new cannot keep all else waiting.
        promise = self.size(reduced.assumed)[0] + left + reduced.rules_used
        heappush(self._heap, (promise, reduced.rules_used, next(self._turn), reduced))

    def _is_hopeless(self, state: _State) -> bool:
        more = max([self._cost(self._least, goal.wanted) for goal in state.goals], default=0)
        if more == inf:
            return True
        cost, size = self.size(state.assumed)
        # What is assumed already may do for a goal too, which then costs nothing more.
        assumed = {one.of for one in state.assumed}
        alone = [goal.wanted for goal in state.goals if assumed.isdisjoint(self._sources(goal.wanted.of))]
        more = max([self._cost(self._least, wanted) for wanted in alone], default=0)
        beyond = (cost + more, size + (more > 0)) >= self.limit
        self.left_out |= beyond
        return beyond

    def _sources(self, of: Literal) -> set[Literal]:
        """The literals from which one may follow, itself included."""
        found = self._read.get(of)
        if found is None:
            found = {of}
            pending = [of]
            while pending:
                for clause in self._clauses.get(pending.pop(), ()):
                    more = {premise.of for premise in clause.body} - found
                    found |= more
                    pending += more
            self._read[of] = found
        return found

    @staticmethod
    def _cost(bound: Bound, wanted: Pattern) -> Cost:
        return (bound.new if wanted.ground else bound.any).get(wanted.of, inf)

    def _reduced(self, state: _State) -> _State | None:
        """The state without what is known or assumed; none where another state does the same with less."""
        assumed = frozenset(state.assumed)
        if len(assumed) < len(state.assumed) or any(one.ground and one in self._known for one in assumed):
            return None
        goals: dict[Pattern, _Goal] = {}
        for goal in state.goals:
            wanted = goal.wanted
            if wanted in assumed or (wanted.ground and wanted in self._known):
                continue
            if wanted.ground and wanted in goal.above:
                return None
            goals.setdefault(wanted, goal)
        return _State(tuple(goals.values()), state.assumed, state.rules_used)

    def _children(self, state: _State) -> Iterator[_State]:
        goal = min(state.goals, key=self._difficulty)
        rest = _State(tuple([other for other in state.goals if other is not goal]), state.assumed, state.rules_used)
        wanted = goal.wanted
        for row in () if wanted.ground else self._known.rows(wanted):
            yield from _bound(rest, unify(wanted.row, row))
        for one in state.assumed:
            if one.of == wanted.of:
                yield from _bound(rest, unify(wanted.row, one.row))
        if wanted.of in self._supplied:
            yield rest._replace(assumed=(*rest.assumed, wanted))
        for clause in self._clauses.get(wanted.of, ()):
            yield from self._resolved(rest, goal, clause)

    def _difficulty(self, goal: _Goal) -> tuple[int, int]:
        """First what only facts can say, for they bind variables; a goal that rules conclude may grow."""
        of = goal.wanted.of
        return (2 if of in self._clauses else 1 if of in self._supplied else 0), len(goal.wanted.variables)

    def _resolved(self, rest: _State, goal: _Goal, clause: _Clause) -> Iterator[_State]:
        apart: Binding = {name: f"$_{next(self._fresh)}" for name in clause.variables}
        binding = unify(clause.head.bound(apart).row, goal.wanted.row)
        above = (*goal.above, goal.wanted) if goal.wanted.ground else goal.above
        body = tuple([_Goal(premise.bound(apart), above) for premise in clause.body])
        yield from _bound(_State((*rest.goals, *body), rest.assumed, rest.rules_used + 1), binding)


def _bound(state: _State, binding: Binding | None) -> Iterator[_State]:
    if binding is not None:
        goals = tuple([goal.bound(binding) for goal in state.goals])
        yield _State(goals, tuple([one.bound(binding) for one in state.assumed]), state.rules_used)


def _key(state: _State) -> _Met:
    """The same for two states that differ in the names of variables, of goals above and, mostly, in order."""
    goals, assumed = ordered([goal.wanted for goal in state.goals]), ordered(state.assumed)
    binding = renaming((*goals, *assumed), "$")
    return tuple([one.bound(binding) for one in goals]), tuple([one.bound(binding) for one in assumed])


def _clauses(part: Slice) -> dict[Literal, list[_Clause]]:
    found: dict[Literal, list[_Clause]] = {}
    for rule in sorted(part.rules, key=lambda rule: rule.id):
        head, body = pattern(rule.then), tuple(map(pattern, rule.when))
        names = tuple(dict.fromkeys(name for one in (head, *body) for name in one.variables))
        found.setdefault(head.of, []).append(_Clause(head, body, names))
    return found
