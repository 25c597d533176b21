"""Documents of every wire format, made by the code that writes them, or that the code which reads them accepts."""

import contextlib
import io
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import bridge
from bridge import checker
from bridge.cli.entry import run
from bridge.core import canonical, strict_json
from bridge.judgement import payload
from bridge.judgement.digests import canonical_state
from bridge.judgement.hold import hold_to_bar
from bridge.judgement.model import (
    Answer,
    AppliesTo,
    Contract,
    JudgeIdentity,
    JudgeKind,
    Judgement,
    JudgeResponse,
    Question,
    QuestionType,
    Threshold,
    Usage,
)
from bridge.judgement.questions import read_questions
from bridge.judges.contract import read_response, request_bytes
from bridge.judges.recorded import line_of
from bridge.judges.rules import QUESTIONS
from bridge.reason.action import authorization_json, authorize, bundle, bundle_json
from bridge.reason.check import check, result_json
from bridge.reason.wire import program_json, read_program, read_request, request_json
from bridge.receipts import envelope as envelopes
from bridge.receipts import keys
from bridge.receipts.export import export
from bridge.receipts.key_file import record_json
from bridge.receipts.keys import SigningKey, load_or_create
from bridge.receipts.model import ACTION_PAYLOAD_TYPE, RECEIPT_PAYLOAD_TYPE, ReceiptStatement, Subject
from bridge.receipts.sign import sign
from bridge.receipts.statement import action_statement, receipt_statement
from bridge.receipts.store import Store
from bridge.receipts.verify import verify
from bridge.render.decided import document as rendered_decision
from tests.conformance.rubric_documents import rubric_documents

GATE = "bridge:gates/tool_call"
AT = "2026-09-01T10:00:00Z"
BEFORE = "2026-09-01T09:00:00Z"
AFTER = "2026-09-01T11:00:00Z"
DIGEST = "sha256:" + "0123456789abcdef" * 4
RECEIPT = "art_" + "5" * 32
KEY = SigningKey.from_seed("key_00000000000000aa", bytes(range(1, 33)))
ALICE = "human://alice"

QUESTIONS_FILE: dict[str, Any] = {
    "unsafe": {"type": "noul"},
    "category": {"type": "choice", "instructions": "Where to?", "options": ["billing", "other"]},
    "severity": {"type": "score", "options": ["low", "high"]},
}


def spoken(*argv: str) -> Any:
    """The one JSON document that a command prints with ``--format json``, whatever it decides."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(io.StringIO()):
        run([*argv, "--format", "json"])
    return strict_json.loads(printed.getvalue())


@contextlib.contextmanager
def inside(folder: Path) -> Iterator[None]:
    """In a folder as a workspace of its own, with no setting of the surroundings."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        for name in [name for name in os.environ if name.startswith(("BRIDGE_", "TREESHIP_"))]:
            patch.delenv(name)
        patch.setenv("BRIDGE_WORKSPACE", str(folder))
        yield


def judgement(question: Question, answer: Answer, **members: Any) -> Any:
    bar = Threshold(0.5, "policy:default")
    held = hold_to_bar(question, answer, bar.value)
    judge = JudgeIdentity("judge-2", "example", JudgeKind.LLM, replayable=False)
    return payload.build(
        Judgement(
            judge, "key", question, answer, held.outcome, held.effect, AT, bar, AppliesTo(held.applies_to), **members
        )
    )


def judging() -> dict[str, list[Any]]:
    state: dict[str, Any] = {"tool": "Bash", "input": {"command": "ls"}, "network_scope": ["*.example"]}
    body = b"""{"judge": {"model": "judge-2", "kind": null}, "latency_ms": 12, "request_id": null, "answers": {
        "unsafe": {"noul": 0.25, "probabilities": {"yes": 0.25, "no": 0.75}, "choice": null},
        "category": {"choice": "billing", "confidence": 1},
        "severity": {"score": 0.4, "note": "mild"}}}"""
    read_response(body, read_questions(QUESTIONS_FILE), latency_ms=0)
    asked = Question(QuestionType.CHOICE, "Now?", ("allow", "deny"))
    digests = dict.fromkeys(("state_digest", "questions_digest", "response_digest"), DIGEST)
    return {
        "judge-request": [strict_json.loads(request_bytes(state, QUESTIONS))],
        "judge-response": [strict_json.loads(body)],
        "tool-call-state": [
            strict_json.loads(canonical_state(state)),
            {"tool": "pay", "capability": None, "workspace_root": "/work", "amount_bound": 100},
        ],
        "questions": [QUESTIONS_FILE],
        "judgement.v1": [
            judgement(
                Question(QuestionType.NOUL, "Unsafe?"),
                Answer(noul=0.0, probabilities={"yes": 0.0, "no": 1.0}, confidence=1.0),
                latency_ms=7,
                request_id="r-1",
                contract=Contract("router", "3"),
                **digests,
            ),
            judgement(asked, Answer(choice="deny", confidence=0.4), contract=Contract("router")),
            judgement(Question(QuestionType.SCORE), Answer(score=2.5), notes="replayed"),
        ],
        "bridge.recorded-answer.v1": [strict_json.loads(line) for line in recordings(body)],
    }


def recordings(body: bytes) -> list[bytes]:
    """The lines of a recording: an answer that says much of itself, and one that says little."""
    said = read_response(body, read_questions(QUESTIONS_FILE), latency_ms=0, request_id="r-2")
    much = said._replace(usage=Usage(7, None))
    little = JudgeResponse(JudgeIdentity("m"), said.answers)
    return [line_of(DIGEST, response).encode() for response in (much, little)]


def receipts(folder: Path) -> dict[str, list[Any]]:
    said = receipt_statement(
        timestamp=AT,
        system="system://tests",
        kind="note.v1",
        subject=Subject(DIGEST, "file:///a", RECEIPT),
        payload={"note": ["é", 1.5, None]},
        payload_digest=DIGEST,
        policy_ref="policy-1",
        meta={"run": 1},
        parent_id=RECEIPT,
    )
    bare = receipt_statement(timestamp=AT, system="system://tests", kind="note.v1")
    done = action_statement(
        timestamp=AT,
        actor="agent://tests",
        action="shell.exec",
        subject=Subject(artifact_id="ord_1"),
        parent_id=RECEIPT,
        approval_nonce="n-1",
        meta={"input_digest": DIGEST},
    )
    signed = [sign(RECEIPT_PAYLOAD_TYPE, said, KEY), sign(ACTION_PAYLOAD_TYPE, done, KEY)]
    unlabelled = signed[0]._replace(signatures=(signed[0].signatures[0]._replace(keyid=None),))
    made = load_or_create(folder / "keys", at=AT)
    locked = keys.create(folder / "keys", at=AT, owner=ALICE, protection="passphrase", passphrase=lambda _: "open")
    old, _ = keys.rotate(folder / "others", keys.create(folder / "others", at=AT, owner=ALICE).id, at=AFTER)
    return {
        "treeship.receipt.v1": [strict_json.loads(said), strict_json.loads(bare)],
        "treeship.action.v1": [strict_json.loads(done)],
        "dsse-envelope": [strict_json.loads(envelopes.text(one)) for one in (*signed, unlabelled)],
        "receipt-export": [dict(export(verify(signed[0], {KEY.keyid: KEY.public})))],
        "bridge.key.v1": [
            strict_json.loads((folder / "keys" / f"{made.keyid}.json").read_bytes()),
            record_json(old),
            record_json(locked),
            record_json(locked._replace(secret="keyring")),
        ],
        "bridge.keys.v1": [strict_json.loads((folder / "keys" / "manifest.json").read_bytes())],
    }


def _atom(predicate: str, *arguments: Any) -> dict[str, Any]:
    return {"predicate": predicate, "arguments": list(arguments)}


def _not(atom: dict[str, Any]) -> dict[str, Any]:
    return {**atom, "negated": True}


ONTOLOGY = {
    "id": "tests",
    "version": "1",
    "predicates": {
        "allowed": {"arguments": ["string"]},
        "limit": {"arguments": ["string", "integer", "boolean"]},
        "ready": {"arguments": []},
    },
}
AUTHORITY = {
    "classes": ["agent-proposed", "human-authorized"],
    "default_admit": ["human-authorized"],
    "predicate_admit": {"limit": ["agent-proposed"]},
}
ALLOWED = {"id": "f1", **_atom("allowed", "Bash"), "authority": "human-authorized"}
FORBIDDEN = {"id": "f2", **_not(_atom("allowed", "Bash")), "authority": "human-authorized"}
LIMIT = {"id": "f3", **_atom("limit", "Bash", -3, True), "authority": "agent-proposed"}
RULES = [
    {"id": "r1", "when": [_atom("allowed", "$tool"), _atom("limit", "$tool", "$n", True)], "then": _atom("ready")},
    {"id": "r2", "when": [_not(_atom("allowed", "$tool"))], "then": _not(_atom("ready"))},
]
PERMIT = {
    "id": "permit",
    "when": [_atom("action_tool", "$action", "$tool"), _atom("allowed", "$tool")],
    "then": _atom("action_authorized", "$action"),
}
FORBID = {
    "id": "forbid",
    "when": [_atom("action_tool", "$action", "$tool"), _not(_atom("allowed", "$tool"))],
    "then": _not(_atom("action_authorized", "$action")),
}
FACT_SETS: tuple[list[dict[str, Any]], ...] = (
    [ALLOWED, LIMIT],
    [FORBIDDEN, {**LIMIT, "authority": "human-authorized"}],
    [ALLOWED, FORBIDDEN, LIMIT],
    [],
)
"""Facts that prove, disprove, do both, and do neither."""


def observed(facts: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{**fact, "observed_at": BEFORE} for fact in facts]


def lived() -> list[dict[str, Any]]:
    """Facts of which one is superseded and one has expired."""
    first, last, limit = observed([ALLOWED, {**ALLOWED, "id": "f4"}, LIMIT])
    return [
        first,
        {**last, "observed_at": AT, "valid_from": BEFORE, "valid_until": AFTER, "supersedes": ["f1"]},
        {**limit, "valid_until": AT},
    ]


def program(facts: list[dict[str, Any]], *, at: str | None) -> dict[str, Any]:
    return {
        "schema": f"zerker.reason.program.v{1 if at is None else 2}",
        "ontology": ONTOLOGY,
        "authority": AUTHORITY,
        **({} if at is None else {"evaluation_time": at}),
        "facts": facts,
        "rules": RULES,
        "query": _atom("ready"),
    }


def request(facts: list[dict[str, Any]]) -> dict[str, Any]:
    policy = {**program(facts, at=AT), "rules": [PERMIT, FORBID], "query": _atom("action_authorized", "a-1")}
    return {
        "schema": "zerker.reason.action.v1",
        "mission": MISSION,
        "action": {
            "id": "a-1",
            "tool": "Bash",
            "proposed_at": AT,
            "arguments": {"command": "ls", "lines": [1, None, {"deep": 0.5}]},
            "effects": [
                {"kind": "read", "resource": "disk"},
                {"kind": "write", "resource": "disk", "value": {"bytes": 0}},
            ],
        },
        "policy": policy,
    }


WIDER = """\
ontology "tests" version "2".
authority agent-proposed, human-authorized, model-judged.
admit agent-proposed, human-authorized by default.
predicate allowed(tool: string).
predicate ready(tool: string).
predicate judged_calm(tool: string).
fact no: not allowed("Bash") from human-authorized.
rule r: ready($tool) if judged_calm($tool).
query ready("Bash").
"""
"""Another version of the next, which breaks the convention."""

TESTED = """\
ontology "tests" version "1".
authority human-authorized, model-judged.
admit human-authorized by default.
admit nothing for ready.
predicate allowed(tool: string).
predicate ready(tool: string).
fact yes: allowed("Bash") from human-authorized.
rule r: ready($tool) if allowed($tool).
rule idle: not ready($tool) if not allowed($tool).
query ready("Bash").
test "one" {
  given fact guess: allowed("Read") from model-judged.
  expect disproved ready("Bash") because yes.
  expect unknown ready("Read") missing allowed("Write").
  expect proved ready("Bash") because guess.
}
"""
"""A program with a test that fails in every way."""

OPEN_POLICY = """\
action policy "open" version "1".
authority human-authorized, model-judged.
admit human-authorized by default.
admit only model-judged for judged_unsafe.
predicate judged_unsafe(action: string, answer: "yes" | "no").
rule permit: action_authorized($action) if action_tool($action, _), judged_unsafe($action, "no" | "yes").
"""
"""A policy by which a judge authorizes whatever it answers."""

MISSION = {
    "id": "m-1",
    "principal": "user:ada",
    "instruction_digest": DIGEST,
    "issued_at": BEFORE,
    "valid_until": AFTER,
    "constraints": {"environment": "staging", "budget": 250},
}


def reasoning() -> dict[str, list[Any]]:
    v1 = [read_program(program(facts, at=None)) for facts in FACT_SETS]
    v2 = [read_program(program(facts, at=AT)) for facts in (*map(observed, FACT_SETS), lived())]
    requests = [read_request(request(facts)) for facts in (*map(observed, FACT_SETS), lived())]
    certified = [(one, authorize(one)) for one in requests]
    template = {"schema": "zerker.reason.policy-template.v1", "ontology": ONTOLOGY, "authority": AUTHORITY}
    found: dict[str, list[Any]] = {
        "reason-fact": [ALLOWED, *lived()],
        "reason-facts": [lived(), []],
        "mission": [MISSION, {name: MISSION[name] for name in MISSION if name not in {"valid_until", "constraints"}}],
        "zerker.reason.program.v1": [program_json(one) for one in v1],
        "zerker.reason.program.v2": [program_json(one) for one in v2],
        "zerker.reason.policy-template.v1": [{**template, "facts": lived(), "rules": [PERMIT, FORBID]}],
        "zerker.reason.action.v1": [request_json(one) for one in requests],
        "zerker.reason.result.v1": [result_json(check(one)) for one in v1],
        "zerker.reason.result.v2": [result_json(check(one)) for one in v2],
        "zerker.reason.authorization.v1": [authorization_json(given) for _, given in certified],
        "zerker.reason.authorization-bundle.v1": [bundle_json(bundle(one, given)) for one, given in certified],
        "zerker.reason.authorization-verification.v1": [
            checker.verification_json(checker.verify_authorization(request_json(one), authorization_json(given)))
            for one, given in certified
        ],
    }
    for version in ("v1", "v2"):
        pairs = zip(found[f"zerker.reason.program.{version}"], found[f"zerker.reason.result.{version}"], strict=True)
        found[f"zerker.reason.verification.{version}"] = [
            checker.verification_json(checker.verify(stated, result))
            for stated, result in pairs
            if result["status"] != "unknown"
        ]
    return found


def authorized_bundle() -> dict[str, Any]:
    """A request that is authorized, with its certificate."""
    requests = (read_request(request(facts)) for facts in map(observed, FACT_SETS))
    found = next((one, given) for one in requests if (given := authorize(one)).status.value == "authorized")
    return bundle_json(bundle(*found))


def _says(id: str, predicate: str) -> dict[str, Any]:
    return {"id": id, **_atom(predicate, "Bash"), "authority": "human-authorized", "observed_at": BEFORE}


def commands(folder: Path) -> dict[str, list[Any]]:
    """What the commands print; the folder becomes a workspace."""
    (folder / "permitted.json").write_text(json.dumps([_says("yes", "tool_allowed")]))
    (folder / "both.json").write_text(json.dumps([_says("yes", "tool_allowed"), _says("no", "tool_forbidden")]))
    (folder / "broken.reason").write_text('action policy "x" version "1".\nperhaps.\n')
    (folder / "tested.reason").write_text(TESTED)
    (folder / "wider.reason").write_text(WIDER)
    (folder / "silenced.reason").write_text(
        TESTED + '# lint: allow RSN411 because it was promised in writing\nrule promised: ready("side").\n'
    )
    (folder / "history.jsonl").write_text('{"facts": [], "query": "ready(\\"Read\\")"}\nnothing\n')
    (folder / "open.reason").write_text(OPEN_POLICY)
    (folder / "bundle.json").write_text(json.dumps(authorized_bundle()))
    (folder / "met.reason").write_text(TESTED.replace("disproved", "proved").split("  expect unknown")[0] + "}\n")
    call = ("--tool", "Bash", "--input", '{"command": "ls"}', "--at", AT)
    destructive = ("--input", '{"command": "rm -rf /"}')
    gate = ("decide", *call, "--program", GATE)
    permitted = (*gate, "--facts", "permitted.json")
    for place, facts in enumerate(FACT_SETS):
        (folder / f"explained-{place}.json").write_text(json.dumps(program(facts, at=None)))
    (folder / "explained-late.json").write_text(json.dumps(program(lived(), at=AT)))
    with inside(folder):
        spoken(*permitted, *destructive, "--request-out", "denied-request.json")
        asked = spoken(
            "judge", *call, "--attest", "--subject", RECEIPT, "--contract", "router@3", "--state-out", "state.json"
        )
        judged = asked["receipts"][0]
        spoken("judge", *call, "--record", "answers.jsonl")
        spoken("keys", "new", "--for", ALICE, "--protect", "none", "--at", BEFORE)
        alice = next(key["public_key"] for key in spoken("keys", "list")["keys"] if key["for"] == ALICE)
        spoken("trust", "add", alice, "--as", ALICE, "--from", BEFORE, "--until", AFTER, "--label", "her laptop")
        spoken("trust", "add", alice, "--as", "system://other", "--judge", "treeship-rules/0.31")
        resolving = ("judge", "--at", AFTER, "--resolve")
        resolved = [
            spoken(*resolving, judged, "--by", ALICE, "--decision", "deny", "--reason", "no"),
            spoken(*resolving, asked["receipts"][1], "--by", "human://bob", "--decision", "route", "--route", "ops"),
        ]
        return {
            "resolution-document": resolved,
            "judgement.resolution.v1": [stored_payload(folder, one["resolution"]) for one in resolved],
            "bridge.trust.v1": [strict_json.loads((folder / ".bridge" / "trust.json").read_bytes())],
            "keys-document": [spoken("keys", "list")],
            "trust-document": [spoken("trust", "list")],
            "attest-authorization": [spoken("attest", "authorization", "--bundle", "bundle.json", "--at", AT)],
            "bridge.facts.v1": [spoken("facts", "--store", "--supersede")],
            "judge-document": [
                asked,
                spoken("judge", *call, *destructive),
                spoken(
                    *("judge", *call, "--judge", "replay:answers.jsonl", "--judge", "treeship-rules"),
                    *("--agree", "majority", "--attest"),
                ),
            ],
            "bridge.decision.v1": [
                spoken(*permitted, "--attest"),
                spoken(*gate, "--judge", "none", "--attest"),
                spoken(*gate),
                spoken(*permitted, *destructive),
                spoken(*gate, "--facts", "both.json"),
                decision(facts=[_says("yes", "tool_allowed")]),
            ],
            "bridge.explanation.v1": [
                spoken("reason", "explain", "denied-request.json"),
                *(spoken("reason", "explain", f"explained-{place}.json") for place in range(len(FACT_SETS))),
                *(spoken("reason", "explain", f"explained-{name}.json", "--mode", "all") for name in (2, "late")),
            ],
            "bridge.verification.v1": [
                spoken("verify", "--all", "--head-out", "head.json"),
                spoken("verify", "last"),
                spoken("verify", asked["receipts"][0], "--state", "state.json"),
            ],
            "bridge.head.v1": [strict_json.loads((folder / "head.json").read_bytes())],
            "attest-action": [spoken("attest", "action", "--action", "shell.exec", "--at", AT)],
            "bridge.diff.v1": [
                spoken("reason", "diff", "tested.reason", "wider.reason", "--history", "history.jsonl"),
                spoken("reason", "diff", "tested.reason", "tested.reason"),
                spoken("reason", "diff", GATE, "open.reason", "--history", "denied-request.json"),
            ],
            "bridge.conformance.v1": [
                spoken("conformance", "program", "wider.reason", "--convention", "off"),
                spoken("conformance", "program", "open.reason", "--convention", "off"),
                spoken("conformance", "program", "met.reason", "--examples", "20"),
            ],
            "bridge.program-tests.v1": [
                spoken("reason", "test", "tested.reason", "met.reason", "broken.reason", "--coverage"),
                spoken("reason", "test", "met.reason", "--fail-under", "99.5"),
                spoken("reason", "test", "met.reason"),
                spoken("reason", "test", "broken.reason", "--coverage"),
            ],
            "bridge.lint.v1": [
                spoken("reason", "lint", "tested.reason", "wider.reason", "broken.reason", "silenced.reason"),
                spoken("reason", "lint", "met.reason"),
            ],
            "bridge.error.v1": [
                spoken("judge"),
                spoken("verify", "nothing.json"),
                spoken("decide", *call, "--program", "broken.reason"),
                spoken("decide", *call, "--program", "nothing.reason"),
            ],
            "zerker.reason.error.v1": [
                spoken("reason", "check", "nothing.json"),
                spoken("reason", "check", "broken.reason"),
            ],
        }


def stored_payload(folder: Path, artifact_id: str) -> Any:
    """The payload of a receipt in the store of a workspace."""
    with Store(folder / ".bridge" / "store.sqlite3", create=False) as store:
        said = store.get(artifact_id).statement
    assert isinstance(said, ReceiptStatement)
    return said.payload


def decision(**options: Any) -> Any:
    """What the library's ``decide`` returns, as its document."""
    decided = bridge.decide("Bash", {"command": "ls"}, program=GATE, at=AT, **options)
    return strict_json.loads(canonical.pretty(rendered_decision(decided)))


def written(folder: Path) -> dict[str, list[Any]]:
    """Documents of every format, by its name; the folder is filled with keys, a store and files."""
    said = {**judging(), **receipts(folder), **reasoning(), **commands(folder)}
    with inside(folder):
        return {**said, **rubric_documents(folder, spoken)}
