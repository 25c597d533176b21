"""Which status an error has, and the one shape in which every error leaves the server: ``bridge.error.v1``."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from bridge.core import canonical
from bridge.errors import (
    BridgeError,
    CheckFailed,
    InputError,
    JsonError,
    JudgeError,
    JudgeUnavailable,
    LimitError,
    ProgramError,
    ReceiptError,
    StoreError,
    UnknownQuestion,
    UsageError,
)
from bridge.render import failed

JSON: Final = "application/json"

CLOSE: Final = {"connection": "close"}
"""The header that ends a connection whose next request could not be told from the rest of this one."""

_STATUSES: Final[tuple[tuple[type[BridgeError], int], ...]] = (
    (JsonError, 400),
    (UnknownQuestion, 422),
    (JudgeUnavailable, 503),
    (JudgeError, 502),
    (StoreError, 503),
    (ReceiptError, 500),
    (CheckFailed, 500),
    (InputError, 422),
    (UsageError, 422),
    (ProgramError, 422),
)
"""The first that fits; whatever is not among them is a defect of ours."""


@dataclass
class Problem(Exception):
    """A request that HTTP itself has a word for.

    Args:
        status: the status of the answer.
        code: the word for it in the document.
        message: what is wrong with the request.
        help: what to do about it.
        headers: further headers of the answer.
    """

    status: int
    code: str
    message: str
    help: str | None = None
    headers: Mapping[str, str] = field(default_factory=dict)

    def document(self) -> dict[str, Any]:
        """The document that is answered."""
        return failed.document(_named(self.code, self.message, self.help))


def status_of(error: BridgeError) -> int:
    """The status of an error: 4xx where another request would do, 5xx where another time or judge might."""
    if isinstance(error, LimitError) and error.bound is not None:
        if error.bound.name == "seconds":
            return 504
        if error.bound.name == "input_bytes":
            return 413
    return next((status for kind, status in _STATUSES if isinstance(error, kind)), 500)


def answered(error: Exception) -> tuple[int, bytes, Mapping[str, str]]:
    """Status, body and further headers of the answer to a request that failed; a defect says nothing of itself."""
    if isinstance(error, Problem):
        return error.status, body(error.document()), error.headers
    if isinstance(error, BridgeError):
        status = status_of(error)
        return status, body(failed.document(_of_request(error))), {"retry-after": "1"} if status == 503 else {}
    inside = Problem(500, "internal", "internal error", "the server's log has the same request id; report it")
    return 500, body(inside.document()), {}


def body(document: Any) -> bytes:
    """The bytes of a document."""
    return canonical.sorted_compact(document).encode()


def _of_request(error: BridgeError) -> BridgeError:
    """An error that names an option of the command line names the member of the request that is called alike."""
    if error.where is None or not error.where.startswith("--"):
        return error
    return error.restated(error.message, where=f"$.{error.where.removeprefix('--').replace('-', '_')}")


def _named(code: str, message: str, help: str | None) -> BridgeError:
    error = BridgeError(message, help=help)
    error.__dict__["code"] = code
    return error
