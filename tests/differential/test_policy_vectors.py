"""The reference's policies and releases: every document byte for byte, and every document of the shape it publishes."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from tests.cli.conftest import Run
from tests.cli.shell import Shell
from tests.vectors import VECTORS, document, needs_vectors

pytestmark = [pytest.mark.vectors, needs_vectors]

REASON = VECTORS / "reason"
EXAMPLES = REASON / "examples"
JSON = ("--format", "json")
LOCK = (
    *("reason", "policy", "lock", "--root", str(REASON / "policy-sources"), "--output", "b.json"),
    *("--manifest", str(EXAMPLES / "policy-source-manifest.json"), "--policy", str(EXAMPLES / "policy-template.json")),
)


def expected(name: str) -> str:
    document(f"reason/expected/{name}")
    return (REASON / "expected" / name).read_text(encoding="utf-8")


def assert_valid(name: str, instance: Any) -> None:
    """Check a document against the schema that the reference publishes."""
    schemas = [json.loads(path.read_bytes()) for path in (REASON / "schemas").glob("*.json")]
    registry = Registry().with_resources((schema["$id"], Resource.from_contents(schema)) for schema in schemas)
    validator = Draft202012Validator({"$ref": f"{name}.schema.json"}, registry=registry)
    assert list(validator.iter_errors(instance)) == []


def test_a_lock_commits_to_what_the_reference_commits_to(rbridge: Run, shell: Shell) -> None:
    done = rbridge(*LOCK, *JSON)
    example = document("reason/examples/policy-authorization-input.json")["policy_bundle"]
    assert done.out == json.dumps(example, separators=(",", ":"), ensure_ascii=False) + "\n"
    assert (shell.folder / "b.json").read_text() == done.out
    assert_valid("zerker.reason.policy-bundle.v1", done.document)


def test_the_sources_verify_and_a_changed_one_does_not(rbridge: Run, shell: Shell) -> None:
    rbridge(*LOCK)
    verified = rbridge("reason", "policy", "verify-sources", "--root", str(REASON / "policy-sources"), "b.json", *JSON)
    assert verified.code == 0
    assert_valid("zerker.reason.policy-source-verification.v1", verified.document)

    shutil.copytree(REASON / "policy-sources", "copy", copy_function=shutil.copyfile)
    Path("copy").chmod(0o755)
    changed = Path("copy/AGENTS.md")
    changed.write_bytes(changed.read_bytes() + b"\n")
    refused = rbridge("reason", "policy", "verify-sources", "--root", "copy", "b.json", *JSON)
    assert refused.code == 1
    assert_valid("zerker.reason.error.v1", refused.document)


def test_a_decision_by_a_bundle(rbridge: Run, shell: Shell) -> None:
    done = rbridge("reason", "policy", "authorize", str(EXAMPLES / "policy-authorization-input.json"), *JSON)
    assert done.code == 0
    assert done.out.rstrip("\n") == expected("policy-authorization.json").rstrip("\n")
    assert_valid("zerker.reason.policy-authorization.v1", done.document)


def test_the_verification_of_a_decision_by_a_bundle(rbridge: Run, shell: Shell) -> None:
    given = json.loads(expected("policy-verification-input.json"))
    command = ("reason", "policy", "verify-authorization", str(REASON / "expected/policy-verification-input.json"))
    done = rbridge(*command, "--require-authorized", *JSON)
    assert done.code == 0
    assert done.document["request_digest"] == given["policy_authorization"]["request_digest"]
    assert done.document["reasoning_result_digest"] == given["policy_authorization"]["reasoning_result_digest"]
    assert_valid("zerker.reason.authorization-verification.v1", done.document)


def test_a_release_its_request_its_certificate_and_its_bundle(rbridge: Run, shell: Shell) -> None:
    written = ("--request-out", "q.json", "--certificate-out", "c.json", "--bundle-out", "b.json")
    done = rbridge("reason", "release", "authorize", str(EXAMPLES / "release-authorization.json"), *written, *JSON)
    assert done.code == 0
    assert (shell.folder / "q.json").read_text() == expected("release.request.json")
    assert (shell.folder / "c.json").read_text() == expected("release.certificate.json") == done.out
    assert (shell.folder / "b.json").read_text() == expected("release.bundle.json")


def test_the_starter_is_the_example_without_evidence(rbridge: Run, shell: Shell) -> None:
    at = "2026-08-18T10:00:00Z"
    done = rbridge("reason", "release", "init", "r.json", "--evaluation-time", at, *JSON)
    assert_valid("zerker.reason.release-init.v1", done.document)
    example = document("reason/examples/release-authorization.json")
    example["mission"]["issued_at"] = at
    del example["mission"]["valid_until"]
    example["evidence"] = {kind: [] for kind in example["evidence"]}
    assert (shell.folder / "r.json").read_text() == json.dumps(example, indent=2) + "\n"
    assert_valid("zerker.reason.release-authorization.v1", shell.read("r.json"))
