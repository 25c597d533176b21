"""Facts from files: three forms, whose word they are, and what is refused."""

import json
from typing import Any

import pytest

from bridge.errors import InputError, JsonError, ShapeError
from bridge.facts.read import FactsRead, read_facts
from bridge.reason.model import Fact

AT = "2026-09-23T12:00:00Z"
PERMIT = {
    "id": "permit",
    "predicate": "tool_allowed",
    "arguments": ["Bash"],
    "authority": "human-authorized",
    "observed_at": AT,
}
PERMITTED = Fact("permit", "tool_allowed", ("Bash",), "human-authorized", observed_at=AT)


def judged(key: str, answer: str, **members: Any) -> dict[str, Any]:
    said = {"id": f"judgement:{key}", "predicate": f"judged_{key}", "arguments": ["art_1", answer]}
    return {**said, "authority": "model-judged", "observed_at": AT, **members}


def document(*facts: dict[str, Any], **outcomes: str) -> dict[str, Any]:
    """What ``rbridge judge --format json`` prints, as far as facts are concerned."""
    return {"reason_facts": list(facts), "answers": {key: {"outcome": word} for key, word in outcomes.items()}}


def read(content: object, *, include_escalated: bool = False) -> FactsRead:
    text = content if isinstance(content, bytes) else json.dumps(content).encode()
    return read_facts(text, named="facts.json", include_escalated=include_escalated)


def test_a_list_of_facts() -> None:
    assert read([PERMIT, {**PERMIT, "id": "other"}]).facts == (PERMITTED, PERMITTED._replace(id="other"))
    assert read([]) == FactsRead(())


def test_one_fact() -> None:
    assert read(PERMIT) == FactsRead((PERMITTED,))
    assert read(json.dumps(PERMIT, indent=2).encode()) == FactsRead((PERMITTED,))


def test_a_fact_on_each_line() -> None:
    lines = b"\n\n".join(json.dumps({**PERMIT, "id": name}).encode() for name in "abc")
    for text in (lines, lines + b"\n", lines.replace(b"\n", b"\r\n")):
        assert [fact.id for fact in read(text).facts] == ["a", "b", "c"]


def test_what_a_judge_printed() -> None:
    (fact,) = read(document(judged("unsafe", "no"), unsafe="acted")).facts
    assert fact.id.startswith("judgement:unsafe#")
    assert fact._replace(id="x") == Fact("x", "judged_unsafe", ("art_1", "no"), "model-judged", observed_at=AT)


def test_what_was_signed_keeps_the_id_of_its_receipt() -> None:
    (fact,) = read(document(judged("unsafe", "no", id="art_" + "9" * 32), unsafe="acted")).facts
    assert fact.id == "art_" + "9" * 32


def test_what_was_not_signed_gets_an_id_of_its_own() -> None:
    said = judged("unsafe", "no")
    ids = [
        read(document(one, unsafe="acted")).facts[0].id
        for one in (said, said, {**said, "arguments": ["art_2", "no"]}, {**said, "observed_at": "2026-09-24T12:00:00Z"})
    ]
    assert ids[0] == ids[1]
    assert len(set(ids)) == 3


class TestAJudgesDocument:
    """Whatever it claims, what it says is a judge's word."""

    @pytest.mark.parametrize("claim", ["human-authorized", "tool-reported", "system-bound", ""])
    def test_its_facts_are_model_judged(self, claim: str) -> None:
        (fact,) = read(document(judged("unsafe", "no", authority=claim), unsafe="acted")).facts
        assert fact.authority == "model-judged"

    def test_it_supersedes_and_denies_nothing(self) -> None:
        (fact,) = read(document(judged("x", "no", supersedes=["permit"], negated=True), x="acted")).facts
        assert (fact.supersedes, fact.negated) == ((), False)

    @pytest.mark.parametrize(
        ("answer", "bar", "fact"),
        [
            ({"noul": 0.9}, 0.5, "no"),
            ({"noul": 0.5}, 0.5, "no"),
            ({"noul": 0.1}, 0.5, "yes"),
            ({"noul": 0}, 0.5, "maybe"),
            ({"choice": "deny"}, 0.5, "allow"),
        ],
    )
    def test_a_fact_that_is_not_what_its_answer_says_is_refused(
        self, answer: dict[str, Any], bar: float, fact: str
    ) -> None:
        given = {
            "reason_facts": [judged("x", fact)],
            "answers": {"x": {"outcome": "acted", **answer}},
            "threshold": bar,
        }
        with pytest.raises(ShapeError) as refused:
            read(given)
        assert refused.value.where == "$.reason_facts[0]"

    @pytest.mark.parametrize("predicate", ["tool_allowed", "judged", "Judged_unsafe", "action_authorized", ""])
    def test_it_speaks_of_judgements_alone(self, predicate: str) -> None:
        with pytest.raises(ShapeError, match="judged_") as refused:
            read(document(judged("unsafe", "no"), judged("unsafe", "no", predicate=predicate), unsafe="acted"))
        assert refused.value.where == "$.reason_facts[1].predicate"

    @pytest.mark.parametrize("answers", [{}, {"other": {"outcome": "acted"}}, {"unsafe": None}, {"unsafe": {}}])
    def test_a_fact_without_the_outcome_of_its_answer_is_refused(self, answers: dict[str, Any]) -> None:
        with pytest.raises(ShapeError, match="outcome"):
            read({**document(judged("unsafe", "no")), "answers": answers})

    @pytest.mark.parametrize("outcome", ["Escalated", "", None, 1, []])
    def test_an_outcome_outside_the_vocabulary_is_refused(self, outcome: Any) -> None:
        with pytest.raises(ShapeError, match="outcome"):
            read({**document(judged("unsafe", "no")), "answers": {"unsafe": {"outcome": outcome}}})

    @pytest.mark.parametrize("outcome", ["acted", "refused", "ignored"])
    def test_every_answer_that_was_not_escalated_is_a_fact(self, outcome: str) -> None:
        assert len(read(document(judged("unsafe", "no"), unsafe=outcome)).facts) == 1

    def test_an_escalated_answer_is_left_out_and_named(self) -> None:
        given = document(judged("a", "allow"), judged("b", "deny"), a="escalated", b="acted")
        left = read(given)
        assert [fact.predicate for fact in left.facts] == ["judged_b"]
        assert len(left.notes) == 1
        assert "judgement:a" in left.notes[0]
        assert "--include-escalated" in left.notes[0]

    def test_unless_it_is_asked_for(self) -> None:
        given = document(judged("a", "allow"), a="escalated")
        assert len(read(given, include_escalated=True).facts) == 1
        assert read(given, include_escalated=True).notes == ()

    @pytest.mark.parametrize(
        "given", [{"reason_facts": []}, {"reason_facts": {}, "answers": {}}, {"reason_facts": [], "answers": []}]
    )
    def test_half_a_document_is_none(self, given: object) -> None:
        with pytest.raises(ShapeError, match=r"facts\.json"):
            read(given)


@pytest.mark.parametrize("text", [b"", b"\n", b"  \r\n\t"])
def test_an_empty_file_is_not_the_same_as_no_facts(text: bytes) -> None:
    with pytest.raises(ShapeError, match=r"facts\.json") as refused:
        read(text)
    assert "[]" in str(refused.value.help)


@pytest.mark.parametrize("given", [None, 1, "x", True, {}, {"facts": []}, {"id": "a"}])
def test_what_is_no_fact_is_refused_with_the_forms_there_are(given: object) -> None:
    with pytest.raises(ShapeError) as refused:
        read(given)
    assert "JSON list" in str(refused.value.help)


@pytest.mark.parametrize(
    ("given", "where"),
    [
        ([PERMIT, 1], "$[1]"),
        ([{**PERMIT, "authority": 1}], "$[0].authority"),
        ([{**PERMIT, "extra": 1}], "$[0]"),
        ([{**PERMIT, "arguments": "Bash"}], "$[0].arguments"),
        ({**PERMIT, "supersedes": "x"}, "$.supersedes"),
    ],
)
def test_the_place_of_what_is_wrong_is_named(given: object, where: str) -> None:
    with pytest.raises(ShapeError, match=r"^facts\.json") as refused:
        read(given)
    assert str(refused.value.where).startswith(where)


class TestWhatIsNotJson:
    """The file, the line and the column are named."""

    @pytest.mark.parametrize(
        ("text", "place"),
        [
            (b"{", "facts.json:1:2"),
            (b"[\n  1,\n  oops\n]", "facts.json:3:3"),
            (b'[{"id":"a","id":"b"}]', "facts.json:1:12"),
            (b"[1] [2]", "facts.json:1:5"),
            (json.dumps(PERMIT).encode() + b"\n{oops}", "facts.json:2:2"),
            (b"[NaN]", "facts.json:1:2"),
        ],
    )
    def test_by_place(self, text: bytes, place: str) -> None:
        with pytest.raises(JsonError) as refused:
            read(text)
        assert refused.value.message.startswith(f"{place}: not strict JSON: ")

    @pytest.mark.parametrize("text", [b"\xff", b"\xef\xbb\xbf[]", b"[" * 200 + b"]" * 200, b'["\\ud800"]'])
    def test_by_name_where_there_is_no_place(self, text: bytes) -> None:
        with pytest.raises(JsonError, match=r"^facts\.json") as refused:
            read(text)
        assert ":0" not in refused.value.message

    def test_a_line_that_is_no_fact_is_named_by_its_number(self) -> None:
        with pytest.raises(InputError, match=r"^facts\.json:3: "):
            read(json.dumps(PERMIT).encode() + b"\n\n[]")
