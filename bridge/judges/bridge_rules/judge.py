"""The rules as a judge: six nouls, each answered with 1 or 0 and full confidence, and each answer explained."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final, NamedTuple

from bridge.core.strict_json import Json
from bridge.errors import UnknownQuestion
from bridge.judgement.digests import canonical_state, response_digest
from bridge.judgement.model import Answer, JudgeIdentity, JudgeKind, JudgeResponse, Question, QuestionType
from bridge.judges.base import refuse_no_questions
from bridge.judges.bridge_rules.case import Case
from bridge.judges.bridge_rules.rule import Finding
from bridge.judges.bridge_rules.state import read_state
from bridge.judges.bridge_rules.table import questions as every_question
from bridge.judges.bridge_rules.table import rules_for
from bridge.judges.rule_questions import QUESTIONS as QUESTIONS

if TYPE_CHECKING:
    from bridge.judges.bridge_rules.operator import Operator

MODEL: Final = "bridge-rules/1"
"""What the judge answers as; with rules of an operator, ``+`` and the short digest of their file follow."""

UNSAFE: Final = "unsafe"
MAX_FINDINGS: Final = 100
"""How many findings one explanation lists of one question."""

_YES: Final = Answer(noul=1.0, probabilities={"yes": 1.0, "no": 0.0}, confidence=1.0)
_NO: Final = Answer(noul=0.0, probabilities={"yes": 0.0, "no": 1.0}, confidence=1.0)


class Explanation(NamedTuple):
    """Why a question is answered with yes.

    Args:
        question: its key; never ``unsafe``, which is yes because of another.
        finding: what a rule found, and where.
    """

    question: str
    finding: Finding


class BridgeRules:
    """The rules judge. It does not guess: a question it has no rule for is an error.

    Args:
        operator: what the operator adds, silences and narrows; None where there is no such file.
    """

    __slots__ = ("operator",)

    def __init__(self, operator: "Operator | None" = None) -> None:
        self.operator: Final = operator

    def __eq__(self, other: object) -> bool:
        return isinstance(other, BridgeRules) and other.operator == self.operator

    def __hash__(self) -> int:
        return hash(self.identity)

    @property
    def identity(self) -> JudgeIdentity:
        """Who answers."""
        model = MODEL if self.operator is None else f"{MODEL}+{self.operator.short_digest}"
        return JudgeIdentity(model, "local", JudgeKind.RULES, replayable=True)

    def ask(self, state: Mapping[str, Json], questions: Mapping[str, Question]) -> JudgeResponse:
        """Answer questions about a tool call; instructions and options are not read.

        Args:
            state: the tool call: ``tool``, and ``capability``, ``input``, ``workspace_root``, ``network_scope``,
                ``amount_bound``.
            questions: some of ``QUESTIONS``, by key.

        Raises:
            UsageError: no question is asked.
            UnknownQuestion: a question without a rule, or one that is not a noul; the help lists the keys there are.
            ShapeError: the state is not JSON, or not a tool call.
        """
        refuse_no_questions(questions)
        _refuse_unknown(questions)
        canonical_state(state)
        case = Case(read_state(state))
        yes = {key: self._is_yes(key, case) for key in questions if key != UNSAFE}
        if UNSAFE in questions:
            yes[UNSAFE] = any(yes[key] if key in yes else self._is_yes(key, case) for key in every_question())
        answers = {key: _YES if yes[key] else _NO for key in sorted(yes)}
        response = JudgeResponse(self.identity, answers)
        return response._replace(response_digest=response_digest(response))

    def explain(self, state: Mapping[str, Json], keys: tuple[str, ...] = (UNSAFE,)) -> tuple[Explanation, ...]:
        """Why questions are answered with yes: every finding behind them, in the order of the rules.

        Args:
            state: as in ``ask``.
            keys: the questions; all of them where ``unsafe`` is among them.

        Raises:
            ShapeError: the state is not a tool call.
        """
        # Loaded here, because an answer alone needs no sentence.
        from bridge.judges.bridge_rules.shell.environment import MACHINE_MARK

        case = Case(read_state(state))
        asked = [key for key in every_question() if key in keys or UNSAFE in keys]
        return tuple(
            Explanation(key, finding._replace(why=finding.why.replace(MACHINE_MARK, "")))
            for key in asked
            for finding in _first(self._findings(key, case))
        )

    def _is_yes(self, key: str, case: Case) -> bool:
        return next(self._findings(key, case), None) is not None

    def _findings(self, key: str, case: Case) -> Iterator[Finding]:
        for rule in rules_for(key, case):
            found = rule.check(case)
            yield from found if self.operator is None else self.operator.kept(rule.name, found, case)
        if self.operator is not None:
            yield from self.operator.added(key, case)


def _first(findings: Iterator[Finding]) -> Iterator[Finding]:
    seen: set[Finding] = set()
    for finding in findings:
        if finding not in seen:
            seen.add(finding)
            yield finding
        if len(seen) >= MAX_FINDINGS:
            return


def _refuse_unknown(asked: Mapping[str, Question]) -> None:
    for key, question in sorted(asked.items()):
        if key not in QUESTIONS or question.type is not QuestionType.NOUL:
            name = key if question.type is QuestionType.NOUL else f"{key} ({question.type})"
            raise UnknownQuestion(
                f'no rule answers question "{name}"; the rules judge does not guess',
                where=key,
                help=f"the rules answer these nouls: {', '.join(QUESTIONS)}",
            )
