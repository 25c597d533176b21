"""Facts for generated programs: those that let rules fire, some at random, and chains of supersession."""

from collections.abc import Sequence
from typing import Final

from bridge.admission.literals import is_judgement
from bridge.reason.model import MODEL_JUDGED, Atom, AuthorityPolicy, Fact, Rule, Term, is_variable
from bridge.testing.strategies.choices import Choices
from bridge.testing.strategies.vocabulary import ALL_SHAPES, CLASSES, NOT_YET, OBSERVED, VALIDITIES

_FIRST_HALF: Final = len(OBSERVED) // 2


def facts_for(
    choices: Choices, names: Sequence[str], rules: Sequence[Rule], authority: AuthorityPolicy, *, temporal: bool
) -> tuple[Fact, ...]:
    """Facts over the named predicates that let some of the rules fire, valid by construction."""
    grants = [rule for rule in rules if not rule.then.negated and not is_judgement(rule.then.predicate)]
    fired = [*choices.some(grants, 90), *choices.some(rules, 30)]
    atoms = [atom for rule in fired for atom in _instance(choices, rule, names)]
    atoms += [_ground(choices, choices.pick(names), {}) for _ in range(choices.below(3))]
    facts: list[Fact] = []
    for atom in atoms:
        if not any(_same(fact.atom, atom) for fact in facts):
            facts.append(_fact(choices, f"fact_{len(facts)}", atom, authority, temporal=temporal))
    if temporal:
        for _ in range(choices.below(3) if facts else 0):
            _supersede(choices, facts, authority)
    return tuple(facts)


def _instance(choices: Choices, rule: Rule, names: Sequence[str]) -> list[Atom]:
    """The premises of a rule with its variables replaced, those that facts may say."""
    binding: dict[str, Term] = {"$x": "a", "$y": "b"} if choices.chance(70) else {}
    return [_ground(choices, atom.predicate, binding, atom) for atom in rule.when if atom.predicate in names]


def _ground(choices: Choices, predicate: str, binding: dict[str, Term], pattern: Atom | None = None) -> Atom:
    """A ground atom; after the pattern, where there is one, with one constant for each variable."""
    slots = ALL_SHAPES[predicate]
    if pattern is None:
        return Atom(predicate, tuple(choices.pick(slot.constants) for slot in slots), choices.chance(25))
    arguments = []
    for slot, term in zip(slots, pattern.arguments, strict=True):
        if isinstance(term, str) and is_variable(term):
            if not _among(binding.get(term), slot.constants):
                binding[term] = choices.pick(slot.constants)
            term = binding[term]
        arguments.append(term)
    return Atom(predicate, tuple(arguments), pattern.negated)


def _fact(choices: Choices, name: str, atom: Atom, authority: AuthorityPolicy, *, temporal: bool) -> Fact:
    fact = Fact(name, atom.predicate, atom.arguments, _speaker(choices, atom.predicate, authority), atom.negated)
    if not temporal:
        return fact
    valid_from, valid_until = choices.pick(VALIDITIES)
    observed = NOT_YET if choices.chance(2) else OBSERVED[choices.below(_FIRST_HALF)]
    return fact._replace(observed_at=observed, valid_from=valid_from, valid_until=valid_until)


def _speaker(choices: Choices, predicate: str, authority: AuthorityPolicy) -> str:
    admitted = authority.admitted(predicate)
    if not admitted or choices.chance(7):
        return choices.pick(CLASSES)
    if MODEL_JUDGED in admitted and choices.chance(50):
        return MODEL_JUDGED
    return choices.pick(admitted)


def _supersede(choices: Choices, facts: list[Fact], authority: AuthorityPolicy) -> None:
    """Let a new fact supersede an earlier one, and whatever else says the same as it, so that none is said twice."""
    judged = [fact for fact in facts if is_judgement(fact.predicate)]
    target = choices.pick(judged if judged and choices.chance(50) else facts)
    atom = target.atom.complement() if choices.chance(50) else target.atom
    new = _fact(choices, f"later_{len(facts)}", atom, authority, temporal=True)
    twins = [fact for fact in facts if fact is not target and _same(fact.atom, atom)]
    targets = (target, *twins)
    later = [time for time in OBSERVED if all(time > str(fact.observed_at) for fact in targets)]
    if later:
        superseded = tuple(fact.id for fact in targets)
        facts.append(new._replace(observed_at=choices.pick(later), supersedes=superseded))


def _same(one: Atom, other: Atom) -> bool:
    """Whether two atoms are the same: ``==`` alone takes ``True`` for ``1``."""
    return one == other and [type(t) for t in one.arguments] == [type(t) for t in other.arguments]


def _among(term: Term, constants: Sequence[Term]) -> bool:
    return any(term == constant and type(term) is type(constant) for constant in constants)
