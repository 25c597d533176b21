"""Every diagnostic code, by its name."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from bridge.core.codes import (
    Code,
    admission,
    admission_lint,
    advice,
    limits,
    lint,
    names,
    policies,
    program_tests,
    rubrics,
    syntax,
    time,
    types,
)

REGISTRY: Final[Mapping[str, Code]] = MappingProxyType(
    {
        code.code: code
        for room in (
            syntax,
            names,
            policies,
            program_tests,
            admission,
            types,
            time,
            admission_lint,
            advice,
            lint,
            limits,
            rubrics,
        )
        for code in sorted(room.CODES, key=lambda code: code.code)
    }
)
