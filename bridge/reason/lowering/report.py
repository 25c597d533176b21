"""Where lowering puts what it finds: every problem, later sorted as the sources are read."""

from collections.abc import Iterator
from itertools import groupby
from typing import Final, NamedTuple, Protocol

from bridge.core.codes import Code
from bridge.core.codes.limits import RSN512
from bridge.core.deadline import NEVER, Deadline
from bridge.core.diagnostics import Diagnostic, Label, Severity
from bridge.core.sources import Source, Span
from bridge.reason.syntax.bounds import MOST_FAULTS
from bridge.reason.syntax.excess import listed

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


class Place(NamedTuple):
    """A place, and what it is of where that is not all."""

    span: Span
    origin: str


class Report:
    """The diagnostics of one compilation.

    ``origin`` is what the next problems are of, where their place does not say it; it is in their notes.

    Args:
        deadline: when it must be over; looked at with each problem, which may have cost a search for names.
    """

    def __init__(self, deadline: Deadline = NEVER) -> None:
        self.deadline = deadline
        self.origin = ""
        self._found: list[Diagnostic] = []
        self._undeclared: dict[Use, list[Place]] = {}
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
        self.deadline.check()
        note = self._placed(note)
        self._found.append(Diagnostic(code.code, message, span=span, note=note, help=help, related=related))

    def warning(
        self, code: Code, span: Span, message: str, *, note: str = "", help: str = "", related: tuple[Label, ...] = ()
    ) -> None:
        """A problem that does not."""
        self.deadline.check()
        note = self._placed(note)
        self._found.append(
            Diagnostic(code.code, message, span=span, note=note, help=help, related=related, severity=Severity.WARNING)
        )

    def undeclared(self, code: Code, span: Span, message: str, help: str) -> None:
        """A use of what is not declared: however often it is used, one problem, at the first place."""
        self.deadline.check()
        self._undeclared.setdefault(Use(code, message, help), []).append(Place(span, self.origin))

    @property
    def refused(self) -> bool:
        """Whether something found refuses the program."""
        return bool(self._undeclared) or any(found.severity is Severity.ERROR for found in self._found)

    def sorted(self) -> tuple[Diagnostic, ...]:
        """Everything found, in source order."""
        uses = (self._used(use, places) for use, places in self._undeclared.items())
        return tuple(self._listed(sorted((*self._found, *uses), key=lambda d: (self.place(d.span), d.code))))

    def _listed(self, found: list[Diagnostic]) -> Iterator[Diagnostic]:
        """What is found, and of the errors of one source no more than anybody reads."""
        for _, group in groupby(found, key=lambda diagnostic: self.place(diagnostic.span)[0]):
            of_source = list(group)
            errors = [one for one in of_source if one.severity is Severity.ERROR and one.code != RSN512.code]
            left_out = set(map(id, errors[MOST_FAULTS:]))
            yield from (one for one in of_source if id(one) not in left_out)
            yield from listed(errors)[MOST_FAULTS:]

    def _placed(self, note: str) -> str:
        return "; ".join(filter(None, (note, self.origin)))

    def _used(self, use: Use, places: list[Place]) -> Diagnostic:
        ordered = sorted(places, key=lambda place: self.place(place.span))
        spans = list(dict.fromkeys(place.span for place in ordered))
        also = tuple(Label(span, "also used here") for span in spans[1 : 1 + _MOST_RELATED])
        more = len(places) - 1 - len(also)
        rest = f"and in {more} more {'place' if more == 1 else 'places'}" if more > 0 else ""
        note = "; ".join(filter(None, (ordered[0].origin, rest)))
        return Diagnostic(use.code.code, use.message, span=spans[0], note=note, help=use.help, related=also)

    def place(self, span: Span | None) -> tuple[int, int]:
        """What to sort by, for source order."""
        return (self._order.get(span.source, len(self._order)), span.start) if span else (-1, 0)
