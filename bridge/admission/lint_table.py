"""The lints of the convention, applied: what a program that keeps it would still better not do."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from bridge.admission import rsn401, rsn402, rsn403, rsn404, rsn405, rsn406, rsn407, rsn408
from bridge.admission.analysis import analyse
from bridge.admission.table import RULES, Find
from bridge.core.deadline import NEVER, Deadline, in_time
from bridge.core.diagnostics import Diagnostic, Severity
from bridge.reason.model import Program

LINTS: Final[Mapping[str, Find]] = MappingProxyType(
    {
        "RSN401": rsn401.find,
        "RSN402": rsn402.find,
        "RSN403": rsn403.find,
        "RSN404": rsn404.find,
        "RSN405": rsn405.find,
        "RSN406": rsn406.find,
        "RSN407": rsn407.find,
        "RSN408": rsn408.find,
    }
)


def advice(program: Program, *, deadline: Deadline = NEVER) -> tuple[Diagnostic, ...]:
    """What to think about twice in a program, by code and then by place; every one is a warning.

    Args:
        program: any program, whether it keeps the convention or not; for an action its effective program.
        deadline: when it must be done.

    Raises:
        LimitError: it takes longer than the deadline allows.
    """
    return _found(program, LINTS.values(), deadline)


def findings(program: Program, *, deadline: Deadline = NEVER) -> tuple[Diagnostic, ...]:
    """What ``table.violations`` and ``advice`` find, sorted out once for both.

    Args:
        program: as for ``advice``.
        deadline: when it must be done.

    Raises:
        LimitError: it takes longer than the deadline allows.
    """
    return _found(program, (*RULES.values(), *LINTS.values()), deadline)


def refused(found: Iterable[Diagnostic]) -> frozenset[str]:
    """The JSON paths at which violations of the convention stand."""
    return frozenset(one.path for one in found if one.path is not None and one.severity is Severity.ERROR)


def _found(program: Program, finds: Iterable[Find], deadline: Deadline) -> tuple[Diagnostic, ...]:
    analysis = analyse(program, deadline)
    return tuple(diagnostic for find in finds for diagnostic in in_time(find(analysis), deadline))
