"""Laws of statements: what is written reads back, and reading decides nothing that writing did not say."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from bridge.core import strict_json
from bridge.core.clock import spell
from bridge.receipts.model import ActionStatement, ReceiptStatement, Subject
from bridge.receipts.statement import action_statement, read, receipt_statement

text = st.text(st.characters(exclude_categories=["Cs"]))
words = text.filter(bool)
times = (
    st.datetimes(timezones=st.timezones())
    .filter(lambda moment: moment.year > 1)
    .map(spell)
    .filter(lambda t: len(t) == 20)
)
uris = st.builds("{}://{}".format, st.sampled_from(["system", "human", "agent"]), words)
ids = st.binary(min_size=16, max_size=16).map(lambda raw: "art_" + raw.hex())
digests = st.binary(min_size=32, max_size=32).map(lambda raw: "sha256:" + raw.hex())
numbers = st.integers(-(2**63), 2**64 - 1) | st.floats(allow_nan=False, allow_infinity=False)
json_values: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | numbers | text,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(text, inner, max_size=4),
    max_leaves=12,
)
subjects = st.builds(Subject, *[st.none() | words] * 3)
receipts = st.builds(
    ReceiptStatement,
    timestamp=times,
    system=uris,
    kind=words,
    subject=st.none() | subjects,
    payload=json_values,
    payload_digest=st.none() | digests,
    policy_ref=st.none() | text,
    meta=json_values,
    parent_id=st.none() | ids,
)
actions = st.builds(
    ActionStatement,
    timestamp=times,
    actor=uris,
    action=words,
    subject=st.none() | subjects,
    parent_id=st.none() | ids,
    approval_nonce=st.none() | text,
    policy_ref=st.none() | text,
    meta=json_values,
)


def written(statement: ReceiptStatement | ActionStatement) -> bytes:
    write = receipt_statement if isinstance(statement, ReceiptStatement) else action_statement
    return write(**statement._asdict())


def shape(value: Any) -> Any:
    """A value with its types: 1, 1.0 and True are three things, and so are 0.0 and -0.0."""
    if isinstance(value, dict):
        return {key: shape(member) for key, member in value.items()}
    if isinstance(value, list):
        return [shape(item) for item in value]
    return type(value), repr(value)


@given(receipts | actions)
def test_what_is_written_reads_back(statement: ReceiptStatement | ActionStatement) -> None:
    found = read(written(statement))
    assert found == statement
    assert shape(found._asdict()) == shape(statement._asdict())


@given(receipts | actions)
def test_reading_and_writing_again_gives_the_same_bytes(statement: ReceiptStatement | ActionStatement) -> None:
    first = written(statement)
    again = read(first)
    assert isinstance(again, ReceiptStatement | ActionStatement)
    assert written(again) == first


def in_order(value: Any) -> bool:
    if isinstance(value, dict):
        return list(value) == sorted(value) and all(map(in_order, value.values()))
    return not isinstance(value, list) or all(map(in_order, value))


ORDER = ("type", "timestamp", "system", "subject", "kind", "payload", "payloadDigest", "policyRef", "meta", "parentId")


@given(receipts)
def test_the_outer_order_is_declared_and_the_inner_order_sorted(statement: ReceiptStatement) -> None:
    document = strict_json.loads(written(statement))
    assert isinstance(document, dict)
    assert list(document) == [name for name in ORDER if name in document]
    assert None not in document.values()
    assert in_order(document.get("payload"))
    assert in_order(document.get("meta"))


@given(receipts, st.randoms(use_true_random=False))
def test_the_order_in_which_members_were_built_does_not_matter(statement: ReceiptStatement, random: Any) -> None:
    def shuffled(value: Any) -> Any:
        if isinstance(value, dict):
            items = [(key, shuffled(member)) for key, member in value.items()]
            random.shuffle(items)
            return dict(items)
        return [shuffled(item) for item in value] if isinstance(value, list) else value

    other = {**statement._asdict(), "payload": shuffled(statement.payload), "meta": shuffled(statement.meta)}
    assert receipt_statement(**other) == written(statement)
