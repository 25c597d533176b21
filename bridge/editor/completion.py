"""What may be written at the cursor: keywords, names that are declared, and the answers that a judge can give."""

from collections.abc import Callable, Iterable, Iterator
from typing import Final, NamedTuple

from bridge.core.sources import Source
from bridge.editor import snippets
from bridge.editor.catalog import Catalog, Known, options
from bridge.editor.cursor import Call, Cursor, after
from bridge.reason.syntax import ast
from bridge.reason.syntax.blocks import STATEMENTS, STEPS
from bridge.reason.syntax.grammar import grammar
from bridge.reason.syntax.spelling import name as spelled
from bridge.reason.syntax.spelling import string, variable

USUAL_CLASSES: Final = ("agent-proposed", "tool-reported", "human-authorized", "model-judged")
_CLASSES_AFTER: Final = frozenset({"from", "authority", "admit", "only"})
_TYPES: Final = ("string", "integer", "boolean")
_TRUTHS: Final = ("true", "false")
_MOST_FILES: Final = 500


class Item(NamedTuple):
    """A thing that may be written.

    Args:
        label: how it is shown.
        kind: ``keyword``, ``predicate``, ``class``, ``fact``, ``rule``, ``variable``, ``answer``, ``type`` or ``file``.
        text: what is written, over what stands from ``start`` to ``end``.
        start: where what is replaced begins.
        end: where it ends.
        detail: a line beside the label.
        documentation: what there is to read.
        snippet: the same with places to fill in, in the notation of the protocol; empty where there are none.
    """

    label: str
    kind: str
    text: str
    start: int
    end: int
    detail: str = ""
    documentation: str = ""
    snippet: str = ""


class Around(NamedTuple):
    """What surrounds the cursor.

    Args:
        catalog: what is declared.
        given: the ids that the test gives in which the cursor is.
        variables: the variables of the statement.
        files: the files that the source may use.
    """

    catalog: Catalog
    given: tuple[str, ...]
    variables: tuple[str, ...]
    files: Callable[[], Iterable[str]]


def completions(cursor: Cursor, around: Around) -> list[Item]:
    """What may be written, in the order in which it is best shown."""
    if cursor.comment:
        return []
    if cursor.writing is not None and cursor.writing.text[:1] == '"':
        return list(_in_string(cursor, around))
    found = [*_terms(cursor, around), *_named(cursor, around), *_keywords(cursor)]
    return list({(item.label, item.kind): item for item in found}.values())


def _in_string(cursor: Cursor, around: Around) -> Iterator[Item]:
    if cursor.keyword == "use" or cursor.last == "request":
        wanted = ".reason" if cursor.last == "use" else ".json"
        for file in sorted(set(around.files()))[:_MOST_FILES]:
            if file.endswith(wanted) or (file.startswith("bridge:") and cursor.last == "use"):
                yield _item(cursor, string(file), "file", label=file)
        return
    call = cursor.call()
    if call is not None:
        yield from _answers(cursor, around.catalog.predicates.get(call.predicate), call)


def _terms(cursor: Cursor, around: Around) -> Iterator[Item]:
    """What may stand as an argument: variables of the rule, answers, and what the type of the argument allows."""
    call = cursor.call()
    if call is None or cursor.keyword == "predicate":
        return
    known = around.catalog.predicates.get(call.predicate)
    if "VAR" in cursor.accepts and cursor.keyword == "rule":
        yield from (_item(cursor, variable(name), "variable") for name in around.variables)
    if "STRING" in cursor.accepts:
        yield from _answers(cursor, known, call)
    kind = options(known, call.place)
    if "TRUE" in cursor.accepts and isinstance(kind, ast.BaseType) and kind.name == "boolean":
        yield from (_item(cursor, word, "answer") for word in _TRUTHS)
    if "COMPARE" in cursor.accepts and cursor.keyword == "rule" and isinstance(kind, ast.SetType) and kind.ordered:
        for operator in (">=", "<=", ">", "<"):
            yield _item(cursor, f"{operator} ", "keyword", label=operator, detail="a comparison of levels")


def _answers(cursor: Cursor, known: Known | None, call: Call) -> Iterator[Item]:
    """The options of a closed set, but for those that stand in the argument already."""
    kind = options(known, call.place)
    if known is None or not isinstance(kind, ast.SetType):
        return
    there = {token.value for token in call.argument if token.type == "STRING"}
    for option in kind.options:
        if option.value not in there:
            shown = string(option.value)
            yield _item(cursor, shown, "answer", detail=f"an answer of {spelled(known.name)}")


def _named(cursor: Cursor, around: Around) -> Iterator[Item]:
    if "NAME" not in cursor.accepts:
        return
    catalog, leading = around.catalog, cursor.leading()
    if leading in _CLASSES_AFTER and cursor.keyword != "use":
        more = USUAL_CLASSES if leading == "authority" else ()
        written = {token.value for token in cursor.before if token.type in {"NAME", "QNAME"}}
        known = dict.fromkeys((*catalog.classes, *more)) if leading != "authority" else dict.fromkeys(more)
        declared = catalog.classes if leading == "authority" else ()
        for name in known:
            if name not in written and name not in declared:
                yield _item(cursor, spelled(name), "class")
    elif leading == "for":
        yield from _targets(cursor, catalog)
    elif leading in {"supersedes", "without", "because"}:
        yield from _facts(cursor, around, given=leading != "without")
    elif "LPAR" not in cursor.accepts and _awaits_atom(cursor):
        yield from (_predicate(cursor, known) for known in catalog.predicates.values())


def _awaits_atom(cursor: Cursor) -> bool:
    """Whether a predicate comes next, and no id or new name."""
    return cursor.last not in {"fact", "rule", "predicate"} and cursor.keyword != "predicate"


def _targets(cursor: Cursor, catalog: Catalog) -> Iterator[Item]:
    own = [known for known in catalog.predicates.values() if known.span is not None]
    if any(known.name.startswith("judged_") for known in own):
        yield _item(cursor, "judged_*", "predicate", detail="every judgement")
    for known in own:
        yield _item(cursor, spelled(known.name), "predicate", detail=known.signature)


def _facts(cursor: Cursor, around: Around, *, given: bool) -> Iterator[Item]:
    for name in around.given if given else ():
        yield _item(cursor, spelled(name), "fact", detail="given in this test")
    for name, stated in around.catalog.ids.items():
        if stated.what == "fact":
            yield _item(cursor, spelled(name), "fact")


def _predicate(cursor: Cursor, known: Known) -> Item:
    in_rule = cursor.keyword == "rule"
    return _item(
        cursor,
        f"{spelled(known.name)}({'' if known.arguments else ')'}",
        "predicate",
        label=spelled(known.name),
        detail=known.signature,
        documentation="\n".join(known.documentation),
        snippet=snippets.atom(known, variables=in_rule),
    )


def _keywords(cursor: Cursor) -> Iterator[Item]:
    for word, terminal in grammar().keywords.items():
        if terminal in cursor.accepts and _fits(cursor, word):
            yield _item(cursor, word, "keyword", snippet=snippets.KEYWORDS.get(word, "") if not cursor.before else "")


def _fits(cursor: Cursor, word: str) -> bool:
    if not cursor.before:
        return word in (STEPS if cursor.inside else STATEMENTS)
    return word not in (*_TRUTHS, "_") and (cursor.keyword == "predicate" or word not in _TYPES)


def _item(
    cursor: Cursor,
    text: str,
    kind: str,
    *,
    label: str = "",
    detail: str = "",
    documentation: str = "",
    snippet: str = "",
) -> Item:
    writing = cursor.writing
    end = cursor.offset
    if writing is not None and writing.type == "STRING":
        end = max(end, writing.end)
    return Item(label or text, kind, text, cursor.start, end, detail, documentation, snippet)


def variables(cursor: Cursor, source: Source) -> tuple[str, ...]:
    """The variables of the statement in which the cursor is, after it as well as before; what is written apart."""
    written = [token for token in (*cursor.before, *after(source, cursor)) if token.type == "VAR"]
    return tuple(dict.fromkeys(token.value for token in written))
