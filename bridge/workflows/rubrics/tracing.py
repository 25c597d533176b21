"""Spans of a judgement by OpenTelemetry, off unless asked for, with nothing of the state (spec: Rubrics, 6.8).

Where the process has a tracer provider already, as one that embeds Bridge may, spans go there. Else the standard
variables say where: ``OTEL_TRACES_EXPORTER`` names an exporter that is installed, ``console`` prints to standard error.
"""

import sys
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from importlib import metadata
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from bridge.core.strict_json import Json
from bridge.core.version import VERSION
from bridge.errors import InputError, UsageError
from bridge.rubrics.encoding import canonical
from bridge.rubrics.evidence import Backend, Evidence
from bridge.rubrics.model import Rubric
from bridge.rubrics.result import JudgmentResult

if TYPE_CHECKING:
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.trace import Tracer

Attributes: TypeAlias = Mapping[str, str | bool | int | float | tuple[str, ...]]

EXPORTER: Final = "OTEL_TRACES_EXPORTER"
SERVICE: Final = "OTEL_SERVICE_NAME"
DISABLED: Final = "OTEL_SDK_DISABLED"

_GROUP: Final = "opentelemetry_traces_exporter"
_GATE_REASON: Final = 120
_ROUTING_REASON: Final = 200


@dataclass(frozen=True)
class Traces:
    """Where spans go; nowhere without a tracer."""

    tracer: "Tracer | None" = None

    def span(self, name: str, attributes: Attributes) -> AbstractContextManager[None]:
        """A span around what is done within. What goes wrong is told by its kind alone: its words may quote a state."""
        return nullcontext() if self.tracer is None else _span(self.tracer, name, attributes)

    def judging(self, rubric: Rubric, *, mock: bool) -> AbstractContextManager[None]:
        """The span of a whole judgement."""
        named = {"rubric_id": rubric.id, "rubric_version": rubric.version}
        return self.span("judge.run", {**named, "model": rubric.model, "mock": mock})

    def asking(self, backend: Backend, *, mock: bool) -> Backend:
        """The backend with a span around each of its answers."""
        return backend if self.tracer is None else _Traced(backend, self, mock)

    def judged(self, result: JudgmentResult) -> None:
        """The spans of the gates and of the verdict."""
        if self.tracer is None:
            return
        gates = tuple(f"{one.gate_id} {one.outcome}: {one.reason[:_GATE_REASON]}" for one in result.gates)
        with self.span("gates", {"gate_count": len(gates), "gates": gates}):
            pass
        decided = {"verdict": result.verdict.value, "confidence": result.route.confidence}
        reason = result.reason[:_ROUTING_REASON]
        with self.span("route", {**decided, "deciding_answers": result.route.deciding, "routing_reason": reason}):
            pass


OFF: Final = Traces()
"""No spans."""


@contextmanager
def tracing(wanted: bool, environment: Mapping[str, str]) -> Iterator[Traces]:
    """The traces of one command, sent by the time it ends.

    Args:
        wanted: whether spans are asked for; what the environment says counts only then.
        environment: names the exporter.

    Raises:
        UsageError: the extra is not installed.
        InputError: the exporter is not installed.
    """
    if not wanted or environment.get(DISABLED, "").strip().lower() == "true":
        yield OFF
        return
    try:
        from opentelemetry import trace
    except ImportError:
        raise UsageError(
            "tracing needs OpenTelemetry, which is not installed",
            where="--tracing",
            help="install reason-bridge[tracing]",
        ) from None
    if not isinstance(trace.get_tracer_provider(), trace.ProxyTracerProvider):
        yield Traces(trace.get_tracer("bridge", VERSION))
        return
    provider = _provider(environment.get(EXPORTER) or "otlp", environment.get(SERVICE) or "rbridge")
    try:
        yield Traces(provider.get_tracer("bridge", VERSION))
    finally:
        provider.shutdown()


@contextmanager
def _span(tracer: "Tracer", name: str, attributes: Attributes) -> Iterator[None]:
    from opentelemetry.trace import StatusCode

    with tracer.start_as_current_span(
        name, attributes=attributes, record_exception=False, set_status_on_exception=False
    ) as span:
        try:
            yield
        except BaseException as error:
            span.set_attribute("error.type", type(error).__name__)
            span.set_status(StatusCode.ERROR)
            raise


@dataclass(frozen=True)
class _Traced:
    backend: Backend
    traces: Traces
    mock: bool

    def answer(self, rubric: Rubric, state: Mapping[str, Json]) -> Evidence:
        asked: Attributes = {
            "model": rubric.model,
            "mock": self.mock,
            "question_count": len(rubric.questions),
            "state_bytes": len(canonical(dict(state))),
        }
        with self.traces.span("jev.system_one", asked):
            return self.backend.answer(rubric, state)


def _provider(exporter: str, service: str) -> "TracerProvider":
    try:
        from opentelemetry.sdk.resources import Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor
    except ImportError:
        raise UsageError(
            "tracing needs the OpenTelemetry SDK, which is not installed",
            where="--tracing",
            help="install reason-bridge[tracing]",
        ) from None
    sink = _exporter(exporter)
    provider = TracerProvider(resource=Resource.create({"service.name": service, "service.version": VERSION}))
    if sink is not None:
        provider.add_span_processor(BatchSpanProcessor(sink))
    return provider


def _exporter(name: str) -> Any:
    if name == "none":
        return None
    if name == "console":
        from opentelemetry.sdk.trace.export import ConsoleSpanExporter

        # Standard output carries the result, and nothing else.
        return ConsoleSpanExporter(out=sys.stderr)
    for found in metadata.entry_points(group=_GROUP, name=name):
        return found.load()()
    raise InputError(
        f"there is no trace exporter '{name}' here",
        where=EXPORTER,
        help="install opentelemetry-exporter-otlp, or name another: console prints to standard error",
    )
