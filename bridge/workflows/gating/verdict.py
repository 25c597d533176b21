"""The verdict on one tool call: the judge's answers, or what a program makes of them; and what holds when either fails.

Nothing here raises. A judge elsewhere that cannot answer, and a gate that fails itself, leave the call to the rules
that run here (``fallback``). What cannot be judged for what it is itself is always asked about.
"""

from bridge.errors import JudgeError, ShapeError
from bridge.workflows.gating.model import Gate, ProposedCall, Verdict
from bridge.workflows.gating.words import named, told


def gate(call: ProposedCall, opened: Gate, *, at: str, signs: bool = True) -> Verdict:
    """Decide whether a call may go on. Signs what the gate is set up to sign, and takes notes in an open session.

    Args:
        call: what the agent is about to do.
        opened: how the gate is set up, from ``setup.open_gate``; it serves any number of calls.
        at: canonical time.
        signs: whether anything is signed or noted at all.

    Returns:
        The verdict; it is an answer in every case.
    """
    opened = opened if signs else opened._replace(workspace=None, tries=True)
    try:
        if opened.fault is not None:
            return failed(call, opened, opened.fault, at=at)
        return _decided(call, opened, at)
    except ShapeError as error:
        return Verdict("ask", f"{named(call)} cannot be judged, so a person must look at it", (error.message,))
    except Exception as error:  # noqa: BLE001 - a defect must end neither in a traceback nor in silence
        return failed(call, opened, told(error), at=at)


def failed(call: ProposedCall, opened: Gate, cause: str, *, at: str) -> Verdict:
    """The verdict where the gate itself fails.

    Args:
        call: the call.
        opened: how the gate is set up, as far as it is.
        cause: what failed.
        at: canonical time.
    """
    from bridge.workflows.gating.fallback import by_rules_alone

    return by_rules_alone(call, opened, f"the gate failed: {cause}", "the gate failed", at)


def _decided(call: ProposedCall, opened: Gate, at: str) -> Verdict:
    from bridge.workflows.gating.fallback import unanswered
    from bridge.workflows.gating.judging import ask, held, tool_call

    proposed = tool_call(call, opened)
    if opened.program is not None:
        from bridge.workflows.gating.program import by_program

        return by_program(call, proposed, opened, at=at)
    if opened.judge is None:
        return Verdict()
    try:
        judged = ask(proposed, opened, at=at)
    except JudgeError as error:
        return unanswered(call, opened, error, at=at)
    if not opened.attests_calls:
        return held(call, judged, opened, at=at)
    from bridge.workflows.gating.attesting import held_and_attested

    return held_and_attested(call, judged, opened, at=at)
