"""How a search ended, so that nobody takes what was found for all there is."""

import enum


class Ended(enum.StrEnum):
    """Whether what was found is everything."""

    ALL = "all"
    """There is nothing else."""
    MOST = "most"
    """As many were found as were asked for; there may be others, none of them cheaper."""
    STEPS = "steps"
    """The bound on work was reached first; there may be others, cheaper ones among them."""
