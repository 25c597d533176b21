"""`given request`: the action that an action policy is asked about, from a JSON file beside the program."""

from collections.abc import Callable
from typing import Final, NamedTuple, TypeVar

from bridge.core import strict_json
from bridge.core.codes.program_tests import RSN033
from bridge.core.sources import Source
from bridge.core.strict_json import Json
from bridge.errors import BridgeError, JsonError, ProgramInvalid, ShapeError
from bridge.reason import wire
from bridge.reason.action import validate_request
from bridge.reason.action.reserved import authorized
from bridge.reason.lowering.inclusion import Load
from bridge.reason.lowering.report import Report
from bridge.reason.lowering.scope import span
from bridge.reason.lowering.units import Unit
from bridge.reason.model import ACTION_V1, PROGRAM_V2, ActionRequest, AuthorityPolicy, Ontology, Program
from bridge.reason.program_tests import AskedAction
from bridge.reason.syntax import ast
from bridge.reason.syntax.spelling import string

T = TypeVar("T")

_PLACE: Final = "name a JSON file at or below the folder of the program"
_SHAPE: Final = "give a zerker.reason.action.v1 request, or an object of its `mission` and its `action` alone"
_KERNELS_EFFECT: Final = "struct ActionEffect"
_EFFECT: Final = 'an effect is an object such as {"kind": "write", "resource": "docs/index.md"}, and may have a `value`'


class _Problem(NamedTuple):
    message: str
    help: str


class Requests:
    """The requests that the tests of a program name, each file read once.

    A text that was not read from a folder has none beside it. That is no fault of its tests: they are not taken.
    """

    def __init__(self, report: Report, load: Load | None) -> None:
        self._report = report
        self._load = load
        self._read: dict[str, AskedAction | _Problem] = {}

    def read(self, unit: Unit[ast.GivenRequest]) -> AskedAction | None:
        """The request that a step names, or none where it cannot be read, which is reported."""
        path = unit.piece.path
        if self._load is None:
            return None
        found = self._read.get(path.value)
        if found is None:
            found = self._read[path.value] = self._asked(self._load, path.value, unit.source)
        if isinstance(found, AskedAction):
            return found
        self._report.error(RSN033, span(unit.source, path), found.message, help=found.help)
        return None

    def _asked(self, load: Load, path: str, source: Source) -> AskedAction | _Problem:
        try:
            return _checked(read_asked(strict_json.loads(load(path, source).text)))
        except ShapeError as error:
            where = f" at `{error.where}`" if error.where else ""
            message = error.message.replace(_KERNELS_EFFECT, "an effect")
            remedy = _EFFECT if message != error.message else error.help or _SHAPE
            return _Problem(f"{string(path)} is no request: {message}{where}", remedy)
        except JsonError as error:
            place = f" at line {error.line}, column {error.column}" if error.line else ""
            return _Problem(f"{string(path)} is not strict JSON: {error.message}{place}", error.help or _SHAPE)
        except BridgeError as error:
            return _Problem(f"{string(path)}: {error.message}", error.help or _PLACE)


def read_asked(value: Json) -> AskedAction:
    """The action of a request, or of an object of a mission and an action alone, which is decided when it is proposed.

    Raises:
        ShapeError: neither.
    """
    if isinstance(value, dict) and ("schema" in value or "policy" in value):
        request = wire.read_request(value)
        return AskedAction(request.mission, request.action, request.policy.evaluation_time or "")
    members = value if isinstance(value, dict) else {}
    if members.keys() != {"mission", "action"}:
        raise ShapeError("its members are not `mission` and `action`", where="$", help=_SHAPE)
    mission, action = _inside("mission", wire.read_mission, members), _inside("action", wire.read_action, members)
    return AskedAction(mission, action, action.proposed_at)


def _inside(name: str, read: Callable[[Json], T], members: dict[str, Json]) -> T:
    try:
        return read(members[name])
    except ShapeError as error:
        raise ShapeError(error.message, where=f"$.{name}{(error.where or '$')[1:]}", help=error.help) from None


def _checked(asked: AskedAction) -> AskedAction:
    """The same, if a policy could be asked it; one that says nothing shows what is wrong with the request itself.

    Raises:
        ShapeError: no policy could.
    """
    nothing = Ontology("none", "1", {}), AuthorityPolicy(("person",), (), {}), asked.at, (), ()
    policy = Program(PROGRAM_V2, *nothing, authorized(asked.action.id))
    try:
        validate_request(ActionRequest(ACTION_V1, asked.mission, asked.action, policy))
    except ProgramInvalid as error:
        problems = [line for line in error.message.splitlines() if line.startswith("$")]
        raise ShapeError("; ".join(problems), help="mend the request") from None
    return asked
