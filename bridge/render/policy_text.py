"""The human text of locked policies and of releases, as the reference prints it (spec: Reason, sections 7 and 8)."""

from bridge.reason.model import ACTION_V1
from bridge.reason.policy.model import PolicyAuthorization, PolicyBundle
from bridge.render import reason_text


def locked(bundle: PolicyBundle, path: str) -> str:
    """A bundle that was written to a path."""
    count = f"{' ' * 15}{len(bundle.sources)} sources"
    return f"LOCKED_POLICY  {bundle.bundle_digest}\n{count}\nBundle written to {path}\n"


def sources_verified(bundle: PolicyBundle) -> str:
    """A bundle whose sources are as they were locked."""
    return f"VERIFIED_POLICY_SOURCES  {bundle.bundle_digest} ({len(bundle.sources)} sources)\n"


def authorization(decided: PolicyAuthorization) -> str:
    """A decision by a bundle: which one, then the certificate."""
    certificate = decided.authorization.certificate
    return f"POLICY {decided.policy_bundle_digest}\n{reason_text.authorization(certificate)}"


def starter_written(path: str) -> str:
    """A release to be filled in that was written to a path."""
    return (
        f"Release authorization starter written to {path}\n"
        f"Next: add governed evidence, then run reason release authorize {path}\n"
    )


def request_written(path: str) -> str:
    """What follows a release whose request was written to a path."""
    return f"Request written to {path} ({ACTION_V1})\n"


def bundle_written(path: str) -> str:
    """What follows a release whose request and certificate were written to a path as one document."""
    return f"Bundle written to {path}\nNext: reason verify-authorization-bundle {path} --require-authorized\n"
