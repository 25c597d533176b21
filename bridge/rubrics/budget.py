"""How many tokens a call would take, by estimate, and the most it may (spec: Rubrics, section 3.5)."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from bridge.core.strict_json import Json
from bridge.errors import LimitError, Reached
from bridge.rubrics.encoding import canonical
from bridge.rubrics.hashes import asked
from bridge.rubrics.model import Rubric

DEFAULT_TOKENS: Final = 32_000
_BYTES_A_TOKEN: Final = 4
_QUESTIONS: Final = "questions"


@dataclass(frozen=True, slots=True)
class Estimate:
    """Tokens by estimate; the total is of all bytes together, and so not the sum of the parts."""

    state: int
    questions: int
    total: int

    def line(self, budget: int) -> str:
        """The estimate in one line."""
        parts = f"state {self.state}, questions {self.questions}"
        return f"token estimate {self.total} of budget {budget} ({parts})"


def estimate(rubric: Rubric, state: Mapping[str, Json]) -> Estimate:
    """What a call with this state would take."""
    state_bytes, question_bytes = len(canonical(dict(state))), len(canonical(asked(rubric)))
    return Estimate(_tokens(state_bytes), _tokens(question_bytes), _tokens(state_bytes + question_bytes))


def hold_to_budget(rubric: Rubric, state: Mapping[str, Json], budget: int = DEFAULT_TOKENS) -> Estimate:
    """The estimate, where it is within the budget.

    Raises:
        LimitError: it is not; names what takes most of it.
    """
    found = estimate(rubric, state)
    if found.total <= budget:
        return found
    parts = {key: len(canonical(value)) for key, value in state.items()}
    # The questions take part under a name that a state may have as well; the greater of the two counts.
    parts[_QUESTIONS] = max(parts.get(_QUESTIONS, 0), len(canonical(asked(rubric))))
    largest = min(parts, key=lambda name: (-parts[name], name))
    raise LimitError(
        f"state is too large for one system_one call: estimated {found.total} tokens against a {budget} token budget; "
        f"largest contributor is '{largest}' at {_tokens(parts[largest])} tokens "
        "(raise JUDGE_JEV_TOKEN_BUDGET to override)",
        help="show the judge less, with the rubric's state_filter, or raise the budget",
        bound=Reached("RUB201", "tokens", budget, found.total),
    )


def _tokens(size: int) -> int:
    return math.ceil(size / _BYTES_A_TOKEN)
