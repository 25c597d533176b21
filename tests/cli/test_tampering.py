"""Whatever is changed in a store or in a receipt, ``verify`` fails, and says no word that could pass for success."""

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from bridge.core import b64url
from bridge.receipts import envelope as envelopes
from bridge.receipts.identity import artifact_digest, artifact_id
from bridge.receipts.keys import SigningKey, public_keys
from bridge.receipts.sign import sign
from tests.cli.conftest import Run
from tests.cli.shell import AT, Result, Shell

Change = Callable[[sqlite3.Connection], None]


def refused(done: Result) -> None:
    """Exit 1, and no green word on standard output in any form."""
    assert done.code == 1
    assert "verified" not in done.out.lower()
    assert "internal error" not in done.err + done.out
    assert "Traceback" not in done.err


@pytest.fixture
def receipts(rbridge: Run, shell: Shell) -> list[str]:
    """An action and its six judgements, stored; their ids."""
    action = rbridge("attest", "action", "--action", "Bash", "--at", AT).out.strip()
    words = ("judge", "--tool", "Bash", "--input", '{"command":"rm -rf /"}', "--subject", action, "--attest")
    document = rbridge(*words, "--at", AT, "--format", "json", "--state-out", "state.json").document
    return [action, *document["receipts"]]


@pytest.fixture
def both(rbridge: Run) -> Callable[..., Iterator[Result]]:
    """``verify`` in text and in JSON."""

    def call(*words: str) -> Iterator[Result]:
        yield rbridge("verify", *words)
        yield rbridge("verify", *words, "--format", "json")

    return call


def change(shell: Shell, statement: str, *values: object) -> None:
    with closing(sqlite3.connect(shell.folder / ".bridge" / "store.sqlite3")) as database, database:
        assert database.execute(statement, values).rowcount != 0


def stored(shell: Shell, receipt: str) -> str:
    with closing(sqlite3.connect(shell.folder / ".bridge" / "store.sqlite3")) as database:
        return str(database.execute("SELECT envelope FROM receipts WHERE id = ?", (receipt,)).fetchone()[0])


@pytest.mark.parametrize("place", [1, 2, 3, 4, 5])
def test_a_link_taken_out_of_the_middle_breaks_the_chain(
    both: Callable[..., Iterator[Result]], shell: Shell, receipts: list[str], place: int
) -> None:
    change(shell, "DELETE FROM receipts WHERE id = ?", receipts[place])
    for words in (("--all",), ("last",), (receipts[6],), (receipts[6][:20],)):
        for done in both(*words):
            refused(done)
            said = "receipts were deleted" if words == ("--all",) else "the chain is broken"
            assert said in done.out + done.err


def test_every_other_receipt_still_verifies_before_the_gap(rbridge: Run, shell: Shell, receipts: list[str]) -> None:
    change(shell, "DELETE FROM receipts WHERE id = ?", receipts[4])
    assert rbridge("verify", receipts[3]).code == 0


def test_a_flipped_byte_anywhere_in_a_stored_envelope_is_found(
    both: Callable[..., Iterator[Result]], shell: Shell, receipts: list[str]
) -> None:
    envelope = stored(shell, receipts[2])
    label = range(envelope.index('"key_'), envelope.index('"key_') + 22)
    for offset in range(3, len(envelope), len(envelope) // 15):
        flipped = envelope[:offset] + chr(ord(envelope[offset]) ^ 1) + envelope[offset + 1 :]
        change(shell, "UPDATE receipts SET envelope = ? WHERE id = ?", flipped, receipts[2])
        # The key id is a hint outside the signature: which key verified is found out, whatever it says.
        if offset not in label:
            for done in (*both("--all"), *both(receipts[2])):
                refused(done)


@pytest.mark.parametrize("column", ["digest", "payload_type", "signed_at", "parent"])
def test_an_index_that_says_something_else_than_the_envelope_is_found(
    both: Callable[..., Iterator[Result]], shell: Shell, receipts: list[str], column: str
) -> None:
    change(shell, f"UPDATE receipts SET {column} = ? WHERE id = ?", "2020-01-01T00:00:00Z", receipts[3])
    for words in (("--all",), (receipts[3],), ("last",)):
        for done in both(*words):
            refused(done)


def test_two_envelopes_that_change_places_are_found(
    both: Callable[..., Iterator[Result]], shell: Shell, receipts: list[str]
) -> None:
    one, other = stored(shell, receipts[2]), stored(shell, receipts[3])
    change(shell, "UPDATE receipts SET envelope = ? WHERE id = ?", other, receipts[2])
    change(shell, "UPDATE receipts SET envelope = ? WHERE id = ?", one, receipts[3])
    for words in (("--all",), (receipts[2],), (receipts[3],)):
        for done in both(*words):
            refused(done)


def test_an_edited_answer_with_every_unsigned_column_brought_into_line_is_found(
    both: Callable[..., Iterator[Result]], shell: Shell, receipts: list[str]
) -> None:
    honest = envelopes.read(stored(shell, receipts[6]))
    edited = honest.payload.replace(b'"effect":"deny"', b'"effect":"allow"').replace(b"refused", b"acted")
    assert edited != honest.payload
    forged = envelopes.Envelope(edited, honest.payload_type, honest.signatures)
    replace(shell, receipts[6], forged)
    for words in (("--all",), ("last",), (artifact_id(forged),)):
        for done in both(*words):
            refused(done)
            assert "signature" in done.out + done.err


def test_a_receipt_signed_again_by_another_key_keeps_its_id_and_does_not_hold(
    both: Callable[..., Iterator[Result]], rbridge: Run, shell: Shell, receipts: list[str]
) -> None:
    honest = envelopes.read(stored(shell, receipts[6]))
    theirs = SigningKey.from_seed(honest.signatures[0].keyid or "key_0000000000000000", b"\x07" * 32)
    forged = sign(honest.payload_type, honest.payload, theirs)
    assert artifact_id(forged) == receipts[6]
    replace(shell, receipts[6], forged)
    for words in (("--all",), ("last",), (receipts[6],)):
        for done in both(*words):
            refused(done)
    assert rbridge("verify", "last", *own_key(shell), "--key", theirs.public.text).code == 0


def own_key(shell: Shell) -> tuple[str, str]:
    """The workspace's own key as an option: keys that are named are the only ones trusted."""
    (key,) = public_keys(shell.folder / ".bridge" / "keys").values()
    return "--key", key.text


def replace(shell: Shell, receipt: str, envelope: envelopes.Envelope) -> None:
    change(
        shell,
        "UPDATE receipts SET id = ?, digest = ?, envelope = ? WHERE id = ?",
        artifact_id(envelope),
        artifact_digest(envelope),
        envelopes.text(envelope),
        receipt,
    )


def file_of(shell: Shell, receipt: str, edit: Callable[[dict[str, object]], None]) -> str:
    document = json.loads(stored(shell, receipt))
    edit(document)
    return shell.write("edited.json", document)


def empty_signatures(document: dict[str, object]) -> None:
    document["signatures"] = []


def pad(document: dict[str, object]) -> None:
    document["payload"] = f"{document['payload']}="


def another_type(document: dict[str, object]) -> None:
    document["payloadType"] = "application/vnd.treeship.action.v1+json"


def decoy(document: dict[str, object]) -> None:
    signatures = document["signatures"]
    assert isinstance(signatures, list)
    junk = {"keyid": "key_0000000000000000", "sig": b64url.encode(b"\0" * 64)}
    document["signatures"] = [junk, *signatures]


@pytest.mark.parametrize("edit", [empty_signatures, pad, another_type, decoy], ids=lambda edit: edit.__name__)
def test_a_receipt_in_a_file_fares_no_better(
    both: Callable[..., Iterator[Result]],
    shell: Shell,
    receipts: list[str],
    edit: Callable[[dict[str, object]], None],
) -> None:
    for done in both(file_of(shell, receipts[6], edit)):
        refused(done)


def test_a_state_changed_by_a_byte_is_found(
    both: Callable[..., Iterator[Result]], shell: Shell, receipts: list[str]
) -> None:
    state = bytearray((shell.folder / "state.json").read_bytes())
    for offset in range(0, len(state), 12):
        changed = bytearray(state)
        changed[offset] ^= 1
        shell.write("changed.json", bytes(changed))
        for done in both("last", "--state", "changed.json"):
            refused(done)


def test_a_replay_that_disagrees_is_no_verification(
    both: Callable[..., Iterator[Result]], rbridge: Run, shell: Shell, receipts: list[str]
) -> None:
    # Signed by a trusted key, bound to the state and true to its own bar, and yet not what the rules answer on it.
    honest = envelopes.read(stored(shell, receipts[6]))
    lying = honest.payload.replace(b'"noul":1.0,"probabilities":{"no":0.0,"yes":1.0}', b'"noul":0.0')
    lying = lying.replace(b'"effect":"deny"', b'"effect":"allow"').replace(b'"outcome":"refused"', b'"outcome":"acted"')
    assert lying != honest.payload
    key = SigningKey.generate()
    shell.write("lie.json", envelopes.text(sign(honest.payload_type, lying, key)))
    assert rbridge("verify", "lie.json", *own_key(shell), "--key", key.public.text).code == 0
    for done in both("lie.json", *own_key(shell), "--key", key.public.text, "--state", "state.json"):
        refused(done)
        assert "the replay disagrees" in done.out + done.err


def test_a_judge_of_an_unknown_version_never_agrees(
    both: Callable[..., Iterator[Result]], shell: Shell, receipts: list[str]
) -> None:
    honest = envelopes.read(stored(shell, receipts[6]))
    key = SigningKey.generate()
    other = honest.payload.replace(b"bridge-rules/1", b"bridge-rules/9")
    shell.write("other.json", envelopes.text(sign(honest.payload_type, other, key)))
    for done in both("other.json", *own_key(shell), "--key", key.public.text, "--state", "state.json"):
        refused(done)
        assert "cannot be replayed" in done.out + done.err


@pytest.mark.parametrize("damage", [b"", b"not a database", b"SQLite format 3\x00" + b"\xff" * 500])
def test_a_damaged_store_is_an_error(
    both: Callable[..., Iterator[Result]], shell: Shell, receipts: list[str], damage: bytes
) -> None:
    for path in (shell.folder / ".bridge").glob("store.sqlite3*"):
        path.unlink()
    shell.write(".bridge/store.sqlite3", damage)
    for words in (("--all",), ("last",), (receipts[0],)):
        for done in both(*words):
            refused(done)


@pytest.mark.parametrize("damage", ["open", "truncated", "swapped", "manifest"])
def test_a_damaged_key_neither_signs_nor_verifies(
    both: Callable[..., Iterator[Result]], rbridge: Run, shell: Shell, receipts: list[str], damage: str
) -> None:
    keys = shell.folder / ".bridge" / "keys"
    (key,) = keys.glob("key_*.json")
    DAMAGES[damage](key)
    for done in both("--all"):
        if damage != "manifest":
            refused(done)
    refused(rbridge("attest", "action", "--action", "x"))


def _open(key: Path) -> None:
    key.chmod(0o644)


def _truncated(key: Path) -> None:
    key.write_bytes(key.read_bytes()[:50])


def _swapped(key: Path) -> None:
    other = SigningKey.from_seed("key_0000000000000000", b"\x05" * 32)
    key.write_text(json.dumps({**json.loads(key.read_text()), "public_key": other.public.text}))


def _manifest(key: Path) -> None:
    (key.parent / "manifest.json").write_text('{"schema":"bridge.keys.v1","default_key_id":"../../x"}')


DAMAGES = {"open": _open, "truncated": _truncated, "swapped": _swapped, "manifest": _manifest}
