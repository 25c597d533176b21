"""What this installation speaks and answers: formats, commands, statuses, exit codes and bounds. It reads nothing."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from bridge import __version__
from bridge.checker.report import AUTHORIZATION_VERIFICATION_V1, VERIFICATION_V1, VERIFICATION_V2
from bridge.core.strict_json import MAX_BYTES
from bridge.reason.authorization import AUTHORIZATION_V1, BUNDLE_V1
from bridge.reason.model import ACTION_V1, POLICY_TEMPLATE_V1, PROGRAM_V1, PROGRAM_V2
from bridge.reason.policy import limits
from bridge.reason.policy import model as policy
from bridge.reason.release.model import RELEASE_INIT_V1, RELEASE_V1
from bridge.reason.result import RESULT_V1, RESULT_V2
from bridge.workflows.validation import VALIDATION_V1

CAPABILITIES_V1: Final = "zerker.reason.capabilities.v1"
ERROR_V1: Final = "zerker.reason.error.v1"

_SCHEMAS: Final[Mapping[str, list[str]]] = {
    "capabilities": [CAPABILITIES_V1],
    "program": [PROGRAM_V1, PROGRAM_V2],
    "result": [RESULT_V1, RESULT_V2],
    "action": [ACTION_V1],
    "authorization": [AUTHORIZATION_V1],
    "authorization_bundle": [BUNDLE_V1],
    "policy_source_manifest": [policy.MANIFEST_V1],
    "policy_template": [POLICY_TEMPLATE_V1],
    "policy_bundle": [policy.BUNDLE_V1],
    "policy_source_verification": [policy.SOURCE_VERIFICATION_V1],
    "policy_authorization_input": [policy.AUTHORIZATION_INPUT_V1],
    "policy_authorization": [policy.POLICY_AUTHORIZATION_V1],
    "policy_authorization_verification_input": [policy.VERIFICATION_INPUT_V1],
    "release_authorization": [RELEASE_V1],
    "release_init": [RELEASE_INIT_V1],
    "verification": [VERIFICATION_V1, VERIFICATION_V2, AUTHORIZATION_VERIFICATION_V1],
    "validation": [VALIDATION_V1],
    "error": [ERROR_V1],
}
_EXIT_MEANINGS: Final = (
    "success_or_proved_or_authorized",
    "invalid_input_command_usage_engine_or_verification_failure",
    "unknown_or_insufficient_evidence",
    "disproved_or_denied",
    "inconsistent_or_conflicted",
)
_LIMITS: Final[Mapping[str, int]] = {
    "max_cli_input_bytes": MAX_BYTES,
    "max_policy_sources": limits.MAX_SOURCES,
    "max_policy_source_path_bytes": limits.MAX_PATH_BYTES,
    "max_policy_source_bytes": limits.MAX_SOURCE_BYTES,
    "max_policy_aggregate_source_bytes": limits.MAX_TOTAL_SOURCE_BYTES,
    "max_policy_source_manifest_bytes": limits.MAX_MANIFEST_BYTES,
    "max_policy_template_bytes": limits.MAX_TEMPLATE_BYTES,
    "max_policy_bundle_bytes": limits.MAX_BUNDLE_BYTES,
    "max_policy_authorization_input_bytes": limits.MAX_AUTHORIZATION_INPUT_BYTES,
    "max_policy_authorization_output_bytes": limits.MAX_AUTHORIZATION_BYTES,
    "max_policy_authorization_verification_input_bytes": limits.MAX_VERIFICATION_INPUT_BYTES,
}


def capabilities(commands: Iterable[str]) -> dict[str, Any]:
    """The document in struct order.

    Args:
        commands: the names of the commands there are.
    """
    return {
        "schema": CAPABILITIES_V1,
        "binary_version": __version__,
        "schema_identifiers": dict(_SCHEMAS),
        "commands": sorted(commands),
        "reasoning_statuses": ["proved", "unknown", "disproved", "inconsistent"],
        "authorization_statuses": ["authorized", "insufficient_evidence", "denied", "conflicted"],
        "validation_statuses": ["valid"],
        "verification_statuses": ["verified"],
        "error_statuses": ["error"],
        "exit_codes": [{"code": code, "meaning": meaning} for code, meaning in enumerate(_EXIT_MEANINGS)],
        "limits": dict(_LIMITS),
    }
