"""Lists of names, written as a person would write them."""


def names(text: str) -> tuple[str, ...]:
    """The names in a text, which blanks separate."""
    return tuple(text.split())
