"""What the predicates that a request binds mean in a sentence; a program cannot document them itself."""

from collections.abc import Mapping
from typing import Final

from bridge.reason.lowering.documentation import Documentation

_SENTENCES: Final = {
    "action_authorized": ("the action {action} is authorized", "action"),
    "mission_active": ("the mission {mission} is active", "mission"),
    "mission_action": ("the mission {mission} proposes the action {action}", "mission", "action"),
    "mission_principal": ("{principal} gave the mission {mission}", "mission", "principal"),
    "mission_instruction": ("the mission {mission} has the instruction {digest}", "mission", "digest"),
    "mission_constraint": ("the mission {mission} has the constraint {key} = {value}", "mission", "key", "value"),
    "action_tool": ("the action {action} uses the tool {tool}", "action", "tool"),
    "action_argument": ("the action {action} has the argument {key} = {value}", "action", "key", "value"),
    "action_effect": (
        "the action {action} has the effect {kind} on {resource} = {value}",
        "action",
        "kind",
        "resource",
        "value",
    ),
}

BINDING_WORDS: Final[Mapping[str, Documentation]] = {
    predicate: Documentation(sentence, tuple(names), sentence) for predicate, (sentence, *names) in _SENTENCES.items()
}
