"""A judge that must be the one it is taken for: an answer under another model's name is refused.

Which model answered is the judge's own word. Where something goes by that name, as a fact that says whose answer it is,
a judge must not be able to speak under another's.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from bridge.core.strict_json import Json
from bridge.judgement.model import JudgeResponse, Question
from bridge.judges.base import Judge, rejected


@dataclass(frozen=True, slots=True)
class PinnedJudge:
    """A judge whose answers count under one name alone.

    Args:
        judge: who is asked.
        model: the model that must have answered.
    """

    judge: Judge
    model: str

    def ask(self, state: Mapping[str, Json], questions: Mapping[str, Question]) -> JudgeResponse:
        """Ask the judge.

        Raises:
            BridgeError: as the judge does.
            AnswerRejected: another model answered.
        """
        response = self.judge.ask(state, questions)
        if response.judge.model != self.model:
            raise rejected(
                f'"{response.judge.model}" answered, and "{self.model}" is pinned',
                "$.judge.model",
                help="have the judge answer with that model, or change pin in its table",
            )
        return response
