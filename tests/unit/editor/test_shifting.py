"""What was found in an earlier text is where it was, or where it has moved to."""

from hypothesis import given
from hypothesis import strategies as st

from bridge.core.diagnostics import Diagnostic
from bridge.core.sources import Source, Span
from bridge.editor.shifting import shifted

texts = st.text("ab\n", max_size=30)


@given(texts, texts, texts, texts)
def test_what_is_kept_reads_as_it_did(head: str, old: str, new: str, tail: str) -> None:
    before, after = Source("x", head + old + tail), Source("x", head + new + tail)
    found = [Diagnostic("RSN001", "m", span=Span(before, start, start + 1)) for start in range(len(before.text))]
    kept = [(one, other) for one in found for other in shifted([one], before, after)]
    for one, other in kept:
        assert one.span is not None
        assert other.span is not None
        assert other.span.source is after
        assert after.text[other.span.start : other.span.end] == before.text[one.span.start : one.span.end]
    assert len(kept) >= len(head) + len(tail) - min(len(old), len(new)) - 1 or len(kept) >= len(before.text) - len(old)
