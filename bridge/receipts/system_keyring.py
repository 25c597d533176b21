"""Private keys in the system keyring, by the library ``keyring`` (extra: ``reason-bridge[keyring]``)."""

import importlib
from typing import Final, Protocol, cast

from bridge.core import b64url
from bridge.errors import KeyRefused
from bridge.receipts.key_pair import PublicKey

SERVICE: Final = "reason-bridge"


class _Keyring(Protocol):
    """What is used of the library."""

    def set_password(self, service: str, username: str, password: str) -> None:
        """Keep a secret."""

    def get_password(self, service: str, username: str) -> str | None:
        """A secret that was kept; None where there is none."""


def keep(public: PublicKey, seed: bytes) -> None:
    """Keep a private seed under its public key.

    Raises:
        KeyRefused: there is no keyring, or it does not keep the secret.
    """
    library, secret = _library(), b64url.encode(seed)
    try:
        library.set_password(SERVICE, public.text, secret)
        kept = library.get_password(SERVICE, public.text)
    except Exception as error:
        raise _refused(error) from error
    if kept != secret:
        # As the back end that takes everything and keeps nothing.
        raise KeyRefused("the system keyring did not keep the key", help="see which back end `keyring diagnose` names")


def fetch(public: PublicKey) -> bytes:
    """The private seed of a public key.

    Raises:
        KeyRefused: there is no keyring, it is locked, or it does not have the key.
    """
    library = _library()
    try:
        secret = library.get_password(SERVICE, public.text)
    except Exception as error:
        raise _refused(error) from error
    if secret is None:
        raise KeyRefused(f"the system keyring does not have the private half of {public.text}")
    try:
        return b64url.decode(secret)
    except ValueError:
        raise KeyRefused(f"the system keyring holds something else for {public.text} than a private key") from None


def _library() -> _Keyring:
    try:
        return cast(_Keyring, importlib.import_module("keyring"))
    except ImportError:
        raise KeyRefused(
            "the library for the system keyring is not installed", help="pip install 'reason-bridge[keyring]'"
        ) from None


def _refused(error: Exception) -> KeyRefused:
    # A back end may raise anything of its own.
    return KeyRefused(f"the system keyring does not answer: {type(error).__name__}: {error}")
