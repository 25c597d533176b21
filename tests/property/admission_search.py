"""A deterministic search for programs with a property, and a greedy shrinker."""

from collections.abc import Callable, Iterator
from random import Random

from bridge.admission.literals import unbound
from bridge.reason.model import Program
from bridge.testing.strategies.programs import random_program
from tests.property.admission_laws import without

Property = Callable[[Program], bool]


def first(holds: Property, *, seed: int, budget: int) -> Program:
    """The first of the seed's programs for which the property holds, shrunk as long as it does.

    Raises:
        LookupError: none within the budget.
    """
    rng = Random(seed)
    for _ in range(budget):
        program = random_program(rng)
        if holds(program):
            return shrunk(program, holds)
    raise LookupError(f"none of {budget} programs")


def shrunk(program: Program, holds: Property) -> Program:
    """A program from which nothing more can be taken without losing the property."""
    while smaller := next(filter(holds, _smaller(program)), None):
        program = smaller
    return program


def _smaller(program: Program) -> Iterator[Program]:
    for fact in program.facts:
        yield program._replace(facts=without(program.facts, fact))
    for number in range(len(program.rules)):
        yield program._replace(rules=program.rules[:number] + program.rules[number + 1 :])
    for number, rule in enumerate(program.rules):
        for place in range(len(rule.when)):
            less = rule._replace(when=rule.when[:place] + rule.when[place + 1 :])
            if not unbound(less, less.when):
                yield program._replace(rules=(*program.rules[:number], less, *program.rules[number + 1 :]))
