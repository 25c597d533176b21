"""Signing every judged call: the action, its judgements about it, and a refusal after them, all in one chain."""

from bridge.errors import BridgeError
from bridge.workflows.attest import action_of_call, attest_judgements, open_signer, sign_action
from bridge.workflows.gating.judging import held
from bridge.workflows.gating.model import Gate, ProposedCall, Verdict
from bridge.workflows.judge import JudgedCall
from bridge.workflows.workspace import Workspace


def held_and_attested(call: ProposedCall, judged: JudgedCall, opened: Gate, *, at: str) -> Verdict:
    """The verdict of the judge's answers, each of which is signed; a failure to sign is a note.

    Args:
        call: the call.
        judged: the answers.
        opened: the gate.
        at: canonical time.
    """
    if opened.workspace is None:
        return held(call, judged, opened, at=at)
    try:
        judged, receipts = _attested(call, judged, opened, opened.workspace, at)
    except (BridgeError, OSError) as error:
        verdict = held(call, judged, opened, at=at)
        return verdict._replace(notes=(f"the judgements are not signed: {error}", *verdict.notes))
    verdict = held(call, judged, opened, at=at)
    return verdict._replace(receipts=(*receipts, *verdict.receipts))


def _attested(
    call: ProposedCall, judged: JudgedCall, opened: Gate, workspace: Workspace, at: str
) -> tuple[JudgedCall, tuple[str, ...]]:
    action = action_of_call(
        tool=call.tool, input=call.input, capability=call.capability, at=at, actor=opened.actor_of(call)
    )
    with open_signer(workspace, at=at, passphrase=opened.passphrase) as signer:
        begun = signer.store.sessions.open() is not None
        if begun:
            action = sign_action(action, signer)
        judged = judged._replace(subject=action.id)
        return judged, (action.id, *attest_judgements(judged, signer, action=None if begun else action))
