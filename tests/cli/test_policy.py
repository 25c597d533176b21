"""``rbridge reason policy``: lock, verify-sources, authorize, verify-authorization."""

import json
from typing import Any

import pytest

from bridge.core.canonical import compact
from bridge.core.strict_json import MAX_BYTES
from tests.cli.conftest import Run
from tests.cli.shell import Result, Shell
from tests.unit.policy import building as b

LOCK = (
    "reason",
    "policy",
    "lock",
    "--root",
    "texts",
    "--manifest",
    "m.json",
    "--policy",
    "p.json",
    "--output",
    "b.json",
)
JSON = ("--format", "json")
DIGEST = b.bundle().bundle_digest


@pytest.fixture
def texts(shell: Shell) -> Shell:
    """The folder with the texts, their manifest and the policy."""
    b.write_texts(shell.folder / "texts")
    shell.write("m.json", b.manifest())
    shell.write("p.json", b.template())
    return shell


def verification_input(rbridge: Run, shell: Shell, **changes: Any) -> dict[str, Any]:
    given = b.authorization_input(**changes)
    shell.write("in.json", given)
    decided = rbridge("reason", "policy", "authorize", "in.json", *JSON)
    return {
        "schema": "zerker.reason.policy-authorization-verification-input.v1",
        "policy_bundle": given["policy_bundle"],
        "policy_authorization": decided.document,
    }


def error(done: Result) -> str:
    """The message of a failed command of the group, in the reference's document."""
    assert done.code == 1
    document = done.document
    assert list(document) == ["error", "schema", "status"]
    assert document["schema"] == "zerker.reason.error.v1"
    return str(document["error"])


def test_lock_writes_the_bundle_and_prints_the_same_line(rbridge: Run, texts: Shell) -> None:
    done = rbridge(*LOCK, *JSON)
    assert done.code == 0
    assert done.out == compact(b.bundle_document()) + "\n"
    assert (texts.folder / "b.json").read_text() == done.out
    assert done.err == ""


def test_lock_says_what_it_locked(rbridge: Run, texts: Shell) -> None:
    assert rbridge(*LOCK).out == f"LOCKED_POLICY  {DIGEST}\n               3 sources\nBundle written to b.json\n"


def test_lock_never_writes_over_a_file(rbridge: Run, texts: Shell) -> None:
    texts.write("b.json", "mine")
    assert error(rbridge(*LOCK, *JSON)) == "policy output already exists: b.json"
    assert (texts.folder / "b.json").read_text() == "mine"


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("m.json", b.manifest("../secret"), "invalid organization policy contract:\n$.sources[0].path: "),
        ("m.json", b.manifest("missing"), 'policy source access failed for "missing": '),
        ("m.json", b" " * (256 * 1024 + 1), "m.json: input exceeds the 262144-byte limit"),
        ("p.json", b" " * (1024 * 1024 + 1), "p.json: input exceeds the 1048576-byte limit"),
        ("p.json", b.template(facts=[{}]), "invalid organization policy JSON: missing field `id` at $.facts[0].id"),
        ("p.json", b.template(facts=None), "invalid organization policy JSON: "),
    ],
)
def test_lock_writes_nothing_where_anything_is_wrong(
    rbridge: Run, texts: Shell, name: str, content: Any, says: str
) -> None:
    texts.write(name, content)
    assert error(rbridge(*LOCK, *JSON)).startswith(says)
    assert not (texts.folder / "b.json").exists()


def test_a_policy_can_be_written_in_the_language(rbridge: Run, texts: Shell) -> None:
    words = ["bridge:gates/tool_call" if word == "p.json" else word for word in LOCK]
    document = rbridge(*words, *JSON).document
    assert document["policy"]["ontology"]["id"] == "bridge.gates.tool-call"
    assert rbridge("reason", "policy", "verify-sources", "--root", "texts", "b.json").code == 0


def test_a_program_with_a_query_cannot_be_locked(rbridge: Run, texts: Shell) -> None:
    texts.write("q.reason", 'ontology "p" version "1".\nauthority human-authorized.\npredicate p().\nquery p().\n')
    words = ["q.reason" if word == "p.json" else word for word in LOCK]
    assert rbridge(*words).code == 1
    assert not (texts.folder / "b.json").exists()


JUDGED = {
    "classes": ["human-authorized", "model-judged", "tool-reported"],
    "default_admit": ["model-judged"],
    "predicate_admit": {},
}


def test_the_convention_holds_for_what_is_locked_and_for_what_decides(rbridge: Run, texts: Shell) -> None:
    texts.write("p.json", b.template(authority=JUDGED))
    refused = rbridge(*LOCK)
    assert refused.code == 1
    assert "RSN1" in refused.err
    allowed = rbridge(*LOCK, "--convention", "off")
    assert allowed.code == 0
    assert allowed.err.startswith("note: the convention is off")
    texts.write("in.json", b.authorization_input(policy_bundle=texts.read("b.json")))
    assert "RSN1" in rbridge("reason", "policy", "authorize", "in.json").err
    assert rbridge("reason", "policy", "authorize", "in.json", "--convention", "off").code == 2


def test_verify_sources_says_that_they_are_as_they_were(rbridge: Run, texts: Shell) -> None:
    texts.write("b.json", b.bundle_document())
    command = ("reason", "policy", "verify-sources", "--root", "texts", "b.json")
    assert rbridge(*command).out == f"VERIFIED_POLICY_SOURCES  {DIGEST} (3 sources)\n"
    assert rbridge(*command, *JSON).out == (
        '{\n  "schema": "zerker.reason.policy-source-verification.v1",\n  "status": "verified",\n'
        f'  "policy_bundle_digest": "{DIGEST}",\n  "sources_verified": 3\n}}\n'
    )


def test_verify_sources_says_what_has_changed(rbridge: Run, texts: Shell) -> None:
    texts.write("b.json", b.bundle_document())
    texts.write("texts/LENDING.md", "Lend everything.\n")
    done = rbridge("reason", "policy", "verify-sources", "--root", "texts", "b.json", *JSON)
    assert error(done).startswith('invalid organization policy contract:\n$.sources[0]: "LENDING.md" has changed')


OUTCOMES = [
    ([b.on_shelf("atlas")], "authorized", 0),
    ([], "insufficient_evidence", 2),
    ([b.reserved("atlas")], "denied", 3),
    ([b.on_shelf("atlas"), b.reserved("atlas")], "conflicted", 4),
]


@pytest.mark.parametrize(("facts", "status", "code"), OUTCOMES)
def test_authorize_and_its_verification_exit_by_what_was_decided(
    rbridge: Run, shell: Shell, facts: list[Any], status: str, code: int
) -> None:
    bundle = b.recommitted(b.bundle_document(policy=b.template(facts=facts)))
    shell.write("in.json", b.authorization_input(policy_bundle=bundle))
    decided = rbridge("reason", "policy", "authorize", "in.json", *JSON)
    assert decided.code == code
    assert decided.out.count("\n") == 1
    assert decided.document["authorization_status"] == status

    document = verification_input(rbridge, shell, policy_bundle=bundle)
    shell.write("v.json", document)
    verify = ("reason", "policy", "verify-authorization", "v.json")
    assert rbridge(*verify).code == 0
    strict = rbridge(*verify, "--require-authorized", *JSON)
    assert strict.code == code
    assert strict.document["authorization_status"] == status


def test_authorize_says_by_which_bundle(rbridge: Run, shell: Shell) -> None:
    done = rbridge("reason", "policy", "authorize", "-", stdin=b.data(b.authorization_input()))
    first, second, *_ = done.out.split("\n")
    assert first == f"POLICY {DIGEST}"
    assert second == "AUTHORIZED  loan_1 via errand"
    assert "the proof rests on" in done.err


def test_a_document_given_as_arrays_verifies_too(rbridge: Run, shell: Shell) -> None:
    document = verification_input(rbridge, shell)
    document["policy_authorization"] = list(document["policy_authorization"].values())
    done = rbridge("reason", "policy", "verify-authorization", "-", stdin=b.data(list(document.values())))
    assert done.code == 0
    assert done.out.startswith("VERIFIED_AUTHORIZATION  ")


def test_a_certificate_that_does_not_hold_fails_with_the_checkers_words(rbridge: Run, shell: Shell) -> None:
    document = verification_input(rbridge, shell)
    document["policy_authorization"]["authorization"]["certificate"]["issues"] = [{"code": "x", "message": "y"}]
    done = rbridge("reason", "policy", "verify-authorization", "-", *JSON, stdin=b.data(document))
    assert error(done) == (
        "organization policy authorization failed: authorization verification failed:\n"
        "$.issues: do not match the reasoning result"
    )


def test_authorize_never_reads_the_sources(rbridge: Run, shell: Shell) -> None:
    shell.write("in.json", b.authorization_input())
    assert not (shell.folder / "texts").exists()
    assert rbridge("reason", "policy", "authorize", "in.json").code == 0


@pytest.mark.parametrize(
    ("command", "limit"), [("authorize", 2 * 1024 * 1024), ("verify-authorization", 4 * 1024 * 1024)]
)
def test_an_input_has_a_bound(rbridge: Run, shell: Shell, command: str, limit: int) -> None:
    assert limit < MAX_BYTES
    done = rbridge("reason", "policy", command, "-", *JSON, stdin=b" " * (limit + 1))
    assert error(done).endswith(f"input exceeds the {limit}-byte limit")


def test_a_number_that_prints_otherwise_is_refused(rbridge: Run, shell: Shell) -> None:
    text = json.dumps(b.authorization_input(book=1.5)).replace("1.5", "1.50")
    done = rbridge("reason", "policy", "authorize", "-", *JSON, stdin=text.encode())
    at = text.index("1.50")
    assert error(done) == f"invalid organization policy contract:\nnon-canonical JSON number at byte {at}"


@pytest.mark.parametrize("command", ["lock", "verify-sources", "authorize", "verify-authorization"])
def test_each_command_says_its_exit_codes(rbridge: Run, command: str) -> None:
    done = rbridge("reason", "policy", command, "--help")
    assert done.code == 0
    assert "Exit codes: 0" in done.out
    assert "--convention" in done.out


def test_the_group_alone_is_no_command(rbridge: Run, shell: Shell) -> None:
    assert "no command is given" in rbridge("reason", "policy").complaint
