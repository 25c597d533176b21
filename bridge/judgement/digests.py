"""What a judgement commits to: digests of the state shown, the questions asked and the response received.

Each is SHA-256 over canonical JSON, members sorted at every depth (spec: Judge and receipts, section 4, Digests).
"""

from collections.abc import Mapping

from bridge.core.canonical import sorted_compact
from bridge.core.digest import sha256
from bridge.core.strict_json import Json
from bridge.errors import ShapeError
from bridge.judgement.model import JudgeResponse, Question
from bridge.judgement.wire import answer_json, judge_json, question_json


def canonical_bytes(value: object, what: str) -> bytes:
    """The canonical bytes of a JSON value.

    Args:
        value: the value.
        what: what it is, for the error.

    Raises:
        ShapeError: it is not JSON: a number that is not finite, a lone surrogate, another kind of Python value.
    """
    try:
        return sorted_compact(value).encode()
    except (TypeError, ValueError) as error:
        raise ShapeError(f"{what} is not JSON: {error}") from None
    except RecursionError:
        raise ShapeError(f"{what} is nested too deeply") from None


def canonical_state(state: Mapping[str, Json]) -> bytes:
    """The bytes whose digest is the state's: what whoever holds the state must keep to prove it later.

    Raises:
        ShapeError: the state is not JSON.
    """
    return canonical_bytes(state, "the state")


def state_digest(state: Mapping[str, Json]) -> str:
    """The digest of the state a judge was shown.

    Raises:
        ShapeError: the state is not JSON.
    """
    return sha256(canonical_state(state))


def questions_digest(questions: Mapping[str, Question]) -> str:
    """The digest of the questions actually asked together: a subset has another digest.

    Raises:
        ShapeError: a text in them is not Unicode.
    """
    document = {key: question_json(question) for key, question in questions.items()}
    return sha256(canonical_bytes(document, "a question"))


def response_digest(response: JudgeResponse) -> str:
    """The digest of a response that was never bytes: a local judge's ``{answers, judge, latency_ms}``.

    A judge asked over a wire has the digest of the bytes received instead.

    Raises:
        ShapeError: an answer holds a number that is not finite.
    """
    document = {
        "answers": {key: answer_json(answer) for key, answer in response.answers.items()},
        "judge": judge_json(response.judge),
        "latency_ms": response.latency_ms,
    }
    return sha256(canonical_bytes(document, "the response"))
