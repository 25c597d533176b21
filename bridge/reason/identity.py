"""What is made once of a policy, and found again by the very objects it was made of."""

from collections.abc import Callable
from typing import Any, Final, Generic, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

_MOST: Final = 256


class ByIdentity(Generic[P, R]):
    """A pure function of frozen values, whose results are kept while those very objects are among the last asked for.

    By identity and not by equality: Python takes ``True`` for ``1``. What depends on a policy alone is made once so, as
    long as its ontology, authority and rules are the same objects from one request to the next.
    """

    def __init__(self, function: Callable[P, R]) -> None:
        self._function = function
        self._kept: dict[int | tuple[int, ...], tuple[Any, R]] = {}

    def __call__(self, *of: P.args, **named: P.kwargs) -> R:
        """The function's result for these arguments, which are positional."""
        key = id(of[0]) if len(of) == 1 else tuple(map(id, of))
        found = self._kept.get(key)
        # The arguments are kept with the result, so that no other object can come to have their identity.
        if found is not None:
            return found[1]
        result = self._function(*of, **named)
        if len(self._kept) >= _MOST:
            self._kept.clear()
        self._kept[key] = of, result
        return result
