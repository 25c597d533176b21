"""Which functions a mutant changes, by its compiled code; so that a change can be made in modules already imported."""

import inspect
from collections.abc import Iterator
from functools import lru_cache
from types import CodeType
from typing import NamedTuple

from tests.mutants.mutations import Mutant

Place = tuple[str, str, int]
"""The file, the qualified name and the first line of a function."""


class Patch(NamedTuple):
    """A function, and the code it has in the mutant."""

    place: Place
    code: CodeType


def place_of(code: CodeType) -> Place:
    """Where a code object is from."""
    return code.co_filename, code.co_qualname, code.co_firstlineno


def patches(mutant: Mutant, filename: str) -> list[Patch] | None:
    """The functions that differ, innermost last; None where a module or a class body differs, which runs but once."""
    return _differing(_compiled(mutant.source.text, filename), _compiled.__wrapped__(mutant.text, filename))


@lru_cache(maxsize=1)
def _compiled(text: str, filename: str) -> CodeType:
    return compile(text, filename, "exec", dont_inherit=True)


def _differing(old: CodeType, new: CodeType) -> list[Patch] | None:
    pairs = list(zip(_nested(old), _nested(new), strict=False))
    if len(pairs) != len(list(_nested(old))) or len(pairs) != len(list(_nested(new))) or _own(old) != _own(new):
        return _whole(old, new)
    found: list[Patch] = []
    for inner_old, inner_new in pairs:
        inner = _differing(inner_old, inner_new)
        if inner is None:
            return None
        found += inner
    return _whole(old, new, found) if found and _is_function(old) else found


def _whole(old: CodeType, new: CodeType, inner: list[Patch] | None = None) -> list[Patch] | None:
    if not _is_function(old) or old.co_freevars != new.co_freevars:
        return None
    return [Patch(place_of(old), new), *(inner or [])]


def _is_function(code: CodeType) -> bool:
    return bool(code.co_flags & inspect.CO_OPTIMIZED)


def _nested(code: CodeType) -> Iterator[CodeType]:
    return (constant for constant in code.co_consts if isinstance(constant, CodeType))


def _own(code: CodeType) -> tuple[object, ...]:
    """What a code object is but for the functions in it; constants by their text, since 1, 1.0 and True are equal."""
    constants = [repr(constant) for constant in code.co_consts if not isinstance(constant, CodeType)]
    names = code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars
    return code.co_code, constants, names, code.co_name, code.co_flags, code.co_exceptiontable
