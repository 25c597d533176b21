"""Which judge can run again, so that a receipt's answer can be compared with a fresh one."""

from typing import TYPE_CHECKING

from bridge.errors import JudgeUnavailable
from bridge.judges.base import UNAVAILABLE, Judge
from bridge.judges.bridge_rules import MODEL, BridgeRules
from bridge.judges.rules import MODEL_PREFIX, REPLAYABLE_VERSIONS, TreeshipRules

if TYPE_CHECKING:
    from bridge.judges.bridge_rules.operator import Operator


def needs_operator(model: str) -> bool:
    """Whether the named model answered by rules of an operator, which it takes to answer as it did."""
    return model.startswith(f"{MODEL}+")


def replayable_judge(model: str, operator: "Operator | None" = None) -> Judge:
    """The judge that answers exactly as the named model did.

    That a receipt calls its judge replayable is the judge's own word; only a model known here can be run again.

    Args:
        model: the ``judge.model`` of a receipt, such as ``treeship-rules/0.31``.
        operator: the operator's rules at hand; they count only where the model carries their digest.

    Raises:
        JudgeUnavailable: no judge here is known to answer as that model; nothing may then be said to agree.
    """
    if model == MODEL:
        return BridgeRules()
    if needs_operator(model):
        return _with_operator(model, operator)
    version = model.removeprefix(MODEL_PREFIX)
    if model == MODEL_PREFIX + version and version in REPLAYABLE_VERSIONS:
        return TreeshipRules(version)
    known = (MODEL, *(MODEL_PREFIX + one for one in REPLAYABLE_VERSIONS))
    raise JudgeUnavailable(
        f'{UNAVAILABLE}"{model}" cannot be replayed', help=f"judges that can be replayed: {', '.join(known)}"
    )


def _with_operator(model: str, operator: "Operator | None") -> Judge:
    judge = BridgeRules(operator)
    if judge.identity.model == model:
        return judge
    at_hand = "there are none here" if operator is None else f"those here are {operator.short_digest}"
    raise JudgeUnavailable(
        f'{UNAVAILABLE}"{model}" cannot be replayed without the rules file of its operator: {at_hand}',
        help="put the file with that digest at .bridge/rules.toml of the workspace",
    )
