"""The lints, applied to a program."""

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

from bridge.core.deadline import NEVER, Deadline, in_time
from bridge.core.diagnostics import Diagnostic
from bridge.reason.analysis import (
    rsn411,
    rsn412,
    rsn414,
    rsn415,
    rsn416,
    rsn417,
    rsn418,
    rsn419,
    rsn420,
    rsn421,
    rsn422,
    rsn423,
    rsn424,
    rsn513,
)
from bridge.reason.analysis.subject import Subject

Find: TypeAlias = Callable[[Subject], Iterator[Diagnostic]]

OF_JSON: Final[Mapping[str, Find]] = MappingProxyType(
    {"RSN411": rsn411.find, "RSN412": rsn412.find, "RSN414": rsn414.find}
)
"""What lowering says of a source as it reads it, and nobody yet of a program that comes as JSON."""

LINTS: Final[Mapping[str, Find]] = MappingProxyType(
    {
        "RSN415": rsn415.find,
        "RSN416": rsn416.find,
        "RSN417": rsn417.find,
        "RSN418": rsn418.find,
        "RSN419": rsn419.find,
        "RSN420": rsn420.find,
        "RSN421": rsn421.find,
        "RSN422": rsn422.find,
        "RSN423": rsn423.find,
        "RSN424": rsn424.find,
        "RSN513": rsn513.find,
    }
)


def advice(subject: Subject, *, source: bool, deadline: Deadline = NEVER) -> tuple[Diagnostic, ...]:
    """What to think about twice in a program, by code and then by place; every one is a warning.

    Args:
        subject: a valid program.
        source: whether it was lowered from a source, so that RSN411 to RSN414 have been looked for.
        deadline: when it must be done.

    Raises:
        LimitError: it takes longer than the deadline allows.
    """
    lints = LINTS if source else {**OF_JSON, **LINTS}
    return tuple(diagnostic for find in lints.values() for diagnostic in in_time(find(subject), deadline))
