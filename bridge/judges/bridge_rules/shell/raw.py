"""The statements of any text, by hand: what tree-sitter's grammar cannot place is read here.

The reader never fails. A word that it does not expect ends a list; a construct that is never closed ends with the text.
"""

import re
from typing import Final

from bridge.core.lazy_pattern import pattern
from bridge.judges.bridge_rules.shell.syntax import (
    Assignment,
    Block,
    Case,
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
)
from bridge.judges.bridge_rules.shell.tokens import Token, tokens

MAX_NESTING: Final = 40
"""How deep compound statements may stand in one another."""

_COMPOUND: Final = frozenset(("{", "if", "while", "until", "for", "case", "[["))
ASSIGNMENT: Final = pattern(r"([A-Za-z_][A-Za-z0-9_]*)(\[[^\]]*\])?(\+)?=", re.ASCII)
_NAME: Final = pattern(r"[^\s'\"$`=\\/!{}]+\Z")
_ENDS: Final = frozenset(("then", "else", "elif", "fi", "do", "done", "esac", "}"))
_BREAKS: Final = frozenset((";", "\n", "&", "&&", "||"))
_LAST: Final = Token("\n", "", 0)


def parse(text: str, base: int = 0) -> Sequence:
    """The statements of a text, positions counted from ``base``.

    Raises:
        TooMuch: statements nest deeper than ``MAX_NESTING``.
    """
    reader = _Reader(tokens(text), base)
    items: list[Statement] = []
    while not reader.at_end:
        items.extend(reader.sequence().items)
        reader.skip_stray()
    return Sequence(tuple(items))


class _Reader:
    def __init__(self, found: list[Token], base: int) -> None:
        self._tokens = found
        self._base = base
        self._at = 0
        self._depth = 0

    @property
    def at_end(self) -> bool:
        return self._at >= len(self._tokens)

    @property
    def _token(self) -> Token:
        return self._tokens[self._at] if self._at < len(self._tokens) else _LAST

    def skip_stray(self) -> None:
        """Past a closing word or mark that closes nothing."""
        if not self.at_end:
            self._at += 1

    def _is_word(self, *texts: str) -> bool:
        return not self.at_end and not self._token.operator and self._token.text in texts

    def _is(self, *operators: str) -> bool:
        return not self.at_end and self._token.operator in operators

    def _take_word(self, *texts: str) -> bool:
        if self._is_word(*texts):
            self._at += 1
            return True
        return False

    def _take(self, *operators: str) -> bool:
        if self._is(*operators):
            self._at += 1
            return True
        return False

    def _skip_newlines(self) -> None:
        while self._take("\n"):
            pass

    def sequence(self) -> Sequence:
        """Statements, up to a word or mark that ends a list."""
        items: list[Statement] = []
        while True:
            while self._take(*_BREAKS):
                pass
            if self.at_end or self._is(")", ";;", ";&", ";;&") or self._ends_list():
                break
            items.append(self._pipeline())
        return Sequence(tuple(items))

    def _ends_list(self) -> bool:
        return not self._token.operator and self._token.text in _ENDS

    def _pipeline(self) -> Statement:
        while self._take_word("!") or self._take_time():
            pass
        items = [self._statement()]
        while self._take("|", "|&"):
            self._skip_newlines()
            while self._take_word("!"):
                pass
            if self.at_end or self._is(")", *_BREAKS) or self._ends_list():
                break
            items.append(self._statement())
        return items[0] if len(items) == 1 else Pipeline(tuple(items))

    def _take_time(self) -> bool:
        """Past a ``time`` that stands before a compound command; before a simple one it is read as a program."""
        if not self._is_word("time") or self._at + 1 >= len(self._tokens):
            return False
        following = self._tokens[self._at + 1]
        is_compound = following.operator in ("(", "((") or (not following.operator and following.text in _COMPOUND)
        self._at += is_compound
        return is_compound

    def _statement(self) -> Statement:
        self._depth += 1
        if self._depth > MAX_NESTING:
            raise TooMuch(f"statements nest deeper than {MAX_NESTING}")
        statement = self._any_statement()
        self._depth -= 1
        return statement

    def _any_statement(self) -> Statement:
        if self._take("("):
            body = self.sequence()
            self._take(")")
            return Block(body, is_subshell=True, redirects=self._redirects())
        if self._is("(("):
            token = self._token
            self._at += 1
            return Test((Raw(token.text, self._base + token.start),))
        if self._take_word("{"):
            return Block(self._until("}"), is_subshell=False, redirects=self._redirects())
        compound = self._compound()
        return compound if compound is not None else self._simple()

    def _compound(self) -> Statement | None:
        if self._take_word("if"):
            return self._parts("fi", "then", "elif", "else")
        if self._take_word("while", "until"):
            return self._parts("done", "do")
        if self._take_word("for", "select"):
            return self._loop()
        if self._take_word("case"):
            return self._case()
        if self._is_word("[["):
            return self._test()
        return self._function()

    def _parts(self, last: str, *between: str) -> Statement:
        items = list(self.sequence().items)
        while self._take_word(*between):
            items.extend(self.sequence().items)
        self._take_word(last)
        return Block(Sequence(tuple(items)), is_subshell=False, redirects=self._redirects())

    def _until(self, last: str) -> Sequence:
        body = self.sequence()
        self._take_word(last)
        return body

    def _loop(self) -> Statement:
        name, words = "", None
        if self._is("(("):
            self._at += 1
        elif not self.at_end and not self._token.operator:
            name = self._token.text
            self._at += 1
            self._skip_newlines()
            words = self._words() if self._take_word("in") else None
        self._take(";")
        self._skip_newlines()
        body = self._until("}") if self._take_word("{") else self._do()
        return Loop(name, words, body, self._redirects())

    def _do(self) -> Sequence:
        self._take_word("do")
        return self._until("done")

    def _words(self) -> tuple[Raw, ...]:
        found = []
        while not self.at_end and not self._token.operator:
            found.append(self._raw(self._token))
            self._at += 1
        return tuple(found)

    def _raw(self, token: Token) -> Raw:
        return Raw(token.text, self._base + token.start)

    def _case(self) -> Statement:
        word = Raw("", self._base)
        if not self.at_end and not self._token.operator:
            word = self._raw(self._token)
            self._at += 1
        self._skip_newlines()
        self._take_word("in")
        self._skip_newlines()
        branches = []
        while not self.at_end and not self._take_word("esac"):
            before = self._at
            branches.append((self._patterns(), self.sequence()))
            self._take(";;", ";&", ";;&")
            self._skip_newlines()
            if self._at == before:
                self._at += 1
        return Case(word, tuple(branches), self._redirects())

    def _patterns(self) -> tuple[Raw, ...]:
        self._take("(")
        found = []
        while not self.at_end and not self._take(")"):
            if self._is("\n", ";", ";;"):
                break
            if not self._token.operator:
                found.append(self._raw(self._token))
            self._at += 1
        return tuple(found)

    def _test(self) -> Statement:
        found = []
        while not self.at_end and not self._is("\n") and not self._is_word("]]"):
            if not self._token.operator:
                found.append(self._raw(self._token))
            self._at += 1
        self._take_word("]]")
        return Test(tuple(found))

    def _function(self) -> Statement | None:
        keyword = self._is_word("function")
        at = self._at + keyword
        name = self._tokens[at] if at < len(self._tokens) else _LAST
        rest = self._tokens[at + 1 : at + 3]
        has_parentheses = [token.operator for token in rest] == ["(", ")"]
        if name.operator or not _NAME.match(name.text) or not (keyword or has_parentheses):
            return None
        self._at = at + 1 + 2 * has_parentheses
        self._skip_newlines()
        return Function(name.text, self._statement())

    def _redirects(self) -> tuple[Redirect, ...]:
        found = []
        while not self.at_end and self._token.is_redirect:
            found.append(self._redirect())
        return tuple(found)

    def _redirect(self) -> Redirect:
        token = self._token
        self._at += 1
        target = Raw("", self._base + token.end)
        if not self.at_end and not self._token.operator:
            target = self._raw(self._token)
            self._at += 1
        body = Raw(token.body.text, token.body.start + self._base) if token.body else None
        return Redirect(token.operator, token.descriptor, target, body, expands=not token.is_quoted)

    def _simple(self) -> Statement:
        start = self._token.start
        assignments: list[Assignment] = []
        words: list[Raw] = []
        redirects: list[Redirect] = []
        while not self.at_end:
            if self._token.is_redirect:
                redirects.append(self._redirect())
                continue
            if self._token.operator:
                if self._is("(", "((") and words:
                    self._at += 1
                    continue
                break
            raw = self._raw(self._token)
            assignment = assignment_of(raw) if not words else None
            if assignment is not None:
                assignments.append(assignment)
            else:
                words.append(raw)
            self._at += 1
        end = self._tokens[self._at - 1].end if self._at else start
        return Simple(tuple(assignments), tuple(words), tuple(redirects), self._base + start, self._base + end)


def assignment_of(raw: Raw) -> Assignment | None:
    """The assignment that a word is, None where it is none."""
    match = ASSIGNMENT.match(raw.text)
    if not match:
        return None
    value = Raw(raw.text[match.end() :], raw.start + match.end())
    if not value.text.startswith("("):
        return Assignment(match[1], (value,), is_array=bool(match[2]), appends=bool(match[3]))
    inside = value.text[1:-1] if value.text.endswith(")") else value.text[1:]
    items = (Raw(token.text, value.start + 1 + token.start) for token in tokens(inside) if not token.operator)
    return Assignment(match[1], tuple(items), is_array=True, appends=bool(match[3]))
