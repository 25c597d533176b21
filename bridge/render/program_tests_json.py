"""Tests for programs: the document ``bridge.program-tests.v1``."""

from typing import Any, Final

from bridge.core.sources import Span
from bridge.reason.model import Atom
from bridge.reason.program_tests import Expectation, word
from bridge.reason.wire import atom_json
from bridge.render import diagnostics
from bridge.workflows.program_tests import (
    Coverage,
    ExpectationOutcome,
    FileOutcome,
    Item,
    ProofLine,
    Refusal,
    Report,
    TestOutcome,
)
from bridge.workflows.reasons import Need, Withheld

PROGRAM_TESTS_V1: Final = "bridge.program-tests.v1"


def document(report: Report) -> dict[str, Any]:
    """The whole report; every member is always there."""
    return {
        "schema": PROGRAM_TESTS_V1,
        "status": "passed" if report.passed else "failed",
        "passed": report.count("passed"),
        "failed": report.count("failed"),
        "refused": report.count("refused"),
        "files": [_file(file) for file in report.files],
        "coverage": None if report.coverage is None else _coverage(report, report.coverage),
    }


def _file(file: FileOutcome) -> dict[str, Any]:
    return {
        "file": file.name,
        "status": "refused" if file.refusal is not None else "passed" if file.passed else "failed",
        "error": _refusal(file.refusal),
        "warnings": diagnostics.json(file.warnings),
        "tests": [_test(test) for test in file.tests],
    }


def _test(test: TestOutcome) -> dict[str, Any]:
    return {
        "name": test.name,
        "place": _place(test.span),
        "status": test.standing,
        "error": _refusal(test.refusal),
        "expectations": [_expectation(one) for one in test.expectations],
    }


def _expectation(outcome: ExpectationOutcome) -> dict[str, Any]:
    return {
        "place": _place(outcome.expected.span),
        "status": "passed" if outcome.passed else "failed",
        "expected": _expected(outcome.expected),
        "got": {"outcome": word(outcome.got), "because": list(outcome.because)},
        "unlisted": list(outcome.unlisted),
        "unused": list(outcome.unused),
        "not_missing": [atom_json(atom) for atom in outcome.not_missing],
        "missing": [atom_json(atom) for atom in outcome.lacking],
        "needs": [_need(need) for need in outcome.needs],
        "withheld": [_withheld(fact) for fact in outcome.withheld],
        "proof": [_line(line) for line in outcome.proof],
    }


def _expected(expected: Expectation) -> dict[str, Any]:
    return {
        "outcome": word(expected.outcome),
        "atom": _atom(expected.atom),
        "because": None if expected.because is None else list(expected.because),
        "missing": [atom_json(atom) for atom in expected.missing],
    }


def _atom(atom: Atom | None) -> dict[str, Any] | None:
    return None if atom is None else atom_json(atom)


def _need(need: Need) -> dict[str, Any]:
    return {
        "rule_id": need.rule_id,
        "atom": atom_json(need.atom),
        "sentence": need.sentence,
        "admitted": list(need.admitted),
    }


def _withheld(fact: Withheld) -> dict[str, Any]:
    return {"fact_id": fact.fact_id, "atom": atom_json(fact.atom), "sentence": fact.sentence, "reason": fact.reason}


def _line(line: ProofLine) -> dict[str, Any]:
    return {
        "side": line.side,
        "depth": line.depth,
        "atom": atom_json(line.atom),
        "sentence": line.sentence,
        "source_id": line.source_id,
        "authority": line.authority,
        "again": line.again,
    }


def _refusal(refused: Refusal | None) -> dict[str, Any] | None:
    if refused is None:
        return None
    return {
        "code": refused.code,
        "message": refused.message,
        "help": refused.help,
        "diagnostics": diagnostics.json(refused.diagnostics),
    }


def _place(span: Span) -> dict[str, Any]:
    line, column = span.source.position(span.start)
    return {"file": span.source.name, "line": line, "column": column}


def _coverage(report: Report, coverage: Coverage) -> dict[str, Any]:
    return {
        "percent": coverage.tenths / 10 if coverage.items else None,
        "fail_under": report.fail_under,
        "rules": _counts(coverage, "rule"),
        "admissions": _counts(coverage, "admission"),
        "unexercised": [_item(item) for item in coverage.unexercised],
        "untested": list(report.untested),
    }


def _counts(coverage: Coverage, kind: str) -> dict[str, int]:
    exercised, total = coverage.count(kind)
    return {"exercised": exercised, "total": total}


def _item(item: Item) -> dict[str, Any]:
    place = {"file": item.file, "line": item.line, "column": item.column}
    return {"kind": item.kind, "name": item.name, "statement": item.statement, "place": place}
