"""What the ``rbridge reason`` commands do: check, authorize, verify, compile and strike."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from bridge import checker
from bridge.admission.strike import strike
from bridge.core.strict_json import Json
from bridge.errors import UsageError
from bridge.facts.fitting import refuse_unfitting
from bridge.facts.merge import merge
from bridge.reason import wire
from bridge.reason.action import authorize as authorize_request
from bridge.reason.action import effective_program
from bridge.reason.authorization import Authorization
from bridge.reason.check import check as check_program
from bridge.reason.model import PROGRAM_V2, ActionRequest, Atom, Fact, PolicyTemplate, Program
from bridge.reason.result import CheckResult
from bridge.workflows.convention import enforce_convention
from bridge.workflows.inputs import parse_json, read_bytes, read_json
from bridge.workflows.programs import Loadable, Loaded, is_json, parse


@dataclass(frozen=True)
class Checked:
    """The result of a program, and which facts gave way or were left out."""

    program: Program
    result: CheckResult
    notes: tuple[str, ...]


def check(loaded: Loaded, *, facts: Iterable[Fact] = (), convention: bool = True) -> Checked:
    """Check a program with more facts.

    Args:
        loaded: a program with a query.
        facts: merged into it.
        convention: refuse a program that breaks the admission convention, before it runs.

    Raises:
        UsageError: a policy or a request, which have no query of their own.
        InputError: a fact that the program cannot take.
        ProgramRefused: the convention is broken.
        ProgramInvalid: the kernel's validation failed.
        EvaluationError: it does not converge.
        LimitError: a bound was reached.
    """
    program = loaded.program
    if not isinstance(program, Program):
        raise UsageError(
            f"{loaded.name} is {_kind(program)}, which has no query of its own",
            where=loaded.name,
            help="use `rbridge decide`, or `rbridge reason authorize` for a request",
        )
    given = tuple(facts)
    refuse_unfitting(given, program.ontology, program.rules)
    merged = merge(program, given, at=program.evaluation_time)
    program = program._replace(facts=merged.facts)
    if convention:
        enforce_convention(program, loaded)
    return Checked(program, check_program(program), merged.notes)


def authorize(loaded: Loaded, *, convention: bool = True) -> tuple[ActionRequest, Authorization]:
    """Authorize an action request.

    Raises:
        UsageError: not a request.
        ProgramRefused: the effective program breaks the convention.
        ProgramInvalid: the request is not valid.
    """
    request = loaded.program
    if not isinstance(request, ActionRequest):
        raise UsageError(
            f"{loaded.name} is {_kind(request)}, not an action request",
            where=loaded.name,
            help="`rbridge decide` builds the request of a call",
        )
    if convention:
        enforce_convention(effective_program(request), loaded)
    return request, authorize_request(request)


def convention_of(loaded: Loaded, *, enforced: bool) -> None:
    """Hold whatever was loaded to the convention: a program, the policy of a request, or a template.

    Raises:
        ProgramRefused: it is broken.
    """
    if enforced:
        program = loaded.program
        whole = effective_program(program) if isinstance(program, ActionRequest) else _whole(program)
        enforce_convention(whole, loaded)


def _whole(program: Program | PolicyTemplate) -> Program:
    """A template as a program that the analysis can read; what a request would bind makes no difference to it."""
    if isinstance(program, Program):
        return program
    query = Atom("action_authorized", ("",))
    return Program(PROGRAM_V2, program.ontology, program.authority, None, program.facts, program.rules, query)


def verify(program: str, result: str, *, reference: bool = False) -> checker.Verification:
    """Verify a result against its program, both by name, with the independent checker.

    Raises:
        CheckFailed: something does not hold.
        InputError: a file that cannot be read.
    """
    level = checker.Level.REFERENCE if reference else checker.Level.COMPLETE
    return checker.verify(program_document(program), read_json(result), level=level)


def verify_authorization(request: str, certificate: str) -> checker.AuthorizationVerification:
    """Verify a certificate against its request, both by name, with the independent checker.

    Raises:
        CheckFailed: something does not hold.
        InputError: a file that cannot be read.
    """
    return checker.verify_authorization(read_json(request), read_json(certificate))


def verify_authorization_bundle(bundle: str) -> checker.AuthorizationVerification:
    """Verify a request and its certificate in one document, by name, with the independent checker.

    Raises:
        CheckFailed: something does not hold.
        InputError: a file that cannot be read.
    """
    return checker.verify_bundle(read_json(bundle))


def program_document(name: str) -> Json:
    """A program as the JSON the checker reads: a JSON file as it is, a source compiled."""
    return document_of(read_bytes(name), name)


def document_of(data: bytes, name: str) -> Json:
    """``program_document`` for bytes already read."""
    return parse_json(data, named=name) if is_json(data, name) else document(parse(data, name=name).program)


def document(program: Loadable) -> dict[str, Any]:
    """A program, a template or a request in its wire shape, in the declared order of members."""
    if isinstance(program, Program):
        return wire.program_json(program)
    if isinstance(program, PolicyTemplate):
        return wire.template_json(program)
    return wire.request_json(program)


def struck(loaded: Loaded) -> Loadable:
    """The program with its judgements struck out: what people and tools must still say.

    A policy is struck as the programs that requests make of it are, and a request in its policy.
    """
    program = loaded.program
    if isinstance(program, Program):
        return strike(program)
    if isinstance(program, ActionRequest):
        return program._replace(policy=strike(program.policy))
    left = strike(_whole(program))
    return program._replace(facts=left.facts, rules=left.rules)


def _kind(program: Loadable) -> str:
    if isinstance(program, PolicyTemplate):
        return "an action policy"
    return "an action request" if isinstance(program, ActionRequest) else "a program"
