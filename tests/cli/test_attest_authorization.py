"""``rbridge attest authorization``: verified first, and only then signed."""

from collections.abc import Callable
from typing import Any

import pytest

from bridge.core.digest import sha256
from bridge.receipts.model import ReceiptStatement
from bridge.receipts.store import Store
from tests.cli.conftest import Run
from tests.cli.shell import AT, PERMISSIONS, Shell

DIGEST = "sha256:" + "0" * 64


@pytest.fixture
def bundle(rbridge: Run, shell: Shell) -> dict[str, Any]:
    """A bundle that authorizes, in ``bundle.json``."""
    shell.write("permissions.json", PERMISSIONS)
    outs = ("--request-out", "request.json", "--certificate-out", "certificate.json")
    words = ("--program", "bridge:gates/tool_call", "--facts", "permissions.json", "--at", AT)
    assert rbridge("decide", "--tool", "Bash", *words, *outs).code == 0
    made = {
        "schema": "zerker.reason.authorization-bundle.v1",
        "request": shell.read("request.json"),
        "certificate": shell.read("certificate.json"),
    }
    shell.write("bundle.json", made)
    return made


def test_the_receipt_carries_the_certificate_and_what_was_verified(
    rbridge: Run, shell: Shell, bundle: dict[str, Any]
) -> None:
    done = rbridge("attest", "authorization", "--bundle", "bundle.json", "--at", AT, "--format", "json")
    assert set(done.document) == {"artifact_id", "kind", "status"}
    with Store(shell.folder / ".bridge" / "store.sqlite3", create=False) as store:
        said = store.get(done.document["artifact_id"]).statement
    assert isinstance(said, ReceiptStatement)
    digest = sha256((shell.folder / "bundle.json").read_bytes())
    assert (said.system, said.kind, said.timestamp) == ("system://zerker-reason", "reason.authorization.v1", AT)
    assert (said.parent_id, said.subject, said.payload_digest) == (None, None, digest)
    assert said.payload == bundle["certificate"]
    assert isinstance(said.meta, dict)
    assert said.meta["authorization_bundle"] == {"schema": bundle["schema"], "digest": digest}
    verified = said.meta["reason_verification"]
    assert isinstance(verified, dict)
    assert verified["schema"] == "zerker.reason.authorization-verification.v1"
    assert set(verified) == {*("schema", "status", "authorization_status", "request_digest", "reasoning_result_digest")}
    assert rbridge("verify", "last").code == 0


def changed(name: str, value: Any) -> Callable[[dict[str, Any]], object]:
    return lambda made: made.__setitem__(name, value)


@pytest.mark.parametrize(
    "change",
    [
        changed("schema", "zerker.reason.authorization-bundle.v2"),
        changed("note", "x"),
        changed("certificate", {}),
        lambda made: made.pop("request"),
        lambda made: made["certificate"].__setitem__("note", "x"),
        lambda made: made["certificate"].__setitem__("request_digest", DIGEST),
        lambda made: made["certificate"].__setitem__("status", "denied"),
        lambda made: made["request"]["policy"]["facts"].clear(),
        lambda made: made["request"]["action"]["arguments"].__setitem__("command", "rm -rf /"),
    ],
)
def test_what_does_not_hold_is_not_signed(
    rbridge: Run, shell: Shell, bundle: dict[str, Any], change: Callable[[dict[str, Any]], object]
) -> None:
    change(bundle)
    shell.write("bundle.json", bundle)
    error = rbridge("attest", "authorization", "--bundle", "bundle.json", "--format", "json").error
    assert error["message"].endswith("no receipt was signed")
    assert not (shell.folder / ".bridge").exists()


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"\xff", b" " * (1024 * 1024 + 1)])
def test_what_is_no_bundle_is_not_signed(rbridge: Run, shell: Shell, content: bytes) -> None:
    shell.write("bundle.json", content)
    error = rbridge("attest", "authorization", "--bundle", "bundle.json", "--format", "json").error
    assert error["message"].endswith("no receipt was signed")
    assert not (shell.folder / ".bridge").exists()


def test_a_denial_that_holds_is_not_signed(rbridge: Run, shell: Shell) -> None:
    words = ("--tool", "Bash", "--input", '{"command": "rm -rf /"}', "--program", "bridge:gates/tool_call", "--at", AT)
    outs = ("--request-out", "request.json", "--certificate-out", "certificate.json")
    assert rbridge("decide", *words, *outs).code == 3
    made = {name: shell.read(f"{name}.json") for name in ("request", "certificate")}
    shell.write("bundle.json", {"schema": "zerker.reason.authorization-bundle.v1", **made})
    refused = rbridge("attest", "authorization", "--bundle", "bundle.json").complaint
    assert "says denied" in refused
    assert not (shell.folder / ".bridge").exists()
