"""Sources: from the bytes that were read to what is committed to, and whether they are still the same.

Who reads them follows no link and leaves no root (``workflows.policy_sources``); here nothing is read.
"""

from collections.abc import Iterable
from typing import NamedTuple

from bridge.core.digest import sha256
from bridge.errors import InputError, ProgramInvalid
from bridge.reason.policy import documents
from bridge.reason.policy.limits import MAX_TOTAL_SOURCE_BYTES
from bridge.reason.policy.model import LockedSource, PolicyBundle, PolicySource
from bridge.reason.quoting import quoted


class SourceBytes(NamedTuple):
    """What was read of a source: the file it is, as device and number, and its bytes."""

    source: PolicySource
    file: tuple[int, int]
    data: bytes


def access_failed(path: str, message: str) -> InputError:
    """The refusal of a source that cannot be read as it must be."""
    return InputError(f"policy source access failed for {quoted(path)}: {message}", where=quoted(path))


def lock_sources(readings: Iterable[SourceBytes]) -> tuple[LockedSource, ...]:
    """What is committed to of each source, in their order; each is taken once the one before is done with.

    Raises:
        InputError: two paths are one file, or the sources are too long together.
    """
    files: set[tuple[int, int]] = set()
    total = 0
    locked: list[LockedSource] = []
    for source, file, data in readings:
        if file in files:
            raise access_failed(source.path, "is the same file as another source, under a second name")
        files.add(file)
        total += len(data)
        if total > MAX_TOTAL_SOURCE_BYTES:
            limit = f"the {MAX_TOTAL_SOURCE_BYTES}-byte limit of all sources together"
            raise access_failed(source.path, f"the sources up to this one exceed {limit}")
        locked.append(LockedSource(source.path, source.kind, source.scope, len(data), sha256(data)))
    return tuple(locked)


def named(bundle: PolicyBundle) -> tuple[PolicySource, ...]:
    """The sources of a bundle as a manifest names them."""
    return tuple(PolicySource(source.path, source.kind, source.scope) for source in bundle.sources)


def drift(bundle: PolicyBundle, found: Iterable[LockedSource]) -> ProgramInvalid | None:
    """The refusal of the first source that is not what the bundle commits to, or nothing where all are.

    Args:
        bundle: valid.
        found: the same sources, in the same order, as they are now.
    """
    for index, (locked, now) in enumerate(zip(bundle.sources, found, strict=True)):
        if locked != now:
            return documents.invalid(
                f"$.sources[{index}]: {quoted(locked.path)} has changed; locked with {locked.size_bytes} bytes, "
                f"{locked.digest}; found {now.size_bytes} bytes, {now.digest}"
            )
    return None
