"""The five guarantees of the admission convention, each as the ground atoms that break it."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import product

from bridge.admission.literals import is_judgement
from bridge.admission.strike import restrict, strike
from bridge.reason.model import MODEL_JUDGED, SYSTEM_BOUND, Atom, Fact, Literal, Program
from tests.property.support_model import BINDINGS, Ground, Sets, ground, in_j, supported


@dataclass(frozen=True)
class World:
    """A program whose facts are F, what people and tools say, and M, what judges say."""

    program: Program

    @cached_property
    def sets(self) -> Sets:
        return Sets(self.program)

    @cached_property
    def with_judges(self) -> frozenset[Ground]:
        return supported(self.program)

    @cached_property
    def without_judges(self) -> frozenset[Ground]:
        return supported(self.program, self.f_star)

    @cached_property
    def f_star(self) -> tuple[Fact, ...]:
        return restrict(self.program.facts, lambda fact: fact.authority != MODEL_JUDGED)

    def authorizing_outside_j(self, atoms: Iterable[Ground]) -> set[Ground]:
        return {atom for atom in atoms if _literal(atom) in self.sets.authorizing and not in_j(_literal(atom))}


def narrowing(world: World) -> set[Ground]:
    """What judges' answers authorize, and the program with its judgements struck out would not."""
    return world.authorizing_outside_j(world.with_judges - supported(strike(world.program), world.f_star))


def evidence(world: World) -> set[Ground]:
    """What a judge and a request authorize, and the request alone would not."""
    facts = world.program.facts
    bindings = restrict(facts, lambda fact: fact.predicate in BINDINGS)
    judged = restrict(facts, lambda fact: fact.predicate in BINDINGS or fact.authority == MODEL_JUDGED)
    return world.authorizing_outside_j(supported(world.program, judged) - supported(world.program, bindings))


def reports(world: World) -> set[Ground]:
    """What judges changed of what no judgement touches, or of what authorizes and somebody has to report."""
    own = world.program.authority.predicate_admit
    changed = world.with_judges ^ world.without_judges
    untouched = {atom for atom in changed if _literal(atom) not in world.sets.judge_touched}
    reported = {atom for atom in world.authorizing_outside_j(changed) if set(own.get(atom[0], ())) - {SYSTEM_BOUND}}
    return untouched | reported


def denials(world: World) -> set[Ground]:
    """What people and tools support, and with judges' answers is supported no more."""
    return set(world.without_judges - world.with_judges)


def demand(world: World) -> set[Ground]:
    """What is supported without any fact over J, although it is not free."""
    facts = restrict(world.program.facts, lambda fact: not is_judgement(fact.predicate))
    return {atom for atom in supported(world.program, facts) if _literal(atom) not in world.sets.free}


LAWS: Mapping[str, Callable[[World], set[Ground]]] = {
    "narrowing": narrowing,
    "evidence": evidence,
    "reports are untouched": reports,
    "denials stand": denials,
    "demand": demand,
}


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


def _literal(atom: Ground) -> Literal:
    return Literal(atom[0], atom[1])
