"""A slip in one statement is reported in that statement, once, and nothing else is complained of."""

from random import Random

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from bridge.core.diagnostics import Diagnostic, ProgramRefused, Severity
from bridge.core.sources import Source
from bridge.reason.lowering import compile_source
from bridge.reason.model import Program
from bridge.testing.strategies import programs as small
from bridge.testing.strategies.programs import random_program
from tests.property.language_faults import Faulty, injected
from tests.property.language_texts import statements


def errors(source: str) -> list[Diagnostic]:
    try:
        compile_source(Source("main.reason", source))
    except ProgramRefused as refused:
        return [found for found in refused.diagnostics if found.severity is Severity.ERROR]
    return []


def in_place(fault: Faulty, found: Diagnostic) -> bool:
    return found.span is not None and fault.start <= found.span.start <= fault.end


def faults(seeds: range) -> list[Faulty]:
    found = []
    for seed in seeds:
        random = Random(seed)
        fault = injected(statements(random_program(random), random), random)
        found += [fault] if fault else []
    return found


@given(small.programs(), st.randoms(use_true_random=False))
@settings(max_examples=100)
def test_one_fault_is_one_report_in_its_own_statement(program: Program, random: Random) -> None:
    fault = injected(statements(program, random), random)
    assume(fault is not None)
    assert fault is not None
    assert [in_place(fault, found) for found in errors(fault.text)] == [True], fault.text


def test_one_fault_is_one_report_in_hundreds_of_programs() -> None:
    found = faults(range(400))
    assert len(found) > 300
    assert [fault for fault in found if [in_place(fault, one) for one in errors(fault.text)] != [True]] == []


@given(small.programs(), st.randoms(use_true_random=False))
@settings(max_examples=30)
def test_every_misspelled_keyword_is_reported_however_many_follow_each_other(program: Program, random: Random) -> None:
    parts = statements(program, random)
    source = "".join(f"{tokens[0][:-1]} {' '.join(tokens[1:])}\n" for tokens in parts)
    assert [found.code for found in errors(source)] == ["RSN005"] * len(parts)


@given(small.programs(), st.randoms(use_true_random=False))
@settings(max_examples=30)
def test_every_missing_stop_is_reported_and_put_in(program: Program, random: Random) -> None:
    parts = statements(program, random)
    source = "".join(f"{' '.join(tokens[:-1])}\n" for tokens in parts)
    assert [found.code for found in errors(source)] == ["RSN003"] * len(parts)
