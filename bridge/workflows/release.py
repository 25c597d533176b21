"""Release safety: a starter to fill in, and the decision about a release with its evidence."""

from typing import Any, NamedTuple

from bridge.core import canonical
from bridge.reason import release as releases
from bridge.reason import wire
from bridge.reason.action import authorize as authorize_request
from bridge.reason.action import bundle, effective_program
from bridge.reason.authorization import Authorization
from bridge.reason.model import ActionRequest
from bridge.workflows.convention import enforce_convention
from bridge.workflows.inputs import read_json, write_file
from bridge.workflows.limits import Bounds, begun
from bridge.workflows.programs import Loaded
from bridge.workflows.publish import publish

_WHAT = "release"


class DecidedRelease(NamedTuple):
    """The request that a release was compiled to, and its certificate."""

    request: ActionRequest
    certificate: Authorization


def init(output: str, at: str, *, force: bool = False) -> None:
    """Write a release to be filled in, without evidence.

    Args:
        output: where it goes.
        at: its evaluation time; canonical.
        force: replace what is there.

    Raises:
        InputError: something is there, or it cannot be written.
        ProgramInvalid: not a canonical time.
    """
    starter = releases.starter(at)
    authorize_request(releases.compile_request(starter))
    data = _file(releases.release_json(starter))
    if force:
        write_file(output, data)
    else:
        publish([(output, data)], what=_WHAT)


def authorize(
    name: str,
    *,
    request_out: str | None = None,
    certificate_out: str | None = None,
    bundle_out: str | None = None,
    convention: bool = True,
    bounds: Bounds | None = None,
) -> DecidedRelease:
    """Decide a release, and write what was asked for: all of it to new files, or nothing.

    Args:
        name: a release authorization.
        request_out: where the request goes.
        certificate_out: where the certificate goes.
        bundle_out: where both go, as one document.
        convention: refuse a policy that breaks the admission convention.
        bounds: those of the run.

    Raises:
        InputError: the release cannot be read, or a file is there already or cannot be written.
        ProgramInvalid: the release does not make sense.
        LimitError: a bound was reached.
    """
    bounds = begun(bounds)
    given = read_json(name, max_bytes=bounds.input_bytes, max_depth=bounds.nesting, deadline=bounds.deadline)
    request = releases.compile_request(releases.read_release(given))
    if convention:
        enforce_convention(effective_program(request), Loaded(request, name), bounds.deadline)
    certificate = authorize_request(request, limits=bounds.engine)
    outputs = (
        (request_out, wire.request_json(request)),
        (certificate_out, wire.authorization_json(certificate)),
        (bundle_out, wire.bundle_json(bundle(request, certificate))),
    )
    publish([(path, _file(members)) for path, members in outputs if path is not None], what=_WHAT)
    return DecidedRelease(request, certificate)


def _file(members: dict[str, Any]) -> bytes:
    return (canonical.pretty(members) + "\n").encode()
