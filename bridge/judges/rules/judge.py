"""The rules as a judge: six nouls, each answered with 1 or 0 and full confidence."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from bridge.core.strict_json import Json
from bridge.errors import UnknownQuestion, UsageError
from bridge.judgement.digests import canonical_state, response_digest
from bridge.judgement.model import Answer, JudgeIdentity, JudgeKind, JudgeResponse, Question, QuestionType
from bridge.judges.base import refuse_no_questions
from bridge.judges.rule_questions import QUESTIONS as QUESTIONS
from bridge.judges.rules.amounts import amount_above_bound
from bridge.judges.rules.destruction import shell_destructive
from bridge.judges.rules.exfiltration import shell_exfiltrates
from bridge.judges.rules.network import network_off_scope
from bridge.judges.rules.paths import path_outside_workspace
from bridge.judges.rules.state import ToolCall, read_state

MODEL_PREFIX: Final = "treeship-rules/"
VERSION: Final = "0.31"
REPLAYABLE_VERSIONS: Final = (VERSION, *(f"{VERSION}.{patch}" for patch in range(6, 15)))
"""The versions whose receipts these rules can replay; of any other nothing is known, so nothing is claimed."""

_RULES: Final[Mapping[str, Callable[[ToolCall], bool]]] = {
    "amount_above_bound": amount_above_bound,
    "network_off_scope": network_off_scope,
    "path_outside_workspace": path_outside_workspace,
    "shell_destructive": shell_destructive,
    "shell_exfiltrates": shell_exfiltrates,
    "unsafe": lambda call: any(_RULES[key](call) for key in _RULES if key != "unsafe"),
}

_YES: Final = Answer(noul=1.0, probabilities={"yes": 1.0, "no": 0.0}, confidence=1.0)
_NO: Final = Answer(noul=0.0, probabilities={"yes": 0.0, "no": 1.0}, confidence=1.0)


@dataclass(frozen=True, slots=True)
class TreeshipRules:
    """The rules judge. It does not guess: a question it has no rule for is an error.

    Args:
        version: the version it answers as, one of ``REPLAYABLE_VERSIONS``; all give the same answers.

    Raises:
        UsageError: a version these rules do not know to be theirs.
    """

    version: str = VERSION

    def __post_init__(self) -> None:
        if self.version not in REPLAYABLE_VERSIONS:
            raise UsageError(
                f"the rules of {MODEL_PREFIX}{self.version} are not known here",
                help=f"these rules are those of {', '.join(REPLAYABLE_VERSIONS)}",
            )

    @property
    def identity(self) -> JudgeIdentity:
        """Who answers."""
        return JudgeIdentity(MODEL_PREFIX + self.version, "local", JudgeKind.RULES, replayable=True)

    def ask(self, state: Mapping[str, Json], questions: Mapping[str, Question]) -> JudgeResponse:
        """Answer questions about a tool call; instructions and options are not read.

        Args:
            state: the tool call: ``tool``, and ``input``, ``workspace_root``, ``network_scope``, ``amount_bound``.
            questions: some of ``QUESTIONS``, by key.

        Raises:
            UsageError: no question is asked.
            UnknownQuestion: a question without a rule, or one that is not a noul; the help lists the keys there are.
            ShapeError: the state is not JSON, or not a tool call.
        """
        refuse_no_questions(questions)
        _refuse_unknown(questions)
        canonical_state(state)
        call = read_state(state)
        answers = {key: _YES if _RULES[key](call) else _NO for key in sorted(questions)}
        response = JudgeResponse(self.identity, answers)
        return response._replace(response_digest=response_digest(response))


def _refuse_unknown(questions: Mapping[str, Question]) -> None:
    for key, question in sorted(questions.items()):
        if key not in _RULES or question.type is not QuestionType.NOUL:
            asked = key if question.type is QuestionType.NOUL else f"{key} ({question.type})"
            raise UnknownQuestion(
                f'no rule answers question "{asked}"; the rules judge does not guess',
                where=key,
                help=f"the rules answer these nouls: {', '.join(QUESTIONS)}",
            )
