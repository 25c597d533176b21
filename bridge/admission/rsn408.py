"""RSN408: what is left of a struck rule rests only on predicates that admit nothing but ``agent-proposed``."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from collections.abc import Set as AbstractSet
from typing import Final

from bridge.admission.analysis import Analysis
from bridge.admission.literals import BINDING_PREDICATES, is_judgement, literal_of, shown_literal
from bridge.core.codes.admission_lint import RSN408
from bridge.core.diagnostics import Diagnostic, Severity
from bridge.reason.model import AGENT_PROPOSED, SYSTEM_BOUND, Literal

_NOBODY: Final = (AGENT_PROPOSED, SYSTEM_BOUND)
"""The classes behind which there is no person and no tool: the agent, and the request that it makes."""


def find(analysis: Analysis) -> Iterator[Diagnostic]:
    """The authorizing rules behind whose judgements there is nobody but the agent."""
    proposed = _resting(analysis, lambda classes: AGENT_PROPOSED in classes)
    elsewhere = _resting(analysis, lambda classes: any(name not in _NOBODY for name in classes))
    for clause in analysis.clauses:
        if analysis.judgements.isdisjoint(clause.premises):
            continue
        if clause.head not in analysis.authorizing or is_judgement(clause.head.predicate):
            continue
        left = [literal_of(atom) for atom in clause.left(analysis.judgements)]
        asked = [literal for literal in left if literal in proposed]
        stands = clause.stands(analysis.judgements, analysis.given)
        if stands and asked and not any(literal in elsewhere for literal in left):
            yield Diagnostic(
                RSN408.code,
                RSN408.title,
                path=f"$.rules[{clause.place}].then",
                note=f"without the judgements this rests on {shown_literal(asked[0])}, which agents propose",
                help="add a premise that a person or a tool supplies",
                severity=Severity.WARNING,
            )


def _resting(analysis: Analysis, counts: Callable[[tuple[str, ...]], bool]) -> AbstractSet[Literal]:
    """What may rest on a class that counts: by its own admission, or by a premise of a rule that concludes it."""
    admitted = analysis.program.authority.admitted
    rests = {
        Literal(name, negated)
        for name in analysis.predicates
        if name not in BINDING_PREDICATES and not is_judgement(name) and counts(admitted(name))
        for negated in (False, True)
    }
    concluded: defaultdict[Literal, list[Literal]] = defaultdict(list)
    for clause in analysis.clauses:
        for premise in clause.premises:
            concluded[premise].append(clause.head)
    pending = list(rests)
    while pending:
        for head in concluded[pending.pop()]:
            if head not in rests and not is_judgement(head.predicate):
                rests.add(head)
                pending.append(head)
    return rests
