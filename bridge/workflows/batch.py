"""Many programs and requests in one run: JSON Lines in, one answer for each, in their order.

A line is ``{"id", "command", "input"[, "result"]}``. A document is given as the JSON itself, or as a text that is read
as its file would be. A line that cannot be answered costs that line only.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, TypeAlias

from bridge import checker
from bridge.core import canonical
from bridge.core.strict_json import Json
from bridge.errors import BridgeError, ShapeError
from bridge.reason import wire
from bridge.workflows import reason
from bridge.workflows.inputs import parse_json
from bridge.workflows.limits import DEFAULT, Bounds, Limits
from bridge.workflows.line import Line, id_of, members
from bridge.workflows.programs import Loaded, parse, read
from bridge.workflows.validation import validate, validation_json

Say: TypeAlias = Callable[[BridgeError], str]
"""What is wrong, in words."""


class Answer(NamedTuple):
    """What is said of one line: an outcome and the standard output of the command, or what is wrong."""

    id: str | int
    outcome: str
    output: str = ""
    error: str | None = None


@dataclass(frozen=True)
class Task:
    """What one line asks for.

    Args:
        command: one of ``COMMANDS``.
        name: what the documents are called in errors.
        input: the first document, as JSON or as text.
        result: the second, of the commands that have one.
        convention: refuse programs that break the admission convention.
        bounds: those of the line; each has its own time.
    """

    command: str
    name: str
    input: Json
    result: Json = None
    convention: bool = True
    bounds: Bounds = field(default_factory=DEFAULT.start)


_ONE_DOCUMENT: Final = ("check", "authorize", "validate", "verify-authorization-bundle")
_TWO_DOCUMENTS: Final = ("verify", "verify-authorization")
COMMANDS: Final = (*_ONE_DOCUMENT, *_TWO_DOCUMENTS)
_SUCH_AS: Final = '{"id": "1", "command": "check", "input": {…}}'

# Members that the caller keeps for itself are left alone; one that would change the answer must not be passed over.
_OPTIONS: Final = frozenset(
    {"at", "convention", "facts", "format", "include_escalated", "query", "reference", "require_authorized"}
)


def answer(line: Line, *, convention: bool, say: Say, limits: Limits = DEFAULT) -> Answer:
    """The answer to one line, whatever is on it.

    Args:
        line: its bytes, with or without the end of the line.
        convention: refuse programs that break the admission convention.
        say: puts an error into words.
        limits: those of each line.
    """
    name: str | int = line.number
    try:
        bounds = limits.start()
        given = members(line, such_as=_SUCH_AS, max_bytes=bounds.input_bytes, max_depth=bounds.nesting)
        name = id_of(given, line)
        outcome, output = run(_task(given, line.number, convention, bounds))
    except BridgeError as error:
        return Answer(name, "error", error=say(error))
    except Exception as error:  # noqa: BLE001 - a fault of ours, too, costs one line; the others are still answered
        return Answer(name, "error", error=f"internal error: {type(error).__name__}: {error}")
    return Answer(name, outcome, output)


def run(task: Task) -> tuple[str, str]:
    """The outcome and the standard output of a command, in its JSON format.

    Raises:
        BridgeError: as the command does.
    """
    match task.command:
        case "check":
            result = reason.check(_loaded(task), convention=task.convention, bounds=task.bounds).result
            return result.status.value, _pretty(wire.result_json(result))
        case "authorize":
            _, certificate = reason.authorize(_loaded(task), convention=task.convention, bounds=task.bounds)
            return certificate.status.value, _pretty(wire.authorization_json(certificate))
        case "validate":
            program = validate(_loaded(task), convention=task.convention, bounds=task.bounds)
            return "done", canonical.sorted_compact(validation_json(program)) + "\n"
        case _:
            return "done", _pretty(checker.verification_json(_verified(task)))


def _verified(task: Task) -> checker.Verification | checker.AuthorizationVerification:
    if task.command == "verify":
        return checker.verify(_program_document(task), _document(task, task.result))
    if task.command == "verify-authorization":
        return checker.verify_authorization(_document(task, task.input), _document(task, task.result))
    return checker.verify_bundle(_document(task, task.input))


def _pretty(members: Mapping[str, Any]) -> str:
    return canonical.pretty(members) + "\n"


def _loaded(task: Task) -> Loaded:
    if isinstance(task.input, str):
        return parse(task.input.encode(), name=task.name, bounds=task.bounds)
    return Loaded(read(task.input), task.name)


def _program_document(task: Task) -> Json:
    if isinstance(task.input, str):
        return reason.document_of(task.input.encode(), task.name, task.bounds)
    return task.input


def _document(task: Task, given: Json) -> Json:
    bounds = task.bounds
    if isinstance(given, str):
        return parse_json(given, named=task.name, max_bytes=bounds.input_bytes, max_depth=bounds.nesting)
    return given


def _task(members: Mapping[str, Json], number: int, convention: bool, bounds: Bounds) -> Task:
    refused = sorted(_OPTIONS & members.keys())
    if refused:
        raise ShapeError(
            "is an option; a line has none, and --convention holds for all of them", where=f"$.{refused[0]}"
        )
    command = members.get("command")
    if not isinstance(command, str) or command not in COMMANDS:
        raise ShapeError(f"is not one of {', '.join(COMMANDS)}", where="$.command")
    for name in ("input", "result") if command in _TWO_DOCUMENTS else ("input",):
        if name not in members:
            raise ShapeError(f"{command} needs it", where=f"$.{name}")
    return Task(command, f"line {number}", members["input"], members.get("result"), convention, bounds)
