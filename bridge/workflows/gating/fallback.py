"""What holds where the judge, or the gate itself, cannot say anything of a call: the rules that run here.

What these refuse stays refused. Past them such a call goes on with a note in the timeline, and where the gate is strict
the operator is asked: strict is never the more permissive of the two. The operator is asked as well where a program
was to decide and cannot be used.
"""

from typing import Final

from bridge.errors import JudgeError
from bridge.workflows.gating.judging import by_rules, held
from bridge.workflows.gating.model import Gate, ProposedCall, Verdict
from bridge.workflows.gating.signing import take_note
from bridge.workflows.gating.words import named, told

GOES_ON: Final = "proceeded unjudged"


def unanswered(call: ProposedCall, opened: Gate, error: JudgeError, *, at: str, goes_on: str = GOES_ON) -> Verdict:
    """The verdict where the judge gave no usable answer.

    Args:
        call: the call.
        opened: the gate.
        error: what the judge did.
        at: canonical time.
        goes_on: what becomes of the call where nothing stands against it.
    """
    if opened.built_in:
        # It has no outage: what it cannot answer is the call's own doing.
        return Verdict("ask", f"{named(call)} cannot be judged, so a person must look at it", (error.message,))
    return by_rules_alone(call, opened, told(error), "the judge could not answer", at, goes_on=goes_on)


def by_rules_alone(
    call: ProposedCall, opened: Gate, cause: str, what: str, at: str, *, goes_on: str = GOES_ON
) -> Verdict:
    """The verdict of the rules that run here, where it is a refusal; else a note, or a question to the operator.

    Args:
        call: the call.
        opened: the gate.
        cause: what went wrong, for the operator.
        what: the same in a few words that tell nothing of the call.
        at: canonical time.
        goes_on: what becomes of the call where nothing stands against it.
    """
    notes = [cause]
    try:
        verdict = held(call, by_rules(call, opened, at=at), opened, at=at)
        if verdict.stop is not None:
            return verdict._replace(notes=(cause, *verdict.notes))
    except Exception as error:  # noqa: BLE001 - not even the rules: there is nobody left to ask but the operator
        notes.append(f"the rules cannot be asked either: {told(error)}")
    if opened.strict:
        return Verdict("ask", f"{named(call)}: {what}, so a person must decide", tuple(notes))
    problem = take_note(opened, f"{cause}; {named(call)} {goes_on}", at=at)
    return Verdict(None, "", (*notes, f"{named(call)} {goes_on}", *([problem] if problem else [])))
