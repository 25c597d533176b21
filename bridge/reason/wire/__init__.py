"""JSON in and out: programs, templates, requests, results and certificates."""

from bridge.reason.wire.authorization import authorization_json, bundle_json, read_authorization, read_bundle
from bridge.reason.wire.clauses import (
    atom_json,
    atom_key,
    fact_json,
    read_atom,
    read_rule,
    rule_json,
    term_text,
)
from bridge.reason.wire.fact_text import read_fact_text
from bridge.reason.wire.facts import read_fact, read_fact_array
from bridge.reason.wire.lines import read_facts
from bridge.reason.wire.program import (
    authority_json,
    ontology_json,
    program_json,
    read_program,
    read_template,
    template_json,
)
from bridge.reason.wire.request import (
    action_json,
    effect_json,
    mission_json,
    read_action,
    read_mission,
    read_request,
    request_json,
)
from bridge.reason.wire.result import read_result, result_json

__all__ = [
    "action_json",
    "atom_json",
    "atom_key",
    "authority_json",
    "authorization_json",
    "bundle_json",
    "effect_json",
    "fact_json",
    "mission_json",
    "ontology_json",
    "program_json",
    "read_action",
    "read_atom",
    "read_authorization",
    "read_bundle",
    "read_fact",
    "read_fact_array",
    "read_fact_text",
    "read_facts",
    "read_mission",
    "read_program",
    "read_request",
    "read_result",
    "read_rule",
    "read_template",
    "request_json",
    "result_json",
    "rule_json",
    "template_json",
    "term_text",
]
