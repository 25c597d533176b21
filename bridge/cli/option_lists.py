"""Lists of options that several commands take, each with one name, one place in the help and one default."""

import inspect
from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any, TypeAlias

Command: TypeAlias = Callable[..., int]
Options: TypeAlias = dict[str, Any]
"""What the options of a list say, by their names."""
OptionList: TypeAlias = tuple[inspect.Parameter, ...]


def option_list(**options: tuple[Any, Any]) -> OptionList:
    """A list of options.

    Args:
        options: by its name, the annotation that Typer reads of each, and its default.
    """
    kind = inspect.Parameter.KEYWORD_ONLY
    return tuple(
        inspect.Parameter(name, kind, default=default, annotation=annotation)
        for name, (annotation, default) in options.items()
    )


def taking(argument: str, options: Sequence[inspect.Parameter]) -> Callable[[Command], Command]:
    """Give a command the options of a list where one of its arguments stands, which gets what they say.

    Args:
        argument: the name of that argument, of the type ``Options``.
        options: the list.
    """

    def decorate(command: Command) -> Command:
        @wraps(command)
        def called(**given: Any) -> int:
            said = {option.name: given.pop(option.name) for option in options}
            return command(**given, **{argument: said})

        own = inspect.signature(command)
        parameters = [
            # By name alone, as Typer calls it: then an option with a default may stand before one without.
            each.replace(kind=inspect.Parameter.KEYWORD_ONLY)
            for name, one in own.parameters.items()
            for each in (options if name == argument else (one,))
        ]
        setattr(called, "__signature__", own.replace(parameters=parameters))  # noqa: B010 - no attribute mypy knows
        called.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
        return called

    return decorate
