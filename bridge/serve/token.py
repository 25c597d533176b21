"""The bearer token: where it comes from, and whether a request shows it. It is in no text, log or error."""

import hashlib
import hmac
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from bridge.errors import InputError, UsageError

VARIABLE: Final = "BRIDGE_TOKEN"
LEAST: Final = 16
MOST: Final = 4096
_SCHEME: Final = b"bearer "
_HELP: Final = "make one: python3 -c 'import secrets; print(secrets.token_urlsafe(32))'"


@dataclass(frozen=True, slots=True)
class Token:
    """A bearer token (RFC 6750); only its digest is kept."""

    digest: bytes = field(repr=False)

    @classmethod
    def of(cls, text: str, where: str) -> "Token":
        """The token of a text.

        Raises:
            InputError: shorter than 16 characters, or with characters that no header holds; the text is not shown.
        """
        if not LEAST <= len(text) <= MOST:
            raise InputError(f"a token has {LEAST} to {MOST} characters, not {len(text)}", where=where, help=_HELP)
        if not all("!" <= character <= "~" for character in text):
            raise InputError("a token is printable ASCII without spaces", where=where, help=_HELP)
        return cls(hashlib.sha256(text.encode()).digest())

    def is_shown_by(self, header: bytes | None) -> bool:
        """Whether an ``Authorization`` header shows it, in a time that does not depend on how much of it is right."""
        if header is None or header[: len(_SCHEME)].lower() != _SCHEME:
            return False
        shown = hashlib.sha256(header[len(_SCHEME) :].strip(b" ")).digest()
        return hmac.compare_digest(shown, self.digest)


def find_token(file: str | None, environment: Mapping[str, str]) -> Token | None:
    """The token of a file, else of the environment, else None.

    Raises:
        UsageError: the file is empty-named.
        InputError: the file cannot be read or is open to others, or what it holds is no token.
    """
    if file is not None:
        return Token.of(_read(file), file)
    text = environment.get(VARIABLE)
    return Token.of(text, VARIABLE) if text else None


def _read(name: str) -> str:
    if not name:
        raise UsageError("--token-file must not be empty", where="--token-file")
    try:
        with Path(name).open("rb") as file:
            mode = os.fstat(file.fileno()).st_mode
            data = file.read(MOST + 2)
    except (OSError, ValueError) as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or "not a path"
        raise InputError(f"cannot read the token: {reason}", where=name) from None
    if os.name == "posix" and mode & 0o077:
        remedy = f"chmod 600 {name}"
        raise InputError(f"others may use the token file (mode {mode & 0o777:04o})", where=name, help=remedy)
    return data.decode("latin-1").rstrip("\r\n")
