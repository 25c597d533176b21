"""The report of a tuning: what is proposed, what it was measured on, and what it would make of the rubric's text."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final

from bridge.core.strict_json import Json
from bridge.errors import InputError
from bridge.rubrics.evaluation.cases import Split
from bridge.rubrics.hashes import rubric_hash
from bridge.rubrics.load import LoadedRubric
from bridge.rubrics.model import Rubric
from bridge.rubrics.tuning.cost_policy import CostPolicy
from bridge.rubrics.tuning.measures import Measured
from bridge.rubrics.tuning.parameters import parameters, with_values
from bridge.rubrics.tuning.proposal import Effort, Proposal
from bridge.rubrics.tuning.rewrite import bumped, difference, number, rewritten

SCHEMA: Final = "bridge.rubric-tuning.v1"


@dataclass(frozen=True)
class Tuned:
    """A tuning.

    Args:
        loaded: the rubric that was tuned, with its text.
        proposal: what came of it.
        policy: what verdicts cost.
        effort: how hard was looked.
        synthetic_demo: whether the answers may be canned, so that nothing may be applied.
        enriched: how many answers were captured for being odd.
    """

    loaded: LoadedRubric
    proposal: Proposal
    policy: CostPolicy
    effort: Effort
    synthetic_demo: bool = False
    enriched: int = 0

    @property
    def version(self) -> str:
        """Of the rubric with the changes.

        Raises:
            NotRewritable: the rubric's own has no minor number.
        """
        return bumped(self.loaded.rubric.version)

    @cached_property
    def rubric(self) -> Rubric:
        """The rubric with the changes.

        Raises:
            NotRewritable: as ``version``.
        """
        given = self.loaded.rubric
        return replace(with_values(given, parameters(given), self.proposal.values), version=self.version)

    @cached_property
    def text(self) -> str:
        """The rubric's text with the changes.

        Raises:
            NotRewritable: as ``version``, or a number that cannot be replaced by itself.
        """
        texts = {one.parameter.path: number(one.value) for one in self.proposal.changes}
        return rewritten(self.loaded, self.rubric, {**texts, "version": self.version})

    @cached_property
    def diff(self) -> tuple[str, str | None]:
        """The unified difference of the text, and why there is none."""
        if self.proposal.status != "proposed":
            return "", None
        try:
            return difference(self.loaded.source.name, self.loaded.source.text, self.text), None
        except InputError as error:
            return "", error.message

    @property
    def limitations(self) -> tuple[str, ...]:
        """What the report does not say."""
        said = ["the intervals are of the labels and answers at hand; other inputs may want other numbers"]
        if self.proposal.red_team == "unavailable":
            said.append("there is no frozen-redteam case, so nothing is known of attacks, and --apply refuses")
        if self.enriched:
            said.append(
                f"{self.enriched} answers were captured for being odd, not by the audit; they are no fair sample"
            )
        if self.synthetic_demo:
            said.append("a demonstration: the answers may be canned, and --apply refuses")
        missing = self.diff[1]
        return (*said, *([f"no text can be proposed: {missing}"] if missing else []))

    def json(self) -> dict[str, Any]:
        """The report."""
        rubric, proposal = self.loaded.rubric, self.proposal
        given = parameters(rubric)
        return {
            "schema": SCHEMA,
            "version": 1,
            "status": "ok",
            "outcome": proposal.status,
            "reasons": list(proposal.reasons),
            "rubric": {"id": rubric.id, "version": rubric.version, "rubric_hash": rubric_hash(rubric)},
            "proposed_rubric": self._proposed_rubric(),
            "changes": [one.json() for one in proposal.changes],
            "parameters": [
                {"parameter": one.name, "path": one.path, "current": one.value, "from": one.low, "to": one.high}
                for one in given
            ],
            "current": _by_split(proposal.current),
            "proposed": _by_split(proposal.proposed),
            "heldout_saving": proposal.saving,
            "heldout_saving_interval": list(proposal.saving_interval),
            "heldout_chance": proposal.chance,
            "redteam": {
                "status": proposal.red_team,
                "cases": proposal.frozen,
                "violations": list(proposal.violations),
            },
            "candidates": list(proposal.front),
            "cost_policy": {**self.policy.json(), "digest": self.policy.digest},
            "effort": {
                "seed": self.effort.seed,
                "iterations": self.effort.iterations,
                "candidates": self.effort.candidates,
                "resamples": self.effort.resamples,
                "confidence": self.effort.confidence,
            },
            "diff": self.diff[0],
            "limitations": list(self.limitations),
        }

    def _proposed_rubric(self) -> Json:
        if self.proposal.status != "proposed" or self.diff[1] is not None:
            return None
        return {"id": self.rubric.id, "version": self.version, "rubric_hash": rubric_hash(self.rubric)}


def _by_split(of: Mapping[Split, Measured]) -> dict[str, Json]:
    return {split.value: measured.json() for split, measured in of.items()}
