"""The human text of results, line by line."""

from bridge.checker.authorization import verify_authorization
from bridge.checker.verify import verify
from bridge.reason import wire
from bridge.reason.action import authorize
from bridge.reason.check import check
from bridge.render import reason_text
from tests.unit.reason.programs import EVENING, NOON, approval, passing, program, release
from tests.unit.reason.test_action import document, request

UNKNOWN = "Unknown does not mean false. "


def lines(**changes: object) -> list[str]:
    text = reason_text.check(check(program(**changes)))
    assert text.endswith("rounds\n")
    return text.splitlines()


def test_a_proved_query() -> None:
    proof = check(program()).proof
    assert proof is not None
    assert lines() == [
        "PROVED  ship(c1)",
        "        support: 3 nodes",
        f"        proof {proof.digest}",
        "",
        f"Evaluated at {NOON}",
        "",
        "Ontology release@1  2 supplied, 2 admitted, 0 withheld, 1 derived, 2 rounds",
    ]


def test_what_lacks_and_what_was_withheld() -> None:
    facts = [passing(arguments=["c1", 41]), approval(authority="tool-reported"), approval(id="a2", valid_until=NOON)]
    assert lines(facts=facts) == [
        "UNKNOWN  ship(c1)",
        "        missing support:",
        "        - approved(c1, true)",
        "",
        UNKNOWN + "Refresh or replace temporally ineligible evidence.",
        "",
        "Authority withheld 1 fact(s):",
        "        - approved(c1, true) from tool-reported (a1)",
        "          admitted authority: human-authorized",
        "",
        f"Evaluated at {NOON}",
        "Temporal lifecycle withheld 1 fact(s):",
        "        - approved(c1, true) (a2)",
        f"          valid_until {NOON} is at or before evaluation_time {NOON}",
        "",
        "Ontology release@1  3 supplied, 1 admitted, 2 withheld, 0 derived, 1 rounds",
    ]


def test_the_advice_fits_what_was_withheld() -> None:
    assert UNKNOWN + "Add an observed fact or an applicable rule." in lines(facts=[])
    untrusted = UNKNOWN + "Supply evidence from an admitted authority; do not relabel untrusted evidence."
    assert untrusted in lines(facts=[approval(authority="tool-reported")])
    assert "        no supporting derivation was found" in lines(rules=[])


def test_opposing_support() -> None:
    veto = {"id": "veto", "when": [], "then": ["ship", ["c1"], True]}
    disproved = lines(rules=[veto])
    assert disproved[0] == "DISPROVED  ship(c1)"
    assert "        opposing support: 1 nodes" in disproved
    assert "Disproved means the explicit negation is supported. It is not inferred from missing evidence." in disproved
    both = lines(rules=[veto, release()["rules"][0]])
    assert "        conflict facts: a1, t1" in both
    assert any(line.startswith("Both the query and its explicit negation are supported.") for line in both)


def test_an_authorization() -> None:
    decided = authorize(request())
    assert decided.reasoning.proof is not None
    assert reason_text.authorization(decided).splitlines() == [
        "AUTHORIZED  act1 via m1",
        "            deploy(commit=c1, port=443)",
        "            effect deploy production",
        f"            action {decided.action.digest}",
        f"            mission {decided.mission.digest}",
        f"            evaluated at {NOON}",
        "            all authorization requirements are proved",
        f"            proof {decided.reasoning.proof.digest}",
    ]


def test_issues_and_the_facts_they_name() -> None:
    late = approval(id="a2", observed_at=EVENING)
    changed = request(policy={"facts": [late]}, action={"effects": [["write", "x", {"a": True}]]})
    text = reason_text.authorization(authorize(changed)).splitlines()
    reason = f"observed_at {EVENING} is after evaluation_time {NOON}"
    assert text[2] == '            effect write x = {"a":true}'
    assert text[6:] == [
        "            issues:",
        "            - [missing_requirement] approved(c1, true): A required premise is not currently derivable.",
        f"            - [temporally_ineligible] approved(c1, true): {reason}",
        "              facts: a2",
    ]


def test_verifications() -> None:
    result = check(program())
    verified = verify(release(), wire.result_json(result))
    assert result.proof is not None
    assert reason_text.verification(verified).splitlines() == [
        "VERIFIED  ship(c1) (proved)",
        f"          evaluated at {NOON}",
        "          3 proof nodes",
        f"          proof {result.proof.digest}",
    ]
    decided = authorize(request())
    certificate = verify_authorization(document(), wire.authorization_json(decided))
    assert reason_text.authorization_verification(certificate).splitlines() == [
        f"VERIFIED_AUTHORIZATION  {decided.request_digest} (authorized)",
        " " * 24 + f"result {certificate.reasoning_result_digest}",
    ]


def test_a_valid_program_and_what_was_written() -> None:
    assert reason_text.validation(program(), "p.json").splitlines() == [
        "VALID  release@1",
        "       2 facts, 1 rules",
        f"       evaluation {NOON}",
        "",
        "Next: reason check p.json",
    ]
    assert (
        reason_text.proof_written("o.json", "p.json") == "Proof written to o.json\nNext: reason verify p.json o.json\n"
    )
    assert reason_text.certificate_written("c", "r").endswith("Next: reason verify-authorization r c\n")
