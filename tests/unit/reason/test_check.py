"""A check: the four statuses, their proofs, and the rest of the result."""

from typing import Any

import pytest

from bridge.core.canonical import compact
from bridge.errors import LimitError, ProgramInvalid
from bridge.reason import wire
from bridge.reason.check import check, result_digest
from bridge.reason.engine import Limits
from bridge.reason.result import ASSUMPTIONS, NodeKind, Status
from tests.unit.reason.programs import EVENING, MORNING, NOON, approval, atom, passing, program

VETO = {"id": "veto", "when": [["approved", ["$c", False]]], "then": ["ship", ["$c"], True]}
READY = {"id": "ready", "when": [["passed", ["$c", 41]], ["approved", ["$c", True]]], "then": ["ship", ["$c"]]}
REFUSAL = approval(id="a2", arguments=["c1", False])


@pytest.mark.parametrize(
    ("facts", "status"),
    [
        ([passing(), approval()], Status.PROVED),
        ([passing(), REFUSAL], Status.DISPROVED),
        ([passing(), approval(), REFUSAL], Status.INCONSISTENT),
        ([passing()], Status.UNKNOWN),
    ],
)
def test_the_four_statuses(facts: list[Any], status: Status) -> None:
    result = check(program(facts=facts, rules=[READY, VETO]))
    assert result.status is status
    assert result.schema == "zerker.reason.result.v2"
    assert result.assumptions == ASSUMPTIONS


def test_a_proof_is_a_graph_of_nodes_sorted_by_id_with_premises_in_the_order_of_the_body() -> None:
    proof = check(program()).proof
    assert proof is not None
    by_id = {node.id: node for node in proof.nodes}
    root = by_id[proof.root]
    assert (root.kind, root.source_id, root.authority) == (NodeKind.DERIVATION, "ship_when_ready", None)
    assert [by_id[premise].source_id for premise in root.premises] == ["t1", "a1"]
    assert [node.id for node in proof.nodes] == sorted(by_id)
    approved = by_id[root.premises[1]]
    assert approved.temporal is not None
    assert (approved.authority, approved.temporal.observed_at) == ("human-authorized", MORNING)


def test_without_times_the_schema_is_v1_and_neither_report_nor_nodes_have_them() -> None:
    facts = [passing(observed_at=None), approval(observed_at=None)]
    result = check(program(schema="zerker.reason.program.v1", evaluation_time=None, facts=facts))
    assert (result.schema, result.status, result.temporal) == ("zerker.reason.result.v1", Status.PROVED, None)
    assert result.proof is not None
    assert all(node.temporal is None for node in result.proof.nodes)
    assert "temporal" not in wire.result_json(result)


def test_a_conflict_names_every_fact_under_both_proofs() -> None:
    conflict = check(program(facts=[passing(), approval(), REFUSAL], rules=[READY, VETO])).conflict
    assert conflict is not None
    assert conflict.fact_ids == ("a1", "a2", "t1")
    assert conflict.complement == atom("ship", "c1", negated=True)


def test_missing_is_one_level_deep_ground_and_also_told_of_the_disproved() -> None:
    deep = {"id": "deep", "when": [["ship", ["$c"]]], "then": ["approved", ["$c", True]]}
    loose = {"id": "loose", "when": [["passed", ["$other", 1]], ["approved", ["$c", False]]], "then": ["ship", ["$c"]]}
    unknown = check(program(facts=[passing()], rules=[READY, deep, loose]))
    assert unknown.missing == (atom("approved", "c1", False), atom("approved", "c1", True))
    denied = check(program(facts=[passing(), REFUSAL], rules=[READY, VETO]))
    assert denied.missing == (atom("approved", "c1", True),)
    negated = check(program(facts=[], rules=[READY, VETO], query=["ship", ["c1"], True]))
    assert negated.missing == (atom("approved", "c1", False),)


def test_a_head_that_does_not_unify_with_the_query_lacks_nothing() -> None:
    rules = [
        {"id": "a", "when": [["ship", ["x"]]], "then": ["passed", ["c1", 1]]},
        {"id": "b", "when": [["passed", ["c1", "$n"]]], "then": ["approved", ["$n", True]]},
        {"id": "c", "when": [["ship", ["other"]]], "then": ["ship", ["other"]]},
    ]
    assert check(program(facts=[], rules=rules)).missing == ()


def test_a_fact_that_does_not_count_is_reported_and_supports_nothing() -> None:
    facts = [passing(), approval(authority="tool-reported"), approval(id="a3", observed_at=EVENING)]
    result = check(program(facts=facts))
    assert result.status is Status.UNKNOWN
    assert result.temporal is not None
    assert [withheld.fact_id for withheld in result.authority.withheld] == ["a1"]
    assert result.authority.admitted_fact_ids == ("a3", "t1")
    assert [withheld.fact_id for withheld in result.temporal.withheld] == ["a3"]
    assert result.temporal.eligible_fact_ids == ("t1",)
    assert result.metrics._asdict() == {
        "facts_supplied": 3,
        "facts_admitted": 1,
        "facts_withheld": 2,
        "facts_derived": 0,
        "rules_evaluated": 1,
        "rounds": 1,
    }


def test_a_superseded_approval_is_gone() -> None:
    withdrawn = approval(id="a2", negated=True, observed_at=NOON, supersedes=["a1"])
    result = check(program(facts=[passing(), approval(), withdrawn]))
    assert result.status is Status.UNKNOWN
    members = wire.result_json(result)
    assert members["temporal"]["withheld"] == [
        {
            "fact_id": "a1",
            "atom": {"predicate": "approved", "arguments": ["c1", True]},
            "reason": "superseded by a2",
            "superseded_by": ["a2"],
        }
    ]


def test_a_result_reads_back() -> None:
    for facts in ([passing()], [passing(), approval(), REFUSAL]):
        result = check(program(facts=facts, rules=[READY, VETO]))
        assert wire.read_result(wire.result_json(result)) == result


def test_members_of_a_result_stand_in_the_order_of_its_struct() -> None:
    assert list(wire.result_json(check(program()))) == [
        "schema", "status", "query", "program_digest", "ontology", "authority", "temporal", "proof", "disproof",
        "conflict", "missing", "assumptions", "metrics",
    ]  # fmt: skip


def test_a_digest_is_of_the_whole_result() -> None:
    one, other = check(program()), check(program(facts=[passing()]))
    assert result_digest(one) != result_digest(other)
    assert result_digest(one) == result_digest(check(program()))
    assert compact(wire.result_json(one)) != compact(wire.result_json(other))


def test_what_is_not_valid_or_too_large_is_refused() -> None:
    with pytest.raises(ProgramInvalid):
        check(program(query=["nope"]))
    with pytest.raises(LimitError):
        check(program(), limits=Limits(facts=1))
