"""Walks statements in the order a shell would and writes down every call, without calling anything.

Both branches of an ``if`` are taken, a loop over known words runs once for each, a function runs where it is called.
"""

from collections.abc import Callable
from typing import Final

from bridge.judges.bridge_rules.shell.calls import MAX_DEPTH, Caller, Context, file_key
from bridge.judges.bridge_rules.shell.environment import Environment, Input, Value, matched, merged
from bridge.judges.bridge_rules.shell.expand import Expander
from bridge.judges.bridge_rules.shell.model import Call, Node, Piece, Pipe, Redirection, Source, Unread, Word
from bridge.judges.bridge_rules.shell.output import bounded, output
from bridge.judges.bridge_rules.shell.syntax import (
    Block,
    Case,
    Exhausted,
    Function,
    Loop,
    Pipeline,
    Raw,
    Redirect,
    Sequence,
    Simple,
    Statement,
    Test,
    TooMuch,
    Unparsed,
)
from bridge.judges.bridge_rules.shell.windows_spelling import is_windows

MAX_ITEMS: Final = 64
"""How many words a loop runs over, one after the other."""

MAX_STEPS: Final = 20_000
"""How many statements are walked, each time that a loop or a function comes to one."""

MAX_WALKING: Final = 90
"""How deep statements and calls, taken together, may stand in one another."""

MAX_NESTED: Final = 64 << 10
"""How many characters of substitutions, ``bash -c`` and the like are read, each time that they are."""

Parser = Callable[[str, int], Sequence]
"""Reads a text that stands at a position as statements."""


def _reaches(one: Redirection, position: int, length: int) -> bool:
    """Whether a redirection of a whole pipeline is one of a command in it: the ends alone keep them, but for errors."""
    if one.operator.startswith("<"):
        return position == 0
    return position == length - 1 or one.descriptor not in (0, 1)


class Interpreter(Caller):
    """Collects the calls of a command line.

    Args:
        parse: reads text as statements.
    """

    def __init__(self, parse: Parser) -> None:
        super().__init__()
        self._parse = parse
        self._pipelines = 0
        self._steps = 0
        self._walking = 0
        self._nested_size = 0
        self._context = Context(Pipe(0, 0, 1))
        self._environment = Environment(None)
        self._expander = Expander(self._substitute)

    def read(self, text: str, start: int, environment: Environment, context: Context | None = None) -> Value | None:
        """Reads a text and walks it; what it prints, where that is known."""
        try:
            statements = self._parse(text, start)
        except TooMuch as bound:
            self._give_up(text, start, str(bound))
            return None
        return self._sequence(statements, environment, context or Context(self._own_pipe()))

    def read_first(self, text: str, environment: Environment) -> None:
        """Reads a whole command line: by the grammar, and where that is at a loss by ``parse``."""
        # Loaded here, so that nothing is paid for where no command is read.
        from bridge.judges.bridge_rules.shell import tree

        self._whole(text, tree.parse, environment)

    def read_by_hand(self, text: str, environment: Environment) -> None:
        """Reads a whole command line without the grammar."""
        self._whole(text, lambda whole: self._parse(whole, 0), environment)

    def _whole(self, text: str, parse: Callable[[str], Sequence], environment: Environment) -> None:
        try:
            self._sequence(parse(text), environment, Context(self._own_pipe()))
        except (TooMuch, Exhausted) as bound:
            self._expander.anchor = None
            self._give_up(text, 0, str(bound))
        except RecursionError:
            # The bounds above keep far from it; a caller deep in its own stack must get a reading all the same.
            self._expander.anchor = None
            self._give_up(text, 0, "it nests too deep")

    def read_windows(self, text: str, environment: Environment) -> None:
        """Reads a command line of PowerShell or ``cmd``."""
        try:
            self.windows(text, Node("program", 0, len(text)), environment, Context(self._own_pipe()))
        except (TooMuch, Exhausted) as bound:
            self._give_up(text, 0, str(bound))

    def _give_up(self, text: str, start: int, why: str) -> None:
        node = self._expander.node("program", start, start + len(text))
        self.unread.append(Unread(node, text, why))

    def _own_pipe(self) -> Pipe:
        self._pipelines += 1
        return Pipe(self._pipelines, 0, 1)

    def _sequence(self, sequence: Sequence, environment: Environment, context: Context) -> Value | None:
        printed: Value | None = ()
        for item in sequence.items:
            text = self._walk(item, environment, context)
            printed = None if printed is None or text is None else bounded(printed + text)
        return printed

    def _walk(self, statement: Statement, environment: Environment, context: Context) -> Value | None:
        self._steps += 1
        if self._steps > MAX_STEPS:
            raise Exhausted(f"it comes to more than {MAX_STEPS} statements")
        # Counted apart from calls in calls, so that no mixture of the two comes near Python's own bound.
        if self._walking >= MAX_WALKING:
            raise TooMuch(f"statements and calls nest deeper than {MAX_WALKING}")
        self._walking += 1
        printed = self._walk_any(statement, environment, context)
        self._walking -= 1
        return printed

    def _walk_any(self, statement: Statement, environment: Environment, context: Context) -> Value | None:
        if isinstance(statement, Simple):
            return self._simple(statement, environment, context)
        if isinstance(statement, Pipeline):
            return self._pipeline(statement, environment, context)
        if isinstance(statement, Sequence):
            return self._sequence(statement, environment, context)
        if isinstance(statement, Block):
            inside = environment.copy() if statement.is_subshell else environment
            around = self._redirected(statement.redirects, environment, context)
            return self._sequence(statement.body, inside, around)
        return self._walk_other(statement, environment, context)

    def _walk_other(
        self, statement: Loop | Case | Function | Test | Unparsed, environment: Environment, context: Context
    ) -> Value | None:
        if isinstance(statement, Loop):
            return self._loop(statement, environment, self._redirected(statement.redirects, environment, context))
        if isinstance(statement, Case):
            return self._case(statement, environment, self._redirected(statement.redirects, environment, context))
        if isinstance(statement, Function):
            environment.functions[statement.name] = statement.body
        elif isinstance(statement, Test):
            self._expand_if_able(statement.words, environment, context)
        else:
            self._give_up(statement.text, statement.start, statement.why)
        return ()

    def _pipeline(self, statement: Pipeline, environment: Environment, context: Context) -> Value | None:
        self._pipelines += 1
        number, length = self._pipelines, len(statement.items)
        given, first = context.input, len(self.calls)
        printed: Value | None = None
        for position, item in enumerate(statement.items):
            around = tuple(one for one in context.redirections if _reaches(one, position, length))
            inside = context._replace(pipe=Pipe(number, position, length), input=given, redirections=around)
            printed = self._walk(item, environment.copy(), inside)
            given = Input(printed, tuple(self.calls[first:]) if len(self.calls) - first <= MAX_ITEMS else ())
        return printed

    def _loop(self, statement: Loop, environment: Environment, context: Context) -> Value | None:
        values = self._loop_values(statement, environment, context)
        for value in values[:MAX_ITEMS]:
            if statement.name:
                environment.assign(statement.name, value)
            self._sequence(statement.body, environment, context)
        if len(values) > MAX_ITEMS or not values:
            environment.assign(statement.name, (Piece(f"${statement.name}", source=Source.INPUT),))
            self._sequence(statement.body, environment, context)
        return None

    def _loop_values(self, statement: Loop, environment: Environment, context: Context) -> tuple[Value, ...]:
        if statement.words is None:
            return environment.positional or ()
        return tuple(map(matched, self._expand_if_able(statement.words, environment, context)))

    def _expand_if_able(self, raws: tuple[Raw, ...], environment: Environment, context: Context) -> tuple[Word, ...]:
        """Words that decide which statements run; those are walked whatever the words are."""
        anchor, depth, walking = self._expander.anchor, self._depth, self._walking
        try:
            return self._expand(raws, environment, context)
        except TooMuch:
            self._expander.restart(anchor)
            self._depth, self._walking = depth, walking
            return ()

    def _case(self, statement: Case, environment: Environment, context: Context) -> Value | None:
        self._expand_if_able((statement.word,), environment, context)
        for patterns, body in statement.branches:
            self._expand_if_able(patterns, environment, context)
            self._sequence(body, environment, context)
        return None

    def _expand(self, raws: tuple[Raw, ...], environment: Environment, context: Context) -> tuple[Word, ...]:
        self._environment, self._context = environment, context
        return self._expander.words(raws, environment)

    def _value(self, raw: Raw, environment: Environment, context: Context, *, quoted: bool = False) -> Value:
        self._environment, self._context = environment, context
        return self._expander.value(raw, environment, quoted=quoted)

    def _substitute(self, text: str, start: int | None, via: str) -> tuple[tuple[Call, ...], Value | None]:
        environment, context = self._environment, self._context
        first = len(self.calls)
        inside = context._replace(pipe=self._own_pipe(), via=(*context.via, via), redirections=())
        with_node = self._expander.anchor if start is not None else self._expander.anchor or Node("word", 0, 0)
        # A substitution takes three times the stack of a call in a call.
        self._depth += 2
        printed = self._nested(text, start or 0, environment.copy(), inside, with_node)
        self._depth -= 2
        self._environment, self._context = environment, context
        return tuple(self.calls[first:]), printed

    def _nested(
        self, text: str, start: int, environment: Environment, context: Context, anchor: Node | None
    ) -> Value | None:
        """Reads a text inside another."""
        if self._depth >= MAX_DEPTH:
            self._give_up(text, start, f"calls nest deeper than {MAX_DEPTH}")
            return None
        self._nested_size += len(text)
        if self._nested_size > MAX_NESTED:
            raise Exhausted(f"the texts inside one another come to more than {MAX_NESTED} characters")
        before = self._expander.anchor
        self._expander.anchor = anchor
        self._depth += 1
        printed = self.read(text, start, environment, context)
        self._depth -= 1
        self._expander.anchor = before
        return printed

    def _redirected(self, redirects: tuple[Redirect, ...], environment: Environment, context: Context) -> Context:
        if not redirects:
            return context
        found = tuple(self._redirection(one, environment, context) for one in redirects)
        given = context.input
        for one in found:
            given = self._fed_by(one, given, environment)
        return context._replace(redirections=(*context.redirections, *found), input=given)

    def _fed_by(self, one: Redirection, given: Input, environment: Environment) -> Input:
        if one.operator in ("<<", "<<-"):
            return Input(one.target.pieces)
        if one.operator == "<<<":
            return Input((*one.target.pieces, Piece("\n", quoted=True)))
        if one.operator == "<" and one.target.text == "/dev/null":
            return Input(())
        if one.operator == "<" and one.descriptor == 0:
            made = output(one.target.calls[-1], environment) if one.target.calls else None
            held = environment.files.get(file_key(one.target, environment))
            return Input(made if made is not None else held, one.target.calls)
        return given

    def _redirection(self, one: Redirect, environment: Environment, context: Context) -> Redirection:
        raw = one.body if one.body is not None and one.operator in ("<<", "<<-") else one.target
        if raw is one.body and not one.expands:
            value: Value = (Piece(raw.text, quoted=True),)
        else:
            value = self._value(raw, environment, context, quoted=raw is one.body)
        node = self._expander.node("file_redirect", one.target.start - len(one.operator), one.target.end)
        default = 0 if one.operator.startswith("<") else 1
        descriptor = int(one.descriptor) if one.descriptor.isdecimal() and len(one.descriptor) < 4 else default
        return Redirection(one.operator, descriptor, Word(value, node._replace(kind="word")), node)

    def _simple(self, statement: Simple, environment: Environment, context: Context) -> Value | None:
        anchor, depth, walking = self._expander.anchor, self._depth, self._walking
        try:
            return self._statement(statement, environment, context)
        except TooMuch as bound:
            self._expander.restart(anchor)
            self._depth, self._walking = depth, walking
            text = " ".join(raw.text for raw in statement.words)
            self.unread.append(Unread(self._node(statement), text, str(bound)))
            return None

    def _statement(self, statement: Simple, environment: Environment, context: Context) -> Value | None:
        alias = self._alias(statement, environment)
        if alias is not None:
            return self._aliased(alias, statement, environment, context)
        if is_windows(statement.words):
            text = " ".join(raw.text for raw in statement.words)
            self.windows(text, self._node(statement), environment, context)
            return None
        assigned = self._assignments(statement, environment, context)
        words = self._expand(statement.words, environment, context)
        around = self._redirected(statement.redirects, environment, context)
        if not words:
            for name, values in assigned:
                environment.assign(name, *values)
            if not statement.redirects:
                return ()
        call = self._made(words, self._node(statement), environment, around)
        variables = tuple((name, Word(values[0] if values else (), call.node)) for name, values in assigned)
        printed = self.call(call._replace(environment=variables), environment, around)
        return self._printed(printed, call, environment, around)

    def _node(self, statement: Simple) -> Node:
        return self._expander.node("command", statement.start, statement.end)

    def _alias(self, statement: Simple, environment: Environment) -> str | None:
        """The text of a statement whose first word is an alias, None where it is none."""
        if not environment.aliases or not statement.words:
            return None
        text = environment.aliases.get(statement.words[0].text)
        if text is None:
            return None
        return " ".join((text, *(raw.text for raw in statement.words[1:])))

    def _aliased(self, text: str, statement: Simple, environment: Environment, context: Context) -> Value | None:
        """Runs the text of an alias, in which the alias itself does not stand for anything."""
        name = statement.words[0].text
        held = environment.aliases.pop(name)
        printed = self._nested(text, statement.start, environment, context, self._node(statement))
        environment.aliases.setdefault(name, held)
        return printed

    def _assignments(
        self, statement: Simple, environment: Environment, context: Context
    ) -> list[tuple[str, tuple[Value, ...]]]:
        found = []
        for one in statement.assignments:
            if one.is_array:
                values = tuple(word.pieces for word in self._expand(one.values, environment, context))
            else:
                values = (self._value(one.values[0], environment, context),)
            held = environment.variables.get(one.name) if one.appends else None
            if held:
                values = (*held, *values) if one.is_array else (merged(held[0] + values[0]),)
            if not statement.words:
                environment.assign(one.name, *values)
            found.append((one.name, values))
        return found
