"""``rbridge reason release``: init and authorize."""

from typing import Any

import pytest

from bridge.core.canonical import pretty
from bridge.reason import release as releases
from tests.cli.conftest import Run
from tests.cli.shell import Shell
from tests.unit.release import building as b

JSON = ("--format", "json")
INIT = ("reason", "release", "init", "r.json", "--evaluation-time", b.NOON)
AUTHORIZE = ("reason", "release", "authorize", "r.json")


def test_init_writes_a_release_without_evidence(rbridge: Run, shell: Shell) -> None:
    done = rbridge(*INIT)
    assert done.code == 0
    assert done.out == (
        "Release authorization starter written to r.json\n"
        "Next: add governed evidence, then run reason release authorize r.json\n"
    )
    assert (shell.folder / "r.json").read_text() == pretty(releases.release_json(releases.starter(b.NOON))) + "\n"
    assert rbridge(*AUTHORIZE).code == 2


def test_init_says_so_as_one_line_of_json(rbridge: Run, shell: Shell) -> None:
    done = rbridge(*INIT, *JSON)
    assert done.out == '{"path":"r.json","schema":"zerker.reason.release-init.v1","status":"created"}\n'


def test_init_replaces_a_file_only_with_force(rbridge: Run, shell: Shell) -> None:
    shell.write("r.json", "mine")
    refused = rbridge(*INIT, *JSON)
    assert refused.code == 1
    assert refused.document["error"] == "release output already exists: r.json"
    assert (shell.folder / "r.json").read_text() == "mine"
    assert rbridge(*INIT, "--force").code == 0
    assert shell.read("r.json")["evaluation_time"] == b.NOON


@pytest.mark.parametrize("force", [(), ("--force",)])
def test_init_with_no_time_writes_nothing(rbridge: Run, shell: Shell, force: tuple[str, ...]) -> None:
    done = rbridge("reason", "release", "init", "r.json", "--evaluation-time", "today", *force)
    assert "$.evaluation_time" in done.complaint
    assert not (shell.folder / "r.json").exists()
    assert rbridge("reason", "release", "init", "r.json").code == 1


OUTCOMES: list[tuple[dict[str, Any], str, int]] = [
    ({}, "AUTHORIZED", 0),
    ({"approvals": []}, "INSUFFICIENT_EVIDENCE", 2),
    ({"tests": [b.tests(status="failed")]}, "DENIED", 3),
    ({"approvals": [b.approval(), b.approval(id="a2", status="denied")]}, "CONFLICTED", 4),
]


@pytest.mark.parametrize(("said", "status", "code"), OUTCOMES)
def test_authorize_exits_by_what_was_decided_and_its_bundle_verifies(
    rbridge: Run, shell: Shell, said: dict[str, Any], status: str, code: int
) -> None:
    shell.write("r.json", b.release(evidence=b.evidence(**said)))
    done = rbridge(*AUTHORIZE, "--bundle-out", "b.json")
    assert done.code == code
    assert done.out.startswith(f"{status}  deploy_2 via m1\n")
    verify = ("reason", "verify-authorization-bundle", "b.json")
    assert rbridge(*verify).code == 0
    assert rbridge(*verify, "--require-authorized").code == code


def test_authorize_writes_what_is_asked_for_and_says_so(rbridge: Run, shell: Shell) -> None:
    shell.write("r.json", b.release())
    plain = rbridge(*AUTHORIZE).out
    done = rbridge(*AUTHORIZE, "--request-out", "q.json", "--certificate-out", "c.json", "--bundle-out", "b.json")
    assert done.out == plain + (
        "Certificate written to c.json\n"
        "Next: reason verify-authorization <request> c.json\n"
        "Request written to q.json (zerker.reason.action.v1)\n"
        "Bundle written to b.json\n"
        "Next: reason verify-authorization-bundle b.json --require-authorized\n"
    )
    assert shell.read("b.json")["request"] == shell.read("q.json")
    assert shell.read("b.json")["certificate"] == shell.read("c.json")
    assert rbridge("reason", "verify-authorization", "q.json", "c.json").code == 0
    assert rbridge("reason", "authorize", "q.json", *JSON).out == (shell.folder / "c.json").read_text()


def test_authorize_prints_the_certificate_as_json(rbridge: Run, shell: Shell) -> None:
    shell.write("r.json", b.release())
    done = rbridge(*AUTHORIZE, "--certificate-out", "c.json", *JSON)
    assert done.out == (shell.folder / "c.json").read_text()


def test_authorize_writes_all_or_nothing(rbridge: Run, shell: Shell) -> None:
    shell.write("r.json", b.release())
    shell.write("c.json", "mine")
    taken = rbridge(*AUTHORIZE, "--request-out", "q.json", "--certificate-out", "c.json")
    assert "release output already exists: c.json" in taken.complaint
    twice = rbridge(*AUTHORIZE, "--request-out", "q.json", "--bundle-out", "./q.json")
    assert "duplicate release output path: ./q.json" in twice.complaint
    assert (shell.folder / "c.json").read_text() == "mine"
    assert not (shell.folder / "q.json").exists()


def test_a_release_that_makes_no_sense_writes_nothing(rbridge: Run, shell: Shell) -> None:
    shell.write("r.json", b.release(release=b.target(version=" ")))
    done = rbridge(*AUTHORIZE, "--bundle-out", "b.json", *JSON)
    assert done.code == 1
    assert done.document["error"] == ("invalid action authorization request:\n$.release.version: must not be empty")
    assert not (shell.folder / "b.json").exists()


@pytest.mark.parametrize("command", ["init", "authorize"])
def test_each_command_says_its_exit_codes_and_has_the_convention(rbridge: Run, shell: Shell, command: str) -> None:
    shown = rbridge("reason", "release", command, "--help").out
    assert "Exit codes: 0" in shown
    words = {"init": (*INIT, "--force"), "authorize": AUTHORIZE}[command]
    shell.write("r.json", b.release())
    assert rbridge(*words, "--convention", "off").err.startswith("note: the convention is off")
    assert "--convention is on or off" in rbridge(*words, "--convention", "maybe").complaint
