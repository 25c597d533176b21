"""Whether an action request makes sense (spec: Reason, section 6, validate_action_request)."""

from collections.abc import Iterator
from typing import Final

from bridge.core.digest import is_digest
from bridge.errors import ProgramInvalid
from bridge.reason.action.bindings import effective_program
from bridge.reason.action.reserved import ACTION_AUTHORIZED, BINDING_PREFIX, PREDICATES, authorized
from bridge.reason.identity import ByIdentity
from bridge.reason.model import ACTION_V1, SYSTEM_BOUND, ActionRequest, AuthorityPolicy, Ontology, Program, Rule
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
    if is_blank(mission.id):
        yield _empty("$.mission.id")
    if is_blank(mission.principal):
        yield _empty("$.mission.principal")
    if not is_digest(mission.instruction_digest):
        yield "$.mission.instruction_digest: expected sha256 followed by 64 lowercase hexadecimal characters"
    if is_blank(action.id):
        yield _empty("$.action.id")
    if is_blank(action.tool):
        yield _empty("$.action.tool")


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


def _empty(path: str) -> str:
    return f"{path}: must not be empty"


def _policy(request: ActionRequest) -> Iterator[str]:
    policy = request.policy
    if not policy.temporal:
        yield '$.policy.schema: action authorization requires "zerker.reason.program.v2"'
    yield from _of_vocabulary(policy.ontology, policy.authority)
    yield from _facts(policy)
    yield from _of_rules(policy.rules)
    if policy.query != authorized(request.action.id):
        yield f"$.policy.query: expected {ACTION_AUTHORIZED}({quoted(request.action.id)})"


def _vocabulary(ontology: Ontology, authority: AuthorityPolicy) -> tuple[str, ...]:
    return (*_authority(authority), *_predicates(ontology, authority))


def _authority(authority: AuthorityPolicy) -> Iterator[str]:
    if SYSTEM_BOUND in authority.classes:
        yield f"$.policy.authority.classes: {_BOUND}"
    if SYSTEM_BOUND in authority.default_admit:
        yield f"$.policy.authority.default_admit: {_BOUND}"
    admit = authority.predicate_admit
    for name in sorted(admit):
        if SYSTEM_BOUND in admit[name]:
            yield f"$.policy.authority.predicate_admit.{name}: {_BOUND}"


def _predicates(ontology: Ontology, authority: AuthorityPolicy) -> Iterator[str]:
    for name in PREDICATES:
        if name in ontology.predicates:
            yield f"$.policy.ontology.predicates.{name}: reserved for action authorization"
        if name in authority.predicate_admit:
            yield f"$.policy.authority.predicate_admit.{name}: reserved for action authorization"


def _rules(rules: tuple[Rule, ...]) -> tuple[str, ...]:
    return tuple(
        [
            f"$.policy.rules[{index}].then.predicate: {quoted(rule.then.predicate)} "
            "can only be supplied by request bindings"
            for index, rule in enumerate(rules)
            if rule.then.predicate in PREDICATES and rule.then.predicate != ACTION_AUTHORIZED
        ]
    )


_of_vocabulary: Final = ByIdentity(_vocabulary)
_of_rules: Final = ByIdentity(_rules)


def _facts(policy: Program) -> Iterator[str]:
    if not policy.facts:
        return
    names, predicates, _, authorities, *_ = zip(*policy.facts, strict=True)
    plain = PREDICATES.keys().isdisjoint(predicates) and SYSTEM_BOUND not in authorities
    if plain and BINDING_PREFIX not in "\n".join(names):
        return
    for index, (name, predicate, _, authority, *_) in enumerate(policy.facts):
        if predicate in PREDICATES:
            yield f"$.policy.facts[{index}].predicate: {quoted(predicate)} is reserved for request bindings"
        if name.startswith(BINDING_PREFIX):
            yield f'$.policy.facts[{index}].id: prefix "{BINDING_PREFIX}" is reserved'
        if authority == SYSTEM_BOUND:
            yield f'$.policy.facts[{index}].authority: "{SYSTEM_BOUND}" is reserved'
