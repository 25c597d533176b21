"""The garbage collector held off while many values are made, none of them cyclic."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def no_collection() -> Iterator[None]:
    """Hold the collector off, and leave it as it was.

    Walking millions of live values again and again would be half of the time.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            if not gc.get_freeze_count():
                # Into the oldest generation with all that is young, or the next collection would walk it at once.
                gc.freeze()
                gc.unfreeze()
            gc.enable()
