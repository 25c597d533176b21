"""RSN104: a judge-made literal outside J that is authorizing."""

from collections.abc import Iterator

from bridge.admission.analysis import Analysis, Clause
from bridge.admission.literals import (
    ACTION_AUTHORIZED,
    JUDGED_PREFIX,
    is_judgement,
    shown,
    shown_literal,
    unbound,
    variables,
)
from bridge.core.codes.admission import RSN104
from bridge.core.diagnostics import Diagnostic


def find(analysis: Analysis) -> Iterator[Diagnostic]:
    """The rules by which a judge's answer would authorize."""
    suspects = analysis.judge_made & analysis.authorizing
    for clause in analysis.clauses:
        if clause.head not in suspects or is_judgement(clause.head.predicate):
            continue
        if analysis.makes(clause, analysis.judge_made):
            yield Diagnostic(
                RSN104.code,
                RSN104.title,
                path=f"$.rules[{clause.place}].then",
                note=_note(clause, analysis),
                help=_help(clause, analysis),
            )


def _note(clause: Clause, analysis: Analysis) -> str:
    left = clause.left(analysis.judge_made)
    if not left:
        return "every premise of this rule is model-judged"
    if loose := unbound(clause.rule, left):
        return f"without the judgements nothing says what {_listed(loose)} may be"
    return "without the judgements this rule asks only for what the request itself says"


def _help(clause: Clause, analysis: Analysis) -> str:
    if clause.head.negated:
        return f"read the judgement itself where {shown_literal(clause.head)} is read"
    left = clause.left(analysis.judge_made)
    if left and not unbound(clause.rule, left):
        return (
            "anyone who asks would be authorized: add a standing permission, "
            "such as `tool_allowed($tool)` from a person"
        )
    if not left and _is_helper(clause, analysis):
        return f"call it {shown(JUDGED_PREFIX + clause.head.predicate)}, and admit only `model-judged` for it"
    named = unbound(clause.rule, left) or variables(clause.rule.then)
    names = f" and that names {_listed(named)}" if named else ""
    return f"add a premise that a person or a tool supplies{names}"


def _is_helper(clause: Clause, analysis: Analysis) -> bool:
    """Whether the head is read on the way to something else, so that naming it a judgement loses nothing."""
    asked = (analysis.program.query.predicate, ACTION_AUTHORIZED)
    read = any(clause.head in other.premises for other in analysis.clauses)
    return read and clause.head.predicate not in asked


def _listed(names: tuple[str, ...]) -> str:
    return " and ".join(f"`{name[0]}{shown(name[1:])[1:]}" for name in names)
