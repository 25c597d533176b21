"""Policy templates: whether one makes sense, and the request that it and a call make (spec: Reason, section 7)."""

from typing import Final

from bridge.errors import ProgramInvalid
from bridge.reason.action import validate_request
from bridge.reason.action.reserved import authorized
from bridge.reason.model import (
    ACTION_V1,
    POLICY_TEMPLATE_V1,
    PROGRAM_V2,
    ActionRequest,
    Mission,
    PolicyTemplate,
    Program,
    ProposedAction,
)
from bridge.reason.policy import documents
from bridge.reason.policy.limits import MAX_TEMPLATE_BYTES
from bridge.reason.wire.program import template, template_json

# No fact of a template is later than this, so each of them takes part in the validation.
_END_OF_TIME: Final = "9999-12-31T23:59:59Z"
_TRIAL_MISSION: Final = Mission(
    "template.trial.mission", "template.trial", "sha256:" + "0" * 64, _END_OF_TIME, None, constraints={}
)
_TRIAL_ACTION: Final = ProposedAction("template.trial.action", "template.trial", _END_OF_TIME, arguments={}, effects=())


def read_template(data: bytes) -> PolicyTemplate:
    """A template of JSON bytes, valid.

    Raises:
        InputError: it cannot be read as one.
        ProgramInvalid: it does not make sense.
    """
    found = documents.read(template, documents.parse(data, MAX_TEMPLATE_BYTES))
    validate_template(found)
    return found


def validate_template(given: PolicyTemplate) -> None:
    """Refuse a template that no request could be made of, by making one of a trial call.

    Raises:
        ProgramInvalid: with every problem; paths are those of the request.
    """
    documents.refuse(documents.size_problem(template_json(given), MAX_TEMPLATE_BYTES, "policy template"))
    documents.refuse(documents.schema_problem(given.schema, POLICY_TEMPLATE_V1))
    try:
        validate_request(request_of(given, _END_OF_TIME, _TRIAL_MISSION, _TRIAL_ACTION))
    except ProgramInvalid as error:
        raise documents.invalid(f"$.policy: {error.message}") from None


def request_of(given: PolicyTemplate, at: str, mission: Mission, action: ProposedAction) -> ActionRequest:
    """The request that a call makes of a template: the template with a clock and with the call as its query.

    Args:
        given: the template.
        at: the evaluation time.
        mission: on whose behalf.
        action: the call.
    """
    policy = Program(
        schema=PROGRAM_V2,
        ontology=given.ontology,
        authority=given.authority,
        evaluation_time=at,
        facts=given.facts,
        rules=given.rules,
        query=authorized(action.id),
    )
    return ActionRequest(ACTION_V1, mission, action, policy)
