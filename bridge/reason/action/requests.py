"""Whether an action request makes sense (spec: Reason, section 6, validate_action_request)."""

from collections.abc import Iterator

from bridge.core.digest import is_digest
from bridge.errors import ProgramInvalid
from bridge.reason.action.bindings import effective_program
from bridge.reason.action.reserved import ACTION_AUTHORIZED, BINDING_PREFIX, PREDICATES, authorized
from bridge.reason.model import ACTION_V1, SYSTEM_BOUND, ActionRequest, Program
from bridge.reason.quoting import is_blank, quoted
from bridge.reason.validate import problems as program_problems

_HEADING = "invalid action authorization request:"
_BOUND = f'"{SYSTEM_BOUND}" is reserved for request bindings'


def validate_request(request: ActionRequest) -> Program:
    """The effective program of a request, or a refusal where it does not make sense or its policy speaks for it.

    Raises:
        ProgramInvalid: the message lists every problem on a line of its own; ``where`` is the path of the first. Those
            of the effective program come only where the request itself has none, and count its facts.
    """
    if lines := problems(request):
        raise _invalid(_HEADING, lines)
    program = effective_program(request)
    if lines := program_problems(program):
        raise _invalid(f"{_HEADING}\ninvalid program:", lines)
    return program


def _invalid(heading: str, lines: list[str]) -> ProgramInvalid:
    return ProgramInvalid("\n".join([heading, *lines]), where=lines[0].partition(": ")[0])


def problems(request: ActionRequest) -> list[str]:
    """The problems of a request itself, each a line of JSON path, colon and message."""
    return [*_identity(request), *_details(request), *_policy(request)]


def _identity(request: ActionRequest) -> Iterator[str]:
    mission, action = request.mission, request.action
    if request.schema != ACTION_V1:
        yield f'$.schema: expected "{ACTION_V1}", got {quoted(request.schema)}'
    yield from _filled("$.mission.id", mission.id)
    yield from _filled("$.mission.principal", mission.principal)
    if not is_digest(mission.instruction_digest):
        yield "$.mission.instruction_digest: expected sha256 followed by 64 lowercase hexadecimal characters"
    yield from _filled("$.action.id", action.id)
    yield from _filled("$.action.tool", action.tool)


def _details(request: ActionRequest) -> Iterator[str]:
    for _ in filter(is_blank, request.mission.constraints):
        yield _empty("$.mission.constraints key")
    for _ in filter(is_blank, request.action.arguments):
        yield _empty("$.action.arguments key")
    for index, (kind, resource, _) in enumerate(request.action.effects):
        if is_blank(kind):
            yield _empty(f"$.action.effects[{index}].kind")
        if is_blank(resource):
            yield _empty(f"$.action.effects[{index}].resource")


def _filled(path: str, text: str) -> Iterator[str]:
    if is_blank(text):
        yield _empty(path)


def _empty(path: str) -> str:
    return f"{path}: must not be empty"


def _policy(request: ActionRequest) -> Iterator[str]:
    policy = request.policy
    if not policy.temporal:
        yield '$.policy.schema: action authorization requires "zerker.reason.program.v2"'
    yield from _authority(policy)
    for name in PREDICATES:
        if name in policy.ontology.predicates:
            yield f"$.policy.ontology.predicates.{name}: reserved for action authorization"
        if name in policy.authority.predicate_admit:
            yield f"$.policy.authority.predicate_admit.{name}: reserved for action authorization"
    yield from _facts(policy)
    for index, rule in enumerate(policy.rules):
        name = rule.then.predicate
        if name in PREDICATES and name != ACTION_AUTHORIZED:
            yield f"$.policy.rules[{index}].then.predicate: {quoted(name)} can only be supplied by request bindings"
    if policy.query != authorized(request.action.id):
        yield f"$.policy.query: expected {ACTION_AUTHORIZED}({quoted(request.action.id)})"


def _authority(policy: Program) -> Iterator[str]:
    if SYSTEM_BOUND in policy.authority.classes:
        yield f"$.policy.authority.classes: {_BOUND}"
    if SYSTEM_BOUND in policy.authority.default_admit:
        yield f"$.policy.authority.default_admit: {_BOUND}"
    admit = policy.authority.predicate_admit
    for name in sorted(admit):
        if SYSTEM_BOUND in admit[name]:
            yield f"$.policy.authority.predicate_admit.{name}: {_BOUND}"


def _facts(policy: Program) -> Iterator[str]:
    for index, (name, predicate, _, authority, *_) in enumerate(policy.facts):
        if predicate in PREDICATES:
            yield f"$.policy.facts[{index}].predicate: {quoted(predicate)} is reserved for request bindings"
        if name.startswith(BINDING_PREFIX):
            yield f'$.policy.facts[{index}].id: prefix "{BINDING_PREFIX}" is reserved'
        if authority == SYSTEM_BOUND:
            yield f'$.policy.facts[{index}].authority: "{SYSTEM_BOUND}" is reserved'
