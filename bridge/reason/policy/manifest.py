"""Manifests: which texts a bundle commits to (spec: Reason, section 7)."""

from collections.abc import Iterator

from bridge.reason.policy import documents
from bridge.reason.policy.limits import MAX_MANIFEST_BYTES, MAX_SOURCES
from bridge.reason.policy.model import MANIFEST_V1, Manifest
from bridge.reason.policy.paths import path_problem
from bridge.reason.policy.wire import manifest, manifest_json
from bridge.reason.quoting import quoted


def read_manifest(data: bytes) -> Manifest:
    """A manifest of JSON bytes, valid.

    Raises:
        InputError: it cannot be read as one.
        ProgramInvalid: it does not make sense.
    """
    found = documents.read(manifest, documents.parse(data, MAX_MANIFEST_BYTES))
    validate_manifest(found)
    return found


def validate_manifest(given: Manifest) -> None:
    """Refuse a manifest that does not make sense.

    Raises:
        ProgramInvalid: with every problem.
    """
    documents.refuse(_problems(given))


def _problems(given: Manifest) -> Iterator[str]:
    yield from documents.size_problem(manifest_json(given), MAX_MANIFEST_BYTES, "manifest")
    yield from documents.schema_problem(given.schema, MANIFEST_V1)
    yield from count_problems(len(given.sources))
    seen: set[str] = set()
    for index, source in enumerate(given.sources):
        problem = path_problem(source.path)
        if problem is not None:
            yield f"$.sources[{index}].path: {problem}"
        elif source.path in seen:
            yield f"$.sources[{index}].path: names {quoted(source.path)} again"
        seen.add(source.path)


def count_problems(count: int) -> Iterator[str]:
    """The problems of a number of sources."""
    if count == 0:
        yield "$.sources: name at least one source"
    if count > MAX_SOURCES:
        yield f"$.sources: has {count} sources, more than {MAX_SOURCES}"
