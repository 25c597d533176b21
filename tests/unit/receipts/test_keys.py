"""Keys, their text forms, and the folder they are kept in."""

import json
import os
import stat
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

from bridge.errors import KeyRefused
from bridge.receipts import keys
from bridge.receipts.keys import PublicKey, SigningKey
from tests.unit.receipts.makers import AT, KEY, OTHER_KEY


def counting_entropy() -> Callable[[int], bytes]:
    counter = iter(range(1, 256))
    return lambda size: bytes([next(counter)] * size)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / ".bridge" / "keys"


@pytest.fixture
def made(folder: Path) -> SigningKey:
    return keys.load_or_create(folder, at=AT, entropy=counting_entropy())


def rewrite(path: Path, **changes: Any) -> None:
    document = json.loads(path.read_text()) | changes
    path.write_text(json.dumps({name: value for name, value in document.items() if value is not ...}))


def test_the_text_form_reads_back_with_and_without_its_prefix() -> None:
    assert KEY.public.text.startswith("ed25519:")
    assert PublicKey.read(KEY.public.text) == KEY.public
    assert PublicKey.read(KEY.public.text.removeprefix("ed25519:")) == KEY.public


@pytest.mark.parametrize(
    "text", ["", "ed25519:", "ed25519:AA", "ed25519:" + "A" * 43 + "=", "ed25519:ed25519:AAAA", "é"]
)
def test_a_malformed_text_form_is_refused(text: str) -> None:
    with pytest.raises(KeyRefused):
        PublicKey.read(text)


def test_a_key_of_small_order_is_refused_when_it_is_read() -> None:
    with pytest.raises(KeyRefused, match="small order"):
        PublicKey.read("ed25519:" + "A" * 43)


def test_the_seed_is_not_shown() -> None:
    assert KEY.seed.hex() not in repr(KEY)
    assert repr(KEY.seed) not in repr(KEY)


def test_a_seed_of_another_length_is_refused() -> None:
    with pytest.raises(KeyRefused, match="not 31"):
        SigningKey.from_seed("key_0000000000000000", bytes(31))


def test_the_label_says_nothing_about_the_key(made: SigningKey) -> None:
    assert made.keyid == "key_" + "01" * 8
    assert made.seed == b"\x02" * 32


def test_the_default_key_is_made_once(folder: Path, made: SigningKey) -> None:
    assert keys.load_or_create(folder, at=AT) == made
    assert keys.default_keyid(folder) == made.keyid
    assert keys.public_keys(folder) == {made.keyid: made.public}


def test_only_the_owner_can_use_the_files(folder: Path, made: SigningKey) -> None:
    assert mode(folder) == 0o700
    assert {path.name: mode(path) for path in folder.iterdir()} == {
        f"{made.keyid}.json": 0o600,
        "manifest.json": 0o600,
    }


def test_a_careless_umask_changes_no_permission(folder: Path) -> None:
    before = os.umask(0)
    try:
        made = keys.load_or_create(folder, at=AT)
    finally:
        os.umask(before)
    assert mode(folder / f"{made.keyid}.json") == 0o600
    assert mode(folder) == 0o700


def test_the_file_is_documented_json(folder: Path, made: SigningKey) -> None:
    document = json.loads((folder / f"{made.keyid}.json").read_text())
    assert list(document) == ["schema", "id", "algorithm", "created_at", "public_key", "private_key"]
    assert document["public_key"] == made.public.text
    assert document["created_at"] == AT


def test_a_folder_that_does_not_exist_has_no_keys(folder: Path) -> None:
    assert keys.default_keyid(folder) is None
    assert keys.public_keys(folder) == {}


@pytest.mark.parametrize("bits", [0o640, 0o604, 0o660, 0o620])
def test_a_private_key_that_others_may_use_is_refused(folder: Path, made: SigningKey, bits: int) -> None:
    path = folder / f"{made.keyid}.json"
    path.chmod(bits)
    with pytest.raises(KeyRefused, match=f"mode {bits:04o}") as refused:
        keys.load_or_create(folder, at=AT)
    assert refused.value.help == f"chmod 600 {path}"


@pytest.mark.parametrize("bits", [0o770, 0o707, 0o720])
def test_a_folder_that_others_may_write_is_refused(folder: Path, made: SigningKey, bits: int) -> None:
    folder.chmod(bits)
    with pytest.raises(KeyRefused, match="folder is unsafe"):
        keys.load(folder, made.keyid)
    folder.chmod(0o700)


def test_a_link_in_place_of_a_key_is_refused(folder: Path, made: SigningKey, tmp_path: Path) -> None:
    path = folder / f"{made.keyid}.json"
    elsewhere = tmp_path / "elsewhere.json"
    path.rename(elsewhere)
    path.symlink_to(elsewhere)
    with pytest.raises(KeyRefused, match="cannot open"):
        keys.load(folder, made.keyid)


def test_a_folder_or_a_pipe_in_place_of_a_key_is_refused(folder: Path, made: SigningKey) -> None:
    path = folder / f"{made.keyid}.json"
    path.unlink()
    path.mkdir(0o700)
    with pytest.raises(KeyRefused, match="cannot open"):
        keys.load(folder, made.keyid)
    path.rmdir()
    os.mkfifo(path, 0o600)
    with pytest.raises(KeyRefused, match="regular file"):
        keys.load(folder, made.keyid)


def test_a_missing_key_is_named(folder: Path, made: SigningKey) -> None:
    (folder / f"{made.keyid}.json").unlink()
    with pytest.raises(KeyRefused, match="no such key") as refused:
        keys.load_or_create(folder, at=AT)
    assert made.keyid in str(refused.value.where)


@pytest.mark.parametrize("keyid", ["", "../key_0000000000000000", "key_", "key_000000000000000G", "manifest"])
def test_only_a_key_id_names_a_key_file(folder: Path, made: SigningKey, keyid: str) -> None:
    with pytest.raises(KeyRefused, match="is not a key id"):
        keys.load(folder, keyid)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"schema": "bridge.key.v2"}, "not a `bridge.key.v1`"),
        ({"private_key": ...}, "must be a string"),
        ({"private_key": 5}, "must be a string"),
        ({"private_key": "AA"}, "not 1"),
        ({"private_key": "A" * 43 + "="}, "not base64url"),
        ({"public_key": "nonsense"}, "bytes, not"),
        ({"public_key": OTHER_KEY.public.text}, "does not belong"),
        ({"id": OTHER_KEY.keyid}, "another key or algorithm"),
        ({"algorithm": "rsa"}, "another key or algorithm"),
    ],
)
def test_a_malformed_key_file_is_refused(folder: Path, made: SigningKey, changes: dict[str, Any], message: str) -> None:
    rewrite(folder / f"{made.keyid}.json", **changes)
    with pytest.raises(KeyRefused, match=message) as refused:
        keys.load(folder, made.keyid)
    assert made.seed.hex() not in str(refused.value)


def test_a_key_file_that_states_a_member_twice_is_refused(folder: Path, made: SigningKey) -> None:
    path = folder / f"{made.keyid}.json"
    path.write_text(path.read_text().replace("{", '{"algorithm": "ed25519",', 1))
    with pytest.raises(KeyRefused, match="duplicate"):
        keys.load(folder, made.keyid)


def test_a_source_of_randomness_that_repeats_itself_overwrites_no_key(folder: Path, made: SigningKey) -> None:
    (folder / "manifest.json").unlink()
    with pytest.raises(KeyRefused, match="repeats itself"):
        keys.load_or_create(folder, at=AT, entropy=counting_entropy())
    assert keys.load(folder, made.keyid) == made


def test_a_place_that_cannot_be_written_is_a_clear_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(KeyRefused, match="cannot make a signing key"):
        keys.load_or_create(tmp_path / "file" / "keys", at=AT)


def _keyid_of(folder: Path) -> str:
    return keys.load_or_create(folder, at=AT).keyid


def test_processes_that_race_end_with_one_default_key(folder: Path) -> None:
    with ProcessPoolExecutor(4, mp_context=get_context("spawn")) as pool:
        found = set(pool.map(_keyid_of, [folder] * 12))
    assert len(found) == 1
    assert {path.name for path in folder.iterdir()} == {f"{found.pop()}.json", "manifest.json"}


def test_whoever_loses_the_race_uses_the_winners_key(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = keys.load_or_create(folder, at=AT)
    answers = iter([None, first.keyid])
    monkeypatch.setattr(keys, "default_keyid", lambda _: next(answers))
    assert keys.load_or_create(folder, at=AT) == first
    assert set(keys.public_keys(folder)) == {first.keyid}


def test_a_manifest_that_goes_away_is_a_clear_error(
    folder: Path, made: SigningKey, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keys, "default_keyid", lambda _: None)
    with pytest.raises(KeyRefused, match="went away"):
        keys.load_or_create(folder, at=AT)
    assert set(keys.public_keys(folder)) == {made.keyid}


def test_a_key_that_goes_away_while_keys_are_listed_is_passed_over(
    folder: Path, made: SigningKey, monkeypatch: pytest.MonkeyPatch
) -> None:
    def vanish(where: Path, keyid: str) -> SigningKey:
        (where / f"{keyid}.json").unlink()
        raise KeyRefused("there is no such key file")

    monkeypatch.setattr(keys, "record", vanish)
    assert keys.public_keys(folder) == {}


def test_an_unsafe_key_is_not_passed_over_when_keys_are_listed(folder: Path, made: SigningKey) -> None:
    (folder / f"{made.keyid}.json").chmod(0o644)
    with pytest.raises(KeyRefused, match="unsafe"):
        keys.public_keys(folder)
