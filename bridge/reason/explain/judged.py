"""What a judge changed: the same evaluation with each answer another one, with each left out, and with all left out."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Final, NamedTuple

from bridge.reason.answers import Answers
from bridge.reason.engine import DEFAULT, Limits
from bridge.reason.explain.answering import other_answers
from bridge.reason.explain.bearing import bearing
from bridge.reason.explain.ended import Ended
from bridge.reason.explain.slice import Slice
from bridge.reason.model import MODEL_JUDGED, Atom, Fact, Program
from bridge.reason.result import Status

EVALUATIONS: Final = 200


class Flip(NamedTuple):
    """One answer that was another.

    Args:
        fact: what the judge said.
        instead: what it would have said; None where it would not have answered.
        status: what the program then says.
        matters: whether that is another status.
    """

    fact: Fact
    instead: Atom | None
    status: Status
    matters: bool


class Judged(NamedTuple):
    """What the answers of a judge changed.

    Args:
        status: the status as it is.
        answers: the facts of judges that count and that bear on the query, by id; what takes back an answer that would
            bear on it does so too.
        flips: for each of them its other answers, and then none; first of those that the proofs rest on.
        without: the status without any answer, one that does not count now included.
        ended: whether every flip was tried.
    """

    status: Status
    answers: tuple[Fact, ...]
    flips: tuple[Flip, ...]
    without: Status
    ended: Ended


def judged(
    program: Program,
    *,
    answers: Answers | None = None,
    evaluations: int = EVALUATIONS,
    limits: Limits = DEFAULT,
) -> Judged | None:
    """What the answers of a judge changed; None where none bears on the query.

    Its other answers are the other values that the source declares of any argument, and of truth values; of a last
    argument without a declaration, those that rules name, with ``yes`` and ``no`` for each other. Where nothing says so
    what the last argument may be, those that rules name of the arguments before it. What it denied, it
    might have said; what it said, it might have denied, where a rule reads denials or it has no arguments.

    Args:
        program: a valid program; of a request, the effective one.
        answers: the closed sets that its source declares.
        evaluations: how many times the program may be evaluated.
        limits: bounds of each evaluation, and the deadline of all.

    Raises:
        LimitError: a bound of an evaluation was reached, or it takes too long.
    """
    part = Slice(program, limits)
    given = [fact for fact in part.eligible if fact.authority == MODEL_JUDGED]
    others = {fact.id: [*islice(other_answers(part, fact, answers or {}), evaluations)] for fact in given}
    said = bearing(part, given, others)
    if not said:
        return None
    model = part.model(part.facts)
    status = part.status_in(model)
    sides = (part.query, part.query.complement())
    used = {leaf for side in sides for leaf in part.leaves(model, side) or ()}
    # Where there are too many to try, those are tried that the proofs rest on, or that took something back.
    first = sorted(said, key=lambda fact: (fact.id not in used and not fact.supersedes, fact.id))
    flips: list[Flip] = []
    ended = Ended.ALL
    for fact, instead in _flips(first, others):
        if len(flips) == evaluations:
            ended = Ended.STEPS
            break
        flips.append(_flip(part, status, fact, instead))
    without = part.status(part.without(fact.id for fact in program.facts if fact.authority == MODEL_JUDGED))
    return Judged(status, said, tuple(flips), without, ended)


def _flip(part: Slice, status: Status, fact: Fact, instead: Atom | None) -> Flip:
    if instead is None:
        facts = part.without((fact.id,))
    else:
        facts = part.replaced(fact, fact._replace(arguments=instead.arguments, negated=instead.negated))
    then = part.status(facts)
    return Flip(fact, instead, then, then is not status)


def _flips(said: Iterable[Fact], others: Mapping[str, Sequence[Atom]]) -> Iterator[tuple[Fact, Atom | None]]:
    for fact in said:
        for atom in others[fact.id]:
            yield fact, atom
        yield fact, None
