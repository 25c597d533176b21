"""Linting files: programs, libraries, JSON and folders, each looked at by itself."""

from collections.abc import Iterable
from pathlib import Path

import pytest

from bridge.core.diagnostics import Severity
from bridge.errors import InputError, LimitError, UsageError
from bridge.render import linted as rendered
from bridge.workflows.limits import Limits
from bridge.workflows.lint import Linted, compilation, lint
from tests.cli.shell import PROGRAM, Shell
from tests.unit.analysis.linting import POLICY, RELEASE

LIBRARY = """\
predicate approvals(version: string, count: integer).
admit only tool-reported for approvals.
rule enough: ready($v) if approvals($v, 2), seen($v, _).
"""


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shell:
    monkeypatch.chdir(tmp_path)
    return Shell(tmp_path)


def codes(linted: Iterable[Linted]) -> dict[str, list[str]]:
    return {file.name: [found.code for found in file.findings] for file in linted}


def test_a_folder_is_every_source_below_it_sorted_and_hidden_folders_are_not(shell: Shell) -> None:
    for name in ("b/z.reason", "b/a.reason", "b/.hidden/x.reason", "b/c/d.reason"):
        shell.write(name, RELEASE)
    shell.write("b/facts.json", [])
    assert list(codes(lint(["b"]))) == ["b/a.reason", "b/c/d.reason", "b/z.reason"]
    assert list(codes(lint(["b/z.reason", "b", "b/z.reason"]))) == ["b/z.reason", "b/a.reason", "b/c/d.reason"]


def test_a_folder_without_sources_is_an_error_and_so_is_a_missing_file(shell: Shell) -> None:
    (shell.folder / "empty").mkdir()
    with pytest.raises(InputError, match=r"no \.reason file in empty"):
        lint(["empty"])
    with pytest.raises(InputError, match="cannot read gone"):
        lint(["gone.reason"])


def test_a_program_that_is_refused_has_all_its_errors_and_its_warnings(shell: Shell) -> None:
    broken = RELEASE.replace('query ready("1.4.0")', "query raedy(1)") + 'rule always: ready("1").\n'
    (file,) = lint([shell.write("p.reason", broken)])
    assert [(found.code, found.severity) for found in file.findings] == [
        ("RSN017", Severity.ERROR),
        ("RSN411", Severity.WARNING),
    ]


def test_errors_of_the_convention_are_found_with_the_lints(shell: Shell) -> None:
    bad = RELEASE.replace("approved($v), tested($v), ", "")
    (file,) = lint([shell.write("p.reason", bad)])
    assert [found.code for found in file.findings] == ["RSN422", "RSN415", "RSN415", "RSN104", "RSN402"]
    assert codes(lint(["p.reason"], convention=False)) == {"p.reason": ["RSN422", "RSN415", "RSN415"]}


def test_a_file_that_is_no_text_or_no_program_is_a_finding_of_its_own(shell: Shell) -> None:
    shell.write("f/bytes.reason", b"\xff\xfe")
    shell.write("f/empty.reason", "")
    shell.write("f/good.reason", RELEASE)
    found = codes(lint(["f"]))
    assert found["f/bytes.reason"] == ["RSN427"]
    assert found["f/good.reason"] == []
    assert codes(lint([shell.write("list.json", [])])) == {"list.json": ["RSN427"]}
    assert codes(lint([shell.write("cut.json", "{")])) == {"cut.json": ["RSN427"]}


def test_json_is_linted_by_path(shell: Shell) -> None:
    (file,) = lint([shell.write("p.json", PROGRAM)])
    assert [(found.code, found.path) for found in file.findings] == [
        ("RSN401", "$.rules[1].then"),
        ("RSN423", "$.authority.classes[0]"),
    ]
    assert all(found.span is None for found in file.findings)


def test_json_that_a_kernel_refuses_is_refused_by_each_of_its_problems(shell: Shell) -> None:
    (file,) = lint([shell.write("p.json", {**PROGRAM, "query": {"predicate": "shut", "arguments": []}})])
    (found,) = file.findings
    assert (found.code, found.path, found.severity) == ("RSN427", "$.query.predicate", Severity.ERROR)


def test_a_library_is_held_to_what_is_true_of_it_in_any_program(shell: Shell) -> None:
    assert codes(lint([shell.write("lib.reason", LIBRARY)])) == {"lib.reason": []}
    doubled = (
        LIBRARY.replace("seen($v, _)", "tested($v)") + "predicate ready(v: string).\npredicate tested(v: string).\n"
    )
    again = "rule again: ready($w) if tested($w), approvals($w, 2).\n"
    assert codes(lint([shell.write("lib.reason", doubled.replace("admit", "#") + again)])) == {"lib.reason": ["RSN420"]}


@pytest.mark.parametrize(
    ("added", "found"),
    [
        ('rule always: approvals("1", 2).\n', ["RSN411"]),
        ('rule off: approvals("1").\n', ["RSN411", "RSN018"]),
        ("predicate judged_x(v: string).\npredicate ok(v: string).\nrule r: ok($v) if judged_x($v).\n", ["RSN104"]),
        ("predicate judged_x(v: string).\npredicate ok(v: string).\nrule r: judged_x($v) if ok($v).\n", ["RSN105"]),
        ("predicate judge_x(v: string).\n", ["RSN407"]),
        ("predicate odd(v: string.\n", ["RSN001"]),
        ('fact f: approvals("1", 2) from tool-reported.\n', []),
        ('fact f: approvals("1", 2) from tool-reported observed 2026-08-14T12:00:00Z.\n', []),
    ],
)
def test_what_is_found_in_a_library(shell: Shell, added: str, found: list[str]) -> None:
    declared = "predicate approvals(version: string, count: integer).\n"
    assert codes(lint([shell.write("lib.reason", declared + added)])) == {"lib.reason": found}


def test_silences_of_a_library_hold_in_it_and_in_the_programs_that_use_it(shell: Shell) -> None:
    declared = "predicate approvals(version: string, count: integer).\n"
    rule = '# lint: allow RSN411 because it is dated\nrule always: approvals("1", 2).\n'
    shell.write("lib.reason", declared + rule)
    user = RELEASE + 'use "lib.reason".\nrule both: not ready($v) if approvals($v, 3).\n'
    shell.write("main.reason", user)
    for file in lint(["lib.reason", "main.reason"]):
        assert file.findings == ()
        assert [one.reason for one in file.silenced] == ["it is dated"]


def test_what_a_library_says_and_a_program_does_not_need_is_not_the_programs_fault(shell: Shell) -> None:
    shell.write("lib.reason", "predicate more(v: string).\nadmit nothing for more.\npredicate most(v: string).\n")
    assert codes(lint([shell.write("main.reason", RELEASE + 'use "lib.reason".\n')])) == {"main.reason": []}


def test_warnings_are_chosen_by_code_or_by_how_it_begins_and_errors_are_always_said(shell: Shell) -> None:
    text = RELEASE + 'rule always: ready("1").\npredicate extra(v: string).\n'
    shell.write("p.reason", text)
    assert codes(lint(["p.reason"], select=["RSN41"])) == {"p.reason": ["RSN411", "RSN415"]}
    assert codes(lint(["p.reason"], select=["RSN415"])) == {"p.reason": ["RSN415"]}
    assert codes(lint(["p.reason"], ignore=["RSN411"])) == {"p.reason": ["RSN415"]}
    shell.write("p.reason", "nothing of the kind")
    assert codes(lint(["p.reason"], ignore=["RSN"])) == {"p.reason": ["RSN005"]}
    for unknown in ("RSN999", "", "X"):
        with pytest.raises(UsageError, match="no code begins with"):
            lint(["p.reason"], select=[unknown])


def test_what_is_ignored_still_needs_its_silence(shell: Shell) -> None:
    text = RELEASE + '# lint: allow RSN411 because it is dated\nrule always: ready("1").\n'
    assert codes(lint([shell.write("p.reason", text)], ignore=["RSN411"])) == {"p.reason": []}
    assert codes(lint(["p.reason"], select=["RSN42"])) == {"p.reason": []}


def test_a_time_is_a_time(shell: Shell) -> None:
    with pytest.raises(UsageError, match="no time"):
        lint([shell.write("p.reason", POLICY)], at="noon")


def test_the_limits_of_a_run_hold(shell: Shell) -> None:
    shell.write("p.reason", RELEASE)
    with pytest.raises(LimitError):
        lint(["p.reason"], bounds=Limits(input_bytes=10).start())


def test_compiling_says_what_refuses_and_warns_and_no_lint(shell: Shell) -> None:
    shell.write("p.reason", RELEASE + 'rule always: ready("1").\npredicate extra(v: string).\n')
    assert [found.code for found in compilation("p.reason").findings] == ["RSN411"]
    shell.write("q.reason", RELEASE.replace("approved($v), tested($v), ", ""))
    assert [found.code for found in compilation("q.reason").findings] == ["RSN104"]
    assert compilation("q.reason", convention=False).findings == ()


def test_the_summary_counts(shell: Shell) -> None:
    shell.write("p.reason", RELEASE + '# lint: allow RSN411 because it is dated\nrule always: ready("1").\n')
    shell.write("q.reason", "nothing")
    assert rendered.summary(lint(["p.reason", "q.reason"])) == "2 files: 1 error, 0 warnings, 1 silenced"
