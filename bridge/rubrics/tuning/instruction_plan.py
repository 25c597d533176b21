"""What tuning an instruction would take, before anybody is asked (spec: Rubrics, section 6.7)."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from bridge.core.strict_json import Json
from bridge.errors import UsageError
from bridge.rubrics.evaluation.cases import Case, Split
from bridge.rubrics.hashes import rubric_hash
from bridge.rubrics.model import Rubric

MAX_GATE_CANDIDATES: Final = 8


@dataclass(frozen=True)
class Plan:
    """A tuning of one question's instruction.

    Args:
        rubric: whose question it is.
        question: its name.
        cases: those of the rubric, all splits.
        budget: the most calls of the judge, all in all.
        max_gate_candidates: how many texts may go through the final gates.
        reflection_calls: the most calls of the reflector.
        seed: the same seed, the same search.
    """

    rubric: Rubric
    question: str
    cases: tuple[Case, ...]
    budget: int
    max_gate_candidates: int = 2
    reflection_calls: int = 8
    seed: int = 1

    @property
    def text(self) -> str:
        """The instruction as it is."""
        return self.rubric.questions[self.question].instructions or ""

    @property
    def train(self) -> tuple[Case, ...]:
        """The cases that the search may see."""
        return tuple(case for case in self.cases if case.split is Split.TRAIN)

    @property
    def reserved(self) -> int:
        """Calls that are kept for the final gates: every case, as it is and with each text that gets there."""
        return (1 + self.max_gate_candidates) * len(self.cases)

    @property
    def searched(self) -> int:
        """Calls that are left for the search."""
        return self.budget - self.reserved

    def json(self) -> dict[str, Json]:
        """The plan as a report has it."""
        return {
            "rubric": {"id": self.rubric.id, "version": self.rubric.version, "rubric_hash": rubric_hash(self.rubric)},
            "question": self.question,
            "instructions": self.text,
            "cases": dict(sorted(Counter(case.split.value for case in self.cases).items())),
            "budget": {"calls": self.budget, "reserved_for_gates": self.reserved, "search": self.searched},
            "max_gate_candidates": self.max_gate_candidates,
            "reflection_calls": self.reflection_calls,
            "seed": self.seed,
        }


def check_plan(plan: Plan) -> None:
    """Refuse a plan that could not be carried out.

    Raises:
        UsageError: no such question, nothing to begin with, no case to be judged, or too few calls.
    """
    question = plan.rubric.questions.get(plan.question)
    if question is None:
        known = ", ".join(plan.rubric.questions)
        raise UsageError(
            f"{plan.rubric.id} has no question '{plan.question}'", where="--question", help=f"it has {known}"
        )
    if not plan.text.strip():
        message = f"the question '{plan.question}' has no instructions to begin with"
        raise UsageError(message, where="--question", help="write a first text into the rubric")
    for case in plan.cases:
        if case.input is None:
            raise UsageError(f"{case.place}: the case '{case.id}' has no input to judge", where="--set")
    if not 1 <= plan.max_gate_candidates <= MAX_GATE_CANDIDATES:
        message = f"--max-gate-candidates must be from 1 to {MAX_GATE_CANDIDATES}, got {plan.max_gate_candidates}"
        raise UsageError(message, where="--max-gate-candidates")
    if plan.searched < len(plan.train):
        raise UsageError(
            f"{plan.budget} calls leave {max(plan.searched, 0)} for the search: {plan.reserved} are reserved for the "
            f"final gates, and one look at the training cases takes {len(plan.train)}",
            where="--budget",
            help=f"give {plan.reserved + len(plan.train)} or more, or lower --max-gate-candidates",
        )


def with_instructions(rubric: Rubric, question: str, text: str) -> Rubric:
    """The rubric with another instruction of one question."""
    changed = replace(rubric.questions[question], instructions=text)
    return replace(rubric, questions={**rubric.questions, question: changed})


def of_rubric(cases: Sequence[Case], rubric: Rubric) -> tuple[Case, ...]:
    """The cases that are judged by a rubric.

    Raises:
        UsageError: there are none.
    """
    mine = tuple(case for case in cases if case.rubric_id == rubric.id)
    if not mine:
        raise UsageError(f"no case is judged by {rubric.id}", where="--set", help="name the rubric of the cases")
    return mine
