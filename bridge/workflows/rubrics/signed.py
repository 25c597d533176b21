"""The saved answers in signed receipts, of which only those are read that are believed."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bridge.errors import InputError, UsageError
from bridge.rubrics.signed import belonging, saved_result, verdicts
from bridge.workflows.workspace import Workspace

if TYPE_CHECKING:
    from bridge.judgement.model import Judgement
    from bridge.receipts.envelope import Envelope


@dataclass(frozen=True)
class Receipts:
    """Where the receipts of a judgement by a rubric are.

    Args:
        id: of the verdict's receipt or of one of the answers', or its beginning; None where there is one verdict.
        file: of envelopes, one or JSON Lines of them; None for the workspace's store.
        trust: a file of trust to go by instead of the workspace's.
    """

    id: str | None = None
    file: str | None = None
    trust: str | None = None


def signed_result(workspace: Workspace, named: Receipts) -> Mapping[str, Any]:
    """What can be routed again of a signed verdict.

    Args:
        workspace: whose store and whose trust it is.
        named: which verdict.

    Raises:
        UsageError: there are several verdicts, and none is named.
        InputError: there is none of that name that is believed, or a file cannot be read.
        EnvelopeError: a file that is not of envelopes.
        StoreError: there is no store, or it is damaged.
    """
    from bridge.facts.believed import believe
    from bridge.workflows.trust import workspace_trust

    believed = believe(_envelopes(workspace, named), workspace_trust(workspace, named.trust))
    judgements = {id_: one.judgement for id_, one in believed.judgements.items()}
    refused = {one.receipt: one.reason for one in believed.refused}
    chosen = _chosen(named.id, judgements, refused)
    if len(chosen) > 1:
        message = f"there are {len(chosen)} verdicts of rubrics"
        raise UsageError(message, where="--receipt", help=f"name one: {', '.join(chosen[:5])}")
    if not chosen:
        why = "".join(f"; {id_} is refused: {reason}" for id_, reason in list(refused.items())[:3])
        raise InputError(f"there is no verdict of a rubric that is believed{why}", where="--receipt")
    return saved_result(judgements[chosen[0]], judgements)


def _chosen(named: str | None, judgements: "Mapping[str, Judgement]", refused: Mapping[str, str]) -> tuple[str, ...]:
    if named is None:
        return verdicts(judgements)
    found = [id_ for id_ in judgements if id_.startswith(named)]
    if len(found) == 1:
        return belonging(found[0], judgements)
    if found:
        raise UsageError(f"{named} is ambiguous", where="--receipt", help=f"it begins {', '.join(found[:5])}")
    reasons = [f"is refused: {reason}" for id_, reason in refused.items() if id_.startswith(named)]
    raise InputError(f"the receipt {named} {reasons[0] if reasons else 'is not there'}", where="--receipt")


def _envelopes(workspace: Workspace, named: Receipts) -> "Iterable[Envelope]":
    if named.file is None:
        from bridge.receipts.store import Store

        with Store(workspace.store, create=False) as store:
            return [stored.envelope for stored in store]
    from bridge.workflows.inputs import read_bytes
    from bridge.workflows.verify import read_envelopes

    return read_envelopes(read_bytes(named.file), named.file)
