"""Every diagnostic code, by its name."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from bridge.core.codes import Code, admission, advice, limits, names, policies, syntax, time, types

REGISTRY: Final[Mapping[str, Code]] = MappingProxyType(
    {
        code.code: code
        for room in (syntax, names, policies, admission, types, time, advice, limits)
        for code in sorted(room.CODES, key=lambda code: code.code)
    }
)
