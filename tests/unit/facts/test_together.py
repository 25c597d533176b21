"""Facts from several places in one program: what goes wrong when they meet, and does not."""

import json
from typing import Any

import pytest

from bridge.admission.table import violations
from bridge.errors import ShapeError
from bridge.facts.merge import merge
from bridge.facts.read import read_facts
from bridge.reason.model import (
    PROGRAM_V2,
    Atom,
    AuthorityPolicy,
    Fact,
    Ontology,
    Program,
)

AT = "2026-08-14T12:00:00Z"


def program(*facts: Fact) -> Program:
    return Program(
        PROGRAM_V2,
        Ontology("o", "1", {"approved": ("string",), "judged_a": ("string",), "p": ()}),
        AuthorityPolicy(
            ("human-authorized", "model-judged"),
            (),
            {"approved": ("human-authorized",), "judged_a": ("human-authorized", "model-judged")},
        ),
        AT,
        facts,
        (),
        Atom("p"),
    )


def said(id_: str, predicate: str, authority: str, observed: str, **more: Any) -> Fact:
    return Fact(id_, predicate, ("x",), authority, observed_at=f"2026-08-14T{observed}:00Z", **more)


def document(minute: str, noul: float = 1.0, **changes: Any) -> bytes:
    fact = {
        "id": "judgement:unsafe",
        "predicate": "judged_unsafe",
        "arguments": ["art_1", "yes" if noul >= 0.5 else "no"],
        "authority": "model-judged",
        "observed_at": f"2026-08-14T11:{minute}:00Z",
    }
    answers = {"unsafe": {"noul": noul, "outcome": "refused", "choice": None}}
    return json.dumps({"answers": answers, "threshold": 0.5, "reason_facts": [fact | changes]}).encode()


def test_two_unsigned_judgements_are_two_facts() -> None:
    one, two = (read_facts(document(minute), named="j.json").facts[0] for minute in ("30", "31"))
    assert one.id != two.id
    assert one.id.startswith("judgement:unsafe#")
    assert read_facts(document("30"), named="again.json").facts[0] == one


@pytest.mark.parametrize(("noul", "answer"), [(1.0, "no"), (0.0, "yes"), (1.0, "maybe")])
def test_a_fact_that_contradicts_its_answer_is_refused(noul: float, answer: str) -> None:
    with pytest.raises(ShapeError, match="the answer it is of says"):
        read_facts(document("30", noul, arguments=["art_1", answer]), named="j.json")


def test_a_person_may_withdraw_what_a_judge_had_no_right_to_say() -> None:
    judge = said("j1", "approved", "model-judged", "11:00")
    person = said("p1", "approved", "human-authorized", "11:30", supersedes=("j1",))
    merged = merge(program(), [judge, person], at=AT)
    assert [(fact.id, fact.supersedes) for fact in merged.facts] == [("p1", ())]
    assert len(merged.notes) == 1


def test_merging_never_makes_a_judge_supersede_a_person() -> None:
    person = said("h", "judged_a", "human-authorized", "11:30")
    judge = said("j1", "judged_a", "model-judged", "11:30")
    later = said("j2", "judged_a", "model-judged", "12:30", negated=True, supersedes=("j1",))
    for incoming in ([judge, later], [later, judge]):
        merged = merge(program(person), incoming, at=AT)
        whole = program()._replace(facts=merged.facts)
        assert "RSN106" not in {found.code for found in violations(whole)}
        assert "h" in {fact.id for fact in merged.facts}
