"""Of every rule of the checker more is tried that it must refuse than that it must accept."""

from collections.abc import Callable
from math import prod
from typing import Any

import pytest

from tests.unit.checker import test_authorization as authorization
from tests.unit.checker import test_documents as documents
from tests.unit.checker import test_proofs as proofs
from tests.unit.checker import test_validation as validation
from tests.unit.checker import test_verify as results

Tests = list[Callable[..., object]]
_Fact, _Derivation, _Graph = proofs.TestFact, proofs.TestDerivation, proofs.TestGraph
_Accepted, _Reports, _Conflict = results.TestAcceptedResults, results.TestRefusedReports, results.TestConflict
_Complete, _Certificates, _Refused = (
    results.TestCompleteness,
    authorization.TestAcceptedCertificates,
    authorization.TestRefusedCertificates,
)
_Bindings, _Requests = authorization.TestBindings, authorization.TestRefusedRequests

RULES: dict[str, tuple[Tests, Tests]] = {
    "a fact stands for itself": (
        [
            _Fact.test_stands_for_itself,
            _Fact.test_certifies_its_whole_lifecycle,
            _Fact.test_without_times_certifies_none,
        ],
        [
            _Fact.test_is_refused,
            _Fact.test_is_refused_with_premises,
            _Fact.test_is_refused_where_it_does_not_count,
            _Fact.test_does_not_mistake_a_term_for_one_that_python_takes_for_equal,
        ],
    ),
    "a derivation instantiates its rule": (
        [
            _Derivation.test_instantiates_its_rule,
            _Derivation.test_from_an_empty_body_has_no_premises,
            _Derivation.test_may_use_one_node_for_two_premises,
        ],
        [
            _Derivation.test_is_refused,
            _Derivation.test_is_refused_where_a_premise_has_the_other_sign,
            _Derivation.test_is_refused_where_one_variable_would_have_two_values,
            _Derivation.test_is_refused_where_its_conclusion_has_another_constant,
            _Derivation.test_is_refused_where_its_conclusion_has_the_other_sign,
            _Derivation.test_is_refused_as_a_fact,
        ],
    ),
    "a proof is a graph of what its root needs": (
        [
            _Graph.test_a_longer_way_round_is_a_proof_too,
            _Graph.test_a_proof_three_thousand_steps_deep_needs_no_deep_stack,
        ],
        [
            _Graph.test_a_digest_of_other_content_is_refused,
            _Graph.test_nodes_out_of_order_are_refused,
            _Graph.test_a_node_given_twice_is_refused,
            _Graph.test_no_nodes_at_all_are_refused,
            _Graph.test_a_root_that_is_not_there_is_refused,
            _Graph.test_a_proof_of_something_else_is_refused,
            _Graph.test_a_proof_of_the_complement_is_refused,
            _Graph.test_a_premise_that_is_not_there_is_refused,
            _Graph.test_a_node_that_nothing_needs_is_refused,
            _Graph.test_an_unsound_node_that_nothing_needs_is_refused,
            _Graph.test_a_node_that_rests_on_itself_is_refused,
            _Graph.test_nodes_that_rest_on_each_other_are_refused,
            _Graph.test_an_id_of_another_atom_is_refused,
        ],
    ),
    "a result reports its program": (
        [
            _Accepted.test_every_status_with_a_proof_is_verified,
            _Accepted.test_a_program_without_times_has_the_first_schema,
            _Accepted.test_a_negated_query_is_proved_by_its_own_support,
            _Accepted.test_spellings_of_one_result_are_one,
            _Accepted.test_spellings_of_one_program_are_one,
        ],
        [
            _Reports.test_an_unknown_result_has_nothing_to_verify,
            _Reports.test_a_changed_report_is_refused,
            _Reports.test_a_result_of_another_program_is_refused,
            _Reports.test_a_report_of_times_is_refused_where_there_are_none,
        ],
    ),
    "a conflict has its witness": (
        [_Accepted.test_every_status_with_a_proof_is_verified],
        [
            _Conflict.test_a_witness_of_something_else_is_refused,
            _Conflict.test_an_inconsistent_result_needs_a_witness,
            _Conflict.test_no_other_result_has_one,
        ],
    ),
    "nothing is left out of a result": (
        [_Accepted.test_every_status_with_a_proof_is_verified],
        [
            _Complete.test_hiding_one_side_of_a_conflict_is_noticed,
            _Complete.test_what_no_proof_covers_is_derived_anew,
        ],
    ),
    "a certificate is of its request": (
        [_Certificates.test_every_status_is_verified, _Certificates.test_spellings_of_one_certificate_are_one],
        [
            _Refused.test_a_changed_certificate_is_refused,
            _Refused.test_no_other_status_passes_for_authorized,
            _Refused.test_changed_issues_are_refused,
            _Refused.test_a_certificate_of_another_request_is_refused,
            _Refused.test_another_proof_than_the_kernels_is_refused,
        ],
    ),
    "a request is usable": (
        [_Bindings.test_a_value_is_encoded_as_text, _Bindings.test_an_effect_without_a_value_says_so],
        [
            _Requests.test_a_problem_is_named,
            _Requests.test_a_policy_needs_times,
            _Requests.test_what_the_effective_program_finds_is_told,
        ],
    ),
    "a program is usable": (
        [validation.test_a_valid_program_has_no_problems],
        [
            validation.test_a_problem_is_named,
            validation.test_a_program_without_times,
            validation.test_a_program_with_times,
        ],
    ),
    "a time is canonical": ([validation.test_a_canonical_time], [validation.test_any_other_spelling_is_not]),
    "a document has its shape": (
        [
            documents.test_members_come_in_their_order_whatever_the_order_given,
            documents.test_a_struct_may_be_given_by_position,
            documents.test_each_document_reads_alone,
        ],
        [
            documents.test_a_struct_has_a_name_and_no_other_members,
            documents.test_a_member_of_another_kind_is_refused,
            documents.test_what_members_are_made_of,
        ],
    ),
}


def cases(test: Any) -> int:
    """How many cases a test has: the product of its parameter sets."""
    return prod(len(mark.args[1]) for mark in getattr(test, "pytestmark", []) if mark.name == "parametrize")


@pytest.mark.parametrize("rule", RULES)
def test_refusals_outnumber_acceptances(rule: str) -> None:
    accepting, refusing = (sum(map(cases, tests)) for tests in RULES[rule])
    assert 0 < accepting < refusing


def test_every_test_of_a_proof_rule_is_counted() -> None:
    counted = {test for accepting, refusing in RULES.values() for test in (*accepting, *refusing)}
    for rule in (_Fact, _Derivation, _Graph):
        assert {test for name, test in vars(rule).items() if name.startswith("test_")} <= counted
