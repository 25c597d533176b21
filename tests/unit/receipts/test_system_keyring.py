"""Keys in the system keyring, through the library itself and back ends of its own kind."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from bridge.errors import KeyRefused
from bridge.receipts import keys, system_keyring
from tests.unit.receipts.makers import AT, KEY, OTHER_KEY

keyring = pytest.importorskip("keyring")
from keyring.backend import KeyringBackend  # noqa: E402 - the library is an extra
from keyring.backends import fail, null  # noqa: E402
from keyring.errors import KeyringLocked, PasswordDeleteError  # noqa: E402


class InMemory(KeyringBackend):
    """A back end as the library has them, whose store is a dictionary."""

    priority = 1

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]  # the library annotates nothing here
        self.kept: dict[tuple[str, str], str] = {}
        self.locked = False

    def get_password(self, service: str, username: str) -> str | None:
        if self.locked:
            raise KeyringLocked("somebody has to unlock it")
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        if self.kept.pop((service, username), None) is None:
            raise PasswordDeleteError("there is none")


@pytest.fixture
def ring() -> Iterator[InMemory]:
    before = keyring.get_keyring()
    backend = InMemory()
    keyring.set_keyring(backend)
    yield backend
    keyring.set_keyring(before)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "keys"


def test_a_key_is_kept_there_under_its_public_half_and_signs(ring: InMemory, folder: Path) -> None:
    made = keys.create(folder, at=AT, protection="keyring")
    assert list(ring.kept) == [(system_keyring.SERVICE, made.public.text)]
    (secret,) = ring.kept.values()
    assert secret not in (folder / f"{made.id}.json").read_text()
    signing = keys.load(folder, made.id)
    assert made.public.verifies(signing.sign(b"x"), b"x")


def test_what_was_deleted_there_signs_no_more(ring: InMemory, folder: Path) -> None:
    made = keys.create(folder, at=AT, protection="keyring")
    keyring.delete_password(system_keyring.SERVICE, made.public.text)
    with pytest.raises(KeyRefused, match="does not have the private half"):
        keys.load(folder, made.id)


def test_a_locked_one_is_a_clear_error(ring: InMemory, folder: Path) -> None:
    made = keys.create(folder, at=AT, protection="keyring")
    ring.locked = True
    with pytest.raises(KeyRefused, match="KeyringLocked: somebody has to unlock it"):
        keys.load(folder, made.id)


@pytest.mark.parametrize("secret", ["", "not base64url!", "AAAA"])
def test_something_else_in_its_place_is_refused(ring: InMemory, folder: Path, secret: str) -> None:
    made = keys.create(folder, at=AT, protection="keyring")
    keyring.set_password(system_keyring.SERVICE, made.public.text, secret)
    with pytest.raises(KeyRefused):
        keys.load(folder, made.id)


def test_the_private_half_of_another_key_is_refused(ring: InMemory, folder: Path) -> None:
    made = keys.create(folder, at=AT, protection="keyring")
    system_keyring.keep(KEY.public, OTHER_KEY.seed)
    keyring.set_password(system_keyring.SERVICE, made.public.text, ring.kept[system_keyring.SERVICE, KEY.public.text])
    with pytest.raises(KeyRefused):
        keys.load(folder, made.id)


@pytest.mark.parametrize("backend", [fail.Keyring, null.Keyring], ids=["there is none", "one that keeps nothing"])
def test_where_nothing_is_kept_no_key_is_made(ring: InMemory, folder: Path, backend: type[KeyringBackend]) -> None:
    keyring.set_keyring(backend())
    with pytest.raises(KeyRefused, match="the system keyring"):
        keys.create(folder, at=AT, protection="keyring")
    assert not list(folder.glob("*.json"))
