"""Cutting shell text into words and operators, with the bodies of here-documents."""

from collections.abc import Iterator
from typing import Final

from bridge.core.lazy_pattern import pattern
from bridge.judges.bridge_rules.shell.listing import names
from bridge.judges.bridge_rules.shell.scan import balanced_end, word_end
from bridge.judges.bridge_rules.shell.syntax import Raw, TooMuch

MAX_TOKENS: Final = 20_000
"""How many words and operators one text may have."""

_BLANK: Final = pattern(r"(?:[ \t\r\f\v\xa0]|\\\r?\n)+")
_OPERATOR: Final = pattern(r"&&|\|\||;;&|;;|;&|&>>|&>|<<<|<<-|<<|<&|<>|>>|>&|>\||\|&|[;&|()<>\n]")
_REDIRECTS: Final = frozenset(names("&>> &> <<< <<- << <& <> >> >& >| < >"))
_DESCRIPTOR: Final = pattern(r"(?:[0-9]+|\{[A-Za-z_][A-Za-z0-9_]*\})(?=[<>])")
_UNQUOTE: Final = pattern(r"[\"'\\]")


class Token:
    """A word (``operator`` is empty) or an operator; ``body`` is a here-document's."""

    __slots__ = ("body", "descriptor", "is_quoted", "operator", "start", "text")

    def __init__(self, operator: str, text: str, start: int, descriptor: str = "") -> None:
        self.operator = operator
        self.text = text
        self.start = start
        self.descriptor = descriptor
        self.body: Raw | None = None
        self.is_quoted = False

    @property
    def is_redirect(self) -> bool:
        """Whether it is a redirection operator."""
        return self.operator in _REDIRECTS

    @property
    def end(self) -> int:
        """Where it ends."""
        return self.start + len(self.text)


def tokens(text: str) -> list[Token]:
    """The tokens of a shell text, whatever it holds.

    Raises:
        TooMuch: it has more than ``MAX_TOKENS``.
    """
    found: list[Token] = []
    waiting: list[Token] = []
    at = 0
    while (token := _next(text, at, found)) is not None:
        at = token.end
        if token.operator == "\n":
            at = _read_bodies(text, at, waiting)
        elif not token.operator and found and found[-1].operator in ("<<", "<<-"):
            waiting.append(found[-1])
            found[-1].is_quoted = bool(_UNQUOTE.search(token.text))
            found[-1].body = Raw(_UNQUOTE.sub("", token.text), token.start)
        found.append(token)
        if len(found) > MAX_TOKENS:
            raise TooMuch(f"it has more than {MAX_TOKENS} words and operators")
    for token in waiting:
        token.body = Raw("", len(text))
    return found


def _next(text: str, at: int, before: list[Token]) -> Token | None:
    at = _skip(text, at)
    if at >= len(text):
        return None
    descriptor = _DESCRIPTOR.match(text, at)
    start = descriptor.end() if descriptor else at
    operator = _OPERATOR.match(text, start)
    if operator and not (operator[0] in "<>" and text[start + 1 : start + 2] == "("):
        token = Token(operator[0], text[at : operator.end()], at, descriptor[0] if descriptor else "")
        return _arithmetic(text, at) if operator[0] == "(" and text.startswith("((", at) else token
    in_arguments = bool(before) and not before[-1].operator
    end = max(word_end(text, at, in_arguments=in_arguments), at + 1)
    return Token("", text[at:end], at)


def _arithmetic(text: str, at: int) -> Token:
    end = balanced_end(text, at + 1, ")") if not text.startswith("(((", at) else at
    # Three in a row are taken for subshells: else each of ten thousand would look for its end.
    if text[end - 2 : end] == "))" and balanced_end(text, at + 2, ")") == end - 1:
        return Token("((", text[at:end], at)
    return Token("(", "(", at)


def _skip(text: str, at: int) -> int:
    """After blanks, continued lines and a comment."""
    blank = _BLANK.match(text, at)
    at = blank.end() if blank else at
    if text[at : at + 1] == "#":
        found = text.find("\n", at)
        return len(text) if found < 0 else found
    return at


def _read_bodies(text: str, at: int, waiting: list[Token]) -> int:
    for token in waiting:
        mark = token.body.text if token.body else ""
        body, at = _body(text, at, mark, strips=token.operator == "<<-")
        token.body = body
    waiting.clear()
    return at


def _body(text: str, at: int, mark: str, *, strips: bool) -> tuple[Raw, int]:
    start = at
    for line_start, line in _lines(text, at):
        bare = line.lstrip("\t") if strips else line
        if bare.rstrip("\r") == mark:
            return Raw(text[start:line_start], start), line_start + len(line)
    return Raw(text[start:], start), len(text)


def _lines(text: str, at: int) -> Iterator[tuple[int, str]]:
    while at < len(text):
        end = text.find("\n", at)
        end = len(text) if end < 0 else end
        yield at, text[at:end]
        at = end + 1
