"""Renaming: every place that names a thing is changed, in every source, or nothing is and it is said why.

What would change the meaning is refused: a name that is taken, one that a pattern of an ``admit`` covers and the other
does not, one that JSON brings. What has been changed is read again before it is given back.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Final

from bridge.core.sources import Source
from bridge.editor.edits import Edit, edited
from bridge.editor.occurrences import Kind, Occurrence, Symbol, occurrences
from bridge.editor.projects import Place, Project, places, statements
from bridge.errors import UsageError
from bridge.reason.action import reserved
from bridge.reason.model import SYSTEM_BOUND
from bridge.reason.quoting import is_blank
from bridge.reason.syntax import ast, spelling
from bridge.reason.syntax.grammar import grammar
from bridge.reason.syntax.parser import parse
from bridge.workflows.bundled import BUNDLED

_CLASS: Final = re.compile(r"[a-z0-9](?:[a-z0-9-]*[a-z0-9])?")
_QUOTED: Final = re.compile(r'`[^`\\\x00-\x1f]*(?:\\(?:["\\/bfnrt`]|u[0-9A-Fa-f]{4})[^`\\\x00-\x1f]*)*`')
_SURROGATE: Final = re.compile("[\ud800-\udfff]")
_UNFIT: Final = re.compile(r"[{}\x00-\x1f]")
_JOINS: Final = re.compile(r"[\w$`]")


def require_renamable(project: Project, wanted: Occurrence) -> None:
    """Refuse to rename what is not for this project to name.

    Raises:
        UsageError: it comes from JSON, from what ships, or from the language itself, or is declared nowhere.
    """
    symbol = wanted.symbol
    if symbol.kind is Kind.PREDICATE and _policy(project) and symbol.name in reserved.PREDICATES:
        raise UsageError(f"{_shown(symbol)} is supplied by the action request", help="leave it as it is")
    if symbol.kind is Kind.AUTHORITY and _policy(project) and symbol.name == SYSTEM_BOUND:
        raise UsageError(f"{_shown(symbol)} is the class of the action request", help="leave it as it is")
    for name, unit in project.brought:
        if symbol in _brought(unit.piece):
            raise UsageError(f"{_shown(symbol)} comes from {name}", help="rename it there")
    for place in places(project, wanted):
        if place.source.name.startswith(BUNDLED):
            raise UsageError(f"{_shown(symbol)} is of {place.source.name}, which ships", help="leave it as it is")
    if not any(place.occurrence.declares for place in places(project, wanted)):
        raise UsageError(f"{_shown(symbol)} is declared nowhere", help="declare it first")


def renamed(
    project: Project, wanted: Occurrence, text: str, *, other_admission: bool = False
) -> dict[str, tuple[Edit, ...]]:
    """The changes that rename a thing, by the name of the source.

    Args:
        project: every source in which it may be named.
        wanted: a place that names it.
        text: the new name, bare, in backquotes as the language spells it, or with the ``$`` of a variable.
        other_admission: whether a pattern of an ``admit`` may cover the one name and not the other.

    Raises:
        UsageError: it cannot be renamed, or not so; nothing is changed.
    """
    require_renamable(project, wanted)
    symbol = wanted.symbol
    new = symbol._replace(name=_meant(symbol.kind, text))
    if new == symbol:
        return {}
    _require_whole(project)
    _require_name(project, symbol, new)
    _require_free(project, symbol, new)
    if symbol.kind is Kind.PREDICATE and not other_admission:
        _require_same_patterns(project, symbol, new)
    edits: dict[str, list[Edit]] = {}
    for place in places(project, wanted):
        edits.setdefault(place.source.name, []).append(_edit(place, new))
    found = {name: tuple(sorted(changes)) for name, changes in edits.items()}
    _require_same(project, symbol, new, found)
    return found


def _meant(kind: Kind, text: str) -> str:
    """The name that a person means by what they write."""
    if kind is Kind.VARIABLE and text.startswith("$") and len(text) > 1:
        text = text[1:]
    return spelling.read_name(text) if _QUOTED.fullmatch(text) else text


def _require_whole(project: Project) -> None:
    for reading in project.readings:
        if not reading.whole:
            place = reading.diagnostics[0].span if reading.diagnostics else None
            where = str(place or reading.source.name)
            raise UsageError(f"{where} cannot be read, and may name it too", where=where, help="mend that first")
    if project.unread:
        raise UsageError("a file that is used cannot be read, and may name it too", help="mend that first")


def _require_name(project: Project, symbol: Symbol, new: Symbol) -> None:
    name = new.name
    if is_blank(name) or _SURROGATE.search(name):
        raise UsageError(f"{_shown(new)} is no name", help="write one that can be seen")
    if symbol.kind is Kind.AUTHORITY and not _CLASS.fullmatch(name):
        raise UsageError(f"{_shown(new)} is no name for an authority class", help="use a-z, 0-9 and internal hyphens")
    if not _policy(project):
        return
    bound = symbol.kind is Kind.ID and name.startswith(reserved.BINDING_PREFIX)
    if bound or (symbol.kind is Kind.AUTHORITY and name == SYSTEM_BOUND):
        raise UsageError(f"{_shown(new)} belongs to the action request", help="choose another name")
    if symbol.kind is Kind.PREDICATE and name in reserved.PREDICATES:
        raise UsageError(f"{_shown(new)} is supplied by the action request", help="choose another name")


def _require_free(project: Project, symbol: Symbol, new: Symbol) -> None:
    taken = {one.symbol for reading in project.readings for one in reading.occurrences}
    taken |= {one for _, unit in project.brought for one in _brought(unit.piece)}
    if symbol.kind is Kind.ID:
        names = {one.name for one in taken if one.kind is Kind.ID}
        clash = new.name in names or any(_of_a_set(new.name, name) or _of_a_set(name, new.name) for name in names)
    else:
        clash = new in taken
    if clash:
        raise UsageError(f"the name {_shown(new)} is taken", help="choose another name")
    if symbol.kind is Kind.ARGUMENT and _UNFIT.search(new.name) and _documented(project, symbol):
        raise UsageError(f"{_shown(new)} cannot stand in documentation", help="choose a name without braces")


def _of_a_set(rule: str, name: str) -> bool:
    """Whether an id is, or reads like, that of a rule that a set is expanded into."""
    return name.startswith(f"{rule}@")


def _require_same_patterns(project: Project, symbol: Symbol, new: Symbol) -> None:
    for unit in statements(project):
        if isinstance(unit.piece, ast.Admit):
            for target in unit.piece.targets or ():
                if isinstance(target, ast.Glob):
                    covered = symbol.name.startswith(target.prefix), new.name.startswith(target.prefix)
                    if covered[0] != covered[1]:
                        pattern = f"{target.prefix}*"
                        one, other = (symbol, new) if covered[0] else (new, symbol)
                        raise UsageError(
                            f"`admit … for {pattern}` covers {_shown(one)} and not {_shown(other)}",
                            help="say who is admitted for it by name first",
                        )


def _documented(project: Project, symbol: Symbol) -> bool:
    return any(one.bare and one.symbol == symbol for reading in project.readings for one in reading.occurrences)


def _edit(place: Place, new: Symbol) -> Edit:
    start, end = place.occurrence.start, place.occurrence.end
    if place.occurrence.bare:
        return Edit(start, end, new.name)
    if new.kind is Kind.VARIABLE:
        return Edit(start, end, spelling.variable(new.name))
    text, beside = spelling.name(new.name), place.source.text
    joined = _JOINS.match(beside[start - 1 : start]) or re.match(r"[\w$`*]|[-.]\w", beside[end : end + 2])
    if joined or new.name in grammar().keywords:
        text = spelling.quoted(new.name)
    return Edit(start, end, text)


def _require_same(project: Project, symbol: Symbol, new: Symbol, edits: Mapping[str, tuple[Edit, ...]]) -> None:
    """Read what was changed again: it says the same of the new name as it said of the old one."""
    for reading in project.readings:
        changes = edits.get(reading.source.name, ())
        source = Source(reading.source.name, edited(reading.source.text, changes))
        file, diagnostics = parse(source)
        was = [_moved(one, symbol, new, changes) for one in reading.occurrences]
        if diagnostics or [(one.symbol, one.declares) for one in occurrences(file)] != was:
            raise UsageError(f"{_shown(new)} would not be read as it is meant", help="choose another name")


def _moved(one: Occurrence, symbol: Symbol, new: Symbol, changes: tuple[Edit, ...]) -> tuple[Symbol, bool]:
    """What an occurrence names after the renaming; scopes that are places have moved with the text."""
    found = new if one.symbol == symbol else one.symbol
    scope = found.scope
    if isinstance(scope, tuple):
        found = found._replace(scope=(scope[0], scope[1] + _shift(changes, scope[1])))
    elif scope is not None and symbol.kind is Kind.PREDICATE and scope == symbol.name:
        found = found._replace(scope=new.name)
    return found, one.declares


def _shift(changes: tuple[Edit, ...], offset: int) -> int:
    return sum(len(one.text) - (one.end - one.start) for one in changes if one.end <= offset)


def _brought(piece: ast.Piece) -> Iterator[Symbol]:
    """What a statement names for which JSON stands."""
    if isinstance(piece, ast.Predicate):
        yield Symbol(Kind.PREDICATE, piece.name.text)
        for argument in piece.arguments:
            if argument.name is not None:
                yield Symbol(Kind.ARGUMENT, argument.name.text, piece.name.text)
    elif isinstance(piece, ast.Fact):
        yield Symbol(Kind.ID, piece.id.text)
        yield Symbol(Kind.PREDICATE, piece.atom.predicate.text)
        for clause in piece.clauses:
            if isinstance(clause, ast.From):
                yield Symbol(Kind.AUTHORITY, clause.authority.text)
            elif isinstance(clause, ast.Supersedes):
                yield from (Symbol(Kind.ID, name.text) for name in clause.facts)


def _policy(project: Project) -> bool:
    headers = [unit.piece for unit in statements(project) if isinstance(unit.piece, ast.Header)]
    return not headers or any(header.policy for header in headers)


def _shown(symbol: Symbol) -> str:
    return spelling.variable(symbol.name) if symbol.kind is Kind.VARIABLE else spelling.name(symbol.name)
