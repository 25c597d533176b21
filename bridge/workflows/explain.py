"""Why a program or a request says what it says, and what would change that: one value with all that was asked for."""

import enum
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from bridge.errors import UsageError
from bridge.facts.fitting import refuse_unfitting
from bridge.facts.merge import merge
from bridge.reason.action import effective_program, validate_request
from bridge.reason.check import evaluate
from bridge.reason.explain import Against, Judged, Why, WhyNot, against, judged, why, why_not
from bridge.reason.model import ActionRequest, Fact, PolicyTemplate, Program
from bridge.reason.result import CheckResult, Proof, Status
from bridge.workflows.convention import enforce_convention
from bridge.workflows.limits import Bounds, begun
from bridge.workflows.programs import Loaded
from bridge.workflows.reason import Checked, check
from bridge.workflows.reasons import Withheld, withheld

MOST: Final = 5


class Mode(enum.StrEnum):
    """Which part of an explanation is wanted."""

    WHY = "why"
    WHY_NOT = "why-not"
    AGAINST = "against"
    JUDGE = "judge"
    ALL = "all"


_BY_STATUS: Final = {
    Status.PROVED: (Mode.WHY, Mode.JUDGE),
    Status.UNKNOWN: (Mode.WHY_NOT, Mode.JUDGE),
    Status.DISPROVED: (Mode.WHY, Mode.AGAINST, Mode.JUDGE),
    Status.INCONSISTENT: (Mode.WHY, Mode.AGAINST, Mode.JUDGE),
}
"""What a status asks for, where nobody says."""


@dataclass(frozen=True)
class Explained:
    """An explanation; a part that was not wanted, or that the status leaves nothing to say in, is None or empty.

    Args:
        loaded: the program with its documentation.
        program: what was evaluated; of a request, the effective program, with the facts that were added.
        result: what it says.
        parts: what was wanted.
        why: the proof of the query.
        disproof: the proof of its complement.
        why_not: what would prove the query.
        against: what carries the complement, and, where there is a conflict, the query.
        judged: what the answers of a judge changed; None where none bears on the query.
        withheld: the facts that were given and did not count.
        notes: which facts gave way or were left out.
    """

    loaded: Loaded
    program: Program
    result: CheckResult
    parts: tuple[Mode, ...]
    why: Why | None
    disproof: Why | None
    why_not: WhyNot | None
    against: tuple[Against, ...]
    judged: Judged | None
    withheld: tuple[Withheld, ...]
    notes: tuple[str, ...]


def explain(
    loaded: Loaded,
    *,
    facts: Iterable[Fact] = (),
    mode: Mode | None = None,
    most: int = MOST,
    convention: bool = True,
    bounds: Bounds | None = None,
) -> Explained:
    """Explain what a program with a query, or an action request, says.

    Args:
        loaded: the program or the request.
        facts: merged into it, or into the policy of the request.
        mode: what is wanted; None for what the status asks for.
        most: how many sets of facts are wanted, at least 1.
        convention: refuse a program that breaks the admission convention.
        bounds: those of the run.

    Raises:
        UsageError: an action policy, which says nothing without a request; or ``most`` is less than 1.
        InputError: a fact that the program cannot take.
        ProgramRefused: the convention is broken.
        ProgramInvalid: the kernel's validation failed.
        LimitError: a bound was reached.
    """
    if most < 1:
        raise UsageError(f"at least 1 set must be wanted, not {most}", where="--most")
    bounds = begun(bounds)
    checked = _checked(loaded, tuple(facts), convention, bounds)
    program, result = checked.program, checked.result
    parts = _parts(result.status, mode)
    answers = loaded.lowered.answers if loaded.lowered is not None else None
    lacks = Mode.WHY_NOT in parts and result.proof is None
    return Explained(
        loaded=loaded,
        program=program,
        result=result,
        parts=parts,
        why=_tree(result.proof, parts),
        disproof=_tree(result.disproof, parts),
        why_not=why_not(program, result, most=most, answers=answers, limits=bounds.engine) if lacks else None,
        against=_against(program, result, most, bounds) if Mode.AGAINST in parts else (),
        judged=judged(program, answers=answers, limits=bounds.engine) if Mode.JUDGE in parts else None,
        withheld=withheld(result, loaded.say),
        notes=checked.notes,
    )


def _parts(status: Status, mode: Mode | None) -> tuple[Mode, ...]:
    if mode is None:
        return _BY_STATUS[status]
    if mode is not Mode.ALL:
        return (mode,)
    # Of a conflict there is nothing to say of what would prove the query: it is proved, and more facts do not end that.
    return tuple(one for one in Mode if one is not Mode.ALL and (one, status) != (Mode.WHY_NOT, Status.INCONSISTENT))


def _tree(proof: Proof | None, parts: tuple[Mode, ...]) -> Why | None:
    return why(proof) if Mode.WHY in parts and proof is not None else None


def _against(program: Program, result: CheckResult, most: int, bounds: Bounds) -> tuple[Against, ...]:
    sides = [program.query.complement()] if result.disproof is not None else []
    if result.status is Status.INCONSISTENT:
        sides.append(program.query)
    return tuple(against(program, side, most=most, limits=bounds.engine) for side in sides)


def _checked(loaded: Loaded, facts: tuple[Fact, ...], convention: bool, bounds: Bounds) -> Checked:
    program = loaded.program
    if isinstance(program, PolicyTemplate):
        raise UsageError(
            f"{loaded.name} is an action policy, which says nothing without a request",
            where=loaded.name,
            help="save the request with `rbridge decide … --request-out FILE`, and explain that; or name a file of its "
            "mission and action, and the policy with --program",
        )
    if isinstance(program, ActionRequest):
        return _checked_request(program, loaded, facts, convention, bounds)
    return check(loaded, facts=facts, convention=convention, bounds=bounds)


def _checked_request(
    request: ActionRequest, loaded: Loaded, facts: tuple[Fact, ...], convention: bool, bounds: Bounds
) -> Checked:
    policy = request.policy
    refuse_unfitting(facts, policy.ontology, policy.rules)
    merged = merge(policy, facts, at=policy.evaluation_time)
    request = request._replace(policy=policy._replace(facts=merged.facts))
    if convention:
        enforce_convention(effective_program(request), loaded, bounds.deadline)
    program = validate_request(request)
    return Checked(program, evaluate(program, limits=bounds.engine), merged.notes)
