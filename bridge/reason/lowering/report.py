"""Where lowering puts what it finds: every problem, later sorted as the sources are read."""

from typing import Final, NamedTuple, Protocol

from bridge.core.codes import Code
from bridge.core.diagnostics import Diagnostic, Label, Severity
from bridge.core.sources import Source, Span

_MOST_RELATED: Final = 5


class Placed(Protocol):
    """A node of the syntax tree that knows its offsets."""

    @property
    def start(self) -> int:
        """Where it starts."""

    @property
    def end(self) -> int:
        """Before where it ends."""


class Use(NamedTuple):
    """A use of a name that is not declared, and the name it was perhaps meant to be."""

    code: Code
    message: str
    help: str


class Report:
    """The diagnostics of one compilation."""

    def __init__(self) -> None:
        self._found: list[Diagnostic] = []
        self._undeclared: dict[Use, list[Span]] = {}
        self._order: dict[Source, int] = {}

    def read(self, source: Source) -> None:
        """Note that a source has been read; its problems come after those of the sources before it."""
        self._order.setdefault(source, len(self._order))

    def add(self, *diagnostics: Diagnostic) -> None:
        """Take diagnostics as they are."""
        self._found += diagnostics

    def error(
        self, code: Code, span: Span, message: str, *, note: str = "", help: str = "", related: tuple[Label, ...] = ()
    ) -> None:
        """A problem that refuses the program."""
        self._found.append(Diagnostic(code.code, message, span=span, note=note, help=help, related=related))

    def warning(
        self, code: Code, span: Span, message: str, *, note: str = "", help: str = "", related: tuple[Label, ...] = ()
    ) -> None:
        """A problem that does not."""
        self._found.append(
            Diagnostic(code.code, message, span=span, note=note, help=help, related=related, severity=Severity.WARNING)
        )

    def undeclared(self, code: Code, span: Span, message: str, help: str) -> None:
        """A use of what is not declared: however often it is used, one problem, at the first place."""
        self._undeclared.setdefault(Use(code, message, help), []).append(span)

    @property
    def refused(self) -> bool:
        """Whether something found refuses the program."""
        return bool(self._undeclared) or any(found.severity is Severity.ERROR for found in self._found)

    def sorted(self) -> tuple[Diagnostic, ...]:
        """Everything found, in source order."""
        uses = (_used(use, sorted(spans, key=self.place)) for use, spans in self._undeclared.items())
        return tuple(sorted((*self._found, *uses), key=lambda d: (self.place(d.span), d.code)))

    def place(self, span: Span | None) -> tuple[int, int]:
        """What to sort by, for source order."""
        return (self._order.get(span.source, len(self._order)), span.start) if span else (-1, 0)


def _used(use: Use, spans: list[Span]) -> Diagnostic:
    also = tuple(Label(span, "also used here") for span in spans[1 : 1 + _MOST_RELATED])
    more = len(spans) - 1 - len(also)
    note = f"and in {more} more places" if more > 0 else ""
    return Diagnostic(use.code.code, use.message, span=spans[0], note=note, help=use.help, related=also)
