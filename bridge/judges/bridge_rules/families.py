"""Families of rules about commands, each of which is loaded only for a command that it could say something about.

A hook is a process for each call, and most of what the rules know is of programs that a command does not call. So a
family says beforehand, by the names of programs and by what else it looks at, which commands concern it. That may be
too many, and never too few: the tests hold every example and every incident to the same findings without it.
"""

from collections.abc import Callable, Iterable
from functools import cached_property
from importlib import import_module
from typing import NamedTuple

from bridge.judges.bridge_rules.rule import Command, CommandRule


class Outline:
    """What there is to know about a command before any rule looks at it.

    Args:
        command: the command.
    """

    def __init__(self, command: Command) -> None:
        self.command = command

    @cached_property
    def programs(self) -> frozenset[str]:
        """The names of the programs it calls, in lower case, and the same without a version at the end."""
        names = {(call.name or "").lower() for call in self.command.reading.calls}
        return frozenset((*names, *(name.rstrip("0123456789.") for name in names)))


def _never(_: Outline) -> bool:
    return False


class Family(NamedTuple):
    """Some rules of one module.

    Args:
        module: its name; its ``RULES`` are the rules.
        programs: the programs that the rules know, in lower case.
        concerns: whether the rules may find something for another reason than a program's name.
    """

    module: str
    programs: frozenset[str] = frozenset()
    concerns: Callable[[Outline], bool] = _never

    def may_find(self, outline: Outline) -> bool:
        """Whether its rules have to be asked about a command."""
        return not self.programs.isdisjoint(outline.programs) or self.concerns(outline)

    def rules(self) -> tuple[CommandRule, ...]:
        """Its rules, which loads their module."""
        loaded: tuple[CommandRule, ...] = import_module(self.module).RULES
        return loaded


def concerned(families: Iterable[Family], commands: Iterable[Command]) -> tuple[Family, ...]:
    """The families that have to be asked about any of some commands, in their order."""
    outlines = tuple(map(Outline, commands))
    return tuple(family for family in families if any(map(family.may_find, outlines)))
