"""Thresholds that an answer cannot be on both sides of."""

from bridge.rubrics.model import Condition


def never_holds(condition: Condition, top: int) -> str | None:
    """Whether a numeric comparison is the same for every answer from 0 to ``top``: how it is, or None.

    A threshold outside the range of its answer decides nothing; its author will have meant another number. One that is
    merely at the edge (``> 1``, ``>= 0``) is in the range, and left alone.
    """
    value = condition.value
    if isinstance(value, str) or 0 <= value <= top:
        return None
    above = value > top
    holds = {"<": above, "<=": above, ">": not above, ">=": not above, "==": False, "!=": True}[condition.op]
    return "always holds" if holds else "never holds"
