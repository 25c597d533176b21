"""What the compiler goes by where a source does not say: how long one may be, and when a policy is asked.

They stand here, below the compiler, since what prints sources must know what will be read again.
"""

from typing import Final

MAX_SOURCE_BYTES: Final = 8 * 1024 * 1024
"""The longest source that is read; larger sets of facts come as JSON, with ``use facts``."""

END_OF_TIME: Final = "9999-12-31T23:59:59Z"
"""When an action policy is asked whether its facts agree, before a request brings a time."""

MOST_FAULTS: Final = 100
"""How many faults of one source are listed; of the rest it is said how many there are."""
