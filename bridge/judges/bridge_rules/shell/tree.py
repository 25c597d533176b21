"""The statements of a command line, by tree-sitter's grammar of Bash.

The grammar says where statements, pipelines and compound commands start and end; ``raw`` cuts each simple one into
words. From the first place where the grammar is at a loss (an ``ERROR`` node, or something that is missing) to the end,
``raw`` reads all: the grammar's recovery may have swallowed a statement there, as it does in ``[ -d / ] && rm -rf /``.
"""

import re
from functools import cache
from typing import Final

from tree_sitter import Language, Node, Parser
from tree_sitter_bash import language

from bridge.judges.bridge_rules.shell import raw
from bridge.judges.bridge_rules.shell.syntax import (
    Block,
    Function,
    Loop,
    Pipeline,
    Raw,
    Redirect,
    Sequence,
    Simple,
    Statement,
    TooMuch,
)

MAX_SIZE: Final = 4 << 10
"""The longest text, in bytes, that the grammar is given: hostile text costs it more than linear time."""

_LEAVES: Final = frozenset(
    ("command", "declaration_command", "unset_command", "variable_assignment", "variable_assignments", "test_command")
)
_PARTS: Final = frozenset(
    ("list", "program", "do_group", "elif_clause", "else_clause", "if_statement", "while_statement")
)
_HANGS: Final = frozenset(("list", "pipeline", "negated_command"))
"""On these the grammar hangs the redirections of what stands last in them."""

_HERE: Final = frozenset(("heredoc_redirect", "herestring_redirect"))


@cache
def _parser() -> Parser:
    return Parser(Language(language()))


def parse(text: str) -> Sequence:
    """The statements of a text.

    Raises:
        TooMuch: statements nest deeper than ``raw.MAX_NESTING``.
    """
    data = text.encode("utf-8", "surrogatepass")
    if len(data) > MAX_SIZE or not _is_text(data):
        return raw.parse(text)
    root = _parser().parse(data).root_node
    return _Tree(text, data).program(root)


_CONTROL: Final = re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")


_MISREAD: Final = re.compile(rb"(?:!\s+|time\s+(?:-p\s+)?)+(?:(?:while|until|if|for|case|select)\s|\{\s|\()")
"""Compound commands that the grammar takes for simple ones."""


def _is_text(data: bytes) -> bool:
    # Control characters are what the grammar is slowest at.
    if _CONTROL.search(data):
        return False
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


class _Tree:
    def __init__(self, text: str, data: bytes) -> None:
        self._text = text
        self._data = data
        self._is_ascii = len(text) == len(data)
        self._depth = 0

    def program(self, root: Node) -> Sequence:
        items: list[Statement] = []
        since, before = 0, 0
        for child in root.children:
            if child.has_error or _MISREAD.match(self._data, child.start_byte):
                # What the grammar cannot place belongs to the statement before it as often as not.
                start = self._position(since)
                return Sequence((*items[:before], *raw.parse(self._text[start:], start).items))
            if child.is_named:
                since, before = child.start_byte, len(items)
                items.extend(self._statement(child))
        return Sequence(tuple(items))

    def _position(self, byte: int) -> int:
        return byte if self._is_ascii else len(self._data[:byte].decode("utf-8"))

    def _span(self, node: Node) -> tuple[int, int]:
        return self._position(node.start_byte), self._position(node.end_byte)

    def _raw(self, node: Node) -> Raw:
        start, end = self._span(node)
        return Raw(self._text[start:end], start)

    def _again(self, node: Node) -> list[Statement]:
        """What ``raw`` makes of the text of a node."""
        start, end = self._span(node)
        return list(raw.parse(self._text[start:end], start).items)

    def _statement(self, node: Node) -> list[Statement]:
        self._depth += 1
        if self._depth > raw.MAX_NESTING:
            raise TooMuch(f"statements nest deeper than {raw.MAX_NESTING}")
        found = self._of_kind(node)
        self._depth -= 1
        return found

    def _of_kind(self, node: Node) -> list[Statement]:
        kind = node.type
        if kind in _PARTS:
            return [self._sequence(node)] if kind != "list" else list(self._sequence(node).items)
        if kind == "pipeline":
            return self._again(node) if _takes_a_list(node) else [self._pipeline(node)]
        if kind == "negated_command":
            return [one for child in node.named_children for one in self._statement(child)]
        if kind == "subshell":
            return [Block(self._sequence(node), is_subshell=True)]
        if kind == "compound_statement" and node.children[0].type == "{":
            return [Block(self._sequence(node), is_subshell=False)]
        if kind == "for_statement":
            return [self._loop(node)]
        if kind == "function_definition":
            return [self._function(node)]
        if kind == "redirected_statement":
            return self._redirected(node)
        return [] if kind == "comment" else self._again(node)

    def _sequence(self, node: Node) -> Sequence:
        return Sequence(tuple(one for child in node.named_children for one in self._statement(child)))

    def _pipeline(self, node: Node) -> Statement:
        items = [_one(self._statement(child)) for child in node.named_children if child.type != "comment"]
        return Pipeline(tuple(items))

    def _loop(self, node: Node) -> Statement:
        name = node.child_by_field_name("variable")
        body = node.child_by_field_name("body")
        words = tuple(self._raw(child) for child in node.children_by_field_name("value"))
        has_words = any(child.type == "in" for child in node.children)
        return Loop(
            self._raw(name).text if name else "",
            words if has_words else None,
            self._sequence(body) if body else Sequence(()),
        )

    def _function(self, node: Node) -> Statement:
        name = node.child_by_field_name("name")
        body = node.child_by_field_name("body")
        return Function(self._raw(name).text if name else "", _one(self._statement(body)) if body else Sequence(()))

    def _redirected(self, node: Node) -> list[Statement]:
        body = node.child_by_field_name("body")
        if body is None or body.type in _LEAVES or any(child.type in _HERE for child in node.children):
            return self._again(node)
        first = next(iter(node.children_by_field_name("redirect")), None)
        if first is not None and self._data[body.end_byte : first.start_byte].strip():
            # The grammar passes over a lone dash that stands before a redirection.
            return self._again(node)
        if any(len(child.children_by_field_name("destination")) > 1 for child in node.named_children):
            # Words after a redirection are of the command before it.
            return self._again(node)
        if body.type in _HANGS and body.named_children[-1].type not in _LEAVES:
            return self._again(node)
        redirects = tuple(one for child in node.children_by_field_name("redirect") for one in self._redirects(child))
        inside = self._statement(body)
        if body.type in ("list", "pipeline"):
            # The grammar hangs the redirection of the last command on the whole.
            return [_with_last(_one(inside), redirects)]
        return [Block(Sequence(tuple(inside)), is_subshell=False, redirects=redirects)]

    def _redirects(self, node: Node) -> tuple[Redirect, ...]:
        found = self._again(node)
        return found[0].redirects if found and isinstance(found[0], Simple) else ()


def _takes_a_list(pipeline: Node) -> bool:
    """Whether the grammar took ``a && b 2>x | c`` for ``{ a && b 2>x; } | c``, where only ``b`` is piped."""
    first = pipeline.named_children[0] if pipeline.named_children else None
    body = first.child_by_field_name("body") if first is not None and first.type == "redirected_statement" else None
    return body is not None and body.type == "list"


def _one(found: list[Statement]) -> Statement:
    return found[0] if len(found) == 1 else Sequence(tuple(found))


def _with_last(statement: Statement, redirects: tuple[Redirect, ...]) -> Statement:
    """A statement whose last command has some redirections more."""
    if isinstance(statement, Simple):
        both = (*statement.redirects, *redirects)
        return Simple(statement.assignments, statement.words, both, statement.start, statement.end)
    if isinstance(statement, Pipeline | Sequence) and statement.items:
        items = (*statement.items[:-1], _with_last(statement.items[-1], redirects))
        return Pipeline(items) if isinstance(statement, Pipeline) else Sequence(items)
    return Block(Sequence((statement,)), is_subshell=False, redirects=redirects)
