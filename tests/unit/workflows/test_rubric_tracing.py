"""Spans of a judgement: their names and attributes, and nothing of what was judged in any of them."""

import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from bridge.errors import AnswerRejected, InputError, UsageError
from bridge.rubrics.judging import judge, show
from bridge.workflows.rubrics.judging import run
from bridge.workflows.rubrics.tracing import OFF, Traces, tracing
from bridge.workflows.settings import Settings
from bridge.workflows.workspace import Workspace
from tests.unit.rubrics.building import TEXT, Answering, answers, rubric
from tests.unit.rubrics.loading import loaded

SECRET = "a-secret-that-no-span-may-hold"
RUBRIC = rubric()


def recording() -> tuple[InMemorySpanExporter, Traces]:
    exporter = InMemorySpanExporter()
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    return exporter, Traces(provider.get_tracer("tests"))


def judged(given: dict[str, Any], tmp_path: Path) -> dict[str, ReadableSpan]:
    exporter, traces = recording()
    run(
        loaded(TEXT),
        given,
        settings=Settings({}, {}),
        workspace=Workspace(tmp_path),
        mock=True,
        traces=traces,
    )
    return {span.name: span for span in exporter.get_finished_spans()}


def test_the_spans_are_those_of_the_reference_with_their_attributes(tmp_path: Path) -> None:
    spans = judged({"note": SECRET, "_mock_answers": answers()}, tmp_path)
    assert {name: set(span.attributes or {}) for name, span in spans.items()} == {
        "judge.run": {"rubric_id", "rubric_version", "model", "mock"},
        "jev.system_one": {"model", "mock", "question_count", "state_bytes"},
        "gates": {"gate_count", "gates"},
        "route": {"verdict", "confidence", "deciding_answers", "routing_reason"},
    }
    route = spans["route"].attributes or {}
    assert (route["verdict"], route["deciding_answers"]) == ("pass", ("profile.kind", "score.clarity"))
    whole = spans["judge.run"].context
    assert whole is not None
    assert {span.parent.span_id for span in spans.values() if span.parent} == {whole.span_id}


@given(st.dictionaries(st.sampled_from(("note", "author", SECRET)), st.just(SECRET) | st.just([SECRET]), min_size=1))
def test_no_span_holds_anything_of_the_state(state: dict[str, Any]) -> None:
    exporter, traces = recording()
    of = RUBRIC
    with traces.judging(of, mock=False):
        result = judge(of, show(of, state), traces.asking(Answering(answers()), mock=False))
        traces.judged(result)
    assert SECRET not in "".join(span.to_json() for span in exporter.get_finished_spans())


def test_a_failure_is_told_by_its_kind_and_not_in_its_words() -> None:
    exporter, traces = recording()

    class Failing:
        def answer(self, rubric: Any, state: Any) -> Any:
            raise AnswerRejected(SECRET)

    with pytest.raises(AnswerRejected), traces.judging(RUBRIC, mock=False):
        traces.asking(Failing(), mock=False).answer(RUBRIC, {})
    finished = exporter.get_finished_spans()
    assert {(span.attributes or {})["error.type"] for span in finished} == {"AnswerRejected"}
    assert {span.status.is_ok for span in finished} == {False}
    assert SECRET not in "".join(span.to_json() for span in finished)


def test_long_reasons_are_cut() -> None:
    exporter, traces = recording()
    of = loaded(TEXT.replace("Plain enough.", "w" * 500)).rubric
    traces.judged(judge(of, show(of, {}), Answering(answers())))
    assert (exporter.get_finished_spans()[-1].attributes or {})["routing_reason"] == "w" * 200


def test_without_being_asked_for_there_is_none_whatever_the_environment_says() -> None:
    with tracing(False, {"OTEL_TRACES_EXPORTER": "console"}) as traces:
        assert traces is OFF
    with tracing(True, {"OTEL_SDK_DISABLED": "true"}) as traces:
        assert traces is OFF
    backend = Answering(answers())
    assert OFF.asking(backend, mock=False) is backend


def test_the_environment_names_the_exporter_and_spans_keep_off_standard_output(
    capfd: pytest.CaptureFixture[str],
) -> None:
    environment = {"OTEL_TRACES_EXPORTER": "console", "OTEL_SERVICE_NAME": "mine"}
    with tracing(True, environment) as traces, traces.judging(RUBRIC, mock=True):
        pass
    said = capfd.readouterr()
    assert said.out == ""
    assert ('"judge.run"' in said.err, '"service.name": "mine"' in said.err) == (True, True)


def test_an_exporter_that_is_not_installed_is_named() -> None:
    with (
        pytest.raises(InputError, match="no trace exporter 'nowhere'"),
        tracing(True, {"OTEL_TRACES_EXPORTER": "nowhere"}),
    ):
        pass


def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "opentelemetry", None)
    with pytest.raises(UsageError) as error, tracing(True, {}):
        pass
    assert "reason-bridge[tracing]" in (error.value.help or "")
