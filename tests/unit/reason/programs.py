"""A small release policy that the tests of the kernel vary."""

from typing import Any

from bridge.reason import wire
from bridge.reason.model import Atom, Fact, Program, Rule

NOON = "2026-03-01T12:00:00Z"
MORNING = "2026-03-01T08:00:00Z"
EVENING = "2026-03-01T20:00:00Z"


def release(**changes: Any) -> dict[str, Any]:
    """A program.v2 that is proved: tests by a tool, an approval by a person, one rule."""
    document: dict[str, Any] = {
        "schema": "zerker.reason.program.v2",
        "ontology": {
            "id": "release",
            "version": "1",
            "predicates": {
                "passed": {"arguments": ["string", "integer"]},
                "approved": {"arguments": ["string", "boolean"]},
                "ship": {"arguments": ["string"]},
            },
        },
        "authority": {
            "classes": ["human-authorized", "tool-reported"],
            "default_admit": ["tool-reported"],
            "predicate_admit": {"approved": ["human-authorized"]},
        },
        "evaluation_time": NOON,
        "facts": [passing(), approval()],
        "rules": [
            {
                "id": "ship_when_ready",
                "when": [
                    {"predicate": "passed", "arguments": ["$commit", 41]},
                    {"predicate": "approved", "arguments": ["$commit", True]},
                ],
                "then": {"predicate": "ship", "arguments": ["$commit"]},
            }
        ],
        "query": {"predicate": "ship", "arguments": ["c1"]},
    }
    return {**document, **changes}


def passing(**changes: Any) -> dict[str, Any]:
    """That a tool saw 41 tests pass."""
    fact = {"id": "t1", "predicate": "passed", "arguments": ["c1", 41], "authority": "tool-reported"}
    return {**fact, "observed_at": MORNING, **changes}


def approval(**changes: Any) -> dict[str, Any]:
    """That a person approved."""
    fact = {"id": "a1", "predicate": "approved", "arguments": ["c1", True], "authority": "human-authorized"}
    return {**fact, "observed_at": MORNING, **changes}


def program(**changes: Any) -> Program:
    """The same, read."""
    return wire.read_program(release(**changes))


def fact(id: str, predicate: str, *arguments: Any, negated: bool = False) -> Fact:
    """A bare fact, for engines."""
    return Fact(id, predicate, arguments, "tool-reported", negated)


def rule(id: str, then: Atom, *when: Atom) -> Rule:
    """A rule, its head first."""
    return Rule(id, when, then)


def atom(predicate: str, *arguments: Any, negated: bool = False) -> Atom:
    """An atom."""
    return Atom(predicate, arguments, negated)
