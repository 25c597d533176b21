"""``rbridge keys`` and ``rbridge trust``: keys with owners, passphrases and successors, and who is believed."""

import json
import os

import pytest

from tests.cli.conftest import Run
from tests.cli.shell import AT, Shell

ALICE = "human://alice"
LATER = "2026-09-23T13:00:00Z"
LAST = "2026-09-23T14:00:00Z"


def new_key(rbridge: Run, *words: str) -> str:
    """The public key of a new key."""
    return str(rbridge("keys", "new", *words, "--at", AT, "--format", "json").document["public_key"])


@pytest.fixture
def alice(rbridge: Run) -> str:
    return new_key(rbridge, "--for", ALICE, "--protect", "none")


class TestKeys:
    def test_a_persons_key_gets_a_passphrase_unless_it_is_told_otherwise(
        self, rbridge: Run, shell: Shell, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        assert "BRIDGE_PASSPHRASE" in rbridge("keys", "new", "--for", ALICE).complaint
        assert not list((shell.folder / ".bridge" / "keys").glob("*.json"))
        monkeypatch.setenv("BRIDGE_PASSPHRASE", "open")
        made = rbridge("keys", "new", "--for", ALICE, "--format", "json").document
        assert (made["for"], made["protection"]) == (ALICE, "passphrase")
        (path,) = (shell.folder / ".bridge" / "keys").glob("key_*.json")
        assert "private_key" not in path.read_text()

    def test_a_passphrase_comes_from_a_descriptor_too(self, rbridge: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        reading, writing = os.pipe()
        os.write(writing, b"open\n")
        os.close(writing)
        assert rbridge("keys", "new", "--for", ALICE, "--passphrase-fd", str(reading)).code == 0
        os.close(reading)
        monkeypatch.setenv("BRIDGE_PASSPHRASE", "open")
        (made,) = rbridge("keys", "list", "--format", "json").document["keys"]
        assert rbridge("keys", "rotate", made["key_id"]).code == 0
        assert "no passphrase can be read" in rbridge("keys", "new", "--for", ALICE, "--passphrase-fd", "99").complaint

    def test_it_is_said_that_nobody_trusts_a_new_persons_key(self, rbridge: Run) -> None:
        done = rbridge("keys", "new", "--for", ALICE, "--protect", "none")
        assert f"rbridge trust add {done.out.split()[1]} --as {ALICE}" in done.err

    @pytest.mark.parametrize("owner", ["alice", "human://*", "human://", "human://a\nb"])
    def test_an_owner_is_one_identity(self, rbridge: Run, owner: str) -> None:
        assert rbridge("keys", "new", "--for", owner, "--protect", "none").complaint

    def test_only_the_public_half_is_exported(self, rbridge: Run, shell: Shell) -> None:
        public = new_key(rbridge)
        assert rbridge("keys", "export").out == public + "\n"
        exported = rbridge("keys", "export", "--format", "json").document
        (path,) = (shell.folder / ".bridge" / "keys").glob("key_*.json")
        secret = json.loads(path.read_text())["private_key"]
        assert exported["public_key"] == public
        assert secret not in json.dumps(exported)

    def test_where_there_is_no_key_that_is_said(self, rbridge: Run, shell: Shell) -> None:
        assert rbridge("keys", "list").out == "no key was made here yet\n"
        assert rbridge("keys", "export").complaint
        assert rbridge("keys", "rotate").complaint
        assert list(shell.folder.iterdir()) == []

    def test_a_key_id_is_not_a_path(self, rbridge: Run) -> None:
        new_key(rbridge)
        assert "not a key id" in rbridge("keys", "export", "../key_0000000000000000").complaint
        assert rbridge("attest", "action", "--action", "x", "--key", "nowhere.json").complaint


class TestRotation:
    def test_what_was_signed_before_keeps_verifying_and_the_old_key_signs_no_more(self, rbridge: Run) -> None:
        rbridge("attest", "action", "--action", "before", "--at", AT)
        (old,) = rbridge("keys", "list", "--format", "json").document["keys"]
        assert rbridge("keys", "rotate", "--at", LATER).code == 0
        rbridge("attest", "action", "--action", "after", "--at", LATER)
        assert rbridge("verify", "--all").code == 0
        refused = rbridge("attest", "action", "--action", "x", "--key", old["key_id"], "--at", LATER).complaint
        assert f"was valid until {LATER}" in refused

    def test_what_the_old_key_signs_after_its_end_does_not_hold(self, rbridge: Run, shell: Shell) -> None:
        rbridge("attest", "action", "--action", "before", "--at", AT)
        (path,) = (shell.folder / ".bridge" / "keys").glob("key_*.json")
        copy = shell.write("stolen.json", path.read_bytes())
        (shell.folder / copy).chmod(0o600)
        rbridge("keys", "rotate", "--at", LATER)
        stolen = rbridge("attest", "action", "--action", "late", "--key", copy, "--at", LAST).out.strip()
        assert f"counts until {LATER}" in rbridge("verify", stolen).complaint
        assert "until" in rbridge("verify", "--all").complaint


class TestTrust:
    def test_a_key_is_listed_and_taken_from_the_list(self, rbridge: Run, shell: Shell, alice: str) -> None:
        assert rbridge("trust", "add", alice, "--as", ALICE, "--until", LATER, "--at", AT).code == 0
        (root,) = shell.read(".bridge/trust.json")["roots"]
        assert root == {"public_key": alice, "as": ALICE, "valid_until": LATER, "added_at": AT}
        assert (shell.folder / ".bridge" / "trust.json").stat().st_mode & 0o777 == 0o600
        assert ALICE in rbridge("trust", "list").out
        assert rbridge("trust", "remove", alice).code == 0
        assert shell.read(".bridge/trust.json")["roots"] == []
        assert "is not listed" in rbridge("trust", "remove", alice).complaint

    def test_a_key_of_this_workspace_may_be_named_by_its_id_and_its_bytes_are_kept(
        self, rbridge: Run, shell: Shell, alice: str
    ) -> None:
        (made,) = rbridge("keys", "list", "--format", "json").document["keys"]
        rbridge("trust", "add", made["key_id"], "--as", ALICE)
        assert shell.read(".bridge/trust.json")["roots"][0]["public_key"] == alice

    def test_own_keys_are_shown_and_speak_as_the_systems(self, rbridge: Run) -> None:
        new_key(rbridge)
        roots = rbridge("trust", "list", "--format", "json").document["roots"]
        assert all(root["own"] for root in roots)
        assert "system://treeship-judge" in {root["as"] for root in roots}

    def test_the_same_is_not_added_twice(self, rbridge: Run, alice: str) -> None:
        rbridge("trust", "add", alice, "--as", ALICE)
        assert "already" in rbridge("trust", "add", alice, "--as", ALICE).complaint
        assert rbridge("trust", "add", alice, "--as", "system://other").code == 0
        assert rbridge("trust", "remove", alice, "--as", ALICE).code == 0
        assert len(rbridge("trust", "list", "--format", "json").document["roots"]) == 1

    @pytest.mark.parametrize(
        "words",
        [
            ("key_0000000000000000", "--as", ALICE),
            ("ed25519:" + "A" * 43, "--as", ALICE),
            ("`$(x)`", "--as", ALICE),
            ("{key}", "--as", "human://*"),
            ("{key}", "--as", "alice"),
            ("{key}", "--as", ALICE, "--from", "yesterday"),
            ("{key}", "--as", ALICE, "--from", LATER, "--until", AT),
            ("{key}", "--as", ALICE, "--judge", ""),
            ("{key}",),
        ],
    )
    def test_what_is_no_root_is_not_listed(
        self, rbridge: Run, shell: Shell, alice: str, words: tuple[str, ...]
    ) -> None:
        assert rbridge("trust", "add", *(word.format(key=alice) for word in words)).complaint
        assert not (shell.folder / ".bridge" / "trust.json").exists()

    @pytest.mark.parametrize("content", ["{", "[]", '{"schema":"bridge.trust.v2","roots":[]}'])
    def test_a_list_that_is_none_is_an_error_and_is_left_alone(
        self, rbridge: Run, shell: Shell, alice: str, content: str
    ) -> None:
        shell.write(".bridge/trust.json", content)
        (shell.folder / ".bridge" / "trust.json").chmod(0o600)
        assert "trust.json" in rbridge("trust", "add", alice, "--as", ALICE).complaint
        assert "trust.json" in rbridge("trust", "list").complaint
        assert (shell.folder / ".bridge" / "trust.json").read_text() == content

    def test_a_list_that_others_may_write_is_refused(self, rbridge: Run, shell: Shell, alice: str) -> None:
        rbridge("trust", "add", alice, "--as", ALICE)
        path = shell.folder / ".bridge" / "trust.json"
        path.chmod(0o666)
        assert "unsafe" in rbridge("trust", "list").complaint
        path.chmod(0o600)
        path.rename(shell.folder / "elsewhere.json")
        path.symlink_to(shell.folder / "elsewhere.json")
        assert "symbolic link" in rbridge("trust", "list").complaint

    def test_a_label_cannot_forge_a_line(self, rbridge: Run, alice: str) -> None:
        rbridge("trust", "add", alice, "--as", ALICE, "--label", "x\nother human://eve\u202e")
        assert len(rbridge("trust", "list").out.splitlines()) == 1


class TestKeyOption:
    def test_a_persons_key_signs_nothing_that_a_judge_says(self, rbridge: Run, alice: str) -> None:
        (made,) = rbridge("keys", "list", "--format", "json").document["keys"]
        refused = rbridge("judge", "--tool", "Bash", "--attest", "--key", made["key_id"]).complaint
        assert f"the key of {ALICE}" in refused

    def test_a_key_is_named_only_where_something_is_signed(self, rbridge: Run) -> None:
        new_key(rbridge)
        assert "--attest" in rbridge("judge", "--tool", "Bash", "--key", "key_0000000000000000").complaint
