"""A fix mends what it says, and nothing else."""

import time
from pathlib import Path

import pytest

from bridge.core.codes.registry import REGISTRY
from bridge.core.diagnostics import Diagnostic
from bridge.editor.checking import findings, placed
from bridge.editor.edits import edited
from bridge.editor.fixes import Fix, fixes
from tests.unit.editor.desks import There, there


def looked(found: There) -> list[Diagnostic]:
    document, desk = found.document, found.desk
    load = desk.documents.load_for(document.source.name)
    return list(placed(findings(document, load, desk.readings, time.monotonic), desk.project(document)))


def offered(text: str) -> list[Fix]:
    found = there(text, path="/nowhere/main.reason")
    reading = found.desk.reading(found.document)
    return [
        fix
        for diagnostic in looked(found)
        for fix in fixes(reading, diagnostic, lambda wanted: found.desk.together(found.document, wanted))
    ]


def mended(text: str, title: str) -> str:
    (fix,) = [one for one in offered(text) if one.title.startswith(title)]
    ((_, edits),) = fix.edits.items()
    return edited(text, edits)


def codes(text: str) -> list[str]:
    return [diagnostic.code for diagnostic in looked(there(text, path="/nowhere/main.reason"))]


PROGRAM = """\
ontology "x" version "1".
authority human-authorized, model-judged.
admit human-authorized by default.
admit only model-judged for judged_*.
admit nothing for ready.
## {version} is ready.
predicate ready(version: string).
predicate approved(version: string).
predicate judged_bad(version: string, answer: "yes" | "no").
rule allow: ready($v) if approved($v), judged_bad($v, "no").
rule veto: not ready($v) if judged_bad($v, "yes").
query ready("1").
"""


def test_the_program_itself_is_clean() -> None:
    assert codes(PROGRAM) == []


@pytest.mark.parametrize(
    ("right", "wrong", "code"),
    [
        ("if approved(", "if aproved(", "RSN017"),
        ("human-authorized by", "human-authorised by", "RSN019"),
        ('"yes").', '"yess").', "RSN207"),
        ("## {version}", "## {versions}", "RSN413"),
        ("rule allow", "rul allow", "RSN005"),
    ],
)
def test_a_near_miss_is_mended(right: str, wrong: str, code: str) -> None:
    text = PROGRAM.replace(right, wrong)
    assert code in codes(text)
    assert mended(text, "Write ") == PROGRAM


def test_a_near_miss_is_mended_in_every_place() -> None:
    again = "rule again: not ready($v) if aproved($v), judged_bad($v, _).\n"
    text = PROGRAM.replace("approved($v),", "aproved($v),") + again
    assert mended(text, "Write approved") == text.replace("aproved", "approved")


def test_a_missing_stop() -> None:
    assert mended(PROGRAM.replace("by default.", "by default"), "Put the missing") == PROGRAM


def test_what_is_not_declared_is_declared() -> None:
    text = PROGRAM.replace("if approved($v)", "if approved($v), signed($v, 3, true)")
    assert "\npredicate signed(string, integer, boolean).\n" in mended(text, "Declare it")
    text = text.replace('| "no").', '| "no").  # as a judge answers')
    assert "# as a judge answers\npredicate signed(" in mended(text, "Declare it")
    text = PROGRAM.replace("human-authorized by", "somebody by")
    assert "\nauthority somebody.\n" in mended(text, "Declare it")


def test_a_missing_admission_is_written() -> None:
    text = PROGRAM.replace("admit only model-judged for judged_*.\n", "")
    after = mended(text, "Admit it")
    assert "RSN103" not in codes(after)


def test_a_conclusion_from_judgements_is_called_one() -> None:
    fine = 'predicate fine(version: string).\nrule fine: fine($v) if judged_bad($v, "no").\n'
    text = PROGRAM.replace('judged_bad($v, "no").', "fine($v).") + fine
    assert "RSN104" in codes(text)
    after = mended(text, "Call it judged_fine")
    assert after == text.replace("fine(", "judged_fine(")
    assert "RSN104" not in codes(after)


def test_a_variable_that_joins_nothing() -> None:
    text = PROGRAM.replace("predicate approved(version: string)", "predicate approved(version: string, by: string)")
    text = text.replace("if approved($v)", "if approved($v, $someone)")
    assert "if approved($v, _)" in mended(text, "Write `_`")


def test_a_warning_is_let_stand_with_a_reason_to_write() -> None:
    text = PROGRAM + '## What is meant.\nrule free: ready("2").\n'
    assert "RSN411" in codes(text)
    after = mended(text, "Let RSN411 stand")
    assert after == PROGRAM + '# lint: allow RSN411 because (say why)\n## What is meant.\nrule free: ready("2").\n'
    assert {"RSN411", "RSN425", "RSN426"}.isdisjoint(codes(after))


def test_a_second_warning_joins_the_silence_that_is_there() -> None:
    text = PROGRAM + '# lint: allow RSN412 because it is meant\nrule free: ready("2").\n'
    assert "# lint: allow RSN412, RSN411 because it is meant\n" in mended(text, "Let RSN411 stand")


def test_a_silence_that_silences_nothing_is_removed() -> None:
    silence = "# lint: allow RSN411 because it is meant"
    assert mended(PROGRAM.replace("rule allow", f"{silence}\nrule allow"), "Remove") == PROGRAM
    assert mended(PROGRAM.replace("by default.\n", f"by default.  {silence}\n"), "Remove") == PROGRAM


def test_no_example_of_a_code_breaks_the_fixes_and_each_fix_can_be_made() -> None:
    for code in (code for name, code in REGISTRY.items() if name.startswith("RSN")):
        for fix in offered(code.example):
            for edits in fix.edits.values():
                assert edited(code.example, edits) != code.example


def test_a_problem_of_a_used_file_stands_at_its_use(tmp_path: Path) -> None:
    (tmp_path / "inner.reason").write_text("predicate broken(\n")
    (tmp_path / "lib.reason").write_text('use "inner.reason".\n')
    text = PROGRAM + 'use "lib.reason".\n'
    found = looked(there(text, path=str(tmp_path / "main.reason")))
    (problem,) = [one for one in found if "inner.reason" in one.message]
    assert problem.span is not None
    assert text[problem.span.start : problem.span.end] == '"lib.reason"'
    assert problem.related[0].span.source.name.endswith("inner.reason")
