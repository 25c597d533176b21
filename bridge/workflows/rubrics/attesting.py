"""A judgement by a rubric as evidence: its judgements, signed where that is wanted, and the facts they are."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bridge.core.digest import sha256
from bridge.judgement.model import Judgement
from bridge.rubrics.chain import judgements
from bridge.rubrics.encoding import canonical
from bridge.rubrics.result import JudgmentResult
from bridge.workflows.rubrics.judging import Judged

if TYPE_CHECKING:
    from bridge.reason.model import Fact


@dataclass(frozen=True)
class JudgedByRubric:
    """What a rubric came to, as it is chained.

    Args:
        result: the judgement.
        subject: what it is about.
        judgements: its answers in key order, and last its verdict.
        shown: the exact bytes of the state that was shown, which ``state_digest`` is of.
    """

    result: JudgmentResult
    subject: str
    judgements: tuple[Judgement, ...]
    shown: bytes

    @property
    def verdict(self) -> Judgement:
        """The judgement that is the verdict."""
        return self.judgements[-1]

    def facts(self, receipts: tuple[str, ...] = ()) -> "tuple[Fact, ...]":
        """One fact for each judgement, in their order; ``receipts`` are their ids, or empty where none was signed."""
        from bridge.facts.judged import judged_facts

        return judged_facts(self.judgements, subject=self.subject, receipts=receipts)


def as_evidence(judged: Judged, *, at: str, subject: str | None = None) -> JudgedByRubric:
    """The judgements of a judgement by a rubric.

    Args:
        judged: as ``judging.run`` returns it.
        at: canonical time of the judgement.
        subject: what it is about; None for the digest of the state, which names exactly what was shown.

    Raises:
        InputError: the rubric asks a question that is called ``verdict``.
    """
    shown = canonical(dict(judged.state))
    digest = sha256(shown)
    return JudgedByRubric(
        judged.result, subject or digest, judgements(judged.result, state_digest=digest, at=at), shown
    )
