"""What the sources of two programs say and no kernel knows of: documentation, and which texts an argument may be.

A judge is asked for one of these texts, and people read that documentation; no answer of either program differs for it.
"""

from collections.abc import Iterator, Mapping

from bridge.reason.answers import Answers, Options
from bridge.reason.comparison.change import Change, How, Part
from bridge.reason.syntax.spelling import name, string


def compare_documentation(old: Mapping[str, str], new: Mapping[str, str]) -> Iterator[Change]:
    """The predicates whose documentation differs, by name.

    Args:
        old: the documentation of each predicate that has some.
        new: the same of the other program.
    """
    for predicate in sorted({*old, *new}):
        yield from _change(Part.DOCUMENTATION, predicate, old.get(predicate), new.get(predicate))


def compare_answers(old: Answers, new: Answers) -> Iterator[Change]:
    """The arguments whose closed sets differ, in the order of predicates and places."""
    for predicate, place in sorted({*old, *new}):
        sides = (_spelled(one.get((predicate, place))) for one in (old, new))
        yield from _change(Part.ANSWERS, f"argument {place + 1} of {name(predicate)}", *sides)


def _change(part: Part, of: str, old: str | None, new: str | None) -> Iterator[Change]:
    if old != new:
        how = How.ADDED if old is None else How.REMOVED if new is None else How.CHANGED
        yield Change(part, how, of, old, new, means=False)


def _spelled(options: Options | None) -> str | None:
    """A closed set as a source writes it."""
    return None if options is None else (" < " if options.ordered else " | ").join(map(string, options.texts))
