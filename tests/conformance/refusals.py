"""One fault each that makes a document of a format none; the fault is put into the format's first document."""

from collections.abc import Mapping
from typing import Any

from tests.conformance.documents import AT
from tests.conformance.edits import Edit, drop, put
from tests.conformance.rubric_documents import RUBRICS_REFUSED

DIGEST_IN_CAPITALS = "sha256:" + "AB" * 32
OTHER_DIGEST = "sha256:" + "0" * 63

REFUSED: Mapping[str, Mapping[str, Edit]] = {
    "judge-request": {
        "no question": put("questions", {}),
        "a state that is no object": put("state", "Bash"),
        "a question of no type": drop("questions.unsafe.type"),
    },
    "judge-response": {
        "a judge without a model": drop("judge.model"),
        "an empty model": put("judge.model", ""),
        "a kind outside the vocabulary": put("judge.kind", "oracle"),
        "a probability above 1": put("answers.unsafe.noul", 1.5),
        "a text for a probability": put("answers.unsafe.noul", "0.5"),
        "a truth value for a probability": put("answers.unsafe.noul", True),
        "a negative weight": put("answers.unsafe.probabilities.yes", -0.1),
        "a null weight": put("answers.unsafe.probabilities.yes", None),
        "negative time": put("latency_ms", -1),
    },
    "tool-call-state": {
        "no tool": drop("tool"),
        "a null scope": put("network_scope", None),
        "a bound in words": put("amount_bound", "ten"),
    },
    "questions": {
        "no question": lambda _: {},
        "an empty key": put("", {"type": "noul"}),
        "a member nobody knows": put("unsafe.threshold", 0.5),
        "options on a noul": put("unsafe.options", ["yes"]),
        "an option twice": put("category.options", ["a", "a"]),
        "an empty option": put("category.options", [""]),
        "another type": put("severity.type", "essay"),
        "null instructions": put("unsafe.instructions", None),
    },
    "judgement.v1": {
        "another schema": put("schema", "judgement.v2"),
        "no outcome": drop("outcome"),
        "an outcome outside the vocabulary": put("outcome", "allowed"),
        "an effect outside the vocabulary": put("effect", "maybe"),
        "a null effect": put("effect", None),
        "a probability above 1": put("answer.noul", 1.01),
        "no answer to its question": drop("answer.noul"),
        "an answer to another question": put("question.type", "choice"),
        "a bar above 1": put("threshold.value", 2),
        "a digest in capitals": put("state_digest", DIGEST_IN_CAPITALS),
        "a short digest": put("response_digest", OTHER_DIGEST),
        "a fraction of a second": put("judged_at", "2026-09-01T10:00:00.5Z"),
        "an offset": put("judged_at", "2026-09-01T10:00:00+00:00"),
        "a contract that says more": put("contract.owner", "me"),
        "latency in words": put("latency_ms", "7"),
    },
    "judge-document": {
        "an effect left out": drop("effect"),
        "a member nobody knows": put("verdict", "fine"),
        "a fact of another class": put("reason_facts.0.authority", "human-authorized"),
        "a fact over a predicate of others": put("reason_facts.0.predicate", "approved"),
        "a negated fact": put("reason_facts.0.negated", True),
        "a fact of one argument": put("reason_facts.0.arguments", ["yes"]),
        "a fact about a number": put("reason_facts.0.arguments", [1, "yes"]),
        "a receipt that is no artifact": put("receipts.0", "key_1"),
        "no answer": put("answers", {}),
        "a bar above 1": put("threshold", 1.5),
    },
    "bridge.recorded-answer.v1": {
        "another schema": put("schema", "bridge.recorded-answer.v2"),
        "a short digest": put("request", "sha256:00"),
        "no model": put("response.judge", {}),
        "an answer that is none": put("response.answers.unsafe", 0.5),
        "latency in words": put("response.latency_ms", "7"),
    },
    "dsse-envelope": {
        "no signature": put("signatures", []),
        "an empty payload": put("payload", ""),
        "an empty payload type": put("payloadType", ""),
        "padding": put("payload", "YQ=="),
        "the standard alphabet": put("payload", "+/+/"),
        "spare bits": put("payload", "YR"),
        "a last newline": put("payload", "YQ\n"),
        "a short signature": put("signatures.0.sig", "YQ"),
        "a null key id": put("signatures.0.keyid", None),
        "more signatures than are read": put("signatures", [{"sig": "A" * 86}] * 17),
    },
    "treeship.receipt.v1": {
        "another type": put("type", "treeship/action/v1"),
        "no kind": drop("kind"),
        "an empty kind": put("kind", ""),
        "a system that is no URI": put("system", "treeship-judge"),
        "a parent that is no artifact": put("parentId", "ord_123"),
        "a null parent": put("parentId", None),
        "an impossible day": put("timestamp", "2026-02-29T10:00:00Z"),
        "a digest of another algorithm": put("payloadDigest", "md5:0"),
        "a subject by number": put("subject.artifactId", 7),
    },
    "treeship.action.v1": {
        "no actor": drop("actor"),
        "an empty scheme": put("actor", "://me"),
        "an empty action": put("action", ""),
        "a time with a newline": put("timestamp", AT + "\n"),
    },
    "receipt-export": {
        "another algorithm": put("algorithm", "rsa"),
        "no padding": put("signature_b64", "YQ"),
        "a member nobody knows": put("trusted", True),
    },
    "bridge.key.v1": {
        "a key id in words": put("id", "mine"),
        "a public key without its algorithm": lambda document: put(
            "public_key", document["public_key"].removeprefix("ed25519:")
        )(document),
        "no private key": drop("private_key"),
        "two private keys": put("keyring", "reason-bridge"),
        "an end that is no time": put("valid_until", "tomorrow"),
        "a member nobody knows": put("comment", "mine"),
    },
    "bridge.trust.v1": {
        "a key id in place of a key": put("roots.0.public_key", "key_00000000000000aa"),
        "a pattern": put("roots.0.as", "human://*"),
        "nobody": put("roots.0.as", "alice"),
        "no judge at all": put("roots.0.judges", []),
        "a member nobody knows": put("roots.0.kind", "session_host"),
    },
    "judgement.resolution.v1": {
        "a short id": put("judgement", "art_1"),
        "another word": put("decision", "perhaps"),
        "an end in words": put("resolved_at", "today"),
        "a member nobody knows": put("class", "human-authorized"),
    },
    "resolution-document": {
        "no judgement": drop("judgement"),
        "an effect in place of whether": put("overrides", "deny"),
    },
    "bridge.facts.v1": {
        "a fact without a time": drop("facts.0.observed_at"),
        "no reason": put("refused.0.reason", ""),
        "a member nobody knows": put("verified", True),
    },
    "bridge.keys.v1": {
        "another schema": put("schema", "bridge.keys.v2"),
        "a null key": put("default_key_id", None),
    },
    "reason-fact": {
        "no authority": drop("authority"),
        "a class in capitals": put("authority", "Human"),
        "a fraction": put("arguments", [1.5]),
        "more than 64 bits": put("arguments", [2**63]),
        "a null term": put("arguments", [None]),
        "a variable": put("arguments", ["$x"]),
        "a member nobody knows": put("confidence", 1),
    },
    "reason-facts": {
        "one fact alone": lambda facts: facts[0],
        "a fact without an id": drop("0.id"),
    },
    "zerker.reason.program.v1": {
        "a clock": put("evaluation_time", AT),
        "a fact with a time": put("facts.0.observed_at", AT),
        "a variable in the query": put("query.arguments", ["$x"]),
        "no class": put("authority.classes", []),
        "an argument type of others": put("ontology.predicates.allowed.arguments", ["float"]),
        "a null list of rules": put("rules", None),
        "a rule without a body": drop("rules.0.when"),
    },
    "zerker.reason.program.v2": {
        "no clock": drop("evaluation_time"),
        "a fact without a time": drop("facts.0.observed_at"),
        "a fact superseded twice": put("facts.0.supersedes", ["x", "x"]),
        "a member nobody knows": put("rules.0.then.zz", 1),
        "a class that begins with a hyphen": put("authority.default_admit", ["-x"]),
        "an empty id": put("rules.0.id", ""),
        "a sign in words": put("query.negated", "yes"),
    },
    "zerker.reason.policy-template.v1": {
        "a query": put("query", {"predicate": "ready"}),
        "no facts": drop("facts"),
        "a fact without a time": drop("facts.0.observed_at"),
    },
    "mission": {
        "no principal": drop("principal"),
        "a principal that is a variable": put("principal", "$anyone"),
        "a digest without its algorithm": put("instruction_digest", "0" * 64),
        "a constraint without a name": put("constraints", {"": 1}),
        "constraints as a list": put("constraints", []),
    },
    "zerker.reason.action.v1": {
        "no policy": drop("policy"),
        "a policy without times": put("policy.schema", "zerker.reason.program.v1"),
        "an effect without a resource": drop("action.effects.0.resource"),
        "an empty tool": put("action.tool", ""),
        "a member nobody knows": put("approved", True),
    },
    "zerker.reason.result.v1": {
        "proved without a proof": put("proof", None),
        "another status than the proof's": put("status", "unknown"),
        "times": put("temporal", {}),
        "a fact that rests on premises": lambda document: put(
            f"proof.nodes.{_fact_node(document)}.premises", [document["proof"]["root"]]
        )(document),
        "metrics below nothing": put("metrics.facts_derived", -1),
        "an empty proof": put("proof.nodes", []),
        "a proof left out": drop("disproof"),
    },
    "zerker.reason.result.v2": {
        "no times": drop("temporal"),
        "a fact in the proof without times": lambda document: drop(f"proof.nodes.{_fact_node(document)}.temporal")(
            document
        ),
        "a witness of nothing": put("conflict", {}),
        "a node id of another form": put("proof.root", "node_1"),
        "a short digest": put("program_digest", OTHER_DIGEST),
    },
    "zerker.reason.verification.v1": {
        "an unknown result": put("result_status", "unknown"),
        "a clock": put("evaluation_time", AT),
        "no proof": put("proof_digests", []),
        "no node": put("nodes_verified", 0),
    },
    "zerker.reason.verification.v2": {
        "no clock": drop("evaluation_time"),
        "not verified": put("status", "failed"),
    },
    "zerker.reason.authorization.v1": {
        "authorized though denied": put("status", "denied"),
        "an issue outside the vocabulary": put("issues", [{"code": "because", "message": ""}]),
        "an issue of no facts": put("issues", [{"code": "superseded", "message": "", "fact_ids": []}]),
        "reasoning without times": put("reasoning.schema", "zerker.reason.result.v1"),
        "no digest of the action": drop("action.digest"),
    },
    "zerker.reason.authorization-bundle.v1": {
        "no certificate": drop("certificate"),
        "a member nobody knows": put("note", ""),
    },
    "zerker.reason.authorization-verification.v1": {
        "another word": put("authorization_status", "allowed"),
        "a digest in capitals": put("request_digest", DIGEST_IN_CAPITALS),
        "a member nobody knows": put("level", "complete"),
    },
    "bridge.decision.v1": {
        "allowed and not authorized": put("authorized", False),
        "denied and allowed": put("status", "denied"),
        "verified as something else": put("verification.authorization_status", "denied"),
        "an action that is no artifact": put("action.id", "a-1"),
        "a side of its own": put("reasons.0.side", "beside"),
        "needs left out": drop("needs"),
        "a member nobody knows": put("confidence", 1),
    },
    "bridge.explanation.v1": {
        "another status": put("status", "denied"),
        "a proof without a step": put("disproof.steps", []),
        "a step of another kind": put("disproof.steps.0.kind", "guess"),
        "a set without a fact": put("against.0.sets.0.facts", []),
        "a flip that may matter": put("judge.flips.0.matters", "perhaps"),
        "a member left out": drop("why_not"),
        "a variable in the query": put("query.atom.arguments", ["$x"]),
    },
    "bridge.head.v1": {
        "of nothing": put("receipts", 0),
        "no digest": drop("digest"),
        "a last one that is no receipt": put("last", "a-1"),
    },
    "bridge.verification.v1": {
        "no receipt": put("receipts", []),
        "nobody signed": put("receipts.0.signers", []),
        "before the first": put("receipts.0.position", 0),
        "not verified": put("status", "ok"),
        "a key that is none": put("receipts.0.signers.0.public_key", "ed25519:"),
    },
    "keys-document": {
        "a private key": put("keys.0.private_key", "ed25519:"),
        "no word on how it is kept": drop("keys.0.protection"),
        "another way to keep it": put("keys.0.protection", "hope"),
        "for nobody in particular": put("keys.0.for", "me"),
    },
    "trust-document": {
        "whose it is left out": drop("roots.0.own"),
        "a key that is none": put("roots.0.public_key", "ed25519:"),
        "a member nobody knows": put("schema", "bridge.trust.v1"),
    },
    "attest-authorization": {
        "no id": drop("artifact_id"),
        "another kind": put("kind", "judgement.v1"),
        "not signed": put("status", "error"),
    },
    "attest-action": {
        "no id": drop("artifact_id"),
        "a short id": put("artifact_id", "art_1"),
        "an actor that is no URI": put("actor", "me"),
    },
    "bridge.diff.v1": {
        "another status": put("status", "denied"),
        "a part nobody knows": put("changes.0.part", "comment"),
        "a case without an answer": drop("cases.changed.0.new.status"),
        "a move of nobody": put("cases.moves.0.count", 0),
        "a code that is none": put("convention.new.0.code", "E1"),
    },
    "bridge.conformance.v1": {
        "another status": put("status", "proved"),
        "a guarantee nobody gives": put("counterexample.guarantee", "justice"),
        "a variable in what breaks it": put("counterexample.atom.arguments", ["$x"]),
        "no test": put("counterexample.test", ""),
        "fewer than no sets": put("sets", -1),
    },
    "bridge.program-tests.v1": {
        "no status": drop("status"),
        "an answer outside the vocabulary": put("files.0.tests.0.expectations.0.got.outcome", "maybe"),
        "a test without a name": put("files.0.tests.0.name", ""),
        "a line 0": put("files.0.tests.0.place.line", 0),
        "a variable in what was expected": put("files.0.tests.0.expectations.0.expected.atom.arguments", ["$x"]),
        "more than everything": put("coverage.percent", 100.5),
    },
    "bridge.lint.v1": {
        "another status": put("status", "passed"),
        "no count of errors": drop("summary.errors"),
        "fewer than no files": put("summary.files", -1),
        "a finding of no code": put("files.1.findings.0.code", "lint"),
        "a silence without a reason": put("files.3.silenced.0.reason", ""),
    },
    "bridge.error.v1": {
        "no code": drop("code"),
        "a place left out": drop("where"),
        "a null list of diagnostics": put("diagnostics", None),
        "a diagnostic of another code": put("diagnostics", [{"code": "E1"}]),
        "not an error": put("status", "ok"),
    },
    "zerker.reason.error.v1": {
        "no text": drop("error"),
        "a code": put("code", "usage"),
    },
    **RUBRICS_REFUSED,
}


def _fact_node(result: Any) -> int:
    return next(place for place, node in enumerate(result["proof"]["nodes"]) if node["kind"] == "fact")
