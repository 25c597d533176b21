"""What a judge says enters a program only as ``judged_…``, in the class ``model-judged``, whatever it says."""

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from bridge.facts.judged import judged_fact
from bridge.facts.read import read_facts
from bridge.judgement.model import Judgement
from bridge.reason.model import MODEL_JUDGED
from bridge.reason.wire import fact_json, read_fact
from bridge.testing.strategies.judgement import judgements

subjects = st.text(min_size=1)
receipts = st.none() | st.from_regex(r"art_[0-9a-f]{32}", fullmatch=True)


@given(judgements(), subjects, receipts)
def test_a_judgement_is_one_fact_about_its_subject(judgement: Judgement, subject: str, receipt: str | None) -> None:
    fact = judged_fact(judgement, subject=subject, receipt=receipt)
    assert fact.predicate == f"judged_{judgement.key}"
    assert fact.authority == MODEL_JUDGED
    assert not fact.negated
    assert fact.supersedes == ()
    assert fact.arguments[0] == subject
    assert isinstance(fact.arguments[1], str)
    assert fact.id == (receipt or f"judgement:{judgement.key}")
    assert fact.observed_at == judgement.judged_at


@given(judgements(), subjects)
def test_it_has_the_fields_of_the_kernel_alone_and_reads_back(judgement: Judgement, subject: str) -> None:
    fact = judged_fact(judgement, subject=subject, receipt=None)
    document = fact_json(fact)
    assert set(document) == {"id", "predicate", "arguments", "authority", "observed_at"}
    assert read_fact(json.loads(json.dumps(document))) == fact


@given(
    judgements(), subjects, st.sampled_from(["human-authorized", "tool-reported", "system-bound", "x"]), st.booleans()
)
def test_a_judgement_document_cannot_name_another_class(
    judgement: Judgement, subject: str, claimed: str, negated: bool
) -> None:
    item: dict[str, Any] = {**fact_json(judged_fact(judgement, subject=subject, receipt=None)), "authority": claimed}
    if negated:
        item |= {"negated": True, "supersedes": ["approval"]}
    document = {"answers": {judgement.key: {"outcome": "acted"}}, "reason_facts": [item]}
    (fact,) = read_facts(json.dumps(document).encode(), named="judged.json").facts
    assert (fact.authority, fact.negated, fact.supersedes) == (MODEL_JUDGED, False, ())
    assert fact.predicate.startswith("judged_")
