"""From words as they are written to the words a program is called with."""

import re
from collections.abc import Iterable
from typing import Final, Protocol

from bridge.core.lazy_pattern import pattern
from bridge.judges.bridge_rules.shell.braces import expand_braces
from bridge.judges.bridge_rules.shell.environment import HOME_MARK, Environment, Value, merged
from bridge.judges.bridge_rules.shell.model import Call, Node, Piece, Source, Word, verbatim
from bridge.judges.bridge_rules.shell.parameters import Parameter, folder_value, parameter
from bridge.judges.bridge_rules.shell.quoting import Kind, Segment, segments
from bridge.judges.bridge_rules.shell.syntax import Exhausted, Raw, TooMuch

MAX_EXPANDED: Final = 4 << 20
"""How many characters all words of a command line may come to, so that doubling assignments end."""

MAX_PARTS: Final = 15_000
"""How many words, and pieces of words, are looked at."""

MAX_DEFAULTS: Final = 20
"""How deep expansions may stand in the default values of one another."""

_BARE: Final = pattern(r"[A-Za-z0-9_./:@%+,=-]+", re.ASCII)
_DRIVE: Final = pattern(r"[A-Za-z]:(?:\\[\w.~+@-]+)+\\?", re.ASCII)
_BLANKS: Final = pattern(r"[ \t\n]+")


class Substitution(Protocol):
    """Runs the text of a substitution: its calls, and what they print where that is known."""

    def __call__(self, text: str, start: int | None, via: str) -> tuple[tuple[Call, ...], Value | None]:
        """Runs a text that stands at ``start``, or nowhere in the command line."""


class Expander:
    """Expands words in an environment.

    Args:
        substitute: runs the commands of substitutions.
        anchor: where the text stands that the words come from, None where their own positions are good.
    """

    def __init__(self, substitute: Substitution) -> None:
        self._substitute = substitute
        self._expanded = 0
        self._parts = 0
        self._depth = 0
        self.anchor: Node | None = None

    def restart(self, anchor: Node | None) -> None:
        """Starts again at a statement after a bound was met inside it."""
        self.anchor = anchor
        self._depth = 0

    def node(self, kind: str, start: int, end: int) -> Node:
        """A stretch of the command line."""
        return Node(kind, self.anchor.start, self.anchor.end) if self.anchor else Node(kind, start, end)

    def words(self, raws: Iterable[Raw], environment: Environment) -> tuple[Word, ...]:
        """The words that some written words stand for.

        Raises:
            TooMuch: a bound is met.
        """
        return tuple(word for raw in raws for word in self._word(raw, environment))

    def _word(self, raw: Raw, environment: Environment) -> list[Word]:
        node = self.node("word", raw.start, raw.end)
        self._count(len(raw.text))
        if _BARE.fullmatch(raw.text):
            return [Word((Piece(raw.text),), node)]
        if _DRIVE.fullmatch(raw.text):
            # A shell eats the backslashes; what is meant is the path.
            return [verbatim(raw.text, node)]
        texts = expand_braces(raw.text)
        start = raw.start if len(texts) == 1 else None
        return [Word(value, node) for text in texts for value in self._fields(text, start, environment)]

    def _fields(self, text: str, start: int | None, environment: Environment) -> list[Value]:
        fields = _Fields(_separators(environment))
        for segment in segments(text):
            self._add(segment, start, environment, fields)
        for value in fields.finish():
            self._count(sum(len(piece.text) for piece in value))
        return fields.done

    def value(self, raw: Raw, environment: Environment, *, quoted: bool = False) -> Value:
        """What an assignment assigns, a here-document holds (``quoted``) or a redirection names: never cut in words."""
        if self._depth >= MAX_DEFAULTS:
            raise TooMuch(f"expansions nest deeper than {MAX_DEFAULTS}")
        self._depth += 1
        fields = _Fields(None)
        for segment in segments(raw.text, quoted=quoted):
            self._add(segment, raw.start, environment, fields)
        self._depth -= 1
        value = merged(piece for part in fields.finish() for piece in part)
        self._count(sum(len(piece.text) for piece in value))
        return value

    def word(self, raw: Raw, environment: Environment, *, quoted: bool = False) -> Word:
        """``value`` as a word."""
        return Word(self.value(raw, environment, quoted=quoted), self.node("word", raw.start, raw.end))

    def _count(self, size: int) -> None:
        self._parts += 1
        if self._parts > MAX_PARTS:
            raise Exhausted(f"its words have more than {MAX_PARTS} parts")
        self._expanded += size
        if self._expanded > MAX_EXPANDED:
            raise Exhausted(f"its words come to more than {MAX_EXPANDED} characters")

    def _add(self, segment: Segment, start: int | None, environment: Environment, fields: "_Fields") -> None:
        self._count(0)
        at = None if start is None else start + segment.start
        if segment.kind is Kind.TEXT:
            fields.add_text(segment.text, environment, quoted=segment.quoted)
        elif segment.kind is Kind.TILDE:
            fields.add_value(self._tilde(segment.text, environment), quoted=True)
        elif segment.kind is Kind.VARIABLE:
            self._add_variable(segment, at, environment, fields)
        elif segment.kind is Kind.ARITHMETIC:
            self.value(Raw(segment.text, at or 0), environment, quoted=True)
            fields.add(Piece(f"$(({segment.text}))", segment.quoted, Source.OTHER, may_be_empty=False))
        else:
            self._add_command(segment, at, fields)

    def _tilde(self, user: str, environment: Environment) -> Value:
        if user in ("+", "-"):
            folder = environment.cwd if user == "+" else environment.previous
            if folder is not None:
                return folder_value(folder, environment)
            name = "PWD" if user == "+" else "OLDPWD"
            return (Piece(f"${name}", source=Source.VARIABLE, name=name, may_be_empty=False),)
        if user:
            return (Piece("~" + user, source=Source.HOME),)
        held = environment.variables.get("HOME")
        return held[0] if held else (environment.home_piece(quoted=True),)

    def _add_command(self, segment: Segment, at: int | None, fields: "_Fields") -> None:
        is_process = segment.kind is Kind.PROCESS
        calls, output = self._substitute(segment.text, at, "<(…)" if is_process else "$(…)")
        spelled = f"<({segment.text})" if is_process else f"$({segment.text})"
        if output is not None and not is_process:
            fields.add_value(without_last_newlines(output), quoted=segment.quoted)
            return
        source = Source.PROCESS if is_process else Source.COMMAND
        makes_a_name = is_process or any(call.name == "mktemp" for call in calls)
        fields.add(Piece(spelled, segment.quoted, source, calls=calls, may_be_empty=not makes_a_name))

    def _add_variable(self, segment: Segment, at: int | None, environment: Environment, fields: "_Fields") -> None:
        def expand(text: str) -> Value:
            return self.value(Raw(text, at or 0), environment, quoted=segment.quoted)

        found = parameter(segment.text, environment, expand)
        for _ in found.values or ():
            self._count(0)
        if found.is_many:
            fields.add_many(found.values, quoted=segment.quoted)
        elif found.values is None:
            fields.add(_unknown(found, segment.quoted))
        else:
            for value in found.values[:1]:
                fields.add_value(value, quoted=segment.quoted)
            fields.started = fields.started or segment.quoted


def _unknown(found: Parameter, quoted: bool) -> Piece:
    if found.name in ("#", "?", "$", "!", "RANDOM", "UID", "SECONDS", "LINENO"):
        return Piece(found.spelled, quoted, Source.OTHER, may_be_empty=False)
    return Piece(found.spelled, quoted, Source.VARIABLE, found.name, may_be_empty=found.may_be_empty)


def _separators(environment: Environment) -> re.Pattern[str]:
    held = environment.variables.get("IFS")
    text = "".join(piece.text for piece in held[0]) if held else " \t\n"
    return _BLANKS if text == " \t\n" or not text else re.compile(f"[{re.escape(text)} ]+")


class _Fields:
    """Words in the making: the value of an unquoted variable is cut at blanks, nothing else is."""

    def __init__(self, separators: re.Pattern[str] | None) -> None:
        self._separators = separators
        self._current: list[Piece] = []
        self.started = False
        self.done: list[Value] = []

    def add(self, piece: Piece) -> None:
        self._current.append(piece)
        self.started = True

    def add_text(self, text: str, environment: Environment, *, quoted: bool) -> None:
        for index, part in enumerate(text.split(HOME_MARK)):
            if index:
                self.add(environment.home_piece(quoted=True))
            if part or quoted:
                self.add(Piece(part, quoted))

    def add_value(self, value: Value, *, quoted: bool) -> None:
        for piece in value:
            if piece.source is not Source.LITERAL or quoted or self._separators is None:
                self.add(_requoted(piece, quoted or (piece.quoted and self._separators is None)))
                continue
            self._add_split(piece.text, self._separators)

    def _add_split(self, text: str, separators: re.Pattern[str]) -> None:
        for index, part in enumerate(separators.split(text)):
            if index:
                self._end()
            if part:
                self.add(Piece(part))

    def add_many(self, values: tuple[Value, ...] | None, *, quoted: bool) -> None:
        for index, value in enumerate(values or ()):
            if index and self._separators is not None:
                self._end()
            elif index:
                self.add(Piece(" ", quoted))
            self.add_value(value, quoted=quoted)
            self.started = self.started or quoted

    def _end(self) -> None:
        if self.started:
            self.done.append(merged(self._current))
        self._current = []
        self.started = False

    def finish(self) -> list[Value]:
        self._end()
        return self.done


def _requoted(piece: Piece, quoted: bool) -> Piece:
    if piece.quoted == quoted or piece.source is Source.HOME:
        return piece
    return piece._replace(quoted=quoted)


def without_last_newlines(value: Value) -> Value:
    """What a substitution keeps of an output."""
    if not value or value[-1].source is not Source.LITERAL:
        return value
    last = value[-1]
    return (*value[:-1], Piece(last.text.rstrip("\n"), last.quoted))
