"""W1: the request of a gate. 27 facts once it is bound, 8 rules, the longest body of 15 atoms, one ground query."""

from typing import Any, Final

from bridge.reason.model import Atom

ACTION: Final = "action_transfer_7"
_CLASSES: Final = ("human-authorized", "model-judged", "tool-reported")
_AT: Final = "2026-03-01T12:00:00Z"
_SEEN: Final = "2026-03-01T11:00:00Z"
_PREDICATES: Final = {
    "account_verified": 1,
    "limit": 2,
    "risk": 2,
    "approved": 3,
    "sanctioned": 1,
    "device_known": 2,
    "session": 2,
    "within_limit": 1,
    "counterparty_clear": 1,
    "channel_trusted": 1,
    "judged_safe": 1,
}
_EVIDENCE: Final = (
    ("account_verified", ("account:alice",), "tool-reported"),
    ("account_verified", ("account:bob",), "tool-reported"),
    ("limit", ("account:alice", "number:500"), "human-authorized"),
    ("risk", (ACTION, "low"), "model-judged"),
    ("approved", (ACTION, "user:owner", "transfer"), "human-authorized"),
    ("approved", (ACTION, "user:desk", "transfer"), "human-authorized"),
    ("device_known", ("device:1", "user:owner"), "tool-reported"),
    ("session", ("mission_7", "device:1"), "tool-reported"),
    ("account_verified", ("account:carol",), "tool-reported"),
    ("limit", ("account:carol", "number:900"), "human-authorized"),
    ("device_known", ("device:2", "user:desk"), "tool-reported"),
    ("risk", ("action_transfer_6", "high"), "model-judged"),
)
_ARGUMENTS: Final = {"amount": 500, "from": "account:alice", "memo": "rent", "to": "account:bob"}


def request() -> dict[str, Any]:
    """An action request as parsed JSON; it is authorized."""
    return {
        "schema": "zerker.reason.action.v1",
        "mission": {
            "id": "mission_7",
            "principal": "user:owner",
            "instruction_digest": "sha256:" + "7" * 64,
            "issued_at": "2026-03-01T08:00:00Z",
            "valid_until": "2026-03-01T20:00:00Z",
            "constraints": {"currency": "EUR", "from": "account:alice", "ceiling": 500},
        },
        "action": {
            "id": ACTION,
            "tool": "transfer",
            "proposed_at": _AT,
            "arguments": dict(_ARGUMENTS),
            "effects": [
                {"kind": "debit", "resource": "account:alice", "value": 500},
                {"kind": "credit", "resource": "account:bob", "value": 500},
                {"kind": "notify", "resource": "user:owner"},
            ],
        },
        "policy": policy(),
    }


def policy() -> dict[str, Any]:
    """The policy of the request, with its evidence."""
    return {
        "schema": "zerker.reason.program.v2",
        "ontology": {
            "id": "payments",
            "version": "3",
            "predicates": {name: {"arguments": ["string"] * arity} for name, arity in _PREDICATES.items()},
        },
        "authority": {"classes": list(_CLASSES), "default_admit": list(_CLASSES), "predicate_admit": {}},
        "evaluation_time": _AT,
        "facts": [
            {"id": f"evidence_{n:02}", "predicate": p, "arguments": list(a), "authority": c, "observed_at": _SEEN}
            for n, (p, a, c) in enumerate(_EVIDENCE)
        ],
        "rules": [{"id": n, "when": [_json(a) for a in when], "then": _json(then)} for n, when, then in _rules()],
        "query": {"predicate": "action_authorized", "arguments": [ACTION]},
    }


def _json(atom: Atom) -> dict[str, Any]:
    sign = {"negated": True} if atom.negated else {}
    return {"predicate": atom.predicate, "arguments": list(atom.arguments), **sign}


def _rules() -> list[tuple[str, list[Atom], Atom]]:
    allowed = Atom("action_authorized", (ACTION,))
    return [
        (
            "authorize.transfer",
            [
                Atom("mission_active", ("$m",)),
                Atom("mission_action", ("$m", ACTION)),
                Atom("mission_principal", ("$m", "$u")),
                Atom("mission_constraint", ("$m", "from", "$from")),
                Atom("mission_constraint", ("$m", "currency", "EUR")),
                Atom("action_tool", (ACTION, "transfer")),
                Atom("action_argument", (ACTION, "from", "$from")),
                Atom("action_argument", (ACTION, "to", "$to")),
                Atom("action_argument", (ACTION, "amount", "$amount")),
                Atom("action_effect", (ACTION, "debit", "$from", "$amount")),
                Atom("action_effect", (ACTION, "credit", "$to", "$amount")),
                Atom("within_limit", (ACTION,)),
                Atom("counterparty_clear", ("$to",)),
                Atom("channel_trusted", ("$m",)),
                Atom("judged_safe", (ACTION,)),
            ],
            allowed,
        ),
        (
            "limit.exact",
            [
                Atom("action_argument", (ACTION, "from", "$a")),
                Atom("action_argument", (ACTION, "amount", "$n")),
                Atom("limit", ("$a", "$n")),
            ],
            Atom("within_limit", (ACTION,)),
        ),
        ("counterparty.verified", [Atom("account_verified", ("$a",))], Atom("counterparty_clear", ("$a",))),
        (
            "channel.known-device",
            [
                Atom("session", ("$m", "$d")),
                Atom("device_known", ("$d", "$u")),
                Atom("mission_principal", ("$m", "$u")),
            ],
            Atom("channel_trusted", ("$m",)),
        ),
        ("judged.low-risk", [Atom("risk", (ACTION, "low"))], Atom("judged_safe", (ACTION,))),
        (
            "judged.approved",
            [
                Atom("approved", (ACTION, "$u", "transfer")),
                Atom("mission_principal", ("$m", "$u")),
                Atom("mission_action", ("$m", ACTION)),
            ],
            Atom("judged_safe", (ACTION,)),
        ),
        (
            "deny.sanctioned",
            [Atom("action_argument", (ACTION, "to", "$a")), Atom("sanctioned", ("$a",))],
            allowed.complement(),
        ),
        ("deny.high-risk", [Atom("risk", (ACTION, "high"))], allowed.complement()),
    ]
