"""Why a query was answered as it was, what would prove it, what carries the other side, and what a judge changed.

Everything here is pure: a valid program or its result goes in, and frozen values come out. ``why`` reads a proof as a
tree; ``why_not`` finds the smallest sets of facts that would prove a query; ``against`` finds the facts whose
withdrawal would lift a proof; ``judged`` evaluates a program again with each answer of a judge flipped.
"""

from bridge.reason.explain.against import Against, Carrier, Lifting, against
from bridge.reason.explain.costs import COSTS, OTHER_CLASS, cost_of
from bridge.reason.explain.ended import Ended
from bridge.reason.explain.judged import Flip, Judged, judged
from bridge.reason.explain.needed import Needed, NeedSet, OpenArgument, Standing, WhyNot, added
from bridge.reason.explain.why import Step, Why, why
from bridge.reason.explain.why_not import why_not

__all__ = [
    "COSTS",
    "OTHER_CLASS",
    "Against",
    "Carrier",
    "Ended",
    "Flip",
    "Judged",
    "Lifting",
    "NeedSet",
    "Needed",
    "OpenArgument",
    "Standing",
    "Step",
    "Why",
    "WhyNot",
    "added",
    "against",
    "cost_of",
    "judged",
    "why",
    "why_not",
]
