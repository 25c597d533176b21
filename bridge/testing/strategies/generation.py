"""A generator of small, rich, valid programs around the admission convention.

Most programs keep the convention; the others break one rule of it, or are put together with no regard for it. Every
one is valid to a kernel. Choices come from outside (``choices``), so the same code serves soaks and Hypothesis.
"""

import enum
from collections.abc import Sequence
from typing import Final, NamedTuple

from bridge.reason.model import (
    HUMAN_AUTHORIZED,
    MODEL_JUDGED,
    PROGRAM_V1,
    PROGRAM_V2,
    TOOL_REPORTED,
    Atom,
    AuthorityPolicy,
    Ontology,
    Program,
    Rule,
    Term,
    is_variable,
)
from bridge.testing.strategies.choices import Choices
from bridge.testing.strategies.fact_generation import facts_for
from bridge.testing.strategies.vocabulary import (
    ACTION_ID,
    ALL_SHAPES,
    AUTHORIZED,
    BINDINGS,
    CLASSES,
    EVALUATION_TIME,
    EVIDENCE,
    JUDGEMENTS,
    WITNESSES,
    Slot,
)


class Kind(enum.Enum):
    """What a program is for: a check without times, one with, or an action's policy."""

    V1 = "v1"
    V2 = "v2"
    ACTION = "action"


class Fault(enum.Enum):
    """Which rule of the convention a program is made to break; RSN106 by the chances of supersession alone."""

    NONE = "none"
    RSN101 = "RSN101"
    RSN102 = "RSN102"
    RSN103 = "RSN103"
    RSN104 = "RSN104"
    RSN105 = "RSN105"
    RSN106 = "RSN106"
    RSN107 = "RSN107"
    WILD = "wild"


_FAULTS: Final = tuple(Fault)[1:]


class Plan(NamedTuple):
    """What a program is to be made of."""

    kind: Kind
    fault: Fault
    evidence: tuple[str, ...]
    judgements: tuple[str, ...]

    @property
    def readable(self) -> tuple[str, ...]:
        """The predicates outside J that a premise may read."""
        return self.evidence + (tuple(BINDINGS) if self.kind is Kind.ACTION else ())


def policy(choices: Choices, kind: Kind | None = None) -> tuple[Kind, Program]:
    """A program; of kind ``ACTION``, a policy that a request still has to bind."""
    plan = _plan(choices, kind)
    rules = _rules(choices, plan)
    authority = _authority(choices, plan, rules)
    names = (*plan.evidence, *plan.judgements)
    shapes = {name: tuple(slot.type for slot in ALL_SHAPES[name]) for name in names}
    return plan.kind, Program(
        schema=PROGRAM_V1 if plan.kind is Kind.V1 else PROGRAM_V2,
        ontology=Ontology("generated", "1", shapes),
        authority=authority,
        evaluation_time=None if plan.kind is Kind.V1 else EVALUATION_TIME,
        facts=facts_for(choices, names, rules, authority, temporal=plan.kind is not Kind.V1),
        rules=rules,
        query=_query(choices, plan, rules),
    )


def _plan(choices: Choices, kind: Kind | None) -> Plan:
    fault = choices.pick(_FAULTS) if choices.chance(26) else Fault.NONE
    if kind is None:
        kind = choices.pick((Kind.V2, Kind.ACTION) if fault in (Fault.RSN103, Fault.RSN106) else tuple(Kind))
    evidence = _sample(choices, tuple(EVIDENCE), 2, 4)
    return Plan(kind, fault, evidence, _sample(choices, tuple(JUDGEMENTS), 1, 2))


def _sample(choices: Choices, options: tuple[str, ...], least: int, most: int) -> tuple[str, ...]:
    left = list(options)
    return tuple(left.pop(choices.below(len(left))) for _ in range(choices.between(least, most)))


def _rules(choices: Choices, plan: Plan) -> tuple[Rule, ...]:
    count = choices.between(1, 4)
    rules = [_rule(choices, plan, f"rule_{number}") for number in range(count)]
    if plan.fault in (Fault.RSN104, Fault.RSN105, Fault.RSN107):
        rules.append(_planted_rule(choices, plan))
    return tuple(rules)


def _rule(choices: Choices, plan: Plan, name: str) -> Rule:
    if plan.fault is Fault.WILD:
        everything = plan.readable + plan.judgements
        return _built(choices, name, _heads(choices, plan) + plan.judgements, everything, choices.below(4), ())
    if choices.chance(6):
        return _built(choices, name, plan.judgements, plan.judgements, choices.between(1, 2), ())
    judged = plan.judgements if choices.chance(60) else ()
    return _built(choices, name, _heads(choices, plan), plan.readable, choices.between(1, 2), judged)


def _planted_rule(choices: Choices, plan: Plan) -> Rule:
    """A rule that, more often than not, breaks the convention in the way of the plan's fault."""
    if plan.fault is Fault.RSN105:
        return _built(choices, "planted", plan.judgements, plan.readable, choices.below(2), ())
    if plan.fault is Fault.RSN107:
        return _built(choices, "planted", plan.evidence, plan.readable, 1, plan.judgements)
    binding = tuple(BINDINGS) if plan.kind is Kind.ACTION and choices.chance(50) else plan.judgements
    return _built(choices, "planted", _heads(choices, plan), binding, choices.between(0, 1), plan.judgements)


def _heads(choices: Choices, plan: Plan) -> tuple[str, ...]:
    """What a rule may conclude outside J."""
    return tuple(AUTHORIZED) if plan.kind is Kind.ACTION and choices.chance(50) else plan.evidence


def _built(
    choices: Choices, name: str, heads: Sequence[str], read: Sequence[str], count: int, judged: Sequence[str]
) -> Rule:
    """A rule with ``count`` premises over ``read``, one over ``judged`` where there are any, and a bound head."""
    body = [_premise(choices, choices.pick(read)) for _ in range(count)]
    bound = {t for atom in body for t in atom.arguments if is_variable(t)}
    if judged:
        body.insert(choices.below(len(body) + 1), _premise(choices, choices.pick(judged)))
        bound = bound if count and choices.chance(90) else {t for a in body for t in a.arguments if is_variable(t)}
    predicate = choices.pick(heads)
    arguments = tuple(_bound_term(choices, slot, bound) for slot in ALL_SHAPES[predicate])
    return Rule(name, tuple(body), Atom(predicate, arguments, choices.chance(25)))


def _premise(choices: Choices, predicate: str) -> Atom:
    arguments = tuple(_term(choices, slot) for slot in ALL_SHAPES[predicate])
    return Atom(predicate, arguments, choices.chance(12))


def _term(choices: Choices, slot: Slot) -> Term:
    if choices.chance(65 if slot.variables[0] == "$x" else 35):
        return choices.pick(slot.variables)
    return choices.pick(slot.constants)


def _bound_term(choices: Choices, slot: Slot, bound: set[Term]) -> Term:
    variables = [variable for variable in slot.variables if variable in bound]
    return choices.pick(variables) if variables and choices.chance(85) else choices.pick(slot.constants)


def _authority(choices: Choices, plan: Plan, rules: tuple[Rule, ...]) -> AuthorityPolicy:
    concluded = {rule.then.predicate for rule in rules}
    admit = {name: classes for name in plan.evidence if (classes := _own(choices, name in concluded)) is not None}
    default = {choices.pick(WITNESSES), *choices.some(WITNESSES, 60)}
    admit |= {name: choices.pick(((MODEL_JUDGED,), (HUMAN_AUTHORIZED, MODEL_JUDGED))) for name in plan.judgements}
    wild = plan.fault is Fault.WILD
    if plan.fault is Fault.RSN101 or (wild and choices.chance(30)):
        default.add(MODEL_JUDGED)
    if plan.fault is Fault.RSN102 or (wild and choices.chance(30)):
        admit[choices.pick(plan.evidence)] = choices.pick(((HUMAN_AUTHORIZED, MODEL_JUDGED), (MODEL_JUDGED,)))
    if plan.fault is Fault.RSN103 or (wild and choices.chance(30)):
        _loosen(choices, admit, choices.pick(plan.judgements))
    if plan.fault is Fault.RSN107 and rules[-1].then.predicate in plan.evidence:
        admit[rules[-1].then.predicate] = (HUMAN_AUTHORIZED,)
    return AuthorityPolicy(CLASSES, tuple(sorted(default)), dict(sorted(admit.items())))


def _own(choices: Choices, concluded: bool) -> tuple[str, ...] | None:
    """An admission of a predicate's own, or none; for what rules conclude mostly one that admits nobody."""
    if not choices.chance(30 if concluded else 50):
        return None
    if concluded:
        return () if choices.chance(90) else (choices.pick(WITNESSES),)
    return tuple(sorted({choices.pick(WITNESSES), *choices.some(WITNESSES, 40)}))


def _loosen(choices: Choices, admit: dict[str, tuple[str, ...]], judgement: str) -> None:
    if choices.chance(35):
        del admit[judgement]
    else:
        admit[judgement] = choices.pick(((MODEL_JUDGED, TOOL_REPORTED), (TOOL_REPORTED,)))


def _query(choices: Choices, plan: Plan, rules: tuple[Rule, ...]) -> Atom:
    if plan.kind is Kind.ACTION:
        return Atom("action_authorized", (ACTION_ID,))
    predicate = choices.pick(rules).then.predicate
    arguments = tuple(choices.pick(slot.constants) for slot in ALL_SHAPES[predicate])
    return Atom(predicate, arguments, choices.chance(10))
