"""What there is to read about the name under the cursor."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from bridge.core.codes import Code
from bridge.core.codes.registry import REGISTRY
from bridge.editor import markdown
from bridge.editor.catalog import Catalog, Known
from bridge.editor.occurrences import Kind, Occurrence, at
from bridge.editor.readings import Reading
from bridge.reason.model import MODEL_JUDGED
from bridge.reason.syntax.grammar import grammar
from bridge.reason.syntax.silences import MARK
from bridge.reason.syntax.spelling import name as spelled
from bridge.reason.syntax.spelling import variable
from bridge.reason.syntax.tokens import tokenize
from bridge.render.diagnostics import page

_CODE: Final = re.compile(r"\bRSN[0-9]{3}\b")


class Hover(NamedTuple):
    """What is shown, and about which part of the source."""

    markdown: str
    start: int
    end: int


def hover(reading: Reading, catalog: Catalog, offset: int) -> Hover | None:
    """What there is to read at an offset."""
    found = at(reading.occurrences, offset)
    if found is None:
        return _of_code(reading, offset)
    text = "\n\n".join(_about(found, catalog, reading))
    return Hover(text, found.start, found.end) if text else None


def _about(found: Occurrence, catalog: Catalog, reading: Reading) -> Iterator[str]:
    kind, name, scope = found.symbol
    if kind is Kind.PREDICATE:
        known = catalog.predicates.get(name)
        if known is not None:
            yield from _predicate(known, catalog)
    elif kind is Kind.AUTHORITY:
        yield from _authority(name, catalog)
    elif kind is Kind.ARGUMENT:
        known = catalog.predicates.get(str(scope))
        if known is not None:
            yield markdown.code(f"predicate {known.signature}")
    elif kind is Kind.VARIABLE:
        yield markdown.code(variable(name))
        uses = sum(one.symbol == found.symbol for one in reading.occurrences)
        yield f"a variable, named {_times(uses)} in this rule"
    elif scope is None and name in catalog.ids:
        stated = catalog.ids[name]
        source, statement = stated.unit.source, stated.unit.statement
        yield markdown.code(source.text[statement.start : statement.end])
        if stated.span.source.name != reading.source.name:
            yield f"in {markdown.escaped(stated.span.source.name)}"


def _predicate(known: Known, catalog: Catalog) -> Iterator[str]:
    yield markdown.code(f"predicate {known.signature}")
    if known.documentation:
        yield "  \n".join(map(markdown.escaped, known.documentation))
    if known.span is None:
        yield "supplied by the action request" if known.name != "action_authorized" else "what an action request asks"
    else:
        classes, own = catalog.admits(known.name)
        who = ", ".join(f"`{name}`" for name in classes) if classes else "nobody"
        yield f"admitted: {who}" + ("" if own else " (by default)")
    pro, contra = catalog.concluded[known.name, False], catalog.concluded[known.name, True]
    against = f" ({contra} of them `not`)" if contra else ""
    yield (
        f"stated by {_counted(catalog.stated[known.name], 'fact')}, "
        f"concluded by {_counted(pro + contra, 'rule')}{against}, read by {_counted(catalog.read[known.name], 'rule')}"
    )


def _authority(name: str, catalog: Catalog) -> Iterator[str]:
    yield markdown.code(f"authority {spelled(name)}")
    if name == MODEL_JUDGED:
        yield "what a judge answered: evidence for a veto, and never enough to authorize"
    own = [known.name for known in catalog.predicates.values() if known.span is not None]
    spoken = [one for one in own if name in catalog.admits(one)[0]]
    if spoken:
        yield "admitted for " + ", ".join(markdown.escaped(spelled(one)) for one in sorted(spoken))
    else:
        yield "admitted for nothing"


def _of_code(reading: Reading, offset: int) -> Hover | None:
    """The title of a code in a comment that silences it."""
    source = reading.source
    if MARK not in source.text:
        return None
    for comment in tokenize(source, grammar().scan).trivia:
        if comment.start <= offset <= comment.end and MARK in comment.text:
            for match in _CODE.finditer(comment.text):
                if comment.start + match.start() <= offset <= comment.start + match.end() and match[0] in REGISTRY:
                    start = comment.start + match.start()
                    return Hover(_code(REGISTRY[match[0]]), start, start + len(match[0]))
    return None


def _code(code: Code) -> str:
    return f"**{code.code}**: {markdown.escaped(code.title)}\n\n{markdown.escaped(code.why)}\n\nsee {page(code.code)}"


def _counted(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _times(number: int) -> str:
    return "once" if number == 1 else f"{number} times"
