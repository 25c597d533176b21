"""Which judge can run again, so that a receipt's answer can be compared with a fresh one."""

from bridge.errors import JudgeUnavailable
from bridge.judges.base import UNAVAILABLE, Judge
from bridge.judges.rules import MODEL_PREFIX, REPLAYABLE_VERSIONS, TreeshipRules


def replayable_judge(model: str) -> Judge:
    """The judge that answers exactly as the named model did.

    That a receipt calls its judge replayable is the judge's own word; only a model known here can be run again.

    Args:
        model: the ``judge.model`` of a receipt, such as ``treeship-rules/0.31``.

    Raises:
        JudgeUnavailable: no judge here is known to answer as that model; nothing may then be said to agree.
    """
    version = model.removeprefix(MODEL_PREFIX)
    if model == MODEL_PREFIX + version and version in REPLAYABLE_VERSIONS:
        return TreeshipRules(version)
    raise JudgeUnavailable(
        f'{UNAVAILABLE}"{model}" cannot be replayed',
        help=f"judges that can be replayed: {', '.join(MODEL_PREFIX + known for known in REPLAYABLE_VERSIONS)}",
    )
