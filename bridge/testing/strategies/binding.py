"""The request that a generated action policy is asked about, and the policy as that request binds it."""

from typing import Final

from bridge.admission.literals import ACTION_AUTHORIZED
from bridge.reason.model import (
    ACTION_V1,
    SYSTEM_BOUND,
    ActionRequest,
    Effect,
    Fact,
    Mission,
    Program,
    ProposedAction,
)
from bridge.testing.strategies.vocabulary import ACTION_ID, BINDINGS, EVALUATION_TIME, MISSION_ID, TOOL

INSTRUCTION_DIGEST: Final = "sha256:" + "0" * 64
_PROPOSED: Final = "2026-08-14T11:30:00Z"

_BOUND: Final = tuple(
    Fact(f"zerker.action.binding.{name.replace('_', '.', 1)}", name, arguments, SYSTEM_BOUND, observed_at=_PROPOSED)
    for name, arguments in (
        ("mission_active", (MISSION_ID,)),
        ("mission_action", (MISSION_ID, ACTION_ID)),
        ("mission_principal", (MISSION_ID, "a")),
        ("mission_instruction", (MISSION_ID, INSTRUCTION_DIGEST)),
        ("mission_constraint", (MISSION_ID, "b", "yes")),
        ("action_tool", (ACTION_ID, TOOL)),
        ("action_argument", (ACTION_ID, "b", "yes")),
        ("action_effect", (ACTION_ID, "b", "a", "no")),
    )
)
_RESERVED: Final = {
    **{name: ("string",) * len(slots) for name, slots in BINDINGS.items()},
    ACTION_AUTHORIZED: ("string",),
}


def request_for(policy: Program) -> ActionRequest:
    """The request to decide one fixed call by a policy."""
    mission = Mission(MISSION_ID, "a", INSTRUCTION_DIGEST, _PROPOSED, None, {"b": "yes"})
    action = ProposedAction(ACTION_ID, TOOL, _PROPOSED, {"b": "yes"}, (Effect("b", "a", "no"),))
    return ActionRequest(ACTION_V1, mission, action, policy._replace(evaluation_time=EVALUATION_TIME))


def bound(policy: Program) -> Program:
    """A policy with the bindings of that request, as an action is evaluated; fact ids are shortened."""
    authority = policy.authority
    admit = {**authority.predicate_admit, **dict.fromkeys(_RESERVED, (SYSTEM_BOUND,))}
    return policy._replace(
        ontology=policy.ontology._replace(predicates={**policy.ontology.predicates, **_RESERVED}),
        authority=authority._replace(
            classes=tuple(sorted((*authority.classes, SYSTEM_BOUND))), predicate_admit=dict(sorted(admit.items()))
        ),
        facts=policy.facts + _BOUND,
    )
