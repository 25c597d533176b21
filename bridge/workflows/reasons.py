"""Why a call was decided as it was: the facts at the leaves of the proof, and what an unproved call still needs."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Literal, NamedTuple, TypeAlias

from bridge.reason.action import effective_program
from bridge.reason.check import eligible_facts
from bridge.reason.engine import DEFAULT, Model, seminaive
from bridge.reason.missing import unify
from bridge.reason.model import SYSTEM_BOUND, ActionRequest, Atom, Program, Rule, Term, is_variable
from bridge.reason.result import CheckResult, NodeKind, Proof
from bridge.reason.wire import atom_key

Side: TypeAlias = Literal["for", "against"]
Say: TypeAlias = Callable[[Atom], str]
"""An atom in the words of the program's documentation."""


class Reason(NamedTuple):
    """A fact that a proof rests on: who said it, and what it says."""

    side: Side
    fact_id: str
    authority: str
    atom: Atom
    sentence: str


class Need(NamedTuple):
    """A premise that a rule still lacks, and whose word for it the program would take; nobody's if it is derived."""

    rule_id: str
    atom: Atom
    sentence: str
    admitted: tuple[str, ...]


class Withheld(NamedTuple):
    """A fact that did not count: nobody admitted says it, or it does not hold at the time."""

    fact_id: str
    atom: Atom
    sentence: str
    reason: str


def withheld(result: CheckResult, say: Say) -> tuple[Withheld, ...]:
    """The facts that were given and did not count, by id."""
    untimely = result.temporal.withheld if result.temporal is not None else ()
    said = [Withheld(fact.fact_id, fact.atom, say(fact.atom), fact.reason) for fact in result.authority.withheld]
    late = [Withheld(fact.fact_id, fact.atom, say(fact.atom), fact.reason) for fact in untimely]
    return tuple(sorted((*said, *late), key=lambda fact: fact.fact_id))


def reasons(result: CheckResult, say: Say) -> tuple[Reason, ...]:
    """The leaf facts for and against the query, those the request itself supplies left out, by class and id."""
    found = (*_leaves(result.proof, "for", say), *_leaves(result.disproof, "against", say))
    return tuple(sorted(found, key=lambda reason: (reason.side, reason.authority, reason.fact_id)))


def grounds(result: CheckResult) -> tuple[str, ...]:
    """On whose word a conclusion rests: the leaf facts of each proof, counted by authority class."""
    sides = (("proof", result.proof), ("disproof", result.disproof))
    return tuple(
        f"the {name} rests on {_counted(proof)}; another may exist" for name, proof in sides if proof is not None
    )


def _counted(proof: Proof) -> str:
    classes = Counter(node.authority for node in proof.nodes if node.kind is NodeKind.FACT)
    return ", ".join(f"{count} {name}" for name, count in sorted(classes.items(), key=str)) or "no fact"


def needs(request: ActionRequest, say: Say) -> tuple[Need, ...]:
    """What each rule for the query lacks, on one way of satisfying the rest of its body.

    Rules that ask for another call, by what only the request can say, are left out. The way is the first that is
    met reading the body from the left, with known atoms in the order of their keys; another may lack less.
    """
    program = effective_program(request)
    return lacks(program, seminaive.evaluate(eligible_facts(program), program.rules, DEFAULT), say)


def lacks(program: Program, model: Model, say: Say) -> tuple[Need, ...]:
    """``needs`` for the query of a valid program, and all that follows from it."""
    rules = [rule for rule in program.rules if unify(rule.then, program.query) is not None]
    lacking = {rule.id: tuple(_lacking(rule, program.query, model)) for rule in sorted(rules, key=lambda rule: rule.id)}
    return tuple(
        Need(rule_id, atom, say(atom), _speakers(program, atom))
        for rule_id, atoms in lacking.items()
        for atom in atoms
        # A rule that asks for another call than this one is not one that evidence could help.
        if not any(_bound(program, one) for one in atoms)
    )


def _bound(program: Program, atom: Atom) -> bool:
    return program.authority.admitted(atom.predicate) == (SYSTEM_BOUND,)


def _leaves(proof: Proof | None, side: Side, say: Say) -> Iterator[Reason]:
    for node in proof.nodes if proof is not None else ():
        if node.kind is NodeKind.FACT and node.authority != SYSTEM_BOUND:
            yield Reason(side, node.source_id or "", node.authority or "", node.atom, say(node.atom))


def _speakers(program: Program, atom: Atom) -> tuple[str, ...]:
    derived = any(rule.then[0::2] == atom[0::2] for rule in program.rules)
    return () if derived else program.authority.admitted(atom.predicate)


def _lacking(rule: Rule, query: Atom, model: Model) -> Iterator[Atom]:
    binding = unify(rule.then, query) or {}
    for premise in rule.when:
        wanted = _substituted(premise, binding)
        met = next((found for known in _like(wanted, model) if (found := unify(wanted, known)) is not None), None)
        if met is None:
            yield wanted
        else:
            binding |= met


def _like(wanted: Atom, model: Model) -> Iterable[Atom]:
    if not any(is_variable(term) for term in wanted.arguments):
        return (wanted,) if wanted in model else ()
    return sorted((atom for atom in model if atom[0::2] == wanted[0::2]), key=atom_key)


def _substituted(atom: Atom, binding: dict[str, Term]) -> Atom:
    return atom._replace(
        arguments=tuple(binding.get(term, term) if isinstance(term, str) else term for term in atom.arguments)
    )
