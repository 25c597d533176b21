"""What a predicate means in a sentence: templates from ``##`` lines, filled in wherever an atom is explained."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from bridge.core.canonical import compact
from bridge.reason.model import Atom, Term
from bridge.reason.syntax.spelling import read_name

_ANYTHING: Final = re.compile(r"\$_[0-9]+")
"""How the variables are named that a source writes as ``_``."""

_QUOTED: Final = r'`[^`\\\x00-\x1f]*(?:\\(?:["\\/bfnrt`]|u[0-9A-Fa-f]{4})[^`\\\x00-\x1f]*)*`'
_PIECE: Final = re.compile(rf"\{{\{{|\}}\}}|\{{({_QUOTED}|[^{{}}]*)\}}")
_IN_BACKQUOTES: Final = re.compile(_QUOTED)


@dataclass(frozen=True)
class Documentation:
    """The documentation of a predicate.

    Args:
        template: its first line; ``{name}`` stands for an argument, ``{{`` and ``}}`` for braces. A name may be in
            backquotes, as it may where it is declared.
        arguments: the names of the arguments in order, ``None`` where one has none.
        text: every line.
    """

    template: str
    arguments: tuple[str | None, ...]
    text: str

    def placeholders(self) -> tuple[str, ...]:
        """The names that stand in braces in the template."""
        return tuple(_name(match[1]) for match in _PIECE.finditer(self.template) if match[1] is not None)

    def fill(self, terms: tuple[Term, ...]) -> str:
        """The template with terms for its names, in one pass: what a term brings in is never read as a template."""
        values = {name: shown(term) for name, term in zip(self.arguments, terms, strict=False) if name is not None}
        return _PIECE.sub(lambda match: _piece(match, values), self.template)


def explain(atom: Atom, documentation: Mapping[str, Documentation]) -> str:
    """An atom as a sentence, or as it is written where its predicate has no documentation; ``not: …`` when negated."""
    known = documentation.get(atom.predicate)
    if known is None or not known.template:
        plain = f"{atom.predicate}({', '.join(map(shown, atom.arguments))})"
        return f"not {plain}" if atom.negated else plain
    sentence = known.fill(atom.arguments)
    return f"not: {sentence}" if atom.negated else sentence


def shown(term: Term) -> str:
    """A term inside a sentence: a string as it is, anything else as JSON spells it, and ``_`` as it was written."""
    if isinstance(term, str) and _ANYTHING.fullmatch(term):
        return "_"
    return term if isinstance(term, str) else compact(term)


def _piece(match: re.Match[str], values: Mapping[str, str]) -> str:
    name = match[1]
    return match[0][0] if name is None else values.get(_name(name), match[0])


def _name(text: str) -> str:
    """The name that stands in braces, which is one in backquotes or the text as it is."""
    return read_name(text) if _IN_BACKQUOTES.fullmatch(text) else text
