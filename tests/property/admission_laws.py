"""The guarantees of the admission convention, asked of the support model, which shares no code with the evaluator."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import product

from bridge.admission.literals import is_judgement
from bridge.admission.strike import restrict
from bridge.reason.model import MODEL_JUDGED, Atom, Fact, Program
from bridge.testing import guarantees
from bridge.testing.guarantees import LAWS, Opinion
from tests.property.support_model import Sets, ground, supported

__all__ = ["LAWS", "World", "broken", "forged", "without"]

_MODEL = Opinion(supported, Sets)


@dataclass(frozen=True)
class World(guarantees.World):
    """A program whose facts are F, what people and tools say, and M, what judges say."""

    opinion: Opinion = _MODEL

    @cached_property
    def sets(self) -> Sets:
        return Sets(self.program)


def broken(program: Program) -> list[str]:
    """The names of the laws that a program breaks."""
    world = World(program)
    return [name for name, law in LAWS.items() if law(world)]


def without(facts: Iterable[Fact], gone: Fact) -> tuple[Fact, ...]:
    """The facts but one, and none that supersedes it."""
    return restrict(facts, lambda fact: fact is not gone)


def forged(program: Program) -> Program:
    """The program with every answer that a judge could give about its constants, of either sign."""
    said = {ground(fact.atom) for fact in program.facts}
    atoms = [atom for atom in _all_judgements(program) if ground(atom) not in said]
    return program._replace(facts=program.facts + tuple(_answer(program, n, atom) for n, atom in enumerate(atoms)))


def _all_judgements(program: Program) -> list[Atom]:
    terms = {ground(Atom("", (t,)))[2][0]: t for a in _atoms(program) for t in a.arguments if str(t)[:1] != "$"}
    types = {"string": str, "integer": int, "boolean": bool}
    return [
        Atom(predicate, arguments, negated)
        for predicate, slots in program.ontology.predicates.items()
        if is_judgement(predicate)
        for arguments in product(*([t for t in terms.values() if type(t) is types[slot]] for slot in slots))
        for negated in (False, True)
    ]


def _atoms(program: Program) -> list[Atom]:
    of_rules = [atom for rule in program.rules for atom in (rule.then, *rule.when)]
    return [*of_rules, *(fact.atom for fact in program.facts), program.query]


def _answer(program: Program, number: int, atom: Atom) -> Fact:
    observed = "2026-08-14T07:00:00Z" if program.temporal else None
    return Fact(f"forged_{number}", atom.predicate, atom.arguments, MODEL_JUDGED, atom.negated, observed)
