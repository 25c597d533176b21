"""The program without its judgements: what people and tools must still say."""

from collections.abc import Callable, Iterable
from collections.abc import Set as AbstractSet

from bridge.admission.analysis import Clause, analyse
from bridge.admission.literals import is_judgement
from bridge.reason.model import MODEL_JUDGED, Fact, Literal, Program, Rule


def strike(program: Program) -> Program:
    """Take every judgement out of a program.

    Premises over J go; so do rules that conclude a judgement, rules that no longer stand without those premises, and
    the model-judged facts over J. It is a program an author can read, and an upper bound: no answer, however forged,
    makes an accepted program authorize what this one would not.
    """
    analysis = analyse(program)
    rules = (_struck(clause, analysis.judgements, analysis.given) for clause in analysis.clauses)
    return program._replace(
        rules=tuple(rule for rule in rules if rule is not None),
        facts=restrict(program.facts, lambda fact: not _is_answer(fact)),
    )


def restrict(facts: Iterable[Fact], keep: Callable[[Fact], bool]) -> tuple[Fact, ...]:
    """Some of the facts, without the ``supersedes`` entries that name facts outside them."""
    kept = [fact for fact in facts if keep(fact)]
    ids = {fact.id for fact in kept}
    return tuple(fact._replace(supersedes=tuple(name for name in fact.supersedes if name in ids)) for fact in kept)


def _is_answer(fact: Fact) -> bool:
    return fact.authority == MODEL_JUDGED and is_judgement(fact.predicate)


def _struck(clause: Clause, judgements: AbstractSet[Literal], given: AbstractSet[Literal]) -> Rule | None:
    if is_judgement(clause.head.predicate):
        return None
    if not any(premise in judgements for premise in clause.premises):
        return clause.rule
    if not clause.stands(judgements, given):
        return None
    return clause.rule._replace(when=clause.left(judgements))
