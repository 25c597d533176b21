"""A recording: what was answered is found again by the request, and is never passed off as the judge's own."""

import json
import stat
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bridge.core.strict_json import Json
from bridge.errors import AnswerRejected, InputError, JudgeError, JudgeUnavailable, UsageError
from bridge.judgement.model import Answer, JudgeIdentity, JudgeKind, JudgeResponse, Question, QuestionType, Usage
from bridge.judges.panel import Member, Panel
from bridge.judges.recorded import Recorded, Recording, ReplayJudge, read_recording, recording, request_digest
from bridge.judges.replay import replayable_judge
from bridge.judges.rules import QUESTIONS, TreeshipRules
from bridge.testing.strategies.judgement import question_sets, responses_to, tool_call_states

STATE: dict[str, Json] = {"tool": "Bash", "input": {"command": "ls"}}
ASKED = {"unsafe": Question(QuestionType.NOUL, "Is it?")}
SAID = JudgeResponse(
    JudgeIdentity("jev-1.13.0", "typesafe", JudgeKind.DECISION_MODEL, replayable=False),
    {"unsafe": Answer(noul=0.25, confidence=0.25)},
    41,
    "req-1",
    "sha256:" + "0a" * 32,
    Usage(412, 37),
)


class Says:
    """A judge that always answers the same."""

    def __init__(self, response: JudgeResponse) -> None:
        self.response = response

    def ask(self, state: Mapping[str, Json], questions: Mapping[str, Question]) -> JudgeResponse:
        del state, questions
        return self.response


def recorded(path: Path, response: JudgeResponse = SAID) -> JudgeResponse:
    return Recording(Says(response), path).ask(STATE, ASKED)


def replaying(path: Path, model: str | None = None) -> ReplayJudge:
    return ReplayJudge(read_recording(path.read_bytes(), named="r"), "r", model)


def test_the_judge_answers_as_it_does_and_the_answer_is_written_down(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    assert recorded(path) == SAID
    assert recorded(path) == SAID
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert lines[0] == lines[1]
    assert lines[0]["request"] == request_digest(STATE, ASKED)
    assert "command" not in path.read_text()


def test_a_replayed_answer_says_whose_it_is_and_that_nobody_was_asked(tmp_path: Path) -> None:
    recorded(tmp_path / "r.jsonl")
    said = replaying(tmp_path / "r.jsonl").ask(STATE, ASKED)
    assert said.answers == SAID.answers
    assert said.judge == SAID.judge._replace(model="replayed:jev-1.13.0", replayable=False)
    assert said.notes == "replayed from a recording of jev-1.13.0; nobody was asked"
    assert (said.request_id, said.response_digest, said.latency_ms) == ("req-1", SAID.response_digest, 41)
    assert said.usage is None


def test_a_replayed_rules_answer_is_not_taken_for_one_that_can_be_run_again(tmp_path: Path) -> None:
    Recording(TreeshipRules(), tmp_path / "r.jsonl").ask(STATE, QUESTIONS)
    said = replaying(tmp_path / "r.jsonl").ask(STATE, QUESTIONS)
    assert said.judge.replayable is False
    with pytest.raises(JudgeUnavailable):
        replayable_judge(said.judge.model)


def test_recording_a_replay_does_not_stack_its_name(tmp_path: Path) -> None:
    recorded(tmp_path / "a.jsonl")
    Recording(replaying(tmp_path / "a.jsonl"), tmp_path / "b.jsonl").ask(STATE, ASKED)
    assert replaying(tmp_path / "b.jsonl").ask(STATE, ASKED).judge.model == "replayed:jev-1.13.0"


@settings(max_examples=30)
@given(st.data())
def test_what_is_recorded_is_what_is_replayed(data: st.DataObject) -> None:
    asked = data.draw(question_sets())
    state = data.draw(tool_call_states())
    response = data.draw(responses_to(asked))
    found = ReplayJudge((Recorded(request_digest(state, asked), response),), "r").ask(state, asked)
    assert found.answers == response.answers


@pytest.mark.parametrize(
    ("state", "asked"),
    [
        ({"tool": "Bash", "input": {"command": "ls "}}, ASKED),
        (STATE, {"unsafe": Question(QuestionType.NOUL, "Is it!")}),
        (STATE, {**ASKED, "more": Question(QuestionType.NOUL)}),
        (STATE, {"other": ASKED["unsafe"]}),
    ],
)
def test_another_request_has_no_answer(tmp_path: Path, state: dict[str, Json], asked: dict[str, Question]) -> None:
    recorded(tmp_path / "r.jsonl")
    with pytest.raises(JudgeUnavailable, match=r"^judge unavailable: r has no answer to this request"):
        replaying(tmp_path / "r.jsonl").ask(state, asked)


def test_of_several_answers_the_last_counts(tmp_path: Path) -> None:
    recorded(tmp_path / "r.jsonl")
    recorded(tmp_path / "r.jsonl", SAID._replace(answers={"unsafe": Answer(noul=0.75)}))
    assert replaying(tmp_path / "r.jsonl").ask(STATE, ASKED).answers["unsafe"].noul == 0.75


def test_of_several_judges_one_has_to_be_named(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    other = SAID._replace(judge=JudgeIdentity("other"), answers={"unsafe": Answer(noul=0.75)})
    members = (Member("jev", Says(SAID)), Member("other", Says(other)))
    panel = recording(Panel(members), str(path))
    assert isinstance(panel, Panel)
    panel.ask_each(STATE, ASKED)
    with pytest.raises(JudgeUnavailable, match=r"answers of jev-1\.13\.0 and other"):
        replaying(path).ask(STATE, ASKED)
    assert replaying(path, "other").ask(STATE, ASKED).answers["unsafe"].noul == 0.75
    with pytest.raises(JudgeUnavailable, match="no answer of nobody"):
        replaying(path, "nobody").ask(STATE, ASKED)


def test_a_judge_that_fails_leaves_no_line(tmp_path: Path) -> None:
    class Down:
        def ask(self, state: Mapping[str, Json], questions: Mapping[str, Question]) -> JudgeResponse:
            raise JudgeUnavailable("judge unavailable: x")

    with pytest.raises(JudgeError):
        Recording(Down(), tmp_path / "r.jsonl").ask(STATE, ASKED)
    assert not (tmp_path / "r.jsonl").exists()


def test_an_answer_that_cannot_be_written_down_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "open.jsonl").write_text("")
    (tmp_path / "open.jsonl").chmod(0o644)
    for path, cause in ((tmp_path / "open.jsonl", "others may read it"), (tmp_path, "cannot record")):
        with pytest.raises(InputError, match=cause):
            recorded(path)


LINE = json.dumps(
    {
        "schema": "bridge.recorded-answer.v1",
        "request": request_digest(STATE, ASKED),
        "response": {"judge": {"model": "m"}, "answers": {"unsafe": {"noul": 0.5}}},
    }
)


@pytest.mark.parametrize(
    "line",
    ["{", "[]", "{}", LINE.replace("v1", "v2"), LINE.replace("sha256:", "md5:"), LINE.replace('"m"', '""'), "NaN"],
)
def test_a_line_that_is_none_is_named(line: str) -> None:
    with pytest.raises(InputError, match=r"^r:3: no recorded answer: "):
        read_recording(f"{LINE}\n\n{line}\n".encode(), named="r")


@pytest.mark.parametrize("answer", ['{"noul": 1.5}', '{"choice": "yes"}', "{}"])
def test_a_recorded_answer_is_held_to_the_contract(answer: str) -> None:
    text = LINE.replace('{"noul": 0.5}', answer).encode()
    with pytest.raises(AnswerRejected):
        ReplayJudge(read_recording(text, named="r"), "r").ask(STATE, ASKED)


def test_nothing_is_no_question(tmp_path: Path) -> None:
    recorded(tmp_path / "r.jsonl")
    with pytest.raises(UsageError):
        replaying(tmp_path / "r.jsonl").ask(STATE, {})
