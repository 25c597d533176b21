"""Release safety: what authorizes a release, what forbids it, and what does neither."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge import checker
from bridge.admission.table import violations
from bridge.errors import ProgramInvalid, ShapeError
from bridge.reason import release as releases
from bridge.reason import wire
from bridge.reason.action import authorize, effective_program
from bridge.reason.authorization import Authorization
from tests.unit.release import building as b

KINDS = ("tests", "security_reviews", "artifacts", "approvals")
NEGATIVE = {
    "tests": b.tests(id="t2", status="failed"),
    "security_reviews": {**b.review(), "id": "r2", "status": "failed"},
    "approvals": b.approval(id="a2", status="denied"),
}


def decide(**changes: Any) -> Authorization:
    request = releases.compile_request(releases.read_release(b.release(**changes)))
    certificate = authorize(request)
    checker.verify_authorization(wire.request_json(request), wire.authorization_json(certificate))
    return certificate


def test_with_all_four_kinds_of_evidence_a_release_is_authorized() -> None:
    assert decide().status == "authorized"


@given(st.sets(st.sampled_from(KINDS), min_size=1))
def test_without_one_of_them_it_is_not(left_out: set[str]) -> None:
    certificate = decide(evidence=b.evidence(**{kind: [] for kind in left_out}))
    assert certificate.status == "insufficient_evidence"
    assert len(certificate.issues) == len(left_out)


@given(st.sets(st.sampled_from(sorted(NEGATIVE)), min_size=1), st.sets(st.sampled_from(KINDS)))
def test_one_no_forbids_it_whatever_else_is_said(against: set[str], left_out: set[str]) -> None:
    said = {**b.evidence(), **{kind: [] for kind in left_out}}
    said = {**said, **{kind: [*said[kind], NEGATIVE[kind]] for kind in against}}
    assert decide(evidence=said).status == ("denied" if left_out else "conflicted")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("authority", ["agent-proposed", "model-judged", "tool-reported", "human-authorized"])
def test_each_kind_takes_one_authoritys_word(kind: str, authority: str) -> None:
    said = b.evidence()
    said[kind] = [{**said[kind][0], "authority": authority}]
    own = {"tests": "tool-reported", "artifacts": "tool-reported"}.get(kind, "human-authorized")
    assert (decide(evidence=said).status == "authorized") == (authority == own)


@pytest.mark.parametrize("kind", KINDS)
def test_nobody_forbids_it_whose_word_is_not_taken(kind: str) -> None:
    if kind in NEGATIVE:
        said = b.evidence()
        said[kind] = [*said[kind], {**NEGATIVE[kind], "authority": "agent-proposed"}]
        assert decide(evidence=said).status == "authorized"


@pytest.mark.parametrize(
    ("kind", "member"),
    [
        ("tests", "commit"),
        ("security_reviews", "commit"),
        ("artifacts", "commit"),
        ("artifacts", "digest"),
        *[("approvals", name) for name in ("version", "commit", "environment", "artifact_digest", "tool", "approver")],
    ],
)
def test_evidence_is_about_this_very_release(kind: str, member: str) -> None:
    said = b.evidence()
    said[kind] = [{**said[kind][0], member: "sha256:" + "0" * 64}]
    assert decide(evidence=said).status == "insufficient_evidence"


def test_evidence_expires_and_can_be_superseded() -> None:
    expired = b.approval(valid_until="2026-05-02T12:00:00Z")
    assert decide(evidence=b.evidence(approvals=[expired])).status == "insufficient_evidence"
    later = {"observed_at": "2026-05-02T09:00:00Z"}
    failed = [b.tests(status="failed"), b.tests(id="t2", supersedes=["t1"], **later)]
    assert decide(evidence=b.evidence(tests=failed)).status == "authorized"


def test_a_mission_that_is_over_authorizes_nothing() -> None:
    mission = {**b.release()["mission"], "valid_until": b.NOON}
    assert decide(mission=mission).status == "insufficient_evidence"


@given(st.lists(st.sampled_from(["agent-proposed", "model-judged", "x", "human-authorized"]), max_size=3))
def test_the_policy_keeps_the_admission_convention_whoever_speaks(authorities: list[str]) -> None:
    said = b.evidence(tests=[b.tests(id=f"t{i}", authority=name) for i, name in enumerate(authorities)])
    request = releases.compile_request(releases.read_release(b.release(evidence=said)))
    assert violations(effective_program(request)) == ()


def test_evidence_can_be_left_out_and_reads_back() -> None:
    document = b.release()
    del document["evidence"]
    assert releases.read_release(document).evidence == releases.Evidence()
    assert releases.release_json(releases.read_release(b.release())) == b.release()
    assert releases.release_json(releases.read_release(document)) == b.release(evidence={kind: [] for kind in KINDS})


def test_every_blank_is_named() -> None:
    names = ("action_id", "tool", "version", "commit", "environment", "required_approver")
    blank = b.target(**dict.fromkeys(names, " \u00a0"), artifact_digest="sha256:short")
    with pytest.raises(ProgramInvalid) as caught:
        decide(release=blank)
    heading, *lines = caught.value.message.split("\n")
    assert heading == "invalid action authorization request:"
    assert [line.partition(": ")[0] for line in lines] == [f"$.release.{name}" for name in (*names, "artifact_digest")]


def test_another_schema_is_refused() -> None:
    with pytest.raises(ProgramInvalid) as caught:
        decide(schema="zerker.reason.release-authorization.v2")
    assert caught.value.where == "$.schema"


@pytest.mark.parametrize(
    ("changes", "at"),
    [
        ({"evidence": {"tests": [b.tests(status="skipped")]}}, "$.evidence.tests[0].status"),
        ({"evidence": {"approvals": [b.approval(status="passed")]}}, "$.evidence.approvals[0].status"),
        ({"evidence": {"reviews": []}}, "$.evidence.reviews"),
        ({"release": b.target(force=True)}, "$.release.force"),
        ({"evidence": {"tests": [b.tests(supersedes=None)]}}, "$.evidence.tests[0].supersedes"),
    ],
)
def test_the_shape_is_strict(changes: dict[str, Any], at: str) -> None:
    with pytest.raises(ShapeError) as caught:
        decide(**changes)
    assert caught.value.where == at


def test_the_starter_has_its_time_everywhere_and_authorizes_nothing() -> None:
    starter = releases.starter(b.NOON)
    members = releases.release_json(starter)
    assert members["evaluation_time"] == members["mission"]["issued_at"] == members["release"]["proposed_at"] == b.NOON
    assert members["evidence"] == {kind: [] for kind in KINDS}
    assert authorize(releases.compile_request(starter)).status == "insufficient_evidence"
