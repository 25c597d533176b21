"""What a project declares: predicates, classes and ids, who is admitted, and how often each predicate is read."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from bridge.core.sources import Span
from bridge.editor.projects import Project, statements
from bridge.reason.action import reserved
from bridge.reason.lowering.units import Unit
from bridge.reason.syntax import ast
from bridge.reason.syntax.spelling import name as spelled
from bridge.reason.syntax.spelling import string
from bridge.workflows.binding_words import BINDING_WORDS

_TEXT = ast.BaseType("string")


class Known(NamedTuple):
    """A predicate.

    Args:
        name: its name.
        arguments: as it is declared.
        documentation: its lines.
        span: where it is declared; none where an action request brings it.
    """

    name: str
    arguments: tuple[ast.Argument, ...]
    documentation: tuple[str, ...]
    span: Span | None

    @property
    def signature(self) -> str:
        """The declaration as it is written."""
        return f"{spelled(self.name)}({', '.join(map(_argument, self.arguments))})"


class Stated(NamedTuple):
    """A fact or a rule: which of the two, its statement and where its id stands."""

    what: str
    unit: Unit[ast.Piece]
    span: Span


@dataclass
class Catalog:
    """What is declared, each by its name; ``policy`` is whether an action request asks."""

    policy: bool = False
    header: bool = False
    predicates: dict[str, Known] = field(default_factory=dict)
    classes: dict[str, Span] = field(default_factory=dict)
    ids: dict[str, Stated] = field(default_factory=dict)
    default: list[str] = field(default_factory=list)
    admitted: list[tuple[ast.Name | ast.Glob, tuple[str, ...]]] = field(default_factory=list)
    concluded: Counter[tuple[str, bool]] = field(default_factory=Counter)
    stated: Counter[str] = field(default_factory=Counter)
    read: Counter[str] = field(default_factory=Counter)

    def admits(self, predicate: str) -> tuple[list[str], bool]:
        """The classes that are admitted for a predicate, and whether that is said of it and not by default."""
        said = [classes for target, classes in self.admitted if _names(target, predicate)]
        if not said:
            return sorted(set(self.default)), False
        return sorted({name for classes in said for name in classes}), True


def catalog(project: Project) -> Catalog:
    """What a project declares."""
    found = Catalog()
    for unit in statements(project):
        _take(found, unit)
    if found.policy or not found.header:
        for known in _bindings():
            found.predicates.setdefault(known.name, known)
    return found


def options(known: Known | None, place: int) -> ast.BaseType | ast.SetType | None:
    """The type of an argument, where there is such an argument."""
    if known is None or place >= len(known.arguments):
        return None
    return known.arguments[place].type


def _take(found: Catalog, unit: Unit[ast.Piece]) -> None:
    source = unit.source
    match unit.piece:
        case ast.Header(policy, _, _):
            found.policy, found.header = found.policy or policy, True
        case ast.Authority(classes):
            for name in classes:
                found.classes.setdefault(name.text, Span(source, name.start, name.end))
        case ast.Admit(classes, targets):
            names = tuple(name.text for name in classes)
            if targets is None:
                found.default += names
            found.admitted += ((target, names) for target in targets or ())
        case ast.Predicate(name, arguments):
            lines = tuple(line.value for line in unit.statement.documentation)
            known = Known(name.text, arguments, lines, Span(source, name.start, name.end))
            found.predicates.setdefault(name.text, known)
        case ast.Fact(id, atom, _):
            found.ids.setdefault(id.text, Stated("fact", unit, Span(source, id.start, id.end)))
            found.stated[atom.predicate.text] += 1
        case ast.Rule(id, head, body):
            found.ids.setdefault(id.text, Stated("rule", unit, Span(source, id.start, id.end)))
            found.concluded[head.predicate.text, head.negated] += 1
            found.read.update({atom.predicate.text for atom in body})


def _names(target: ast.Name | ast.Glob, predicate: str) -> bool:
    return predicate.startswith(target.prefix) if isinstance(target, ast.Glob) else target.text == predicate


def _bindings() -> Iterator[Known]:
    for name, arity in reserved.PREDICATES.items():
        words = BINDING_WORDS.get(name)
        names: Iterable[str | None] = words.arguments if words else [None] * arity
        arguments = tuple(ast.Argument(None if one is None else ast.Name(one, 0, 0), _TEXT) for one in names)
        yield Known(name, arguments, (words.text,) if words else (), None)


def _argument(argument: ast.Argument) -> str:
    kind = argument.type
    if isinstance(kind, ast.BaseType):
        said = kind.name
    else:
        said = (" < " if kind.ordered else " | ").join(string(option.value) for option in kind.options)
    return said if argument.name is None else f"{spelled(argument.name.text)}: {said}"
