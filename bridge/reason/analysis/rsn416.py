"""RSN416: a rule that can never fire, because nothing can supply one of its premises."""

from collections import defaultdict
from collections.abc import Iterator
from collections.abc import Set as AbstractSet

from bridge.core.codes.lint import RSN416
from bridge.core.diagnostics import Diagnostic
from bridge.reason.analysis import rsn412
from bridge.reason.analysis.finding import finding
from bridge.reason.analysis.subject import Subject, literal
from bridge.reason.model import Literal, Rule
from bridge.reason.syntax.spelling import name as spelled
from bridge.reason.syntax.spelling import quoted


def find(subject: Subject) -> Iterator[Diagnostic]:
    """The rules with a premise that no admitted class, no request and no rule supplies.

    A premise under ``not`` of which RSN412 speaks is left to it.
    """
    supplied = suppliable(subject)
    unsaid = rsn412.unsaid(subject)
    for place, rule in enumerate(subject.program.rules):
        short = [index for index, atom in enumerate(rule.when) if literal(atom) not in supplied | unsaid]
        if short:
            premise = literal(rule.when[short[0]])
            shown = f"`{'not ' if premise.negated else ''}{spelled(premise.predicate)}(…)`"
            yield finding(
                RSN416,
                f"$.rules[{place}].when[{short[0]}]",
                f"rule {quoted(rule.id)} can never fire: nothing can supply {shown}",
                note=_reason(subject, premise),
                help="admit a class for it, conclude it by a rule that can fire, or remove the rule",
            )


def suppliable(subject: Subject) -> AbstractSet[Literal]:
    """What facts may say of what rules read, and with it the head of each rule whose premises are all in the set."""
    rules = subject.program.rules
    readers: defaultdict[Literal, list[int]] = defaultdict(list)
    short: list[int] = []
    for place, rule in enumerate(rules):
        premises = {literal(atom) for atom in rule.when}
        short.append(len(premises))
        for premise in premises:
            readers[premise].append(place)
    pending = [found for found in readers if subject.may_be_stated(found)]
    pending += [literal(rule.then) for rule in rules if not rule.when]
    return _closed(rules, readers, short, pending)


def _closed(
    rules: tuple[Rule, ...], readers: dict[Literal, list[int]], short: list[int], pending: list[Literal]
) -> AbstractSet[Literal]:
    members: set[Literal] = set()
    while pending:
        found = pending.pop()
        if found in members:
            continue
        members.add(found)
        for place in readers.get(found, ()):
            short[place] -= 1
            if not short[place]:
                pending.append(literal(rules[place].then))
    return members


def _reason(subject: Subject, premise: Literal) -> str:
    if premise in subject.concluded:
        return "nobody may state it, and no rule that concludes it can fire"
    if subject.policy and not subject.own(premise.predicate):
        return "an action request does not supply it"
    return "no class is admitted for it, and no rule concludes it"
