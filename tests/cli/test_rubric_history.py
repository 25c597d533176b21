"""``--save``, ``rbridge rubric history`` and ``--history-id``: results are kept, routed anew, explained and deleted."""

import json
import re
from typing import Any

import pytest

from tests.cli.conftest import Run
from tests.cli.shell import Shell
from tests.unit.rubrics.building import TEXT, answers

_SAVED = re.compile(r"saved as ([0-9]{8}T[0-9]{12}Z-[0-9a-f]{8})")


@pytest.fixture
def rubric(shell: Shell) -> str:
    return shell.write("note.yaml", TEXT)


def saved(rbridge: Run, shell: Shell, rubric: str, *words: str) -> tuple[str, Any]:
    """A judgement that was saved: its id and its result."""
    given = shell.write("input.json", {"note": "kept to itself", "_mock_answers": answers()})
    done = rbridge("rubric", "run", "--rubric", rubric, "--input", given, "--mock", "--save", *words)
    match = _SAVED.search(done.err)
    assert match is not None
    return match[1], done.document


def test_a_saved_result_is_the_result_and_the_printed_one_has_no_member_more(
    rbridge: Run, shell: Shell, rubric: str
) -> None:
    id_, result = saved(rbridge, shell, rubric)
    plain = rbridge("rubric", "run", "--rubric", rubric, "--input", "input.json", "--mock").document
    assert result == plain
    shown = rbridge("rubric", "history", "show", "--id", id_, "--format", "json").document
    assert (shown["history_id"], shown["result"]) == (id_, result)
    assert "kept to itself" not in json.dumps(shown)


def test_the_list_has_the_newest_first_and_says_where_it_is(rbridge: Run, shell: Shell, rubric: str) -> None:
    assert rbridge("rubric", "history", "list").out == "nothing is saved\n"
    first, _ = saved(rbridge, shell, rubric)
    second, _ = saved(rbridge, shell, rubric)
    listed = rbridge("rubric", "history", "list", "--format", "json").document
    assert [entry["history_id"] for entry in listed["entries"]] == [second, first]
    assert listed["history_dir"] == str(shell.folder / ".bridge")
    assert listed["retention_limit"] == 100
    assert set(listed["entries"][0]) == {"history_id", "saved_at", "verdict", "rubric_id", "mock"}
    assert f"{first}  " in rbridge("rubric", "history", "list").out
    assert "PASS — Plain enough." in rbridge("rubric", "history", "show", "--id", first).out


def test_a_saved_result_is_routed_explained_and_saved_again(rbridge: Run, shell: Shell, rubric: str) -> None:
    id_, result = saved(rbridge, shell, rubric)
    one = rbridge("rubric", "history", "replay", "--id", id_, "--rubric", rubric, "--format", "json")
    other = rbridge("rubric", "replay", "--history-id", id_, "--rubric", rubric, "--save")
    assert one.document == other.document
    assert (one.code, one.document["verdict"]) == (0, result["verdict"])
    assert _SAVED.search(other.err)
    explained = rbridge("rubric", "explain", "--history-id", id_, "--rubric", rubric, "--format", "json")
    assert explained.document["matched_rule_id"] == "rule:001"
    shell.write("entry.json", rbridge("rubric", "history", "show", "--id", id_, "--format", "json").out)
    assert rbridge("rubric", "replay", "--input", "entry.json", "--rubric", rubric).document == one.document


def test_drift_is_an_error_here_too(rbridge: Run, shell: Shell, rubric: str) -> None:
    id_, _ = saved(rbridge, shell, rubric)
    shell.write("note.yaml", TEXT.replace("value: 1.5", "value: 1.6"))
    refused = rbridge("rubric", "history", "replay", "--id", id_, "--rubric", rubric)
    assert (refused.code, "re-run with --allow-version-drift" in refused.err) == (10, True)
    words = ("rubric", "history", "replay", "--id", id_, "--rubric", rubric, "--allow-version-drift")
    assert rbridge(*words).code == 2


def test_one_is_deleted_or_all_but_all_only_for_sure(rbridge: Run, shell: Shell, rubric: str) -> None:
    id_, _ = saved(rbridge, shell, rubric)
    saved(rbridge, shell, rubric)
    assert rbridge("rubric", "history", "delete", "--id", id_, "--format", "json").document == {"deleted": 1}
    unsure = rbridge("rubric", "history", "delete", "--all")
    assert (unsure.code, "history delete --all requires --confirm-all" in unsure.err) == (11, True)
    assert rbridge("rubric", "history", "delete", "--all", "--confirm-all").out == "deleted 1\n"
    assert rbridge("rubric", "history", "list", "--format", "json").document["entries"] == []


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (("history", "show", "--id", "../x"), 10, "history id is not a judge-jev result id"),
        (("history", "show", "--id", "20260814T120000000042Z-abcdef01"), 10, "history result not found: 20260814T"),
        (("history", "delete", "--id", "20260814T120000000042Z-abcdef01"), 10, "history result not found"),
        (("history", "delete"), 11, "--id or --all"),
        (("history",), 11, "no command is given"),
        (("explain",), 11, "--input or --history-id"),
        (("explain", "--input", "x", "--history-id", "y"), 11, "--input or --history-id"),
        (("replay", "--history-id", "20260814T120000000042Z-abcdef01", "--line", "1"), 11, "--line goes with --input"),
    ],
)
def test_what_is_wrong_is_said_and_is_no_verdict(rbridge: Run, words: tuple[str, ...], code: int, says: str) -> None:
    done = rbridge("rubric", *words)
    assert (done.code, done.out, says in done.err) == (code, "", True)


def test_a_folder_of_ones_own_and_a_link_that_is_refused_before_anybody_is_asked(
    rbridge: Run, shell: Shell, rubric: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JUDGE_JEV_HISTORY_DIR", str(shell.folder / "mine"))
    saved(rbridge, shell, rubric)
    assert [path.name for path in (shell.folder / "mine").iterdir()] == ["rubric-history.sqlite3"]
    (shell.folder / "link").symlink_to(shell.folder / "mine")
    monkeypatch.setenv("JUDGE_JEV_HISTORY_DIR", str(shell.folder / "link"))
    done = rbridge("rubric", "run", "--rubric", rubric, "--input", "input.json", "--mock", "--save")
    assert (done.code, done.out, "symbolic link" in done.err) == (10, "", True)


def test_guided_commands_save_too(rbridge: Run) -> None:
    done = rbridge("rubric", "reply", "--prompt", "a", "--reply", "b", "--mock", "--save")
    assert (done.code, bool(_SAVED.search(done.err))) == (0, True)
