"""The options that bound a run, the same on every command that runs or reads a program."""

import os
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from bridge.cli.option_lists import Command, Options, option_list, taking
from bridge.core.bounds import BOUNDS, SECONDS

if TYPE_CHECKING:
    from bridge.workflows.limits import Limits
    from bridge.workflows.settings import Settings

__all__ = ["OF_READING", "Options", "bounded", "chosen"]

OF_READING: Final = ("seconds", "input_bytes", "nesting")
"""The limits of a command that reads programs and does not run them."""

_PREFIX: Final = "max_"

_HELP: Final = {
    "facts": "Facts that take part.",
    "derived": "Atoms that rules may add.",
    "steps": "Matches of rules' bodies.",
    "rounds": "Rounds of forward chaining.",
    "seconds": "Wall time of the run.",
    "input_bytes": "Length of one input.",
    "nesting": "Depth of JSON.",
}


def bounded(limits: Sequence[str] = tuple(BOUNDS)) -> Callable[[Command], Command]:
    """Give a command the options of some limits; it takes what they say as one argument, ``limits``.

    Args:
        limits: names of bounds.
    """
    return taking("limits", option_list(**{f"{_PREFIX}{name}": _option(name) for name in limits}))


def _option(name: str) -> tuple[Any, None]:
    bound = BOUNDS[name]
    kind: Any = float if bound is SECONDS else int
    told = f"{_HELP[name]} Default: {bound.default}."
    return Annotated[kind | None, typer.Option(bound.option, metavar="N", help=told, show_default=False)], None


def chosen(options: Options, configured: "Settings | None" = None) -> "Limits":
    """The limits that a command goes by: options, then the environment, then settings where it has any.

    Args:
        options: what the options of ``bounded`` say.
        configured: the settings of the workspace; the ``reason`` commands have none, so that no file that happens to
            lie above the current folder changes what they answer.

    Raises:
        UsageError: a value that no limit can have.
    """
    from bridge.workflows.limits import chosen as limits
    from bridge.workflows.settings import Settings

    said = {name.removeprefix(_PREFIX): value for name, value in options.items()}
    return limits(said, (configured or Settings(os.environ, {})).limit)
