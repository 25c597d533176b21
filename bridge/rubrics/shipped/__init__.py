"""The rubrics that ship: whole replies and whole runs, by their ids."""

from importlib.resources import files
from typing import Final

from bridge.errors import UsageError

NAMES: Final = ("agent-trajectory", "assistant-reply")


def text(name: str) -> str:
    """The text of a rubric that ships.

    Raises:
        UsageError: none has this name.
    """
    if name not in NAMES:
        raise UsageError(f"Rubric not found: {name}", where="--rubric", help=f"these ship: {', '.join(NAMES)}")
    return files(__package__).joinpath(f"{name}.yaml").read_text(encoding="utf-8")
