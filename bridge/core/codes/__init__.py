"""The registry of diagnostic codes: why each exists, an example that fails, and the fix. Pages are made from it."""

from typing import NamedTuple


class Code(NamedTuple):
    """One diagnostic code; what it means never changes.

    Args:
        code: such as ``RSN104``.
        title: what is wrong, as the diagnostic's headline says it.
        why: a paragraph: what would go wrong otherwise.
        example: a complete ``.reason`` program that has exactly this problem, or ``""`` where none can be written.
        fix: the same program mended, or ``""``.
    """

    code: str
    title: str
    why: str
    example: str = ""
    fix: str = ""
