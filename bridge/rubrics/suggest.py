"""One suggestion for a near miss."""

from collections.abc import Collection

from bridge.reason.syntax.suggestions import nearest


def did_you_mean(name: str, names: Collection[str]) -> str:
    """``did you mean 'x'?`` where one of the names is like enough, else nothing."""
    guess = nearest(name, names)
    return f"did you mean '{guess}'?" if guess else ""
