"""What a judge might have answered instead: the other options of each argument, and the other sign."""

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import Final

from bridge.reason.answers import Answers
from bridge.reason.engine.terms import FALSE, TRUE, Constant, Truth, decode, encode, encode_row, text
from bridge.reason.explain.slice import Slice
from bridge.reason.model import Atom, Fact, Literal, is_variable

_NOUL: Final = ("yes", "no")


def other_answers(part: Slice, fact: Fact, answers: Answers) -> Iterator[Atom]:
    """What a judge might have said instead, those with the fewest changes first.

    What it denied, it might have said; what it said, it might have denied, which is tried where a rule reads denials or
    there is nothing else to say.

    Args:
        part: the program.
        fact: what it said.
        answers: the closed sets that the source declares.
    """
    rows = _other_rows([_options(part, fact, place, answers) for place in range(len(fact.arguments))])
    others = [fact.atom._replace(arguments=tuple(map(decode, row))) for row in rows]
    reads = Literal(fact.predicate, True) in part.literals
    if fact.negated:
        yield fact.atom.complement()
        yield from (other.complement() for other in others)
    if reads or not fact.negated:
        yield from others
    if not fact.negated and (reads or not fact.arguments):
        yield fact.atom.complement()


def _other_rows(options: Sequence[tuple[Constant, ...]]) -> Iterator[tuple[Constant, ...]]:
    """The rows that options make, without that of the first of each."""
    places = [place for place, some in enumerate(options) if len(some) > 1]
    for size in range(1, len(places) + 1):
        for changed in combinations(places, size):
            rows = [some[1:] if place in changed else some[:1] for place, some in enumerate(options)]
            yield from product(*rows)


def _options(part: Slice, fact: Fact, place: int, answers: Answers) -> tuple[Constant, ...]:
    """What may stand at a place, what does first."""
    said = encode(fact.arguments[place])
    return (said, *(value for value in _values(part, fact, place, said, answers) if value != said))


def _values(part: Slice, fact: Fact, place: int, said: Constant, answers: Answers) -> tuple[Constant, ...]:
    declared = answers.get((fact.predicate, place))
    if declared is not None:
        return declared.texts
    if isinstance(said, Truth):
        return (FALSE, TRUE)
    named = set(_named(part, fact.predicate, place))
    if place < len(fact.arguments) - 1 and _evident(part, fact, answers):
        return ()
    noul = _NOUL if said in _NOUL and named <= set(_NOUL) else ()
    return tuple(sorted({*named, *noul}, key=text))


def _evident(part: Slice, fact: Fact, answers: Answers) -> bool:
    """Whether it is known which arguments a judge answered: some are declared or truth values, or it is the last.

    The others are then what the judge was asked about, which it does not choose.
    """
    last = len(fact.arguments) - 1
    declared = any((fact.predicate, place) in answers for place in range(last + 1))
    told = declared or any(isinstance(argument, bool) for argument in fact.arguments)
    return told or fact.arguments[last] in _NOUL or any(True for _ in _named(part, fact.predicate, last))


def _named(part: Slice, predicate: str, place: int) -> Iterator[Constant]:
    """The constants that rules have at a place of a predicate."""
    for rule in part.rules:
        for atom in rule.when:
            if atom.predicate == predicate and place < len(atom.arguments) and not is_variable(atom.arguments[place]):
                yield encode_row(atom.arguments)[place]
