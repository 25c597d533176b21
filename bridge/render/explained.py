"""An explanation as text: what is so, then why as an indented tree, then what would change it."""

from collections.abc import Iterator
from itertools import groupby

from bridge.reason.explain import Against, Ended, Judged, Lifting, NeedSet, Why, WhyNot
from bridge.reason.explain.why import lines as tree_lines
from bridge.reason.model import SYSTEM_BOUND
from bridge.reason.result import Status
from bridge.render.explained_words import ENDED, literal, openings, source, stated, unsupersedable, words
from bridge.render.plain import plain
from bridge.workflows.explain import Explained, Mode


def text(explained: Explained) -> str:
    """The whole explanation."""
    return "\n".join([*_heading(explained), *_parts(explained)])


def _heading(explained: Explained) -> Iterator[str]:
    result = explained.result
    sentence, spelled = words(explained.loaded, result.query), literal(result.query)
    yield f"{result.status.upper()}  {sentence}"
    if sentence != spelled:
        yield f"  {spelled}"
    if result.temporal is not None:
        yield f"  evaluated at {result.temporal.evaluation_time}"


def _parts(explained: Explained) -> Iterator[str]:
    if Mode.WHY in explained.parts:
        yield from _proofs(explained)
    if Mode.WHY_NOT in explained.parts:
        yield from _needs(explained, explained.why_not)
    if Mode.AGAINST in explained.parts:
        yield from _sides(explained)
    if Mode.JUDGE in explained.parts:
        yield from _judged(explained, explained.judged)
    if explained.withheld:
        yield from ("", "what was said and does not count")
        for fact in explained.withheld:
            yield f"  {words(explained.loaded, fact.atom)}  [fact {plain(fact.fact_id)}: {plain(fact.reason)}]"


def _proofs(explained: Explained) -> Iterator[str]:
    if explained.why is None and explained.disproof is None:
        yield from ("", "why", "  nothing proves it, and nothing proves its opposite")
    if explained.why is not None:
        yield from ("", "why", *_tree(explained, explained.why))
    if explained.disproof is not None:
        yield from ("", "why its opposite", *_tree(explained, explained.disproof))


def _tree(explained: Explained, why: Why) -> Iterator[str]:
    """Each step once; where it is read again, its number is enough."""
    for depth, step, repeated in tree_lines(why):
        sentence = words(explained.loaded, step.atom)
        mark = f"({step.number}) " if step.shared else ""
        ending = f"as shown at ({step.number})" if repeated else f"[{source(step)}]"
        yield f"{'  ' * (depth + 1)}{'' if repeated else mark}{sentence}  {ending}"


def _needs(explained: Explained, why_not: WhyNot | None) -> Iterator[str]:
    yield from ("", "why not")
    if why_not is None:
        conflict = explained.result.status is Status.INCONSISTENT
        more = (
            "so is its opposite, and more facts do not end that: see --mode against"
            if conflict
            else "nothing is needed"
        )
        yield f"  it is proved: {more}"
        return
    if not why_not.sets:
        yield from _nothing_helps(explained, why_not)
        return
    yield "  each of these sets of facts would prove it, and no part of one does"
    for number, needs in enumerate(why_not.sets, 1):
        yield f"  {number}. cost {needs.cost}; then {needs.outcome}"
        yield from _set(explained, needs)
    yield f"  {_ended(why_not)}"


def _set(explained: Explained, needs: NeedSet) -> Iterator[str]:
    for fact in needs.facts:
        sentence, spelled = words(explained.loaded, fact.atom), literal(fact.atom)
        yield f"     - {sentence}  [{' or '.join(fact.suppliers)}]"
        if sentence != spelled:
            yield f"       {spelled}"
        for other in fact.uncounted:
            yield f"       fact {plain(other.fact_id)} says so and does not count: {plain(other.reason)}"
    yield from (f"     {line}" for line in openings(needs))


def _nothing_helps(explained: Explained, why_not: WhyNot) -> Iterator[str]:
    if why_not.ended is not Ended.ALL:
        yield f"  {_ended(why_not)}"
        return
    yield "  no facts that anybody may say would prove it"
    for atom in explained.result.missing:
        who = explained.program.authority.admitted(atom.predicate)
        may = "the request alone says it" if who == (SYSTEM_BOUND,) else f"{' or '.join(who) or 'nobody'} may say it"
        yield f"  missing: {words(explained.loaded, atom)}  [{may}]"


def _ended(why_not: WhyNot) -> str:
    return ENDED[why_not.ended] + (f" ({why_not.examined} steps)" if why_not.ended is Ended.STEPS else "")


def _sides(explained: Explained) -> Iterator[str]:
    if not explained.against:
        yield from ("", "what carries the other side", "  nothing is said against it")
    for side in explained.against:
        yield from ("", f"what carries: {words(explained.loaded, side.atom)}", *_side(explained, side))


def _side(explained: Explained, side: Against) -> Iterator[str]:
    if not side.sets:
        bounded = side.ended is Ended.STEPS
        yield f"  {ENDED[side.ended]}" if bounded else "  the rules and the request alone: no fact of anybody's"
        return
    yield "  it falls once any one of these sets of facts no longer counts"
    for number, lifting in enumerate(side.sets, 1):
        for place, carrier in enumerate(lifting.facts):
            head = f"{number}. " if place == 0 else "   "
            yield f"  {head}{words(explained.loaded, carrier.fact.atom)}  [{stated(carrier.fact)}]"
        yield from _lifted(explained, lifting)
    if side.ended is not Ended.ALL:
        yield f"  {ENDED[side.ended].replace('cheaper', 'smaller')}"


def _lifted(explained: Explained, lifting: Lifting) -> Iterator[str]:
    for carrier in lifting.facts:
        if not carrier.superseders:
            name = plain(carrier.fact.id)
            yield f"     {name} cannot be superseded: {unsupersedable(explained.program, carrier.fact)}"
    if lifting.superseded is not None:
        who = "; ".join(f"{plain(one.fact.id)} by {' or '.join(one.superseders)}" for one in lifting.facts)
        yield f"     superseded by a later fact that says the opposite ({who}): {lifting.superseded}"
    yield f"     withdrawn: {lifting.withdrawn}"


def _judged(explained: Explained, judged: Judged | None) -> Iterator[str]:
    if judged is None:
        if explained.parts == (Mode.JUDGE,):
            yield from ("", "what the judge changed", "  nothing: no answer of a judge that counts bears on this")
        return
    yield from ("", "what the judge changed")
    for fact, flips in groupby(judged.flips, key=lambda flip: flip.fact):
        yield f"  it said: {words(explained.loaded, fact.atom)}  [{stated(fact)}]"
        for flip in flips:
            said = "had it not answered" if flip.instead is None else f"had it said {literal(flip.instead)}"
            yield f"    {said}: {_status(flip.status, flip.matters)}"
    yield f"  without any answer: {_status(judged.without, judged.without is not judged.status)}"
    if judged.ended is not Ended.ALL:
        yield "  there are more answers than were flipped"


def _status(status: Status, matters: bool) -> str:
    return f"{status} (changes it)" if matters else f"{status} (no change)"
