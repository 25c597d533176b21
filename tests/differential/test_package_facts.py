"""Facts of packages that Treeship sealed: only of those that hold, and only of judgements that keep to their bar."""

import json
from typing import Any

import pytest

from bridge.errors import VerificationError
from bridge.facts.receipts import FromReceipts
from bridge.receipts.keys import PublicKey
from bridge.receipts.trust import Root, Trust
from bridge.workflows.receipt_facts import Sources, receipt_facts
from bridge.workflows.workspace import Workspace
from tests.vectors import VECTORS, document, needs_vectors

pytestmark = [pytest.mark.vectors, needs_vectors]

PACKAGES = VECTORS / "receipts" / "packages"
AGENT, ALICE = "agent://claude-code", "human://alice"


def found(name: str, tmp_path: Any, *identities: str) -> FromReceipts:
    (key,) = document(f"receipts/packages/{name}/keys.json")["keys"].values() if identities else ("",)
    trust = Trust(tuple(Root(PublicKey.read(key), one) for one in identities))
    (tmp_path / "trust.json").write_text(json.dumps(trust.document()))
    sources = Sources(packages=[str(PACKAGES / name)], trust=str(tmp_path / "trust.json"))
    return receipt_facts(Workspace(tmp_path), sources)


def test_judgements_are_those_of_the_agent_that_signed_them(tmp_path: Any) -> None:
    answers = [fact.arguments[1] for fact in found("ssn_valid.treeship", tmp_path, AGENT).facts]
    assert answers == ["yes", "no"]
    assert found("ssn_valid.treeship", tmp_path, "system://treeship-judge").facts == ()


def test_a_name_that_the_key_does_not_prove_yields_nothing(tmp_path: Any) -> None:
    facts, refused, notes = found("ssn_escalated_resolved.treeship", tmp_path, AGENT)
    assert [fact.predicate for fact in facts] == ["judged_unsafe"]
    assert len(refused) == 2
    assert len(notes) == 1
    trusting = found("ssn_escalated_resolved.treeship", tmp_path, AGENT, ALICE)
    assert [fact.predicate for fact in trusting.facts] == ["judged_unsafe", "resolved_unsafe", "resolved_unsafe"]


def test_what_was_acted_on_outside_its_bar_yields_nothing(tmp_path: Any) -> None:
    facts, refused, _ = found("ssn_acted_over_bar.treeship", tmp_path, AGENT)
    assert facts == ()
    assert [one.reason.partition(":")[0] for one in refused] == ["it does not keep to its own bar"] * 4


@pytest.mark.parametrize("name", ["narrative-edit", "artifact-payload-edit", "swap-package-key", "drop-record-json"])
def test_a_package_that_was_tampered_with_yields_nothing(tmp_path: Any, name: str) -> None:
    with pytest.raises(VerificationError, match="does not hold"):
        found(f"tampered-{name}", tmp_path)
