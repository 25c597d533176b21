"""Long lists of names, written as text so that they stay readable."""


def listed(text: str) -> frozenset[str]:
    """The names in a text, which white space separates."""
    return frozenset(text.split())
