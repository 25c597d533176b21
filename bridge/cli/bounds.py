"""The options that bound a run, the same on every command that runs or reads a program."""

import inspect
import os
from collections.abc import Callable, Sequence
from functools import wraps
from typing import TYPE_CHECKING, Annotated, Any, Final, TypeAlias

import typer

from bridge.core.bounds import BOUNDS, SECONDS

if TYPE_CHECKING:
    from bridge.workflows.limits import Limits
    from bridge.workflows.settings import Settings

Command: TypeAlias = Callable[..., int]

OF_READING: Final = ("seconds", "input_bytes", "nesting")
"""The limits of a command that reads programs and does not run them."""

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

    def decorate(command: Command) -> Command:
        @wraps(command)
        def called(**given: Any) -> int:
            said = {name: given.pop(f"max_{name}") for name in limits}
            return command(**given, limits=said)

        own = inspect.signature(command)
        kept = [parameter for name, parameter in own.parameters.items() if name != "limits"]
        parameters = [*kept, *map(_parameter, limits)]
        setattr(called, "__signature__", own.replace(parameters=parameters))  # noqa: B010 - no attribute mypy knows
        called.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
        return called

    return decorate


def _parameter(name: str) -> inspect.Parameter:
    bound = BOUNDS[name]
    kind: Any = float if bound is SECONDS else int
    told = f"{_HELP[name]} Default: {bound.default}."
    option = typer.Option(bound.option, metavar="N", help=told, show_default=False)
    annotation = Annotated[kind | None, option]
    return inspect.Parameter(f"max_{name}", inspect.Parameter.KEYWORD_ONLY, default=None, annotation=annotation)


Options: TypeAlias = "dict[str, float | None]"
"""What the options of a command say, by the names of the limits."""


def chosen(options: Options, configured: "Settings | None" = None) -> "Limits":
    """The limits that a command goes by: options, then the environment, then settings where it has any.

    Args:
        options: what the command line says.
        configured: the settings of the workspace; the ``reason`` commands have none, so that no file that happens to
            lie above the current folder changes what they answer.

    Raises:
        UsageError: a value that no limit can have.
    """
    from bridge.workflows.limits import chosen as limits
    from bridge.workflows.settings import Settings

    return limits(options, (configured or Settings(os.environ, {})).limit)
