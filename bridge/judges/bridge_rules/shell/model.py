"""What a shell would do with a command line: the programs it would call, each with its arguments, and what feeds them.

A reading is made of text alone. What depends on the machine (the value of a variable that the line does not set, what a
program prints) stays in it as an unknown piece of a word, with what is known about it.
"""

from enum import Enum, unique
from functools import cached_property
from typing import Final, NamedTuple


@unique
class Source(Enum):
    """Where the text of a piece of a word comes from."""

    LITERAL = "literal"
    """The command line itself: the text is known."""

    HOME = "home"
    """``~`` or ``$HOME``: the text is ``~``, or the home folder where the reader was told it."""

    VARIABLE = "variable"
    """A variable that the line does not set: the text is its spelling, ``$NAME``."""

    COMMAND = "command"
    """What a command prints, ``$(…)``: the text is its spelling; ``calls`` has the commands."""

    PROCESS = "process"
    """A file that is a command's output or input, ``<(…)`` or ``>(…)``; ``calls`` has the commands."""

    INPUT = "input"
    """What a wrapper fills in: an item that ``xargs`` reads, a path that ``find`` finds."""

    OTHER = "other"
    """Arithmetic, a positional parameter, a value that could not be worked out."""


class Node(NamedTuple):
    """A stretch of the command line, in characters.

    Args:
        kind: what stands there, in the words of the grammar: ``command``, ``word``, ``file_redirect``, …
        start: where it starts.
        end: where it ends.
    """

    kind: str
    start: int
    end: int

    def text(self, command: str) -> str:
        """What is written there."""
        return command[self.start : self.end]


class Piece(NamedTuple):
    """A piece of a word.

    Args:
        text: its text, or its spelling where the text is not known.
        quoted: whether it stood in quotes or was escaped, so that no character of it is a pattern.
        source: where the text comes from.
        name: the variable's name; empty for other sources.
        calls: the commands of a substitution, in order.
        may_be_empty: whether an unknown piece may be empty: ``${NAME:?}`` and ``$(mktemp -d)`` may not.
        is_matched: whether it stands for the names that a pattern fits, which a loop runs over, however it is quoted.
    """

    text: str
    quoted: bool = False
    source: Source = Source.LITERAL
    name: str = ""
    calls: tuple["Call", ...] = ()
    may_be_empty: bool = True
    is_matched: bool = False

    @property
    def is_known(self) -> bool:
        """Whether ``text`` is what the shell would see."""
        return self.source in (Source.LITERAL, Source.HOME)


_GLOB = frozenset("*?[")


class Word(NamedTuple):
    """One argument, or the target of a redirection, after quoting and expansion.

    Args:
        pieces: its text, in pieces; a pattern is not expanded.
        node: where it is written.
    """

    pieces: tuple[Piece, ...]
    node: Node

    @property
    def text(self) -> str:
        """The whole text; unknown pieces as they are spelled, the home folder as ``~``."""
        return "".join(piece.text for piece in self.pieces)

    @property
    def literal(self) -> str | None:
        """The whole text, None where a piece of it is not known."""
        return self.text if self.is_known else None

    @property
    def is_known(self) -> bool:
        """Whether every piece is known."""
        return all(piece.is_known for piece in self.pieces)

    @property
    def has_glob(self) -> bool:
        """Whether it is a pattern of file names: an unquoted ``*``, ``?`` or ``[``."""
        return any(
            (piece.is_matched or not piece.quoted)
            and piece.source is Source.LITERAL
            and not _GLOB.isdisjoint(piece.text)
            for piece in self.pieces
        )

    @property
    def is_home_relative(self) -> bool:
        """Whether it starts at the home folder of whoever runs it."""
        return bool(self.pieces) and self.pieces[0].source is Source.HOME

    @property
    def unknown(self) -> tuple[Piece, ...]:
        """The pieces that are not known."""
        return tuple(piece for piece in self.pieces if not piece.is_known)

    @property
    def if_unset(self) -> str:
        """The text where every unknown piece that may be empty is empty."""
        return "".join("" if not piece.is_known and piece.may_be_empty else piece.text for piece in self.pieces)

    @property
    def calls(self) -> "tuple[Call, ...]":
        """The commands of the substitutions in it."""
        return tuple(call for piece in self.pieces for call in piece.calls)


def verbatim(text: str, node: Node) -> Word:
    """The word that is a text as it stands, of which nothing is expanded."""
    return Word((Piece(text, quoted=True),), node)


class Redirection(NamedTuple):
    """A redirection.

    Args:
        operator: ``<``, ``>``, ``>>``, ``>|``, ``<>``, ``&>``, ``&>>``, ``>&``, ``<&``, ``<<``, ``<<<``.
        descriptor: the file descriptor's number, as written or as the operator has it; None for a named one.
        target: the file, or the text of a here-document or here-string.
        node: where it is written.
    """

    operator: str
    descriptor: int | None
    target: Word
    node: Node

    @property
    def writes(self) -> bool:
        """Whether it opens a file for writing."""
        if self.operator in (">&", "<&"):
            return self.operator == ">&" and self.descriptor == 1 and not self.target.text.rstrip("-").isdigit()
        return self.operator in (">", ">>", ">|", "<>", "&>", "&>>")

    @property
    def empties(self) -> bool:
        """Whether it empties the file that it writes to."""
        return self.writes and self.operator not in (">>", "<>", "&>>")


class Pipe(NamedTuple):
    """A place in a pipeline.

    Args:
        pipeline: which pipeline, by its number in the reading; a command on its own is a pipeline of one.
        position: which command of it, from 0.
        length: how many commands it has.
    """

    pipeline: int
    position: int
    length: int


def _name_in(word: Word) -> str | None:
    """The name in a word of which a piece is not known; None where that may be the name."""
    last: list[Piece] = []
    for piece in word.pieces:
        if piece.is_known and "/" in piece.text:
            last = []
        last.append(piece)
    if any(not piece.is_known and piece.source not in (Source.VARIABLE, Source.OTHER) for piece in last):
        return None
    return "".join(piece.text for piece in last if piece.is_known) or None


_SOUGHT = ("rm", "dd", "shred", "mkfs", "curl", "wget", "nc", "ncat", "scp", "rsync", "unlink", "bash", "sh", "find")


def _fitting(text: str) -> str:
    """The program that a pattern such as ``/bin/r?`` fits; the pattern itself where it fits none, or any."""
    from fnmatch import fnmatchcase

    last = text.rpartition("/")[2]
    if not any(letter.isalnum() for letter in last):
        return text
    return next((name for name in _SOUGHT if fnmatchcase(name, last)), text)


PLANTED: Final = "a file that is run later"
"""In ``Call.via``: the line writes the call to a file that something will run by its place alone."""


class _Call(NamedTuple):
    argv: tuple[Word, ...]
    node: Node
    redirections: tuple[Redirection, ...] = ()
    cwd: str | None = None
    environment: tuple[tuple[str, Word], ...] = ()
    pipe: Pipe = Pipe(0, 0, 1)
    stdin: Word | None = None
    via: tuple[str, ...] = ()
    elsewhere: str | None = None
    script: Word | None = None


class Call(_Call):
    """A program, builtin or function that would be called.

    Args:
        argv: its words, the first of which names it; empty for a bare redirection.
        node: the statement.
        redirections: its own and those of the groups around it, in order.
        cwd: the folder it is called in, without ``.`` or ``..`` segments where these can be worked out: absolute,
            or from ``~`` (home), or from ``.`` (the folder the reader was not told); None where it is not known.
        environment: the variables set for it alone.
        pipe: where in which pipeline.
        stdin: the text it is fed, where that is known: a here-document, a here-string, what ``echo`` pipes to it.
        via: what it was reached through, outermost first: ``sudo``, ``xargs``, ``bash -c``, ``$(…)``, ``f()``.
        elsewhere: what takes it to another machine or file system (``ssh``, ``docker``, ``chroot``); None for here.
        script: the text of the file that it is told to run, where the line has written that file.
    """

    @cached_property
    def name(self) -> str | None:
        """The program's name without folder and ``.exe``; None where there is none or it is not known.

        A folder need not be known, a variable in a name that the line does not set is taken to be empty, and a
        pattern is taken for the program that destroys or sends whose name it fits. A name in capitals, or of Windows,
        is the same in small letters, as it is to a file system that does not tell them apart.
        """
        if not self.argv:
            return None
        word = self.argv[0]
        text = word.literal
        if text is None:
            text = _name_in(word)
        elif word.has_glob:
            text = _fitting(text)
        if text is None:
            return None
        base = text.replace("\\", "/").rstrip("/").rpartition("/")[2]
        if base[:1] == "=" and base[1:].isalpha():
            # What zsh finds by its name.
            base = base[1:]
        if base.lower().endswith(".exe"):
            return base[:-4].lower()
        return base.lower() if len(base) > 1 and base.isupper() else base

    @property
    def is_now(self) -> bool:
        """Whether the line itself makes the call, rather than a file that it writes and that is run later."""
        return PLANTED not in self.via

    @property
    def arguments(self) -> tuple[Word, ...]:
        """The words after the first."""
        return self.argv[1:]


class Unread(NamedTuple):
    """A statement that could not be read.

    Args:
        node: where it stands.
        text: what is written there.
        why: what stopped the reader, as a clause.
        commands: the words in it that stand where a command would.
    """

    node: Node
    text: str
    why: str
    commands: tuple[str, ...] = ()


class Reading(NamedTuple):
    """What the shell would do.

    Args:
        command: the command line.
        calls: every call, in the order of the text; a wrapper before what it calls.
        unread: what could not be read.
    """

    command: str
    calls: tuple[Call, ...]
    unread: tuple[Unread, ...] = ()

    def before(self, call: Call) -> tuple[Call, ...]:
        """The calls whose output is piped, directly or through others, into this one."""
        pipe = call.pipe
        return tuple(
            other
            for other in self.calls
            if other.pipe.pipeline == pipe.pipeline and other.pipe.position < pipe.position
        )
