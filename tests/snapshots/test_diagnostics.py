"""What an author reads: whole reports on sources with several faults."""

from syrupy.assertion import SnapshotAssertion

from bridge.core.diagnostics import ProgramRefused
from bridge.core.sources import Source
from bridge.reason.lowering import compile_source
from bridge.render import diagnostics

UNREADABLE = """\
ontology "release" version "1"
authority human-authorized, model-judged.
predicat approved(version: string).
fact approval approved("1.4.0") from human-authorized.
fact größe: approved("1.4.0") from human-authorized.
fact later: approved("1.4.0) from human-authorized.
rule allow: ready($v) if approved($v); tested($v).
\trule tab: ready($v) if approved($v) and tested($v).
evaluate at "2026-08-14T12:00:00Z".
test "a test" {
  expect provd ready("1.4.0").
}
query ready(
"""

MISTAKEN = """\
ontology "release" version "1".
evaluate at 2026-08-14T12:00:00+02:00.
authority human-authorized, Model_Judged.
admit only model-judged for judged_*.
## {relase} is approved.
predicate approved(release: string).
predicate severity(release: string, level: "low" < "medium" < "high").
fact first: approved("漢字") from human-authorised observed 2026-08-14T10:00:00Z.
fact first: aproved("1.4.0") from human-authorized.
rule allow: approved($r) if severity($release, > "high"), severity(_, "huge"), not severity($release, >= "low").
rule odd: approved("1.4.0").
query approved($r).
"""


def report(text: str) -> str:
    try:
        found = compile_source(Source("release.reason", text)).warnings
    except ProgramRefused as refused:
        found = refused.diagnostics
    return diagnostics.text(found)


def test_a_source_that_cannot_be_read(snapshot: SnapshotAssertion) -> None:
    assert report(UNREADABLE) == snapshot


def test_a_source_that_is_mistaken(snapshot: SnapshotAssertion) -> None:
    assert report(MISTAKEN) == snapshot
