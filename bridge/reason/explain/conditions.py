"""For which values of their variables some facts prove an atom: forward chaining that keeps the values it needed.

A rule has no inequalities, so whatever follows for a value that occurs nowhere follows for every value; what follows
for particular values only is found here where a variable of the facts meets a constant, or another variable of theirs.
Rows are made of constants and of those variables, so there is an end of them; there may be many, so they are bounded.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, NamedTuple, TypeAlias

from bridge.reason.engine.terms import Constant, Row
from bridge.reason.explain.known import Known
from bridge.reason.explain.patterns import Binding, Pattern, is_open, pattern, unify
from bridge.reason.explain.slice import Slice
from bridge.reason.model import Atom, Literal

STEPS: Final = 10_000

When: TypeAlias = Row
"""What each variable stands for, in their order: a constant, or the first variable that it must be the same as."""

Fits: TypeAlias = Callable[[When], bool]


class _Clause(NamedTuple):
    head: Pattern
    body: tuple[Pattern, ...]


class _Derived(NamedTuple):
    row: Row
    when: When


class _Join(NamedTuple):
    head: Pattern
    body: tuple[Pattern, ...]
    when: When

    def bound(self, binding: Binding) -> "_Join":
        body = tuple([one.bound(binding) for one in self.body])
        return _Join(self.head.bound(binding), body, _bound(self.when, binding))


class _Exhausted(Exception):
    """The bound on steps was reached."""


class Conditions:
    """What follows from a program and some more facts, for which values of their variables.

    Args:
        part: the program.
        known: what follows from it.
        steps: how many rows may be looked at for each answer.
    """

    def __init__(self, part: Slice, known: Known, steps: int = STEPS) -> None:
        self._known = known
        self._steps = steps
        self._deadline = part.limits.deadline
        self._uses: dict[Literal, list[tuple[_Clause, int]]] = {}
        for rule in part.rules:
            # The variables of a rule must not be taken for those of the facts.
            names: Binding = {name: f"$?{name}" for one in rule.when for name in pattern(one).variables}
            clause = _Clause(pattern(rule.then).bound(names), tuple(pattern(one).bound(names) for one in rule.when))
            for place, premise in enumerate(clause.body):
                self._uses.setdefault(premise.of, []).append((clause, place))

    def of(self, atom: Atom, facts: Sequence[Pattern], variables: tuple[str, ...], fits: Fits) -> list[When] | None:
        """The most general values for which an atom follows; none where it never does, None where it takes too long.

        Args:
            atom: what is to follow, without variables.
            facts: what is added to the program; no variable begins with ``$?``.
            variables: those of the facts.
            fits: whether the variables can stand for some values.

        Raises:
            LimitError: the deadline is past.
        """
        wanted = pattern(atom)
        if wanted in self._known:
            return [variables]
        chase = _Chase(self._known, self._uses, variables, fits, self._steps)
        try:
            for _ in chase.run(facts):
                self._deadline.check()
            return most_general(chase.of(wanted), variables)
        except _Exhausted:
            return None


def most_general(found: Iterable[When], variables: tuple[str, ...]) -> list[When]:
    """Those of some values that no other of them is more general than, each once."""
    kept: list[When] = []
    met = _Met(variables)
    for one in sorted(found, key=lambda when: sum(term != name for name, term in zip(variables, when, strict=True))):
        if not met.covers(one):
            met.add(one)
            kept.append(one)
    return kept


def implies(special: When, general: When, variables: tuple[str, ...]) -> bool:
    """Whether values are an instance of others."""
    return _bound(general, dict(zip(variables, special, strict=True))) == special


def both(one: When, other: When, variables: tuple[str, ...]) -> When | None:
    """The most general values that are an instance of two; None where there are none."""
    binding = unify((*variables, *variables), (*one, *other))
    return None if binding is None else normal(_bound(variables, binding), variables)


def normal(when: When, variables: tuple[str, ...]) -> When:
    """The same values, each class of variables under the name of its first."""
    return _bound(when, _first(when, variables))


def _first(when: When, variables: tuple[str, ...]) -> Binding:
    names: dict[Constant, Constant] = {}
    for name, term in zip(variables, when, strict=True):
        if is_open(term):
            names.setdefault(term, name)
    return names


def _bound(row: Row, binding: Binding) -> Row:
    return tuple([binding.get(term, term) for term in row])


class _Met:
    """Rows that end with what the variables stand for, by the places at which they have constants."""

    def __init__(self, variables: tuple[str, ...]) -> None:
        self._places: dict[Constant, int] = {name: place - len(variables) for place, name in enumerate(variables)}
        self._rows: dict[tuple[tuple[int, ...], tuple[tuple[int, int], ...]], set[Row]] = {}

    def add(self, row: Row) -> None:
        constants = tuple([place for place, term in enumerate(row) if term not in self._places])
        same = tuple([(place, self._places[term]) for place, term in enumerate(row) if term in self._places])
        self._rows.setdefault((constants, same), set()).add(tuple([row[place] for place in constants]))

    def covers(self, row: Row) -> bool:
        """Whether a row is an instance of one that was added."""
        return any(
            all(row[place] == row[other] for place, other in same)
            and tuple([row[place] for place in constants]) in rows
            for (constants, same), rows in self._rows.items()
        )


class _Chase:
    """One run of forward chaining."""

    def __init__(
        self,
        known: Known,
        uses: dict[Literal, list[tuple[_Clause, int]]],
        variables: tuple[str, ...],
        fits: Fits,
        steps: int,
    ) -> None:
        self._known = known
        self._uses = uses
        self._variables = variables
        self._fits = fits
        self._steps = steps
        self._found: dict[Literal, list[_Derived]] = {}
        self._met: dict[Literal, _Met] = {}
        self._waiting: deque[tuple[Literal, _Derived]] = deque()

    def run(self, facts: Sequence[Pattern]) -> Iterator[Literal]:
        """Chase to the end; of each row that is worked on, the literal is yielded."""
        for fact in facts:
            self._add(fact, self._variables)
        while self._waiting:
            of, derived = self._waiting.popleft()
            yield of
            for clause, place in self._uses.get(of, ()):
                rest = (*clause.body[:place], *clause.body[place + 1 :])
                start = _Join(clause.head, rest, self._variables)
                self._join(self._matched(start, clause.body[place], derived))

    def of(self, wanted: Pattern) -> Iterator[When]:
        """The values for which an atom follows, after the run."""
        for derived in self._found.get(wanted.of, ()):
            for found in self._matched(_Join(wanted, (), self._variables), wanted, derived):
                yield normal(found.when, self._variables)

    def _join(self, started: Iterable[_Join]) -> None:
        pending = list(started)
        while pending:
            join = pending.pop()
            if not join.body:
                self._add(join.head, join.when)
                continue
            place = min(range(len(join.body)), key=lambda at: len(join.body[at].variables))
            premise = join.body[place]
            rest = join._replace(body=(*join.body[:place], *join.body[place + 1 :]))
            for row in self._known.rows(premise):
                pending += self._matched(rest, premise, _Derived(row, rest.when))
            for derived in self._found.get(premise.of, ()):
                pending += self._matched(rest, premise, derived)

    def _matched(self, rest: _Join, premise: Pattern, derived: _Derived) -> Iterator[_Join]:
        """What is left of a join once a premise is a row, where that is possible."""
        self._steps -= 1
        if self._steps < 0:
            raise _Exhausted
        binding = unify((*premise.row, *rest.when), (*derived.row, *derived.when))
        if binding is not None:
            found = rest.bound(binding)
            if self._fits(found.when):
                yield found

    def _add(self, head: Pattern, when: When) -> None:
        names = _first(when, self._variables)
        one = head.bound(names)
        derived = _Derived(one.row, _bound(when, names))
        met = self._met.setdefault(one.of, _Met(self._variables))
        whole = (*derived.row, *derived.when)
        if (one.ground and one in self._known) or met.covers(whole):
            return
        met.add(whole)
        self._found.setdefault(one.of, []).append(derived)
        self._waiting.append((one.of, derived))
