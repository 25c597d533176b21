"""Numbers as they are spelled: in this family of documents a number must stand exactly as it would be printed.

``1e0``, ``1.00``, ``-0`` and ``9007199254740993.0`` all read as numbers that print otherwise. A document that has one
says something else to its writer than to whoever commits to what was read (spec: Reason, section 7).
"""

import re
from typing import Final

from bridge.core import strict_json
from bridge.core.canonical import compact

_TOKEN: Final = re.compile(rb'"(?:[^"\\]|\\.)*"|([-0-9][-+.0-9eE]*)', re.DOTALL)
_PLAIN: Final = re.compile(rb"0|-?[1-9][0-9]{0,17}")


def first_other_spelling(document: bytes) -> int | None:
    """The byte at which the first number stands that is not spelled as it prints.

    Args:
        document: strict JSON, as UTF-8.

    Returns:
        The offset from the beginning of the document, or nothing where every number is as it prints.
    """
    for match in _TOKEN.finditer(document):
        number = match[1]
        if number is not None and not _is_canonical(number):
            return match.start()
    return None


def _is_canonical(number: bytes) -> bool:
    return _PLAIN.fullmatch(number) is not None or compact(strict_json.loads(number)).encode() == number
