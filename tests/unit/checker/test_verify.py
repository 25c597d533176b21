"""What a verification checks beyond the proofs, and what the two levels leave to trust."""

from collections.abc import Callable
from typing import Any

import pytest

from bridge.checker import Level, verification_json, verify
from bridge.errors import CheckFailed, ShapeError
from tests.unit.checker.documents import (
    LATER,
    NOW,
    Document,
    ProgramOf,
    atom,
    edited,
    fact_node,
    no,
    program_digest,
    proof,
    result_of,
    with_proofs,
)

LEVELS = pytest.mark.parametrize("level", list(Level), ids=lambda level: level.value)
OPEN = atom("open", "door")


def doors(**facts: Document) -> Document:
    """A program in which the given facts are stated by a tool, a hunch is withheld and an old report has expired."""
    program = (
        ProgramOf(at=NOW, open="string", shut="string")
        .fact("hunch", atom("shut", "door"), by="guess")
        .fact("stale", atom("shut", "window"), valid_until=NOW)
        .rule("opposite", no(atom("open", "$x")), atom("shut", "$x"))
        .rule("direct", atom("open", "$x"), no(atom("shut", "$x")))
    )
    for name, statement in facts.items():
        program.fact(name, statement)
    return program.asking(OPEN)


PROVED = doors(seen=OPEN)
DISPROVED = doors(shut=atom("shut", "door"))
INCONSISTENT = doors(seen=OPEN, shut=atom("shut", "door"))
UNKNOWN = doors()


def refusal(program: Document, result: Document, level: Level = Level.REFERENCE) -> str:
    with pytest.raises(CheckFailed) as caught:
        verify(program, result, level=level)
    title, _, problem = caught.value.message.partition("\n")
    assert title == "proof verification failed:"
    assert caught.value.where == problem.partition(": ")[0]
    return problem


class TestAcceptedResults:
    @LEVELS
    @pytest.mark.parametrize(
        ("program", "status", "proofs"),
        [(PROVED, "proved", 1), (DISPROVED, "disproved", 1), (INCONSISTENT, "inconsistent", 2)],
        ids=["proved", "disproved", "inconsistent"],
    )
    def test_every_status_with_a_proof_is_verified(
        self, program: Document, status: str, proofs: int, level: Level
    ) -> None:
        result = result_of(program)
        verified = verify(program, result, level=level)
        assert verified.result_status == status == result["status"]
        assert len(verified.proof_digests) == proofs
        assert verified.level is level

    def test_the_document_says_what_was_verified(self) -> None:
        result = result_of(INCONSISTENT)
        assert list(verification_json(verify(INCONSISTENT, result)).items()) == [
            ("schema", "zerker.reason.verification.v2"),
            ("status", "verified"),
            ("result_status", "inconsistent"),
            ("query", OPEN),
            ("evaluation_time", NOW),
            ("proof_digests", [result["proof"]["digest"], result["disproof"]["digest"]]),
            ("nodes_verified", 3),
        ]

    def test_a_program_without_times_has_the_first_schema(self) -> None:
        program = ProgramOf(p="").fact("f", atom("p")).asking(atom("p"))
        document = verification_json(verify(program, result_of(program)))
        assert document["schema"] == "zerker.reason.verification.v1"
        assert "evaluation_time" not in document

    def test_a_negated_query_is_proved_by_its_own_support(self) -> None:
        program = {**DISPROVED, "query": no(OPEN)}
        assert verify(program, result_of(program)).result_status == "proved"

    @LEVELS
    @pytest.mark.parametrize(
        "edit",
        [
            lambda result: result.pop("disproof"),
            lambda result: result.pop("conflict"),
            lambda result: result["query"].update(negated=False),
            lambda result: result["proof"]["nodes"][0]["atom"].update(negated=False),
            lambda result: result.update(query=["open", ["door"]]),
            lambda result: result.update(metrics=list(result["metrics"].values())),
            lambda result: result.update(status={"proved": None}),
            lambda result: result["proof"]["nodes"][0].update(kind={"fact": None}),
            lambda result: result["proof"]["nodes"][0]["temporal"].update(valid_from=None, supersedes=[]),
            lambda result: result["temporal"]["withheld"][0].update(superseded_by=[]),
            lambda result: result.update(reversed(list(result.items()))),
        ],
    )
    def test_spellings_of_one_result_are_one(self, edit: Callable[[Document], object], level: Level) -> None:
        changed = edited(result_of(PROVED), edit)
        assert verify(PROVED, changed, level=level).result_status == "proved"

    @pytest.mark.parametrize(
        "edit",
        [
            lambda program: program["authority"].update(classes=["tool", "guess", "human", "tool"]),
            lambda program: program["authority"].update(predicate_admit={}),
            lambda program: program["facts"][0].update(negated=False, supersedes=[], valid_from=None),
            lambda program: program.update(query=["open", ["door"], False]),
        ],
    )
    def test_spellings_of_one_program_are_one(self, edit: Callable[[Document], object]) -> None:
        assert verify(edited(PROVED, edit), result_of(PROVED)).result_status == "proved"


class TestRefusedReports:
    def test_an_unknown_result_has_nothing_to_verify(self) -> None:
        for level in Level:
            assert refusal(UNKNOWN, result_of(UNKNOWN), level) == (
                "$.status: unknown has no derivation certificate; rerun check against the program"
            )

    @LEVELS
    @pytest.mark.parametrize(
        ("edit", "where"),
        [
            (lambda r: r.update(schema="zerker.reason.result.v1"), "$.schema"),
            (lambda r: r.update(schema="zerker.reason.result.v3"), "$.schema"),
            (lambda r: r.update(query=atom("open", "window")), "$.query"),
            (lambda r: r.update(query=no(OPEN)), "$.query"),
            (lambda r: r.update(query=atom("open")), "$.query"),
            (lambda r: r.update(program_digest="sha256:" + "0" * 64), "$.program_digest"),
            (lambda r: r["ontology"].update(id="other"), "$.ontology"),
            (lambda r: r["ontology"].update(version="2"), "$.ontology"),
            (lambda r: r["ontology"].update(digest=r["program_digest"]), "$.ontology"),
            (lambda r: r["authority"].update(policy_digest=r["program_digest"]), "$.authority"),
            (lambda r: r["authority"]["admitted_fact_ids"].append("hunch"), "$.authority"),
            (lambda r: r["authority"]["admitted_fact_ids"].reverse(), "$.authority"),
            (lambda r: r["authority"]["withheld"].clear(), "$.authority"),
            (lambda r: r["authority"]["withheld"][0].update(authority="human"), "$.authority"),
            (lambda r: r["authority"]["withheld"][0].update(reason="because"), "$.authority"),
            (lambda r: r["authority"]["withheld"][0]["admitted_authorities"].pop(), "$.authority"),
            (lambda r: r["authority"]["withheld"][0].update(atom=OPEN), "$.authority"),
            (lambda r: r.pop("temporal"), "$.temporal"),
            (lambda r: r["temporal"].update(evaluation_time=LATER), "$.temporal"),
            (lambda r: r["temporal"]["eligible_fact_ids"].append("stale"), "$.temporal"),
            (lambda r: r["temporal"]["withheld"].clear(), "$.temporal"),
            (lambda r: r["temporal"]["withheld"][0].update(reason="because"), "$.temporal"),
            (lambda r: r["temporal"]["withheld"][0].update(superseded_by=["seen"]), "$.temporal"),
            (lambda r: r.update(status="disproved"), "$.status"),
            (lambda r: r.update(status="inconsistent"), "$.status"),
            (lambda r: r.update(status="unknown"), "$.status"),
            (lambda r: r.update(proof=None), "$.status"),
            (lambda r: r.update(proof=None, disproof=r["proof"]), "$.status"),
        ],
    )
    def test_a_changed_report_is_refused(self, edit: Callable[[Document], object], where: str, level: Level) -> None:
        changed = edited(result_of(PROVED), edit)
        said = {
            "$.schema": f'expected "zerker.reason.result.v2", got "{changed["schema"]}"',
            "$.query": "does not match the program query",
            "$.program_digest": f"mismatch; expected {program_digest(PROVED)}",
            "$.ontology": "identity, version, or digest does not match the program",
            "$.authority": "report does not match the program authority policy",
            "$.temporal": "report does not match the program evaluation time",
            "$.status": "does not match the presence of proof and disproof",
        }
        if changed["status"] == "unknown":
            said["$.status"] = "unknown has no derivation certificate; rerun check against the program"
        assert refusal(PROVED, changed, level) == f"{where}: {said[where]}"

    def test_a_result_of_another_program_is_refused(self) -> None:
        moved = {**PROVED, "evaluation_time": "2026-03-01T12:00:01Z"}
        assert refusal(moved, result_of(PROVED)).startswith("$.program_digest: mismatch; expected sha256:")
        reordered = {**PROVED, "rules": PROVED["rules"][::-1]}
        assert refusal(reordered, result_of(PROVED)).startswith("$.program_digest: mismatch; expected sha256:")

    def test_a_report_of_times_is_refused_where_there_are_none(self) -> None:
        program = ProgramOf(p="").fact("f", atom("p")).asking(atom("p"))
        report = {"evaluation_time": NOW, "eligible_fact_ids": ["f"], "withheld": []}
        changed = {**result_of(program), "temporal": report}
        assert refusal(program, changed) == "$.temporal: report does not match the program evaluation time"

    def test_an_invalid_program_is_refused_before_its_result_is_looked_at(self) -> None:
        program = {**PROVED, "query": atom("unheard")}
        with pytest.raises(CheckFailed, match="invalid program:\n"):
            verify(program, result_of(PROVED))


class TestConflict:
    @LEVELS
    @pytest.mark.parametrize(
        "edit",
        [
            lambda conflict: conflict.update(query=no(OPEN)),
            lambda conflict: conflict.update(complement=OPEN),
            lambda conflict: conflict.update(complement=atom("shut", "door")),
            lambda conflict: conflict["fact_ids"].pop(),
            lambda conflict: conflict["fact_ids"].reverse(),
            lambda conflict: conflict["fact_ids"].append("stale"),
            lambda conflict: conflict["fact_ids"].extend(conflict["fact_ids"]),
            lambda conflict: conflict["proof_digests"].reverse(),
            lambda conflict: conflict["proof_digests"].pop(),
        ],
    )
    def test_a_witness_of_something_else_is_refused(self, edit: Callable[[Document], object], level: Level) -> None:
        changed = edited(result_of(INCONSISTENT), lambda result: edit(result["conflict"]))
        assert refusal(INCONSISTENT, changed, level) == "$.conflict: witness does not match the two proofs"

    def test_an_inconsistent_result_needs_a_witness(self) -> None:
        changed = {**result_of(INCONSISTENT), "conflict": None}
        assert refusal(INCONSISTENT, changed) == "$.conflict: inconsistent result requires a conflict witness"

    def test_no_other_result_has_one(self) -> None:
        changed = {**result_of(PROVED), "conflict": result_of(INCONSISTENT)["conflict"]}
        assert refusal(PROVED, changed) == "$.conflict: only an inconsistent result may contain a witness"


class TestCompleteness:
    """What only ``Level.COMPLETE`` notices, because no proof covers it."""

    def hidden(self, name: str, status: str) -> Document:
        return {**result_of(INCONSISTENT), name: None, "status": status, "conflict": None}

    @pytest.mark.parametrize(
        ("name", "status"), [("disproof", "proved"), ("proof", "disproved")], ids=["disproof", "proof"]
    )
    def test_hiding_one_side_of_a_conflict_is_noticed(self, name: str, status: str) -> None:
        changed = self.hidden(name, status)
        assert verify(INCONSISTENT, changed, level=Level.REFERENCE).result_status == status
        assert refusal(INCONSISTENT, changed, Level.COMPLETE) == "$.status: the program's status is inconsistent"

    @pytest.mark.parametrize(
        ("edit", "where"),
        [
            (lambda r: r["missing"].clear(), "$.missing"),
            (lambda r: r["missing"].append(OPEN), "$.missing"),
            (lambda r: r["missing"][0].pop("negated"), "$.missing"),
            (lambda r: r["assumptions"].pop(), "$.assumptions"),
            (lambda r: r["assumptions"].reverse(), "$.assumptions"),
            (lambda r: r["assumptions"].append("All is well."), "$.assumptions"),
            *[
                (lambda r, name=name: r["metrics"].update({name: r["metrics"][name] + 1}), "$.metrics")
                for name in (
                    "facts_supplied",
                    "facts_admitted",
                    "facts_withheld",
                    "facts_derived",
                    "rules_evaluated",
                    "rounds",
                )
            ],
        ],
    )
    def test_what_no_proof_covers_is_derived_anew(self, edit: Callable[[Document], object], where: str) -> None:
        changed = edited(result_of(DISPROVED), edit)
        assert verify(DISPROVED, changed, level=Level.REFERENCE).result_status == "disproved"
        assert refusal(DISPROVED, changed, Level.COMPLETE) == f"{where}: does not recompute from the program"

    def test_it_is_the_default(self) -> None:
        with pytest.raises(CheckFailed, match="status is inconsistent"):
            verify(INCONSISTENT, self.hidden("disproof", "proved"))

    def test_it_checks_the_proofs_as_well(self) -> None:
        forged = proof(fact_node(PROVED, "seen", authority="human"))
        assert "authority does not match" in _message(PROVED, with_proofs(PROVED, forged))


class TestUnreadableResults:
    @pytest.mark.parametrize(
        ("edit", "where"),
        [
            (lambda r: r.pop("missing"), "$"),
            (lambda r: r.update(missing=None), "$.missing"),
            (lambda r: r.update(extra=1), "$.extra"),
            (lambda r: r["query"].update(negated=None), "$.query.negated"),
            (lambda r: r["query"].update(negated=1), "$.query.negated"),
            (lambda r: r["query"].update(arguments={}), "$.query.arguments"),
            (lambda r: r.update(status="maybe"), "$.status"),
            (lambda r: r.update(status=None), "$.status"),
            (lambda r: r.update(query=["open", ["door"], False, 1]), "$.query"),
            (lambda r: r.update(query=[]), "$.query"),
            (lambda r: r["metrics"].update(rounds=True), "$.metrics.rounds"),
            (lambda r: r["metrics"].update(rounds=2.0), "$.metrics.rounds"),
            (lambda r: r["metrics"].update(rounds=-1), "$.metrics.rounds"),
            (lambda r: r["proof"]["nodes"][0].pop("premises"), "$.proof.nodes[0]"),
            (lambda r: r["proof"]["nodes"][0].update(kind="guess"), "$.proof.nodes[0].kind"),
            (lambda r: r["proof"]["nodes"][0]["temporal"].pop("observed_at"), "$.proof.nodes[0].temporal"),
            (lambda r: r.update(proof=[]), "$.proof"),
        ],
    )
    def test_another_shape_is_refused_where_it_differs(self, edit: Callable[[Document], object], where: str) -> None:
        with pytest.raises(ShapeError) as caught:
            verify(PROVED, edited(result_of(PROVED), edit))
        assert caught.value.where == where

    @pytest.mark.parametrize("value", [None, True, 0, 1.5, "", [], {}, [[]], [None] * 40])
    def test_no_other_json_is_a_program_or_a_result(self, value: Any) -> None:
        with pytest.raises(ShapeError):
            verify(value, result_of(PROVED))
        with pytest.raises(ShapeError):
            verify(PROVED, value)

    def test_a_value_nested_out_of_bounds_is_refused(self) -> None:
        deep: Any = "x"
        for _ in range(100_000):
            deep = [deep]
        with pytest.raises(ShapeError, match="nested deeper than 127"):
            verify({**PROVED, "query": atom("open", deep)}, result_of(PROVED))


def _message(program: Document, result: Document) -> str:
    with pytest.raises(CheckFailed) as caught:
        verify(program, result)
    return caught.value.message
