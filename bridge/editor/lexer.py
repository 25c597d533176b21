"""The language for Pygments: coloured by the tokenizer that reads it, so that the two cannot differ."""

from collections.abc import Iterator
from typing import Final

from pygments.lexer import Lexer  # type: ignore[import-untyped]  # Pygments ships no types
from pygments.token import (  # type: ignore[import-untyped]  # Pygments ships no types
    Comment,
    Error,
    Keyword,
    Literal,
    Name,
    Number,
    Operator,
    Punctuation,
    String,
    Whitespace,
)

from bridge.core.sources import Source
from bridge.editor.readings import Readings
from bridge.editor.words import Role, words

_STYLES: Final = {
    Role.KEYWORD: Keyword,
    Role.TYPE: Keyword.Type,
    Role.CONSTANT: Keyword.Constant,
    Role.PREDICATE: Name.Function,
    Role.AUTHORITY: Name.Class,
    Role.ID: Name.Label,
    Role.ARGUMENT: Name.Attribute,
    Role.NAME: Name,
    Role.VARIABLE: Name.Variable,
    Role.STRING: String.Double,
    Role.NUMBER: Number,
    Role.TIME: Literal.Date,
    Role.OPERATOR: Operator,
    Role.PUNCTUATION: Punctuation,
    Role.COMMENT: Comment.Single,
    Role.DOCUMENTATION: String.Doc,
    Role.BAD: Error,
}


class ReasonLexer(Lexer):  # type: ignore[misc]  # Pygments ships no types
    """A lexer for ``.reason`` sources. What the language does not know is an error token, and nothing else is one.

    Pygments itself knows another language as ``reason``, so this one goes by the name of the distribution.
    """

    name = "Reason"
    aliases = ("reason-bridge",)
    filenames = ("*.reason",)
    mimetypes = ("text/x-reason",)

    def get_tokens_unprocessed(self, text: str) -> Iterator[tuple[int, object, str]]:
        """The pieces of a text with their offsets and styles; put together they are the text."""
        at = 0
        for token, role in words(Readings().of(Source("source", text))):
            if token.start > at:
                yield at, Whitespace, text[at : token.start]
            yield token.start, _STYLES[role], token.text
            at = token.end
        if at < len(text):
            yield at, Whitespace, text[at:]
