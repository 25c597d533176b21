"""``rbridge judge --resolve``: a person decides about a judgement, once, with a key that is theirs."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from bridge.errors import ReceiptError
from bridge.judgement.resolution import Resolution, ResolutionDecision, build
from bridge.receipts import kinds
from bridge.receipts.keys import SigningKey
from bridge.receipts.store import Store
from bridge.workflows.resolve import Decided, resolve
from bridge.workflows.workspace import Workspace
from tests.cli.conftest import Run
from tests.cli.shell import AT, Shell
from tests.unit.receipts.signed import receipt_of

ALICE = "human://alice"
LATER = "2026-09-23T13:00:00Z"
SUBJECT = "art_" + "5" * 32


@pytest.fixture
def judged(rbridge: Run) -> str:
    """The id of a judgement that denies."""
    words = ("judge", "--tool", "Bash", "--input", '{"command": "rm -rf /"}', "--question", "unsafe", "--attest")
    return str(rbridge(*words, "--subject", SUBJECT, "--at", AT, "--format", "json").document["receipts"][0])


@pytest.fixture
def alice(rbridge: Run, judged: str) -> str:
    """The public key of alice, who has it in the workspace."""
    made = rbridge("keys", "new", "--for", ALICE, "--protect", "none", "--at", AT, "--format", "json").document
    return str(made["public_key"])


@pytest.fixture
def resolve_it(rbridge: Run, judged: str) -> Callable[..., Any]:
    return lambda *words: rbridge("judge", "--resolve", judged, *words, "--at", LATER)


def by(name: str, decision: str, *words: str) -> tuple[str, ...]:
    return ("--by", name, "--decision", decision, *words)


def test_the_document_says_all_of_it(rbridge: Run, resolve_it: Run, judged: str, alice: str) -> None:
    rbridge("trust", "add", alice, "--as", ALICE)
    done = resolve_it(*by(ALICE, "allow", "--reason", "looked at it"), "--format", "json")
    assert done.err == ""
    assert done.document == {
        "by": ALICE,
        "decision": "allow",
        "judgement": judged,
        "judgement_effect": "deny",
        "judgement_outcome": "refused",
        "overrides": True,
        "resolution": done.document["resolution"],
        "route": None,
        "status": "ok",
    }


def test_a_person_is_told_what_they_go_against(resolve_it: Run, alice: str) -> None:
    assert "overrides:  the judge's deny\n" in resolve_it(*by(ALICE, "allow")).out


@pytest.mark.parametrize(("decision", "words"), [("deny", ()), ("route", ("--route", "ops"))])
def test_who_agrees_or_routes_overrides_nothing(
    resolve_it: Run, alice: str, decision: str, words: tuple[str, ...]
) -> None:
    assert resolve_it(*by(ALICE, decision, *words), "--format", "json").document["overrides"] is False


def test_the_receipt_follows_the_judgement_and_is_about_it(
    rbridge: Run, resolve_it: Run, judged: str, alice: str
) -> None:
    id_ = resolve_it(*by(ALICE, "deny"), "--format", "json").document["resolution"]
    rbridge("trust", "add", alice, "--as", ALICE)
    (entry,) = rbridge("verify", id_, "--format", "json").document["receipts"]
    assert (entry["by"], entry["kind"]) == (ALICE, "judgement.resolution.v1")
    assert (entry["parent"], entry["subject"], entry["signed_at"]) == (judged, judged, LATER)
    assert (entry["signers"][0]["public_key"], entry["proven"]) == (alice, True)


def test_in_the_second_of_the_judgement_it_is_stamped_a_second_later(rbridge: Run, judged: str, alice: str) -> None:
    rbridge("judge", "--resolve", judged, *by(ALICE, "deny"), "--at", AT)
    (entry,) = rbridge("verify", "last", "--format", "json").document["receipts"]
    assert entry["signed_at"] == "2026-09-23T12:00:01Z"


def test_it_is_said_where_the_key_is_theirs_and_not_listed(resolve_it: Run, alice: str) -> None:
    done = resolve_it(*by(ALICE, "allow", "--strict"))
    assert done.code == 0
    assert f"rbridge trust add {alice} --as {ALICE}" in done.err


class TestOnce:
    def test_a_judgement_is_resolved_once(self, resolve_it: Run, judged: str, alice: str) -> None:
        first = resolve_it(*by(ALICE, "deny"), "--format", "json").document["resolution"]
        again = [resolve_it(*by(ALICE, word)).complaint for word in ("deny", "allow", "deny")]
        assert set(again) == {again[0]}
        assert f"{judged} was resolved already: deny by {ALICE} ({first}); no receipt was signed" in again[0]

    def test_of_those_who_resolve_at_once_one_does(self, shell: Shell, judged: str, alice: str) -> None:
        def attempt(word: str) -> str:
            try:
                decided = Decided(judged, ALICE, ResolutionDecision(word))
                return resolve(Workspace(shell.folder), decided, at=LATER).artifact_id
            except ReceiptError as error:
                return error.message

        with ThreadPoolExecutor(6) as pool:
            outcomes = list(pool.map(attempt, ["allow", "deny"] * 3))
        assert sum("was resolved already" in outcome for outcome in outcomes) == 5

    def test_a_label_never_keeps_a_person_from_deciding(self, rbridge: Run, resolve_it: Run, judged: str) -> None:
        assert resolve_it(*by(ALICE, "allow")).code == 0
        rbridge("keys", "new", "--for", ALICE, "--protect", "none", "--at", AT)
        assert resolve_it(*by(ALICE, "deny")).code == 0
        assert "was resolved already: deny" in resolve_it(*by(ALICE, "allow")).complaint

    def test_a_receipt_of_an_unknown_key_does_not_stand_in_the_way(
        self, rbridge: Run, shell: Shell, resolve_it: Run, judged: str, alice: str
    ) -> None:
        said = build(Resolution(judged, ALICE, ResolutionDecision.ALLOW, LATER))
        forged = receipt_of(kinds.RESOLUTION, said, system=ALICE, at=LATER, subject=judged, key=SigningKey.generate())
        with Store(Workspace(shell.folder).store) as store:
            store.append(forged)
        assert resolve_it(*by(ALICE, "deny")).code == 0
        rbridge("trust", "add", alice, "--as", ALICE)
        facts = rbridge("facts", "--store").out
        assert '"deny"' in facts
        assert '"allow"' not in facts


class TestLabels:
    def test_without_a_key_of_their_own_the_name_is_a_label_and_that_is_said(
        self, rbridge: Run, resolve_it: Run, judged: str
    ) -> None:
        done = resolve_it(*by(ALICE, "allow"))
        assert done.code == 0
        assert f"note: {ALICE} is only a label here" in done.err
        assert f"{ALICE} is a label" in rbridge("verify", "last").out
        assert "resolved_" not in rbridge("facts", "--store").out

    def test_strict_signs_no_label(self, resolve_it: Run, judged: str) -> None:
        assert "no receipt was signed" in resolve_it(*by(ALICE, "allow", "--strict")).complaint
        assert resolve_it(*by(ALICE, "allow")).code == 0

    def test_a_key_that_is_trusted_to_speak_so_is_theirs(self, rbridge: Run, resolve_it: Run, judged: str) -> None:
        own = rbridge("keys", "export").out.strip()
        rbridge("trust", "add", own, "--as", ALICE)
        assert resolve_it(*by(ALICE, "allow", "--strict")).err == ""
        assert "resolved_unsafe" in rbridge("facts", "--store").out

    def test_a_persons_key_signs_no_other_name(self, rbridge: Run, resolve_it: Run, alice: str) -> None:
        made = next(key for key in rbridge("keys", "list", "--format", "json").document["keys"] if key["for"])
        refused = resolve_it(*by("human://bob", "allow", "--key", made["key_id"])).complaint
        assert f"the key of {ALICE}" in refused

    def test_an_expired_key_of_theirs_signs_nothing(self, rbridge: Run, resolve_it: Run, alice: str) -> None:
        made = next(key for key in rbridge("keys", "list", "--format", "json").document["keys"] if key["for"])
        rbridge("keys", "rotate", made["key_id"], "--at", AT)
        assert "valid until" in resolve_it(*by(ALICE, "allow", "--key", made["key_id"])).complaint
        assert resolve_it(*by(ALICE, "allow", "--strict")).code == 0


class TestRefused:
    @pytest.mark.parametrize(
        ("words", "option"),
        [
            ((), "--by"),
            (("--by", ALICE), "--decision"),
            (("--by", "alice", "--decision", "deny"), "--by"),
            (("--by", ALICE, "--decision", "route"), "--route"),
            (("--by", ALICE, "--decision", "deny", "--route", "ops"), "--route"),
            (("--by", ALICE, "--decision", "deny", "--tool", "Bash"), "--tool"),
            (("--by", ALICE, "--decision", "deny", "--attest"), "--attest"),
        ],
    )
    def test_options_that_do_not_fit(self, resolve_it: Run, words: tuple[str, ...], option: str) -> None:
        assert resolve_it(*words, "--format", "json").error["where"] == option

    def test_what_is_no_judgement(self, rbridge: Run, resolve_it: Run, judged: str, alice: str) -> None:
        done = resolve_it(*by(ALICE, "deny"), "--format", "json").document["resolution"]
        for target in (done, "art_0", "order-1"):
            assert rbridge("judge", "--resolve", target, *by(ALICE, "deny"), "--at", LATER).complaint

    def test_a_time_before_the_judgement(self, rbridge: Run, judged: str, alice: str) -> None:
        early = rbridge("judge", "--resolve", judged, *by(ALICE, "deny"), "--at", "2026-09-23T11:59:59Z")
        assert "cannot be resolved before" in early.complaint

    def test_without_a_judgement_its_options_mean_nothing(self, rbridge: Run) -> None:
        assert "--resolve" in rbridge("judge", "--tool", "Bash", "--by", ALICE).complaint
        assert "--tool" in rbridge("judge").complaint
