"""An explanation as a Mermaid flowchart: evidence below, conclusions above; what would change it, in dashes.

Whatever comes from a program stands in quotes with every mark of its own escaped, so no name can end a label, open a
tag or begin a line of the diagram.
"""

from collections.abc import Iterator

from bridge.reason.explain import Against, Judged, NeedSet, Why
from bridge.reason.result import NodeKind
from bridge.render.explained_words import literal, openings, source, stated, words
from bridge.render.plain import plain
from bridge.workflows.explain import Explained

_BARE = frozenset(" .,:;_-=/()'+")
_BREAK = "<br/>"


def flowchart(explained: Explained) -> str:
    """The diagram, as the text of one Mermaid block."""
    return "\n".join(["flowchart BT", *("  " + line for line in _lines(explained))])


def label(*lines: str) -> str:
    """Some lines of text as one quoted label."""
    return f'"{_BREAK.join(map(escaped, lines))}"'


def escaped(text: str) -> str:
    """Text with all but letters, digits and harmless marks as numbered entities; controls are spelled out first."""
    return "".join(one if one.isalnum() or one in _BARE - {";"} else f"#{ord(one)};" for one in plain(text))


def _lines(explained: Explained) -> Iterator[str]:
    result = explained.result
    yield f"q({label(result.status.upper(), words(explained.loaded, result.query))})"
    if explained.why is not None:
        yield from _tree(explained, explained.why, "p")
        yield "p1 ==> q"
    if explained.disproof is not None:
        yield from _tree(explained, explained.disproof, "d")
        yield "d1 ==x q"
    if explained.why_not is not None:
        for number, needs in enumerate(explained.why_not.sets, 1):
            yield from _set(explained, needs, f"n{number}")
    for place, side in enumerate(explained.against, 1):
        yield from _side(explained, side, f"a{place}")
    if explained.judged is not None:
        yield from _judged(explained, explained.judged)


def _tree(explained: Explained, why: Why, prefix: str) -> Iterator[str]:
    for step in why.steps:
        text = label(words(explained.loaded, step.atom), source(step))
        yield f"{prefix}{step.number}" + (f"[{text}]" if step.kind is NodeKind.FACT else f"({text})")
    for step in why.steps:
        for premise in dict.fromkeys(step.premises):
            yield f"{prefix}{premise} --> {prefix}{step.number}"


def _set(explained: Explained, needs: NeedSet, name: str) -> Iterator[str]:
    yield f"{name}{{{{{label(f'cost {needs.cost}, then {needs.outcome}', *openings(needs))}}}}}"
    yield f"{name} -.-> q"
    for number, fact in enumerate(needs.facts, 1):
        text = label(words(explained.loaded, fact.atom), "needed from " + " or ".join(fact.suppliers))
        yield f"{name}f{number}[{text}]"
        yield f"{name}f{number} -.-> {name}"


def _side(explained: Explained, side: Against, name: str) -> Iterator[str]:
    for number, lifting in enumerate(side.sets, 1):
        here = f"{name}s{number}"
        superseded = [] if lifting.superseded is None else [f"superseded: {lifting.superseded}"]
        yield f"{here}{{{{{label(f'withdrawn: {lifting.withdrawn}', *superseded)}}}}}"
        yield f"{here} -.-> q"
        for place, carrier in enumerate(lifting.facts, 1):
            yield f"{here}f{place}[{label(words(explained.loaded, carrier.fact.atom), stated(carrier.fact))}]"
            yield f"{here}f{place} -.-> {here}"


def _judged(explained: Explained, judged: Judged) -> Iterator[str]:
    names = {fact.id: f"j{number}" for number, fact in enumerate(judged.answers, 1)}
    for fact in judged.answers:
        yield f"{names[fact.id]}[{label(words(explained.loaded, fact.atom), stated(fact))}]"
    for flip in judged.flips:
        if flip.matters:
            said = "no answer" if flip.instead is None else literal(flip.instead)
            yield f"{names[flip.fact.id]} -. {label(f'{said}: {flip.status}')} .-> q"
