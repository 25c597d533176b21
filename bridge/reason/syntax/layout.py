"""Where a statement may be broken, and how it is laid out: one line where it fits, else its parts on lines.

The tokens are kept as they are and in their order; only the space between them is ours.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final, NamedTuple, TypeAlias

from bridge.reason.syntax import ast
from bridge.reason.syntax.tokens import Token

WIDTH: Final = 100
"""The longest line of a statement that can be broken, in code points; comments after it do not count."""
INDENT: Final = "  "

_TIGHT_BEFORE: Final = frozenset({"LPAR", "RPAR", "COMMA", "COLON", "DOT"})

Breaks: TypeAlias = Mapping[int, str]
"""The tokens, by index, that begin a line, and how it is indented."""


class Piece(NamedTuple):
    """The tokens of a statement, an opening, a step or a closing, what they say, and the comments among them.

    Args:
        tokens: from its first word to what ends it.
        node: what they say; none for what opens or closes a test.
        margin: how the block in which it stands is indented.
        before: the comments on lines of their own before a token, by its index; none stand before the first.
        behind: the comment after a token on its line, by its index; none stands after the last.
        broken: the tokens, by index, that begin a line of the source.
    """

    tokens: Sequence[Token]
    node: ast.Piece | None
    margin: str
    before: Mapping[int, Sequence[str]]
    behind: Mapping[int, str]
    broken: frozenset[int]


def lines(piece: Piece) -> list[str]:
    """The lines of a piece, indented.

    A break that its author made at the first place where the piece may be broken is kept.
    """
    layouts = _layouts(piece)
    if piece.before or piece.behind:
        return _set(piece, layouts[-1])
    first = min(layouts[0], default=0)
    candidates = layouts if first in piece.broken else [{}, *layouts]
    drawn: list[list[str]] = []
    for breaks in candidates:
        drawn.append(_set(piece, breaks))
        if not _overflow(drawn[-1]):
            return drawn[-1]
    return min(drawn, key=_overflow)


def _overflow(drawn: Sequence[str]) -> int:
    """By how much the longest line is too long; of layouts that are alike in this, the first one is taken."""
    return max(0, *(len(line) - WIDTH for line in drawn))


def spaced(tokens: Sequence[Token]) -> str:
    """Tokens on one line: a space between two, but before and within marks that stand close."""
    spaces = ("" if after.type in _TIGHT_BEFORE or before.type == "LPAR" else " " for before, after in pairwise(tokens))
    return "".join(space + token.text for space, token in zip(("", *spaces), tokens, strict=True))


def _set(piece: Piece, breaks: Breaks) -> list[str]:
    """The lines that a choice of breaks makes; comments break lines too."""
    inner = piece.margin + INDENT
    found: list[str] = []
    begun, margin = 0, piece.margin
    for index in range(1, len(piece.tokens) + 1):
        ends = index == len(piece.tokens)
        if ends or index in breaks or index in piece.before or index - 1 in piece.behind:
            comment = piece.behind.get(index - 1)
            found.append(margin + spaced(piece.tokens[begun:index]) + (f"{INDENT}{comment}" if comment else ""))
            found += [inner + comment for comment in piece.before.get(index, ())]
            begun, margin = index, piece.margin + breaks.get(index, INDENT)
    return found


def _layouts(piece: Piece) -> list[Breaks]:
    """The ways to break a piece, those with the fewest lines first; at least one, which may break nothing."""
    at = {token.start: index for index, token in enumerate(piece.tokens)}
    node = piece.node
    if isinstance(node, ast.GivenFact):
        node = node.fact
    if isinstance(node, ast.Fact):
        clauses = [_clause(clause, at) for clause in node.clauses]
        return [_all(clauses[:1]), _all(clauses)]
    if isinstance(node, ast.Rule):
        return [_all([at[atom.start] for atom in node.body])]
    if isinstance(node, ast.Expect):
        return [_all([at[_begin(one)] - 1 for one in node.requirements])]
    if isinstance(node, ast.Predicate):
        return [_arguments(piece.tokens)]
    return [_filled(piece, list(_names(node, at)))]


def _all(indices: Sequence[int]) -> Breaks:
    return dict.fromkeys(indices, INDENT)


def _clause(clause: ast.Clause, at: Mapping[int, int]) -> int:
    """The word with which a clause begins."""
    match clause:
        case ast.From(node) | ast.Observed(node):
            return at[node.start] - 1
        case ast.Valid(since, until):
            return min(at[time.start] for time in (since, until) if time is not None) - 2
        case ast.Supersedes(facts):
            return at[facts[0].start] - 1


def _begin(requirement: ast.Because | ast.Missing) -> int:
    return requirement.facts[0].start if isinstance(requirement, ast.Because) else requirement.atom.start


def _arguments(tokens: Sequence[Token]) -> Breaks:
    """The arguments of a declaration each on a line, and what closes them where the statement begins."""
    inside = next(index for index, token in enumerate(tokens) if token.type == "LPAR") + 1
    close = next(index for index, token in enumerate(tokens) if token.type == "RPAR")
    if inside == close:
        return {}
    after = [index + 1 for index in range(inside, close) if tokens[index].type == "COMMA"]
    return {**_all([inside, *after]), close: ""}


def _names(node: ast.Piece | None, at: Mapping[int, int]) -> Iterator[int]:
    """Where a list of names may go on in the next line."""
    match node:
        case ast.Authority(classes) | ast.Without(classes):
            yield from (at[name.start] for name in classes[1:])
        case ast.Admit(classes, targets):
            yield from (at[name.start] for name in classes[1:])
            if targets is not None:
                yield at[targets[0].start] - 1
                yield from (at[target.start] for target in targets[1:])


def _filled(piece: Piece, places: Sequence[int]) -> Breaks:
    """As few breaks at some places as let each line fit."""
    breaks: dict[int, str] = {}
    begun, margin = 0, piece.margin
    for place, after in pairwise((*places, len(piece.tokens))):
        if len(margin) + len(spaced(piece.tokens[begun:after])) > WIDTH:
            breaks[place] = INDENT
            begun, margin = place, piece.margin + INDENT
    return breaks
