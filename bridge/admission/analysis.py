"""The sets of literals behind the convention, each the least that its definition allows.

A literal is a predicate with a sign. All of it is about the rules and the admissions of a program, never about its
facts, so whether a program is accepted does not depend on what anybody said.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, TypeAlias

from bridge.admission.literals import ACTION_AUTHORIZED, BINDING_PREDICATES, is_judgement, literal_of, unbound
from bridge.core.deadline import NEVER, Deadline
from bridge.reason.model import SYSTEM_BOUND, Atom, Literal, Program, Rule


class Clause(NamedTuple):
    """A rule reduced to its literals, with its place among the program's rules."""

    place: int
    rule: Rule
    head: Literal
    premises: tuple[Literal, ...]

    def left(self, struck: Collection[Literal]) -> tuple[Atom, ...]:
        """The premises that remain when those over the struck literals are taken out."""
        return tuple(atom for atom in self.rule.when if literal_of(atom) not in struck)

    def stands(self, struck: Collection[Literal], given: Collection[Literal]) -> bool:
        """Whether the rule, struck, still asks something of somebody.

        What is left must bind every variable of the head, and at least one premise left must not be given.
        """
        left = self.left(struck)
        return not unbound(self.rule, left) and any(literal_of(atom) not in given for atom in left)


Fires: TypeAlias = Callable[[Clause, AbstractSet[Literal]], bool]
"""Whether a clause puts its head into a set, given the members so far; it must stay true as members are added."""


@dataclass(frozen=True)
class Analysis:
    """The literals of one program, sorted out. Every set is computed once, when it is first asked for.

    Args:
        program: the program.
        deadline: when its sets must be there.
    """

    program: Program
    deadline: Deadline

    @cached_property
    def clauses(self) -> tuple[Clause, ...]:
        """The program's rules, in their order."""
        return tuple(
            Clause(place, rule, literal_of(rule.then), tuple(literal_of(atom) for atom in rule.when))
            for place, rule in enumerate(self.program.rules)
        )

    @cached_property
    def predicates(self) -> frozenset[str]:
        """Every predicate that is declared, admitted for, concluded or read."""
        declared = (*self.program.ontology.predicates, *self.program.authority.predicate_admit)
        used = (atom.predicate for rule in self.program.rules for atom in (rule.then, *rule.when))
        return frozenset({*declared, *used, self.program.query.predicate})

    @cached_property
    def judgements(self) -> frozenset[Literal]:
        """Every literal over J."""
        return _both_signs(filter(is_judgement, self.predicates))

    @cached_property
    def given(self) -> frozenset[Literal]:
        """What asks nothing of anybody: the request's bindings, and what follows from given premises or from none."""
        return self._least(
            _both_signs(self.predicates & BINDING_PREDICATES),
            lambda clause, given: all(premise in given for premise in clause.premises),
        )

    @cached_property
    def judge_made(self) -> frozenset[Literal]:
        """The judgements, and each head of a rule that does not stand once its judge-made premises are struck."""
        return self._least(self.judgements, self.makes)

    def makes(self, clause: Clause, made: Collection[Literal]) -> bool:
        """Whether a clause would make its head of judgements alone, given the literals so made."""
        return any(premise in made for premise in clause.premises) and not clause.stands(made, self.given)

    @cached_property
    def judge_touched(self) -> frozenset[Literal]:
        """The judgements, and each head of a rule with a judge-touched premise."""
        return self._least(
            self.judgements, lambda clause, touched: any(premise in touched for premise in clause.premises)
        )

    @cached_property
    def authorizing(self) -> frozenset[Literal]:
        """Every positive literal outside J, and what is read to conclude an authorizing one outside J."""
        members = {Literal(predicate) for predicate in self.predicates if not is_judgement(predicate)}
        bodies = _by(self.clauses, lambda clause: (clause.head,))
        reached = frozenset(members)
        while reached:
            premises = {premise for head in reached for clause in bodies.get(head, ()) for premise in clause.premises}
            found = premises - members
            members |= found
            reached = frozenset(premise for premise in found if not is_judgement(premise.predicate))
        return frozenset(members)

    @cached_property
    def free(self) -> frozenset[Literal]:
        """What can be concluded without a judgement: asserted by some class, or derived from free premises alone."""
        return self._least(
            _both_signs(predicate for predicate in self.predicates if self._asserted(predicate)),
            lambda clause, free: (
                not is_judgement(clause.head.predicate) and all(premise in free for premise in clause.premises)
            ),
        )

    def _asserted(self, predicate: str) -> bool:
        if is_judgement(predicate):
            return False
        reserved = (SYSTEM_BOUND,) if predicate == ACTION_AUTHORIZED else ()
        classes = self.program.authority.admitted(predicate)
        return predicate in BINDING_PREDICATES or any(name not in reserved for name in classes)

    @cached_property
    def _readers(self) -> Mapping[Literal, list[Clause]]:
        return _by(self.clauses, lambda clause: clause.premises)

    def _in_time(self, clauses: Iterable[Clause]) -> Iterator[Clause]:
        for clause in clauses:
            self.deadline.check()
            yield clause

    def _least(self, seed: Iterable[Literal], fires: Fires) -> frozenset[Literal]:
        """The least set that holds the seed and the head of every clause that fires."""
        members = set(seed)
        pending: Collection[Clause] = self.clauses
        while pending:
            found = {clause.head for clause in self._in_time(pending) if fires(clause, members)} - members
            members |= found
            pending = [reader for head in found for reader in self._readers.get(head, ())]
        return frozenset(members)


def analyse(program: Program, deadline: Deadline = NEVER) -> Analysis:
    """Sort out the literals of a program; for an action, of its effective program."""
    return Analysis(program, deadline)


def _both_signs(predicates: Iterable[str]) -> frozenset[Literal]:
    return frozenset(Literal(predicate, negated) for predicate in predicates for negated in (False, True))


def _by(clauses: Iterable[Clause], keys: Callable[[Clause], Iterable[Literal]]) -> Mapping[Literal, list[Clause]]:
    found: defaultdict[Literal, list[Clause]] = defaultdict(list)
    for clause in clauses:
        for key in keys(clause):
            found[key].append(clause)
    return found
