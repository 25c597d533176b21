"""Which rules answer which question. Rules are loaded when a call is first held to them."""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Final, TypeAlias

from bridge.judges.bridge_rules.case import Case
from bridge.judges.bridge_rules.families import Family, concerned
from bridge.judges.bridge_rules.rule import CommandRule, Finding, Rule

Rules: TypeAlias = tuple[Rule[Case], ...]


def rules_of(question: str) -> Rules:
    """All the rules behind a question other than ``unsafe``, in the order in which they are asked.

    Args:
        question: its key.
    """
    return _LOADERS[question](None)


def rules_for(question: str, case: Case) -> Rules:
    """Those of the rules behind a question that could find something in a call, in the same order.

    Args:
        question: its key.
        case: the call.
    """
    return _LOADERS[question](case)


def questions() -> tuple[str, ...]:
    """The questions that have rules of their own, in order."""
    return tuple(_LOADERS)


def every_rule() -> Mapping[str, str]:
    """The question of every rule, by the rule's name."""
    return {rule.name: question for question in _LOADERS for rule in rules_of(question)}


def _paths(case: Case | None) -> Rules:
    if case is not None and case.call.workspace_root is None:
        return ()
    from bridge.judges.bridge_rules.path_rules import RULES as OF_MEMBERS

    if case is not None and not case.commands:
        return OF_MEMBERS
    from bridge.judges.bridge_rules.command_path_rules import RULES as OF_COMMANDS

    return (*OF_MEMBERS, *OF_COMMANDS)


def _destruction(case: Case | None) -> Rules:
    if case is not None and not case.commands:
        return ()
    from bridge.judges.bridge_rules.destruction.families import FAMILIES

    return _of_families(FAMILIES, case)


def _exfiltration(case: Case | None) -> Rules:
    if case is not None and not case.commands:
        return ()
    from bridge.judges.bridge_rules.exfiltration.families import FAMILIES

    return _of_families(FAMILIES, case)


def _network(case: Case | None) -> Rules:
    if case is not None and not case.call.network_scope:
        return ()
    from bridge.judges.bridge_rules.host_rules import RULES

    return RULES


def _amounts(case: Case | None) -> Rules:
    if case is not None and case.call.amount_bound is None:
        return ()
    from bridge.judges.bridge_rules.amount_forms import RULES as OF_FORMS
    from bridge.judges.bridge_rules.amount_rules import RULES as OF_MEMBERS

    if case is not None and not case.commands:
        return (*OF_MEMBERS, *OF_FORMS)
    from bridge.judges.bridge_rules.amount_commands import RULES as OF_COMMANDS

    return (*OF_MEMBERS, *OF_FORMS, *OF_COMMANDS)


def _of_families(families: tuple[Family, ...], case: Case | None) -> Rules:
    asked = families if case is None else concerned(families, case.commands)
    return tuple(rule for family in asked for rule in _on_calls(family))


@cache
def _on_calls(family: Family) -> Rules:
    return tuple(map(_on_commands, family.rules()))


def _on_commands(rule: CommandRule) -> Rule[Case]:
    def check(case: Case) -> Iterator[Finding]:
        for command in case.commands:
            for finding in rule.check(command):
                yield finding._replace(where=command.where)

    return Rule(rule.name, rule.sentence, rule.yes, rule.no, check)


_LOADERS: Final[Mapping[str, Callable[[Case | None], Rules]]] = {
    "path_outside_workspace": _paths,
    "shell_destructive": _destruction,
    "shell_exfiltrates": _exfiltration,
    "network_off_scope": _network,
    "amount_above_bound": _amounts,
}
"""What loads the rules of a question: all of them, or those that could find something in a call."""
