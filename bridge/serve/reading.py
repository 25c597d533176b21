"""Requests read: the members each has, and no others, so that a name written wrong is an error and not a default."""

from collections.abc import Mapping
from typing import Final

from bridge.core.strict_json import Json
from bridge.errors import ShapeError
from bridge.judgement import shape
from bridge.judgement.model import Question, Threshold
from bridge.judgement.questions import read_questions
from bridge.judgement.wire import read_question
from bridge.reason.model import Mission
from bridge.serve.service import Asking, Calling
from bridge.workflows.judge import ToolCall, choose
from bridge.workflows.mission import read_mission

CALL: Final = ("tool", "input", "capability")
JUDGE: Final = (
    *CALL,
    "workspace_root",
    "network_scope",
    "amount_bound",
    "questions",
    "threshold",
    "set_by",
    "subject",
    "attest",
)
DECIDE: Final = (*CALL, "actor", "principal", "instruction", "mission", "effects")


def read_members(value: Json, known: tuple[str, ...]) -> dict[str, Json]:
    """The members of a request.

    Raises:
        ShapeError: not an object, or a member that is not known.
    """
    given = shape.members(value, "$")
    for name in given:
        if name not in known:
            raise ShapeError(f"unknown member {shape.describe(name)}", where="$", help=f"known: {', '.join(known)}")
    return given


def read_call(given: Mapping[str, Json], held: Calling) -> ToolCall:
    """The call of a request, held to what the operator said, or to what the request says where it may.

    Raises:
        ShapeError: no tool, or a member of another type.
    """
    scope = shape.optional(given, "network_scope", "$", shape.texts)
    bound = shape.optional(given, "amount_bound", "$", shape.number)
    return ToolCall(
        tool=filled(given, "tool") or shape.required(given, "tool", "$", shape.text),
        input=shape.optional(given, "input", "$", shape.members) or {},
        capability=filled(given, "capability"),
        workspace_root=filled(given, "workspace_root") or held.workspace_root,
        network_scope=held.network_scope if scope is None else scope,
        amount_bound=held.amount_bound if bound is None else bound,
    )


def read_asked(given: Mapping[str, Json], asking: Asking) -> dict[str, Question]:
    """The questions of a request: keys of those that are configured, or questions of its own.

    Raises:
        ShapeError: neither.
        UsageError: a key that the judge does not know.
    """
    asked = given.get("questions")
    if isinstance(asked, dict):
        return read_questions(asked, "$.questions")
    keys = shape.optional(given, "questions", "$", shape.texts) or ()
    return choose(asking.questions, keys, others=asking.others)


def read_threshold(given: Mapping[str, Json], default: Threshold) -> Threshold:
    """The bar of a request, or the operator's.

    Raises:
        ShapeError: not a number.
        UsageError: a number that is no bar.
    """
    value = shape.optional(given, "threshold", "$", shape.number)
    set_by = filled(given, "set_by")
    if value is None:
        return default if set_by is None else Threshold(default.value, set_by)
    return Threshold(value, set_by or "request")


def read_stated_mission(given: Mapping[str, Json]) -> Mission | None:
    """The mission that a request states.

    Raises:
        ShapeError: not a mission, or something beside it that a mission says.
    """
    stated = shape.optional(given, "mission", "$", shape.members)
    if stated is None:
        return None
    if "principal" in given or "instruction" in given:
        raise ShapeError("a mission says on whose behalf and what was asked", where="$.mission", help="leave them out")
    if None in stated.values():
        raise ShapeError("a member of a mission is null", where="$.mission", help="leave it out")
    return read_mission(stated)


def read_contract_request(value: Json) -> tuple[dict[str, Json], dict[str, Question]]:
    """State and questions of the judge contract; members that it does not know are passed over, as it asks.

    Raises:
        ShapeError: not a request of the contract, or no question in it.
    """
    given = shape.members(value, "$")
    state = shape.required(given, "state", "$", shape.members)
    asked = shape.required(given, "questions", "$", shape.members)
    if not asked:
        raise ShapeError("no question is asked", where="$.questions", help='ask {"key": {"type": "noul"}}')
    return state, {key: _question(key, one) for key, one in asked.items()}


def refuse_null_scope(state: Mapping[str, Json]) -> None:
    """Hold the state of a call to its published form, in which a scope is left out or an array of hosts.

    Raises:
        ShapeError: the scope is null, which one reader could take for no scope and another for none at all.
    """
    if "network_scope" in state and state["network_scope"] is None:
        raise ShapeError("expected an array of texts, found null", where="$.state.network_scope", help="leave it out")


def filled(given: Mapping[str, Json], name: str) -> str | None:
    """A text that, where it is given, is not empty.

    Raises:
        ShapeError: it is empty, or no text.
    """
    text = shape.optional(given, name, "$", shape.text)
    if text == "":
        raise ShapeError(f"`{name}` must not be empty", where=f"$.{name}")
    return text


def _question(key: str, value: Json) -> Question:
    where = f"$.questions.{key}"
    if not key:
        raise ShapeError("a question needs a key", where="$.questions")
    return read_question(value, where)
