"""The facts that would prove a query, as values, and a program with them added."""

from collections.abc import Iterable
from typing import NamedTuple

from bridge.reason.explain.ended import Ended
from bridge.reason.model import Atom, Fact, Program, Term
from bridge.reason.result import Status
from bridge.reason.wire import atom_key


class Uncounted(NamedTuple):
    """A fact that says what is needed and does not count, and why."""

    fact_id: str
    atom: Atom
    reason: str


class OpenArgument(NamedTuple):
    """A variable of a set that may stand for anything of a type, or for any of some options where there are any."""

    variable: str
    type: str
    options: tuple[Term, ...]


class Standing(NamedTuple):
    """A variable of a set that stands for a value, or for the same as another variable."""

    variable: str
    value: Term


class Needed(NamedTuple):
    """A fact that is needed.

    Args:
        atom: what it says; its variables are open.
        suppliers: the classes that may say it, the cheapest first.
        cost: what the cheapest costs.
        uncounted: facts of the program that say it and do not count.
    """

    atom: Atom
    suppliers: tuple[str, ...]
    cost: int
    uncounted: tuple[Uncounted, ...]


class NeedSet(NamedTuple):
    """Facts that prove the query when all are added, and not when one is left out.

    Args:
        facts: what is needed.
        cost: what they cost together.
        outcome: ``proved``, or ``inconsistent`` where the complement then follows too.
        open: the variables of the set; it proves the query, and no part of it does, whatever they stand for.
        exceptions: what they may not stand for, all of each together: there a part is enough, or the outcome is another
            and the rest of another set.
        example: the atoms of ``facts`` with values for the open variables, such as occur nowhere in the program where
            they may stand for anything.
        exhaustive: whether all values were looked at; else exceptions may be missing, and the outcome is the example's.
    """

    facts: tuple[Needed, ...]
    cost: int
    outcome: Status
    open: tuple[OpenArgument, ...]
    exceptions: tuple[tuple[Standing, ...], ...]
    example: tuple[Atom, ...]
    exhaustive: bool = True


class WhyNot(NamedTuple):
    """The sets that would prove a query: those that leave it consistent first, then by cost, size and text.

    Args:
        sets: the sets.
        ended: whether these are all.
        examined: how much was looked at: of each alternative, what was left to prove.
    """

    sets: tuple[NeedSet, ...]
    ended: Ended
    examined: int


def added(program: Program, needs: NeedSet) -> Program:
    """The program with the facts of a set, said by their cheapest suppliers at the evaluation time.

    Open variables stand for their example. In a program without times, where no atom may be said twice, they take the
    place of withheld facts that say the same.
    """
    twins = set(map(atom_key, needs.example))
    kept = (
        program.facts if program.temporal else tuple(fact for fact in program.facts if atom_key(fact.atom) not in twins)
    )
    new = said(needs.example, program, [fact.suppliers[0] for fact in needs.facts])
    return program._replace(facts=(*kept, *new))


def said(atoms: Iterable[Atom], program: Program, classes: Iterable[str]) -> tuple[Fact, ...]:
    """Atoms as facts of some classes, observed at the evaluation time, with ids that nothing has."""
    taken = {fact.id for fact in program.facts} | {rule.id for rule in program.rules}
    facts: list[Fact] = []
    for atom, authority in zip(atoms, classes, strict=True):
        number = len(facts) + 1
        while f"needed-{number}" in taken:
            number += 1
        name = f"needed-{number}"
        taken.add(name)
        fact = Fact(name, atom.predicate, atom.arguments, authority, atom.negated, program.evaluation_time)
        facts.append(fact)
    return tuple(facts)
