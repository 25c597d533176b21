"""Whether the facts of a request that come from receipts are what those receipts say.

A fact whose id begins ``art_`` says that it comes from a receipt. Of the classes that receipts yield it must then be
the very fact that the verified receipt yields. What it supersedes may be what the receipt yields and, since of equal
facts the later supersedes the others when they are merged, other facts of the request over the same atom.
"""

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from bridge.core.strict_json import Json
from bridge.errors import VerificationError
from bridge.facts.receipts import FromReceipts
from bridge.reason.model import HUMAN_AUTHORIZED, MODEL_JUDGED, Fact
from bridge.reason.wire import atom_key, read_request
from bridge.receipts.identity import PREFIX

_CLASSES: Final = (MODEL_JUDGED, HUMAN_AUTHORIZED)


class Receipted(NamedTuple):
    """How many facts of a request stand on verified receipts, and how many say they come from none."""

    standing: int
    others: int

    @property
    def sentence(self) -> str:
        """The same in words."""
        return f"{self.standing} facts are what their verified receipts say; {self.others} come from no receipt"


def check_receipted(request: Json, *found: FromReceipts) -> Receipted:
    """Hold the facts of a request to the receipts they come from.

    Args:
        request: a ``zerker.reason.action`` document, parsed.
        found: what the receipts yield, answers below their bar and overrides included; where judges may be told apart
            or not, once for each.

    Raises:
        ShapeError: not a request.
        VerificationError: names each fact that does not hold.
    """
    facts = read_request(request).policy.facts
    claimed = [fact for fact in facts if fact.id.startswith(PREFIX) and fact.authority in _CLASSES]
    yielded = _yielded(claimed, found)
    reasons = {one.receipt: one.reason for each in found for one in each.refused}
    problems = list(_problems(claimed, facts, yielded, reasons))
    if problems:
        raise VerificationError("; ".join(problems), where="$.policy.facts")
    return Receipted(len(claimed), len(facts) - len(claimed))


def _yielded(claimed: list[Fact], found: tuple[FromReceipts, ...]) -> dict[str, Fact]:
    """What the receipts yield, by id: where they yield one of two names, the one that the request has."""
    names = {(fact.id, fact.predicate) for fact in claimed}
    yielded: dict[str, Fact] = {}
    for fact in (one for each in found for one in each.facts):
        if fact.id not in yielded or (fact.id, fact.predicate) in names:
            yielded[fact.id] = fact
    return yielded


def _problems(
    claimed: list[Fact], facts: tuple[Fact, ...], yielded: Mapping[str, Fact], reasons: Mapping[str, str]
) -> Iterator[str]:
    ids = {fact.id for fact in facts}
    for fact in claimed:
        truth = yielded.get(fact.id)
        if truth is None:
            receipt = fact.id.partition(":")[0]
            reason = f": {receipt} is refused, for {reasons[receipt]}" if receipt in reasons else ""
            yield f"no verified receipt yields fact {fact.id}{reason}"
        elif fact._replace(supersedes=()) != truth._replace(supersedes=()) or atom_key(fact.atom) != atom_key(
            truth.atom
        ):
            yield f"fact {fact.id} is not what its receipt says, which is {_said(truth)}"
        elif set(truth.supersedes) & ids - set(fact.supersedes):
            yield f"fact {fact.id} leaves out what its receipt supersedes"
        elif stray := set(fact.supersedes) - set(_may_supersede(truth, facts, yielded)):
            yield f"fact {fact.id} supersedes {', '.join(sorted(stray))}, and its receipt does not"


def _may_supersede(truth: Fact, facts: tuple[Fact, ...], yielded: Mapping[str, Fact]) -> Iterator[str]:
    yield from truth.supersedes
    for fact in facts:
        if atom_key(fact.atom) == atom_key(truth.atom):
            yield fact.id
            # Whoever stands for equal facts supersedes what they did.
            yield from yielded[fact.id].supersedes if fact.id in yielded else ()


def _said(fact: Fact) -> str:
    sign = "not " if fact.negated else ""
    return f"{sign}{atom_key(fact.atom._replace(negated=False))} from {fact.authority} at {fact.observed_at}"
