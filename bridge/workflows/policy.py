"""Locked policy bundles: lock sources and a policy, verify them, decide a call by them, verify the decision."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from bridge import checker
from bridge.core import canonical
from bridge.core.strict_json import too_long
from bridge.errors import CheckFailed, EvaluationError, ProgramInvalid, UsageError
from bridge.reason import policy as policies
from bridge.reason import wire
from bridge.reason.action import authorize as authorize_request
from bridge.reason.action import bundle as request_and_certificate
from bridge.reason.action import effective_program
from bridge.reason.model import PolicyTemplate
from bridge.reason.policy import documents, limits
from bridge.reason.policy.authorization import Summary
from bridge.reason.policy.model import PolicyAuthorization, PolicyBundle
from bridge.reason.policy.sources import named
from bridge.workflows.bundled import BUNDLED, bundled
from bridge.workflows.convention import enforce_convention
from bridge.workflows.inputs import read_bytes
from bridge.workflows.limits import Bounds, begun
from bridge.workflows.policy_sources import read_sources
from bridge.workflows.programs import Loaded, is_json, parse
from bridge.workflows.publish import publish
from bridge.workflows.reason import convention_of


def lock(root: str, manifest: str, policy: str, output: str, *, convention: bool = True) -> PolicyBundle:
    """Lock the texts that a manifest names, and a policy, into a new file.

    Args:
        root: the folder that the manifest's paths start from.
        manifest: the name of a manifest.
        policy: the name of a policy template or of an action policy in the language.
        output: where the bundle goes; nothing may be there.
        convention: refuse a policy that breaks the admission convention.

    Raises:
        InputError: something cannot be read or written.
        ProgramInvalid: the manifest or the policy does not make sense.
        ProgramRefused: the policy does not compile, or breaks the convention.
    """
    inventory = policies.read_manifest(read_bytes(manifest, max_bytes=limits.MAX_MANIFEST_BYTES))
    loaded, template = _template(policy)
    convention_of(loaded, enforced=convention)
    locked = policies.lock(policies.lock_sources(read_sources(root, inventory.sources)), template)
    publish([(output, bundle_line(locked).encode())], what="policy")
    return locked


def verify_sources(root: str, bundle: str) -> PolicyBundle:
    """Verify that every text of a bundle is what it was when it was locked; gives the bundle.

    Raises:
        InputError: something cannot be read.
        ProgramInvalid: the bundle does not make sense, or a text has changed.
    """
    locked = policies.read_bundle(read_bytes(bundle, max_bytes=limits.MAX_BUNDLE_BYTES))
    refusal = policies.drift(locked, policies.lock_sources(read_sources(root, named(locked))))
    if refusal is not None:
        raise refusal
    return locked


def authorize(name: str, *, convention: bool = True, bounds: Bounds | None = None) -> PolicyAuthorization:
    """Decide a call by a bundle, both in one document; the independent checker has agreed on return.

    Raises:
        InputError: it cannot be read.
        ProgramInvalid: the bundle or the call does not make sense.
        ProgramRefused: the policy with the call bound into it breaks the admission convention.
        LimitError: a bound was reached.
    """
    bounds = begun(bounds)
    most = min(limits.MAX_AUTHORIZATION_INPUT_BYTES, bounds.input_bytes)
    data = read_bytes(name, max_bytes=most, deadline=bounds.deadline)
    given = policies.read_authorization_input(data)
    request = policies.expand(given)
    if convention:
        enforce_convention(effective_program(request), Loaded(request, name), bounds.deadline)
    with _failing():
        decided = request_and_certificate(request, authorize_request(request, limits=bounds.engine))
        verified = checker.verify_bundle(wire.bundle_json(decided))
    return policies.authorization_of(given.policy_bundle, decided, Summary(*verified))


def verify_authorization(name: str) -> checker.AuthorizationVerification:
    """Verify a decision and that it was made by the bundle it comes with, both in one document.

    The request is made anew from the bundle, and the certificate is the independent checker's to judge.

    Raises:
        InputError: it cannot be read.
        ProgramInvalid: the two do not belong together, or one does not make sense.
        CheckFailed: the certificate does not hold.
    """
    data = read_bytes(name, max_bytes=limits.MAX_VERIFICATION_INPUT_BYTES)
    document = documents.parse(data, limits.MAX_VERIFICATION_INPUT_BYTES)
    given = policies.read_verification_input(document)
    policies.check_expansion(given)
    decided = _field(_field(document.value, "policy_authorization", 2), "authorization", 5)
    with _failing():
        verified = checker.verify_bundle(decided)
    policies.check_summary(given.policy_authorization, Summary(*verified))
    return verified


def bundle_line(locked: PolicyBundle) -> str:
    """A bundle as the one line that is written and printed.

    Raises:
        LimitError: it is longer than may be read again.
    """
    return _line(policies.bundle_json(locked), limits.MAX_BUNDLE_BYTES, "policy bundle")


def authorization_line(decided: PolicyAuthorization) -> str:
    """A decision as the one line that is printed.

    Raises:
        LimitError: it is longer than may be read again.
    """
    members = policies.policy_authorization_json(decided)
    return _line(members, limits.MAX_AUTHORIZATION_BYTES, "policy authorization output")


def _line(members: dict[str, Any], max_bytes: int, what: str) -> str:
    line = canonical.compact(members) + "\n"
    size = len(line.encode())
    if size > max_bytes:
        raise too_long(f"{what} JSON", max_bytes, size, fixed=True)
    return line


def _template(name: str) -> tuple[Loaded, PolicyTemplate]:
    data = bundled(name) if name.startswith(BUNDLED) else read_bytes(name, max_bytes=limits.MAX_TEMPLATE_BYTES)
    if is_json(data, name):
        template = policies.read_template(data)
        return Loaded(template, name), template
    loaded = parse(data, name=name)
    if not isinstance(loaded.program, PolicyTemplate):
        raise UsageError(f"{name} is a program with a query, not an action policy", where=name)
    policies.validate_template(loaded.program)
    return loaded, loaded.program


def _field(value: Any, name: str, place: int) -> Any:
    """A field of a struct that has been read, which may have come as an array."""
    return value[place] if isinstance(value, list) else value[name]


@contextmanager
def _failing() -> Iterator[None]:
    try:
        yield
    except (ProgramInvalid, EvaluationError, CheckFailed) as error:
        raise error.restated(f"organization policy authorization failed: {error.message}") from None
