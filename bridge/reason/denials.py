"""What to say of a premise under ``not`` of which no fact and no rule speaks; it was most often meant as absence."""

from typing import Final

from bridge.reason.syntax.spelling import name as spelled

NOTE: Final = "an absent fact is unknown, and not false"


def message(predicate: str, *, may_be_stated: bool) -> str:
    """That the premise does not hold, or only where somebody who may says so."""
    shown = f"`not {spelled(predicate)}(…)`"
    if may_be_stated:
        return f"{shown} holds only if somebody says so, and no fact or rule here does"
    return f"nothing can say {shown}, so this premise never holds"


def remedy(instead: str, *, may_be_stated: bool, source: bool) -> str:
    """What to do about it.

    Args:
        instead: how to do without the premise.
        may_be_stated: whether a class is admitted for it.
        source: whether it stands in a source, which can silence the warning.
    """
    if not may_be_stated:
        return instead
    silence = " and silence this line, `# lint: allow RSN412 because …`" if source else ""
    return f"where somebody will say so, keep it{silence}; else {instead}"
