"""Values that a document is surprised by: of every JSON type, at the edges of ranges, words of other members."""

from hypothesis import strategies as st

from tests.conformance.documents import AT

ODDITIES = st.one_of(
    st.none(),
    st.booleans(),
    st.sampled_from([-1, 0, 2, 2**63, 0.5, 1.5, -0.5]),
    st.sampled_from(["", "x", "$", "$x", "noul", "choice", "proved", "unknown", "denied", "fact"]),
    st.sampled_from([AT, AT + "\n", "a://b"]),
    st.sampled_from([[], {}, [""], ["x", "x"], {"": 1}, {"x": None}, [[]]]),
)
