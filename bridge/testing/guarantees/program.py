"""The conformance kit of a program: what is searched, how, and what is said of the outcome."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from bridge.admission.table import violations
from bridge.core.diagnostics import Diagnostic
from bridge.core.strict_json import Json
from bridge.errors import ShapeError, UsageError
from bridge.reason import wire
from bridge.reason.model import ACTION_V1, POLICY_TEMPLATE_V1, ActionRequest, PolicyTemplate, Program
from bridge.reason.program_tests import AskedAction
from bridge.testing.guarantees.asked import asked_of
from bridge.testing.guarantees.search import EXAMPLES, Counterexample, Searched, search
from bridge.testing.guarantees.subject import NO_ANSWERS, Subject
from bridge.workflows.convention import enforce_convention
from bridge.workflows.programs import Loaded

EXTRA: Final = "reason-bridge[testing]"


@dataclass(frozen=True)
class Conformance:
    """What a search for a counterexample came to.

    Args:
        loaded: the program.
        subject: what was searched.
        searched: the outcome.
        convention: whether only programs, and sets of facts, that keep the convention were looked at.
    """

    loaded: Loaded
    subject: Subject
    searched: Searched
    convention: bool

    @property
    def counterexample(self) -> Counterexample | None:
        """What breaks a guarantee, where something was found."""
        return self.searched.counterexample

    @property
    def refused(self) -> tuple[Diagnostic, ...]:
        """What the convention says of the program with the facts of the counterexample."""
        found = self.counterexample
        program = None if found is None else self.subject.program(found.case)
        return () if program is None else violations(program)


def conform(
    loaded: Loaded,
    *,
    asked: AskedAction | None = None,
    convention: bool = True,
    examples: int = EXAMPLES,
    seed: int | None = None,
    time_is_up: Callable[[], bool] = lambda: False,
) -> Conformance:
    """Search for facts and answers with which a program breaks a guarantee of the convention.

    Args:
        loaded: a program, an action policy, or a request, of which the policy is searched.
        asked: what an action policy is asked; made of its rules where it is not given.
        convention: refuse a program that breaks the convention, and search only sets of facts that keep it.
        examples: how many sets to look at.
        seed: chooses other sets; None always looks at the same.
        time_is_up: asked before each set.

    Raises:
        UsageError: Hypothesis is not installed, or a program is given a request.
        ProgramInvalid: the program does not make sense.
        ProgramRefused: it breaks the convention.
    """
    require_hypothesis()
    subject = _subject(loaded, asked, convention)
    plain = subject.require_valid()
    if convention:
        enforce_convention(plain, loaded)
    searched = search(subject, examples=examples, seed=seed, time_is_up=time_is_up)
    return Conformance(loaded, subject, searched, convention)


def require_hypothesis() -> None:
    """Refuse to search without Hypothesis.

    Raises:
        UsageError: it is not installed.
    """
    try:
        import hypothesis  # noqa: F401 - whether it is there is the question
    except ModuleNotFoundError:
        raise UsageError(
            "a search for counterexamples needs Hypothesis, which is not installed",
            help=f'install the extra: pip install "{EXTRA}"',
        ) from None


def read_asked(value: Json) -> AskedAction:
    """What an action policy is asked: a request, or an object of its ``mission`` and its ``action`` alone.

    Raises:
        ShapeError: neither.
    """
    if isinstance(value, dict) and value.keys() == {"mission", "action"}:
        action = wire.read_action(value["action"])
        return AskedAction(wire.read_mission(value["mission"]), action, action.proposed_at)
    if isinstance(value, dict) and "policy" in value:
        return _asked_by(wire.read_request(value))
    raise ShapeError("not a request", where="$", help=f"give a {ACTION_V1}, or its `mission` and `action` alone")


def _asked_by(request: ActionRequest) -> AskedAction:
    return AskedAction(request.mission, request.action, request.policy.evaluation_time or request.action.proposed_at)


def _subject(loaded: Loaded, asked: AskedAction | None, convention: bool) -> Subject:
    stated: Program | PolicyTemplate
    if isinstance(loaded.program, ActionRequest):
        policy = loaded.program.policy
        stated = PolicyTemplate(POLICY_TEMPLATE_V1, policy.ontology, policy.authority, policy.facts, policy.rules)
        asked = asked or _asked_by(loaded.program)
    else:
        stated = loaded.program
    if isinstance(stated, Program):
        if asked is not None:
            raise UsageError(f"{loaded.name} is a program, which is asked no request", where="--request")
        requests: tuple[AskedAction, ...] = ()
    else:
        requests = (asked,) if asked is not None else asked_of(stated)
    answers = NO_ANSWERS if loaded.lowered is None else loaded.lowered.answers
    return Subject(stated, answers=answers, asked=requests, fixed=asked is not None, convention=convention)
