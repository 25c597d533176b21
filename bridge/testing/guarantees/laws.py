"""The five guarantees, each as the ground atoms that break it, and what a broken one says."""

from collections.abc import Callable, Iterable, Mapping
from typing import Final, NamedTuple

from bridge.admission.literals import BINDING_PREDICATES, is_judgement
from bridge.admission.strike import restrict
from bridge.reason.model import MODEL_JUDGED, SYSTEM_BOUND, Atom, Fact, Literal, Program
from bridge.testing.guarantees.world import Ground, Opinion, World, atom_of, ground


def evidence(world: World) -> set[Ground]:
    """What a judge and a request authorize, and the request alone would not."""
    facts = world.program.facts
    bindings = restrict(facts, _is_binding)
    judged = restrict(facts, lambda fact: _is_binding(fact) or fact.authority == MODEL_JUDGED)
    if len(bindings) == len(judged):
        return set()
    return _authorizing(world, world.supported(judged) - world.supported(bindings))


def narrowing(world: World) -> set[Ground]:
    """What judges' answers authorize, and the program with its judgements struck out would not."""
    return _authorizing(world, world.with_judges - world.struck)


def reports(world: World) -> set[Ground]:
    """What judges changed of what no judgement touches, or of what authorizes and somebody has to report."""
    own = world.program.authority.predicate_admit
    changed = world.with_judges ^ world.without_judges
    untouched = {atom for atom in changed if _literal(atom) not in world.sets.judge_touched}
    reported = {atom for atom in _authorizing(world, changed) if set(own.get(atom[0], ())) - {SYSTEM_BOUND}}
    return untouched | reported


def denials(world: World) -> set[Ground]:
    """What people and tools support, and with judges' answers is supported no more."""
    return set(world.without_judges - world.with_judges)


def demand(world: World) -> set[Ground]:
    """What is supported without any fact over J, although it is not free."""
    facts = restrict(world.program.facts, lambda fact: not is_judgement(fact.predicate))
    return {atom for atom in world.supported(facts) if _literal(atom) not in world.sets.free}


Law = Callable[[World], set[Ground]]

LAWS: Final[Mapping[str, Law]] = {
    "evidence": evidence,
    "narrowing": narrowing,
    "reports are untouched": reports,
    "denials stand": denials,
    "demand": demand,
}
"""Every guarantee by its name; what breaks the first breaks the second, and says more."""

PROMISES: Final[Mapping[str, str]] = {
    "evidence": "a judge and a request authorize nothing",
    "narrowing": "no answer authorizes what the program, with its judgements struck out, would not",
    "reports are untouched": "what no judgement touches or somebody reports is the same with and without answers",
    "denials stand": "a judge cannot undo what people or tools said or denied",
    "demand": "what asks for a judgement is not concluded without one",
}
"""What each guarantee promises, in a sentence."""


class Violation(NamedTuple):
    """A guarantee that does not hold.

    Args:
        guarantee: its name, a key of ``LAWS``.
        atom: the ground atom that breaks it.
        supported: whether the atom is supported with everything that was said; if not, answers took it away.
        masked: whether it would be without the answers as well, by what people and tools said, which hides the break.
    """

    guarantee: str
    atom: Atom
    supported: bool
    masked: bool = False


def violation(
    program: Program, facts: Iterable[Fact], judged: Iterable[Fact], at: str | None, *, opinion: Opinion | None = None
) -> Violation | None:
    """The first guarantee that a program breaks with some facts, or None.

    Args:
        program: its rules and admissions count; its own facts do not. Of an action, the effective program.
        facts: F, what people, tools and the request say.
        judged: M, what judges say; valid together with F.
        at: the evaluation time, None of a program without one.
        opinion: who says what follows; ours where nobody else is asked.
    """
    stated = program._replace(facts=(*facts, *judged), evaluation_time=at)
    return first_violation(World(stated) if opinion is None else World(stated, opinion))


def first_violation(world: World) -> Violation | None:
    """The first guarantee that a world breaks: by the query where it can be, else by the least atom."""
    for name, law in LAWS.items():
        if found := law(world):
            asked = {ground(world.program.query), ground(world.program.query.complement())}
            hidden = world.without_judges if law is evidence else frozenset[Ground]()
            least = min(found, key=lambda atom: (atom in hidden, atom not in asked, atom[1], atom))
            return Violation(name, atom_of(least), least in world.with_judges, least in hidden)
    return None


def _authorizing(world: World, atoms: Iterable[Ground]) -> set[Ground]:
    return {atom for atom in atoms if not is_judgement(atom[0]) and _literal(atom) in world.sets.authorizing}


def _is_binding(fact: Fact) -> bool:
    return fact.predicate in BINDING_PREDICATES


def _literal(atom: Ground) -> Literal:
    return Literal(atom[0], atom[1])
