"""Signing an authorization: the bundle is verified by the independent checker, and only then signed.

The receipt proves who signed which certificate; whoever relies on it verifies the bundle again. Every failure says that
nothing was signed, and one of the bundle opens no key and no store (spec: Judge and receipts, section 9).
"""

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, Final

from bridge import checker
from bridge.core import digest
from bridge.core.strict_json import Json
from bridge.errors import BridgeError, CheckFailed, ShapeError, VerificationError
from bridge.receipts import kinds
from bridge.receipts.model import RECEIPT_PAYLOAD_TYPE
from bridge.receipts.sign import sign
from bridge.receipts.statement import receipt_statement
from bridge.workflows.attest import Signer
from bridge.workflows.inputs import parse_json, read_bytes

SYSTEM: Final = "system://zerker-reason"
MAX_BYTES: Final = 1024 * 1024

_MEMBERS: Final = frozenset({"schema", "request", "certificate"})


@dataclass(frozen=True)
class VerifiedBundle:
    """A bundle that the checker verified and that authorizes.

    Args:
        certificate: its certificate, as it stands in the bundle.
        schema: the bundle's schema.
        digest: of the exact bytes that were read.
        verification: what the checker says, in its five members.
    """

    certificate: dict[str, Json]
    schema: str
    digest: str
    verification: dict[str, Json]

    def statement(self, at: str, *, parent: str | None) -> bytes:
        """The exact bytes of the receipt, which follows nothing but the last receipt of an open session.

        Raises:
            ShapeError: the certificate cannot be written down as it was read.
        """
        meta: dict[str, Json] = {
            "authorization_bundle": {"schema": self.schema, "digest": self.digest},
            "reason_verification": self.verification,
        }
        return receipt_statement(
            timestamp=at,
            system=SYSTEM,
            kind=kinds.REASON_AUTHORIZATION,
            payload=self.certificate,
            payload_digest=self.digest,
            meta=meta,
            parent_id=parent,
        )


def attest_authorization(bundle: str, *, at: str, open_signer: Callable[[], AbstractContextManager[Signer]]) -> str:
    """Verify a bundle and sign its certificate; the id of the receipt.

    Args:
        bundle: the name of its file, or ``-``.
        at: canonical time.
        open_signer: opens the key and the store; called only once the bundle holds.

    Raises:
        BridgeError: it cannot be read, does not hold, does not authorize, or cannot be signed; says that no receipt was
            signed.
    """
    try:
        verified = verified_bundle(read_bytes(bundle, max_bytes=MAX_BYTES), bundle)
        # What cannot be written down is known before a key is opened.
        verified.statement(at, parent=None)
        with open_signer() as signer, signer.store.transaction() as appender:
            statement = verified.statement(at, parent=appender.parent(None))
            return appender.append(sign(RECEIPT_PAYLOAD_TYPE, statement, signer.key)).artifact_id
    except BridgeError as error:
        joint = "\n" if "\n" in error.message else "; "
        raise error.restated(f"{error.message}{joint}no receipt was signed") from None


def verified_bundle(data: bytes, name: str) -> VerifiedBundle:
    """A bundle, once the independent checker has verified it and it authorizes.

    Raises:
        InputError: not strict JSON.
        ShapeError: another shape than a bundle's, a member that a bundle does not have included.
        CheckFailed: the certificate does not hold.
        VerificationError: it holds, and does not authorize.
    """
    document = parse_json(data, named="standard input" if name == "-" else name)
    if not isinstance(document, dict) or document.keys() != _MEMBERS:
        raise ShapeError(f"{name}: a bundle has schema, request and certificate, and no other member", where="$")
    verified = checker.verify_bundle(document)
    said: dict[str, Any] = dict(checker.verification_json(verified))
    certificate = document["certificate"]
    if not isinstance(certificate, dict) or certificate.get("request_digest") != verified.request_digest:
        raise CheckFailed("the certificate is of another request than the one that was verified")
    if verified.authorization_status != "authorized":
        raise VerificationError(
            f"the certificate holds, and says {verified.authorization_status}: only what is authorized is signed",
            where="$.certificate.status",
        )
    kinds.check(kinds.REASON_AUTHORIZATION, certificate)
    return VerifiedBundle(certificate, str(document["schema"]), digest.sha256(data), said)
