"""How atoms, facts and statuses are worded wherever an explanation is shown."""

from collections.abc import Iterator, Sequence
from typing import Final

from bridge.core.canonical import compact
from bridge.reason.explain import Ended, NeedSet, OpenArgument, Step
from bridge.reason.model import Atom, Fact, Program, Term, is_variable
from bridge.reason.result import FactTemporal, NodeKind
from bridge.reason.syntax.spelling import name, string, variable
from bridge.render.plain import plain
from bridge.render.reason_text import atom as unquoted
from bridge.workflows.programs import Loaded

ENDED: Final = {
    Ended.ALL: "these are all",
    Ended.MOST: "there are others, none of them cheaper: ask for more with --most",
    Ended.STEPS: "the search stopped at its bound: there may be others, cheaper ones among them",
}

_MOST: Final = 12
"""How many values or exceptions of a variable are listed."""


def literal(atom: Atom) -> str:
    """An atom as the language spells it, so that it can be pasted into a program."""
    sign = "not " if atom.negated else ""
    return f"{sign}{name(atom.predicate)}({', '.join(map(term, atom.arguments))})"


def term(value: Term) -> str:
    """A constant or a variable as the language spells it."""
    if not isinstance(value, str):
        return compact(value)
    return variable(value[1:]) if is_variable(value) else string(value)


def words(loaded: Loaded, atom: Atom) -> str:
    """An atom in the words of its documentation; where it has none, as the language spells it."""
    sentence = loaded.say(atom)
    return literal(atom) if sentence == unquoted(atom) else plain(sentence)


def source(step: Step) -> str:
    """What supports a step: the rule, or the fact with whose word it is and when it holds."""
    if step.kind is NodeKind.DERIVATION:
        return f"rule {plain(step.source_id)}"
    return f"fact {plain(step.source_id)}: {', '.join([step.authority or '', *_times(step.temporal)])}"


def stated(fact: Fact) -> str:
    """A fact by its id, with whose word it is and when it holds."""
    times = _times(FactTemporal(fact.observed_at, fact.valid_from, fact.valid_until)) if fact.observed_at else ()
    return f"fact {plain(fact.id)}: {', '.join([fact.authority, *times])}"


def _times(times: FactTemporal | None) -> Iterator[str]:
    if times is None:
        return
    yield f"observed {times.observed_at}"
    if times.valid_from is not None:
        yield f"valid from {times.valid_from}"
    if times.valid_until is not None:
        yield f"valid until {times.valid_until}"


def openings(needs: NeedSet) -> Iterator[str]:
    """What the open variables of a set may stand for, each but its own exceptions, and then what they may not jointly.

    Where not all values were looked at, a last line says so. Of many values the first are listed, and the rest counted.
    """
    for argument in needs.open:
        but = [one[0].value for one in needs.exceptions if len(one) == 1 and one[0].variable == argument.variable]
        yield _opening(argument) + (f" but {_listed(but)}" if but else "")
    joint = [one for one in needs.exceptions if len(one) > 1]
    for exception in joint[:_MOST]:
        yield "but not " + " with ".join(f"{one.variable} = {term(one.value)}" for one in exception)
    if len(joint) > _MOST:
        yield f"but not {len(joint) - _MOST} more such"
    if not needs.exhaustive:
        yield "not every value was looked at: there may be exceptions"


def _opening(argument: OpenArgument) -> str:
    if argument.options:
        return f"for any {argument.variable} of {_listed(argument.options)}"
    return f"for any {argument.type} {argument.variable}"


def _listed(values: Sequence[Term]) -> str:
    more = f" and {len(values) - _MOST} more" if len(values) > _MOST else ""
    return ", ".join(map(term, values[:_MOST])) + more


def unsupersedable(program: Program, fact: Fact) -> str:
    """Why nobody may supersede a fact at the evaluation time."""
    if program.evaluation_time is None:
        return "a program without times knows no supersession"
    if (fact.observed_at or "") >= program.evaluation_time:
        return "it was observed at the evaluation time itself, and nothing can be later"
    return f"the program admits nobody who may say otherwise of {plain(fact.predicate)}"
