"""Keys with a passphrase, in the system keyring, of one owner, and their successors."""

import json
import sys
import types
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from bridge.errors import KeyRefused
from bridge.receipts import keys
from bridge.receipts.key_file import read_record
from bridge.receipts.private_files import replace
from tests.unit.receipts.makers import AT

ALICE = "human://alice"
LATER = "2026-09-01T11:00:00Z"


def say(word: str) -> Callable[[str], str]:
    return lambda _: word


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "keys"


def change(path: Path, **members: Any) -> None:
    path.write_text(json.dumps(json.loads(path.read_text()) | members))


class TestPassphrase:
    @pytest.fixture
    def made(self, folder: Path) -> keys.KeyRecord:
        return keys.create(folder, at=AT, owner=ALICE, protection="passphrase", passphrase=say("open"))

    def test_it_opens_again_with_the_passphrase_and_signs(self, folder: Path, made: keys.KeyRecord) -> None:
        key = keys.load(folder, made.id, passphrase=say("open"))
        assert made.public.verifies(key.sign(b"x"), b"x")
        assert key.public == made.public

    def test_the_file_has_no_plain_private_key(self, folder: Path, made: keys.KeyRecord) -> None:
        document = json.loads((folder / f"{made.id}.json").read_text())
        assert "private_key" not in document
        assert document["for"] == ALICE
        assert (folder / f"{made.id}.json").stat().st_mode & 0o777 == 0o600

    def test_its_public_half_needs_no_passphrase(self, folder: Path, made: keys.KeyRecord) -> None:
        assert keys.public_keys(folder) == {made.id: made.public}

    def test_another_passphrase_or_none_does_not_open_it(self, folder: Path, made: keys.KeyRecord) -> None:
        for passphrase in (say("opens"), say("")):
            with pytest.raises(KeyRefused, match="does not open"):
                keys.load(folder, made.id, passphrase=passphrase)
        with pytest.raises(KeyRefused, match="locked with a passphrase"):
            keys.load(folder, made.id)

    @pytest.mark.parametrize("members", [{"for": "human://mallory"}, {"public_key": None}])
    def test_a_sealed_seed_opens_in_its_own_file_alone(
        self, folder: Path, made: keys.KeyRecord, members: dict[str, Any]
    ) -> None:
        other = keys.create(folder, at=AT)
        if "public_key" in members:
            members = {"public_key": other.public.text}
        change(folder / f"{made.id}.json", **members)
        with pytest.raises(KeyRefused, match="does not open"):
            keys.load(folder, made.id, passphrase=say("open"))

    @pytest.mark.parametrize(
        "members",
        [
            *({"log_n": 30}, {"log_n": 13}, {"log_n": True}, {"kdf": "none"}, {"p": 2}),
            *({"salt": "AA"}, {"nonce": 5}, {"sealed": "!"}, {"more": 1}),
        ],
    )
    def test_a_scheme_out_of_bounds_is_refused_before_it_costs_anything(
        self, folder: Path, made: keys.KeyRecord, members: dict[str, Any]
    ) -> None:
        path = folder / f"{made.id}.json"
        change(path, locked_key=json.loads(path.read_text())["locked_key"] | members)
        with pytest.raises(KeyRefused):
            keys.load(folder, made.id, passphrase=say("open"))

    def test_an_empty_passphrase_is_refused_and_no_file_is_left(self, folder: Path) -> None:
        with pytest.raises(KeyRefused, match="empty"):
            keys.create(folder, at=AT, protection="passphrase", passphrase=say(""))
        assert list(folder.iterdir()) == []


class TestKeyring:
    def test_without_the_library_it_is_said_how_to_get_it(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "keyring", None)
        with pytest.raises(KeyRefused, match="not installed") as refused:
            keys.create(folder, at=AT, protection="keyring")
        assert "reason-bridge[keyring]" in str(refused.value.help)

    def test_the_private_half_is_kept_there_and_nowhere_else(
        self, folder: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        kept: dict[tuple[str, str], str] = {}
        library = types.ModuleType("keyring")
        library.__dict__.update(
            set_password=lambda service, name, secret: kept.__setitem__((service, name), secret),
            get_password=lambda service, name: kept.get((service, name)),
        )
        monkeypatch.setitem(sys.modules, "keyring", library)
        made = keys.create(folder, at=AT, protection="keyring")
        (secret,) = kept.values()
        assert secret not in (folder / f"{made.id}.json").read_text()
        assert keys.load(folder, made.id).public == made.public
        kept.clear()
        with pytest.raises(KeyRefused, match="does not have the private half"):
            keys.load(folder, made.id)

    def test_a_keyring_that_fails_is_a_clear_error(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        def fail(*_: str) -> None:
            raise RuntimeError("locked")

        library = types.ModuleType("keyring")
        library.__dict__.update(set_password=fail, get_password=fail)
        monkeypatch.setitem(sys.modules, "keyring", library)
        with pytest.raises(KeyRefused, match="RuntimeError: locked"):
            keys.create(folder, at=AT, protection="keyring")


class TestOwner:
    def test_a_persons_key_never_becomes_the_one_that_signs(self, folder: Path) -> None:
        keys.create(folder, at=AT, owner=ALICE)
        assert keys.default_keyid(folder) is None
        own = keys.create(folder, at=AT)
        assert keys.default_keyid(folder) == own.id

    def test_a_second_key_leaves_the_one_that_signs(self, folder: Path) -> None:
        first = keys.create(folder, at=AT)
        keys.create(folder, at=AT)
        assert keys.default_keyid(folder) == first.id


class TestRotation:
    def test_the_new_key_signs_and_the_old_one_says_which(self, folder: Path) -> None:
        first = keys.create(folder, at=AT)
        old, new = keys.rotate(folder, None, at=LATER)
        assert keys.default_keyid(folder) == new.id
        assert (old.id, old.successor, old.valid_until) == (first.id, new.id, LATER)
        assert read_record(folder / f"{first.id}.json") == old

    def test_the_old_key_keeps_verifying_and_signs_no_more(self, folder: Path) -> None:
        first = keys.create(folder, at=AT)
        keys.rotate(folder, None, at=LATER)
        assert keys.public_keys(folder)[first.id] == first.public
        with pytest.raises(KeyRefused, match="signs nothing after it") as refused:
            keys.load(folder, first.id, at=LATER)
        assert "took its place" in str(refused.value.help)
        assert keys.load(folder, first.id, at=AT).public == first.public

    def test_a_persons_key_is_succeeded_by_one_of_theirs_kept_alike(self, folder: Path) -> None:
        made = keys.create(folder, at=AT, owner=ALICE, protection="passphrase", passphrase=say("open"))
        _, new = keys.rotate(folder, made.id, at=LATER, passphrase=say("open"))
        assert (new.owner, new.protection) == (ALICE, "passphrase")
        assert keys.default_keyid(folder) is None

    def test_nobody_rotates_a_key_that_they_cannot_open(self, folder: Path) -> None:
        made = keys.create(folder, at=AT, owner=ALICE, protection="passphrase", passphrase=say("open"))
        with pytest.raises(KeyRefused, match="does not open"):
            keys.rotate(folder, made.id, at=LATER, passphrase=say("guess"))
        assert keys.records(folder) == (made,)

    def test_a_key_has_one_successor(self, folder: Path) -> None:
        made = keys.create(folder, at=AT)
        keys.rotate(folder, None, at=LATER)
        with pytest.raises(KeyRefused, match="has a successor already"):
            keys.rotate(folder, made.id, at=LATER)

    def test_it_may_end_later_and_not_before(self, folder: Path) -> None:
        keys.create(folder, at=AT)
        with pytest.raises(KeyRefused, match="before it is rotated"):
            keys.rotate(folder, None, at=LATER, until=AT)
        old, _ = keys.rotate(folder, None, at=AT, until=LATER)
        assert old.valid_until == LATER

    def test_where_there_is_no_key_there_is_nothing_to_rotate(self, folder: Path) -> None:
        with pytest.raises(KeyRefused):
            keys.rotate(folder, None, at=AT)
        folder.mkdir(0o700)
        with pytest.raises(KeyRefused, match="no key to rotate"):
            keys.rotate(folder, None, at=AT)

    def test_of_those_who_rotate_at_once_each_succeeds_another(self, folder: Path) -> None:
        keys.create(folder, at=AT)
        with ThreadPoolExecutor(4) as pool:
            pairs = list(pool.map(lambda _: keys.rotate(folder, None, at=AT, until=LATER), range(4)))
        assert len({old.id for old, _ in pairs}) == 4
        assert len([one for one in keys.records(folder) if one.successor is None]) == 1


def test_a_file_is_replaced_whole_and_stays_private(tmp_path: Path) -> None:
    path = tmp_path / "trust.json"
    path.write_text("old")
    path.chmod(0o644)
    replace(path, "new")
    assert path.read_text() == "new"
    assert path.stat().st_mode & 0o777 == 0o600
    assert list(tmp_path.iterdir()) == [path]
