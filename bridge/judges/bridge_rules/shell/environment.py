"""What a shell knows at one place of a command line: variables, functions, aliases, and where it stands."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from bridge.judges.bridge_rules.shell.model import Call, Piece, Source, Word

if TYPE_CHECKING:
    from bridge.judges.bridge_rules.shell.syntax import Statement

HOME_MARK: Final = "\ufdd0"
"""Stands for the home folder in a text that is read as a command again; no character, so no text holds it."""

MACHINE_MARK: Final = "/\ufdd1"
"""Stands before a path of the machine in the words of a command in a container; no character, so no path has it."""

Value: TypeAlias = tuple[Piece, ...]
"""A text of which pieces may not be known; empty for a variable that is known to be unset or empty."""


def merged(pieces: Iterable[Piece]) -> Value:
    """The same text in as few pieces as may be."""
    found: list[Piece] = []
    texts: list[str] = []

    def flush() -> None:
        if texts:
            found.append(Piece("".join(texts), found_quoted))
            texts.clear()

    found_quoted = False
    for piece in pieces:
        if piece.source is not Source.LITERAL or piece.is_matched:
            flush()
            found.append(piece)
            continue
        if piece.quoted != found_quoted:
            flush()
        found_quoted = piece.quoted
        if piece.text or not texts:
            texts.append(piece.text)
    flush()
    return tuple(piece for piece in found if piece.text or len(found) == 1)


def matched(word: Word) -> Value:
    """What a loop over a word gives its variable: of a pattern, what stands for the names that it fits."""
    return tuple(
        piece._replace(is_matched=word.has_glob and piece.source is Source.LITERAL and not piece.quoted)
        for piece in word.pieces
    )


class Environment:
    """The state of a shell. A subshell has a copy, but of files and links, which are the same for both.

    Args:
        cwd: the folder it stands in (see ``Call.cwd``).
        home: the home folder where it is known, else ``~``.
        variables: what each name holds; the items of an array are several.
        functions: the bodies.
        aliases: the texts.
        files: what the line has written to a file, by the path as written.
        links: what the links lead to that the line has made, by their paths.
        positional: the positional parameters from ``$1``; None at the top, where they are not known.
        folders: the stack of ``pushd``.
        previous: the folder before the last ``cd``.
        running: the functions that are being called.
        top: where the command line starts, taken for the top of the repository.
    """

    def __init__(self, cwd: str | None, home: str = "~", top: str | None = None) -> None:
        self.cwd = cwd
        self.home = home
        self.variables: dict[str, tuple[Value, ...]] = {}
        self.functions: dict[str, Statement] = {}
        self.aliases: dict[str, str] = {}
        self.files: dict[str, Value] = {}
        self.links: dict[str, Value] = {}
        self.positional: tuple[Value, ...] | None = None
        self.folders: tuple[str | None, ...] = ()
        self.previous: str | None = None
        self.running: frozenset[str] = frozenset()
        self.top = top

    def copy(self) -> "Environment":
        """A subshell's; the files are the same for both."""
        other = Environment(self.cwd, self.home, self.top)
        other.variables = dict(self.variables)
        other.functions = dict(self.functions)
        other.aliases = dict(self.aliases)
        other.files = self.files
        other.links = self.links
        other.positional = self.positional
        other.folders = self.folders
        other.previous = self.previous
        other.running = self.running
        return other

    def home_piece(self, *, quoted: bool) -> Piece:
        """The home folder."""
        return Piece(self.home, quoted, Source.HOME)

    def assign(self, name: str, *values: Value) -> None:
        """Sets a variable, to one value or to the items of an array."""
        self.variables[name] = values


class Input(NamedTuple):
    """What a command is fed: the text where it is known, and the calls that make it."""

    text: Value | None = None
    calls: tuple[Call, ...] = ()
