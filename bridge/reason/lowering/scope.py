"""What is declared: predicates with their types, authority classes, and what kind of program this is."""

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

from bridge.core.codes import names as codes
from bridge.core.sources import Source, Span
from bridge.reason.lowering.gaps import Gaps
from bridge.reason.lowering.report import Placed, Report
from bridge.reason.syntax import ast
from bridge.reason.syntax.spelling import name as spelled
from bridge.reason.syntax.spelling import quoted
from bridge.reason.syntax.suggestions import nearest

Type: TypeAlias = ast.BaseType | ast.SetType


class Declared(NamedTuple):
    """A predicate in scope; without a span it is one of the bindings that an action request supplies.

    It is ``plain`` when all its arguments are strings of any kind.
    """

    arguments: tuple[ast.Argument, ...]
    span: Span | None
    plain: bool = False

    def argument(self, index: int) -> str:
        """How an argument is called in messages, from 0."""
        name = self.arguments[index].name
        return f"argument {quoted(name.text)}" if name else f"argument {index + 1}"


class Scope(NamedTuple):
    """Everything that the statements of a program may refer to."""

    report: Report
    gaps: Gaps
    predicates: Mapping[str, Declared]
    classes: Mapping[str, Span]
    policy: bool
    temporal: bool

    def predicate(self, source: Source, name: ast.Name) -> Declared | None:
        """The declaration of a predicate, or none, which is reported."""
        found = self.predicates.get(name.text)
        if found is None and not self.gaps.may_declare("predicate", name.text):
            guess = nearest(name.text, self.predicates)
            remedy = f"did you mean {quoted(guess)}?" if guess else f"declare it: `predicate {spelled(name.text)}(…).`"
            message = f"unknown predicate {quoted(name.text)}"
            self.report.undeclared(codes.RSN017, span(source, name), message, remedy)
        return found

    def authority(self, source: Source, name: ast.Name) -> None:
        """Report an authority class that is not declared."""
        if name.text not in self.classes and not self.gaps.may_hold("authority"):
            guess = nearest(name.text, self.classes)
            remedy = f"did you mean {quoted(guess)}?" if guess else f"declare it: `authority {spelled(name.text)}.`"
            message = f"undeclared authority {quoted(name.text)}"
            self.report.undeclared(codes.RSN019, span(source, name), message, remedy)


def span(source: Source, node: Placed) -> Span:
    """The place of a node."""
    return Span(source, node.start, node.end)


def base(type: Type) -> str:
    """The kernel's type of an argument; a set is one of strings."""
    return type.name if isinstance(type, ast.BaseType) else "string"
