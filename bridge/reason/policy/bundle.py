"""Policy bundles: what is committed to, and whether the commitment holds (spec: Reason, sections 1 and 7)."""

from collections.abc import Iterable, Iterator

from bridge.core.canonical import compact
from bridge.core.digest import is_digest, sha256
from bridge.errors import ProgramInvalid
from bridge.reason.model import PolicyTemplate
from bridge.reason.policy import documents
from bridge.reason.policy.limits import MAX_BUNDLE_BYTES, MAX_SOURCE_BYTES, MAX_TOTAL_SOURCE_BYTES
from bridge.reason.policy.manifest import count_problems
from bridge.reason.policy.model import BUNDLE_V1, COMMITMENT_V1, LockedSource, PolicyBundle
from bridge.reason.policy.paths import path_problem
from bridge.reason.policy.template import validate_template
from bridge.reason.policy.wire import bundle, bundle_json, source_json
from bridge.reason.quoting import quoted
from bridge.reason.wire.program import template_json

_DIGEST_EXPECTED = "expected sha256 followed by 64 lowercase hexadecimal characters"


def bundle_digest(sources: Iterable[LockedSource], policy: PolicyTemplate) -> str:
    """The digest that commits to sources, in their order, and to a policy."""
    commitment = {
        "schema": COMMITMENT_V1,
        "sources": [source_json(source) for source in sources],
        "policy": template_json(policy),
    }
    return sha256(compact(commitment))


def lock(sources: Iterable[LockedSource], policy: PolicyTemplate) -> PolicyBundle:
    """The bundle of a valid policy and its sources, whatever their order.

    Raises:
        ProgramInvalid: the bundle would be too long, or does not make sense.
    """
    in_order = tuple(sorted(sources, key=lambda source: source.path))
    locked = PolicyBundle(BUNDLE_V1, bundle_digest(in_order, policy), in_order, policy)
    validate_bundle(locked)
    return locked


def read_bundle(data: bytes) -> PolicyBundle:
    """A bundle of JSON bytes, valid: its digest is that of what it holds.

    Raises:
        InputError: it cannot be read as one.
        ProgramInvalid: it does not make sense, or does not hold what it commits to.
    """
    found = documents.read(bundle, documents.parse(data, MAX_BUNDLE_BYTES))
    validate_bundle(found)
    return found


def validate_bundle(given: PolicyBundle) -> None:
    """Refuse a bundle that does not make sense or does not hold what it commits to.

    Raises:
        ProgramInvalid: with every problem; the digest is compared only where there is no other.
    """
    documents.refuse(_problems(given))
    expected = bundle_digest(given.sources, given.policy)
    if given.bundle_digest != expected:
        raise documents.invalid(f"$.bundle_digest: does not commit to what the bundle holds; expected {expected}")


def _problems(given: PolicyBundle) -> Iterator[str]:
    yield from documents.size_problem(bundle_json(given), MAX_BUNDLE_BYTES, "policy bundle")
    yield from documents.schema_problem(given.schema, BUNDLE_V1)
    if not is_digest(given.bundle_digest):
        yield f"$.bundle_digest: {_DIGEST_EXPECTED}"
    yield from count_problems(len(given.sources))
    yield from _source_problems(given.sources)
    try:
        validate_template(given.policy)
    except ProgramInvalid as error:
        yield error.message


def _source_problems(sources: tuple[LockedSource, ...]) -> Iterator[str]:
    previous: str | None = None
    for index, source in enumerate(sources):
        problem = path_problem(source.path)
        if problem is not None:
            yield f"$.sources[{index}].path: {problem}"
        if previous is not None and previous >= source.path:
            yield f"$.sources[{index}].path: must come after {quoted(previous)}; sources are sorted by path"
        previous = source.path
        if source.size_bytes > MAX_SOURCE_BYTES:
            yield f"$.sources[{index}].size_bytes: is more than the {MAX_SOURCE_BYTES} bytes of a source"
        if not is_digest(source.digest):
            yield f"$.sources[{index}].digest: {_DIGEST_EXPECTED}"
    if sum(source.size_bytes for source in sources) > MAX_TOTAL_SOURCE_BYTES:
        yield f"$.sources: come to more than the {MAX_TOTAL_SOURCE_BYTES} bytes of all sources together"
