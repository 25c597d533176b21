"""Authorization certificates: what a request binds, which requests are refused, and which certificates."""

import hashlib
import json
from collections.abc import Callable
from typing import Any

import pytest

from bridge.checker import (
    AuthorizationVerification,
    authorization,
    verification_json,
    verify_authorization,
    verify_bundle,
)
from bridge.checker.documents import REQUEST
from bridge.checker.requests import effective_program
from bridge.errors import CheckFailed, ShapeError
from tests.unit.checker.documents import (
    EARLIER,
    LATER,
    NOW,
    Document,
    ProgramOf,
    asked,
    atom,
    bundle_of,
    certificate_of,
    edited,
    no,
    policy,
    request,
)

AUTHORIZED = request(policy().asking(asked()))
DENIED = request(
    ProgramOf(at=NOW, reviewed="string")
    .fact("refusal", no(atom("reviewed", "action-1")), by="human")
    .rule("deny", no(atom("action_authorized", "$a")), no(atom("reviewed", "$a")))
    .asking(asked())
)
CONFLICTED = request(policy().fact("refusal", no(atom("reviewed", "action-1")), by="human").asking(asked()))
INSUFFICIENT = request(
    policy()
    .fact("guessed", no(atom("reviewed", "action-1")), by="guess")
    .fact("expired", no(atom("reviewed", "action-1")), valid_until=EARLIER, observed_at="2026-03-01T09:00:00Z")
    .fact("first", atom("reviewed", "action-2"))
    .fact("second", no(atom("reviewed", "action-2")), observed_at=NOW, supersedes=["first"])
    .rule("two-reviews", atom("action_authorized", "$a"), atom("reviewed", "$a"), atom("reviewed", "action-2"))
    .asking(asked())
)
INSUFFICIENT["policy"]["rules"].pop(0)
HOPELESS = request(ProgramOf(at=NOW).asking(asked()))


def refusal(document: Document, certificate: Document) -> str:
    with pytest.raises(CheckFailed) as caught:
        verify_authorization(document, certificate)
    title, _, problem = caught.value.message.partition("\n")
    assert title == "authorization verification failed:"
    assert caught.value.where == problem.partition(": ")[0]
    return problem


def request_problems(document: Document) -> list[str]:
    with pytest.raises(CheckFailed) as caught:
        effective_program(REQUEST(document, "$"))
    title, *problems = caught.value.message.split("\n")
    assert title == "invalid action authorization request:"
    assert caught.value.where == next(line for line in problems if line.startswith("$")).partition(": ")[0]
    return problems


class TestAcceptedCertificates:
    @pytest.mark.parametrize(
        ("document", "status", "codes"),
        [
            (AUTHORIZED, "authorized", []),
            (DENIED, "denied", ["explicit_denial"]),
            (CONFLICTED, "conflicted", ["conflicting_authorization"]),
            (
                INSUFFICIENT,
                "insufficient_evidence",
                ["missing_requirement", "authority_withheld", "temporally_ineligible", "superseded"],
            ),
            (HOPELESS, "insufficient_evidence", ["no_authorization_derivation"]),
        ],
        ids=["authorized", "denied", "conflicted", "insufficient", "hopeless"],
    )
    def test_every_status_is_verified(self, document: Document, status: str, codes: list[str]) -> None:
        certificate = certificate_of(document)
        assert [issue["code"] for issue in certificate["issues"]] == codes
        verified = verify_authorization(document, certificate)
        assert verified == verify_bundle(bundle_of(document))
        assert verified.authorization_status == status
        assert verified.request_digest == certificate["request_digest"]
        text = json.dumps(certificate["reasoning"], separators=(",", ":"), ensure_ascii=False)
        assert verified.reasoning_result_digest == "sha256:" + hashlib.sha256(text.encode()).hexdigest()

    def test_the_document_says_what_was_verified(self) -> None:
        assert list(verification_json(AuthorizationVerification("denied", "sha256:1", "sha256:2")).items()) == [
            ("schema", "zerker.reason.authorization-verification.v1"),
            ("status", "verified"),
            ("authorization_status", "denied"),
            ("request_digest", "sha256:1"),
            ("reasoning_result_digest", "sha256:2"),
        ]

    @pytest.mark.parametrize(
        "edit",
        [
            lambda c: c["reasoning"].pop("disproof"),
            lambda c: c["reasoning"]["query"].update(negated=False),
            lambda c: c["action"]["effects"].__setitem__(0, list(c["action"]["effects"][0].values())),
            lambda c: c.update(status={"authorized": None}),
            lambda c: c["action"].update(arguments=dict(reversed(c["action"]["arguments"].items()))),
        ],
    )
    def test_spellings_of_one_certificate_are_one(self, edit: Callable[[Document], object]) -> None:
        verify_authorization(AUTHORIZED, edited(certificate_of(AUTHORIZED), edit))


class TestRefusedCertificates:
    @pytest.mark.parametrize(
        ("edit", "where"),
        [
            (lambda c: c.update(schema="zerker.reason.authorization.v2"), "$.schema"),
            (lambda c: c.update(request_digest="sha256:" + "0" * 64), "$.request_digest"),
            (lambda c: c["mission"].update(id="mission-2"), "$.mission"),
            (lambda c: c["mission"].update(digest=c["action"]["digest"]), "$.mission"),
            (lambda c: c["action"].update(id="action-2"), "$.action"),
            (lambda c: c["action"].update(digest=c["mission"]["digest"]), "$.action"),
            (lambda c: c["action"].update(tool="delete"), "$.action"),
            (lambda c: c["action"]["arguments"].update(version="7"), "$.action"),
            (lambda c: c["action"]["arguments"].update(version=7.0), "$.action"),
            (lambda c: c["action"]["arguments"].update(dry_run=0), "$.action"),
            (lambda c: c["action"]["arguments"].pop("version"), "$.action"),
            (lambda c: c["action"]["effects"].clear(), "$.action"),
            (lambda c: c["action"]["effects"][0].update(resource="release:8"), "$.action"),
            (lambda c: c["action"]["effects"][0]["value"].pop("a"), "$.action"),
            (lambda c: c["reasoning"]["metrics"].update(rounds=9), "$.reasoning"),
            (lambda c: c["reasoning"]["assumptions"].pop(), "$.reasoning"),
            (lambda c: c["reasoning"].update(status="unknown", proof=None), "$.reasoning"),
            (lambda c: c["reasoning"]["proof"]["nodes"].reverse(), "$.reasoning"),
            (lambda c: c["reasoning"]["missing"].append(asked()), "$.reasoning"),
            (lambda c: c.update(status="denied"), "$.status"),
            (lambda c: c["issues"].append({"code": "superseded", "message": "m"}), "$.issues"),
        ],
    )
    def test_a_changed_certificate_is_refused(self, edit: Callable[[Document], object], where: str) -> None:
        original = certificate_of(AUTHORIZED)
        changed = edited(original, edit)
        said = {
            "$.schema": f'expected "zerker.reason.authorization.v1", got "{changed["schema"]}"',
            "$.request_digest": f"mismatch; expected {original['request_digest']}",
            "$.mission": "identity or digest mismatch",
            "$.action": "content or digest mismatch",
            "$.reasoning": "result does not recompute from the request",
            "$.status": "does not match the reasoning result",
            "$.issues": "do not match the reasoning result",
        }
        assert refusal(AUTHORIZED, changed) == f"{where}: {said[where]}"

    @pytest.mark.parametrize("document", [DENIED, CONFLICTED, INSUFFICIENT, HOPELESS])
    def test_no_other_status_passes_for_authorized(self, document: Document) -> None:
        changed = {**certificate_of(document), "status": "authorized", "issues": []}
        assert refusal(document, changed) == "$.status: does not match the reasoning result"
        borrowed = {**changed, "reasoning": certificate_of(AUTHORIZED)["reasoning"]}
        assert refusal(document, borrowed) == "$.reasoning: result does not recompute from the request"

    @pytest.mark.parametrize(
        "edit",
        [
            lambda issues: issues.clear(),
            lambda issues: issues.pop(),
            lambda issues: issues.reverse(),
            lambda issues: issues[0].pop("atom"),
            lambda issues: issues[0].update(message="m"),
            lambda issues: issues[-1]["fact_ids"].pop(),
            lambda issues: issues[-1].update(code="temporally_ineligible"),
        ],
    )
    def test_changed_issues_are_refused(self, edit: Callable[[list[Document]], object]) -> None:
        changed = edited(certificate_of(INSUFFICIENT), lambda c: edit(c["issues"]))
        assert refusal(INSUFFICIENT, changed) == "$.issues: do not match the reasoning result"

    @pytest.mark.parametrize(
        "edit",
        [
            lambda r: r["mission"].update(principal="user:bob"),
            lambda r: r["mission"]["constraints"].update(budget=251),
            lambda r: r["mission"].pop("valid_until"),
            lambda r: r["action"].update(proposed_at=LATER),
            lambda r: r["action"]["arguments"].update(version=True),
            lambda r: r["policy"]["rules"].pop(),
            lambda r: r["policy"]["rules"].reverse(),
            lambda r: r["policy"]["facts"].clear(),
        ],
    )
    def test_a_certificate_of_another_request_is_refused(self, edit: Callable[[Document], object]) -> None:
        problem = refusal(edited(AUTHORIZED, edit), certificate_of(AUTHORIZED))
        assert problem.startswith("$.request_digest: mismatch; expected sha256:")

    def test_another_proof_than_the_kernels_is_refused(self) -> None:
        document = request(policy().rule("z-allow", asked(), atom("reviewed", "action-1")).asking(asked()))
        reasoning = certificate_of(document)["reasoning"]
        shorter = certificate_of(request(ProgramOf(at=NOW).rule("z-allow", asked()).asking(asked())))["reasoning"]
        changed = {**certificate_of(document), "reasoning": {**reasoning, "proof": shorter["proof"]}}
        assert refusal(document, changed) == "$.reasoning: result does not recompute from the request"

    def test_a_bundle_of_another_schema_is_refused(self) -> None:
        with pytest.raises(CheckFailed) as caught:
            verify_bundle({**bundle_of(AUTHORIZED), "schema": "v0"})
        assert caught.value.where == "$.schema"
        assert caught.value.message == (
            'authorization verification failed:\n$.schema: expected "zerker.reason.authorization-bundle.v1", got "v0"'
        )

    def test_what_is_recomputed_is_checked_as_a_proof_too(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Were the checker's own evaluator wrong in the way the kernel is, its proof rules would still object."""
        certificate = certificate_of(AUTHORIZED)
        certificate["reasoning"]["proof"]["digest"] = "sha256:" + "0" * 64
        monkeypatch.setattr(authorization, "recompute", lambda program: certificate["reasoning"])
        problem = refusal(AUTHORIZED, certificate)
        assert problem.startswith("$.reasoning: proof verification failed:\n$.proof.digest: mismatch; expected sha256:")

    @pytest.mark.parametrize("value", [7, [None] * 9])
    def test_a_request_or_a_certificate_of_another_shape_is_refused(self, value: Any) -> None:
        for request_value, certificate_value in ((value, certificate_of(AUTHORIZED)), (AUTHORIZED, value)):
            with pytest.raises(ShapeError) as caught:
                verify_authorization(request_value, certificate_value)
            assert caught.value.where == "$"

    @pytest.mark.parametrize(
        "bundle",
        [None, [], {}, {**bundle_of(HOPELESS), "extra": 1}, {**bundle_of(HOPELESS), "certificate": None}],
    )
    def test_what_is_no_bundle_is_refused(self, bundle: Any) -> None:
        with pytest.raises(ShapeError):
            verify_bundle(bundle)


class TestBindings:
    def facts(self, document: Document) -> dict[str, Document]:
        value = effective_program(REQUEST(document, "$")).value
        return {fact["id"].removeprefix("zerker.action.binding."): fact for fact in value["facts"]}

    def test_a_request_is_bound_as_facts_after_those_of_the_policy(self) -> None:
        def keyed(key: str, value: str) -> str:
            return hashlib.sha256(f'["{key}",{value}]'.encode()).hexdigest()

        assert list(self.facts(AUTHORIZED)) == [
            "review",
            "mission.active",
            "mission.action",
            "mission.principal",
            "mission.instruction",
            f"mission.constraint.{keyed('budget', '250')}",
            "mission.constraint." + keyed("environment", '"staging"'),
            "action.tool",
            f"action.argument.{keyed('dry_run', 'false')}",
            f"action.argument.{keyed('version', '7')}",
            "action.effect.0000",
        ]

    def test_each_fact_has_the_time_of_what_it_is_about(self) -> None:
        facts = self.facts(AUTHORIZED)
        times = {name: (fact["observed_at"], fact.get("valid_until")) for name, fact in facts.items()}
        assert times["mission.active"] == times["mission.principal"] == (EARLIER, LATER)
        assert times["mission.action"] == (NOW, LATER)
        assert times["action.tool"] == times["action.effect.0000"] == (NOW, None)

    @pytest.mark.parametrize(
        ("value", "encoded"),
        [
            ("as is", "as is"),
            (443, "number:443"),
            (-0.0, "number:-0.0"),
            (1e16, "number:1e+16"),
            (True, "boolean:true"),
            (None, "null:"),
            ([1, {"b": 2, "a": "é"}], 'json:[1,{"a":"é","b":2}]'),
            ({}, "json:{}"),
        ],
    )
    def test_a_value_is_encoded_as_text(self, value: Any, encoded: str) -> None:
        document = edited(AUTHORIZED, lambda r: r["action"].update(arguments={"k": value}))
        arguments = [f["arguments"] for name, f in self.facts(document).items() if name.startswith("action.argument")]
        assert arguments == [["action-1", "k", encoded]]

    @pytest.mark.parametrize("effect", [{"kind": "k", "resource": "r"}, {"kind": "k", "resource": "r", "value": None}])
    def test_an_effect_without_a_value_says_so(self, effect: Document) -> None:
        document = edited(AUTHORIZED, lambda r: r["action"].update(effects=[effect]))
        assert self.facts(document)["action.effect.0000"]["arguments"] == ["action-1", "k", "r", "none:"]


class TestRefusedRequests:
    @pytest.mark.parametrize(
        ("edit", "problem"),
        [
            (lambda r: r.update(schema="v0"), '$.schema: expected "zerker.reason.action.v1", got "v0"'),
            (lambda r: r["mission"].update(id=" "), "$.mission.id: must not be empty"),
            (lambda r: r["mission"].update(principal=""), "$.mission.principal: must not be empty"),
            *[
                (
                    lambda r, digest=digest: r["mission"].update(instruction_digest=digest),
                    "$.mission.instruction_digest: expected sha256 followed by 64 lowercase hexadecimal characters",
                )
                for digest in ("", "sha256:" + "A" * 64, "sha256:" + "0" * 63, "sha256:" + "0" * 64 + "\n", "0" * 64)
            ],
            (lambda r: r["action"].update(tool="\u2003"), "$.action.tool: must not be empty"),
            (lambda r: r["mission"]["constraints"].update({"": 1}), "$.mission.constraints key: must not be empty"),
            (lambda r: r["action"]["arguments"].update({" ": 1}), "$.action.arguments key: must not be empty"),
            (lambda r: r["action"]["effects"][0].update(kind=""), "$.action.effects[0].kind: must not be empty"),
            (
                lambda r: r["action"]["effects"][0].update(resource=""),
                "$.action.effects[0].resource: must not be empty",
            ),
            (
                lambda r: r["policy"]["authority"]["classes"].append("system-bound"),
                '$.policy.authority.classes: "system-bound" is reserved for request bindings',
            ),
            (
                lambda r: r["policy"]["authority"]["default_admit"].append("system-bound"),
                '$.policy.authority.default_admit: "system-bound" is reserved for request bindings',
            ),
            (
                lambda r: r["policy"]["authority"].update(predicate_admit={"reviewed": ["system-bound"]}),
                '$.policy.authority.predicate_admit.reviewed: "system-bound" is reserved for request bindings',
            ),
            (
                lambda r: r["policy"]["authority"].update(predicate_admit={"action_tool": []}),
                "$.policy.authority.predicate_admit.action_tool: reserved for action authorization",
            ),
            (
                lambda r: r["policy"]["ontology"]["predicates"].update(mission_active={"arguments": []}),
                "$.policy.ontology.predicates.mission_active: reserved for action authorization",
            ),
            (
                lambda r: r["policy"]["facts"][0].update(asked()),
                '$.policy.facts[0].predicate: "action_authorized" is reserved for request bindings',
            ),
            (
                lambda r: r["policy"]["facts"][0].update(id="zerker.action.binding.x"),
                '$.policy.facts[0].id: prefix "zerker.action.binding." is reserved',
            ),
            (
                lambda r: r["policy"]["facts"][0].update(authority="system-bound"),
                '$.policy.facts[0].authority: "system-bound" is reserved',
            ),
            (
                lambda r: r["policy"]["rules"][0].update(then=atom("action_tool", "$action", "x")),
                '$.policy.rules[0].then.predicate: "action_tool" can only be supplied by request bindings',
            ),
            *[
                (
                    lambda r, query=query: r["policy"].update(query=query),
                    '$.policy.query: expected action_authorized("action-1")',
                )
                for query in (no(asked()), atom("action_authorized", "action-2"), atom("reviewed", "action-1"))
            ],
        ],
    )
    def test_a_problem_is_named(self, edit: Callable[[Document], object], problem: str) -> None:
        assert request_problems(edited(AUTHORIZED, edit)) == [problem]

    def test_where_a_problem_is_ends_before_what_it_quotes(self) -> None:
        document = edited(AUTHORIZED, lambda r: r["action"].update(id="a: b"))
        with pytest.raises(CheckFailed) as caught:
            effective_program(REQUEST(document, "$"))
        assert caught.value.where == "$.policy.query"

    def test_a_policy_needs_times(self) -> None:
        document = edited(AUTHORIZED, lambda r: r["policy"].update(schema="zerker.reason.program.v1"))
        expected = '$.policy.schema: action authorization requires "zerker.reason.program.v2"'
        assert request_problems(document) == [expected]

    @pytest.mark.parametrize(
        ("edit", "problem"),
        [
            (
                lambda r: r["action"].update(tool="$tool"),
                "$.facts[7].arguments[1]: variables are not allowed here",
            ),
            (
                lambda r: r["mission"].update(issued_at="today"),
                "$.facts[1].observed_at: expected canonical UTC RFC 3339 seconds, for example 2026-08-14T12:00:00Z",
            ),
            (
                lambda r: r["action"]["effects"].append(r["action"]["effects"][0]),
                (
                    '$.facts: active facts "zerker.action.binding.action.effect.0000" and'
                    ' "zerker.action.binding.action.effect.0001" duplicate the same atom; supersede one explicitly'
                ),
            ),
        ],
    )
    def test_what_the_effective_program_finds_is_told(self, edit: Callable[[Document], object], problem: str) -> None:
        assert problem in request_problems(edited(AUTHORIZED, edit))

    def test_an_invalid_request_is_refused_before_its_certificate_is_looked_at(self) -> None:
        document = edited(AUTHORIZED, lambda r: r["action"].update(tool=""))
        with pytest.raises(CheckFailed, match="invalid action authorization request:"):
            verify_authorization(document, certificate_of(AUTHORIZED))
