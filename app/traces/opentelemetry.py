"""Spans for OpenTelemetry: the only file that imports it, and only once traces are asked for."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator, Sequence
from importlib.metadata import version
from typing import Any

from opentelemetry import context, trace
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import SERVICE_NAME, SERVICE_VERSION, Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor, SpanExporter
from opentelemetry.sdk.trace.sampling import ParentBased, TraceIdRatioBased
from opentelemetry.trace import Status, StatusCode

from app.traces.spans import Attributes, Origin, Span

EXPORT_SECONDS = 3
"""How long a collector may take to accept spans, also when the server leaves. What it does not take is lost."""
NANO = 1_000_000_000


def _named(attributes: Attributes) -> dict[str, str | int]:
    return {str(name): value for name, value in attributes.items()}


class _Open:
    """An open span of OpenTelemetry's."""

    def __init__(self, span: trace.Span) -> None:
        self._span = span

    def note(self, attributes: Attributes) -> None:
        """Say more of it."""
        self._span.set_attributes(_named(attributes))


class Spans:
    """Tells spans to a provider of OpenTelemetry."""

    def __init__(self, provider: TracerProvider) -> None:
        self._provider = provider
        self._tracer = provider.get_tracer("greatwar")

    @contextlib.contextmanager
    def span(self, name: str, attributes: Attributes, origins: Sequence[Origin]) -> Iterator[Span]:
        """A span while the context lasts. Of an error it has the type; the text may hold what people wrote."""
        links = [trace.Link(origin) for origin in origins if isinstance(origin, trace.SpanContext)]
        with self._tracer.start_as_current_span(
            name,
            attributes=_named(attributes),
            links=links,
            record_exception=False,
            set_status_on_exception=False,
        ) as open_span:
            try:
                yield _Open(open_span)
            except Exception as error:
                open_span.set_attributes({"error.type": type(error).__name__})
                open_span.set_status(Status(StatusCode.ERROR))
                raise

    def past(self, name: str, seconds: float, attributes: Attributes) -> None:
        """A span that took so long, and has just ended."""
        now = time.time_ns()
        done = self._tracer.start_span(name, attributes=_named(attributes), start_time=now - int(seconds * NANO))
        if "error.type" in attributes:
            done.set_status(Status(StatusCode.ERROR))
        done.end(now)

    def here(self) -> Origin | None:
        """The span that is open."""
        found = trace.get_current_span(context.get_current()).get_span_context()
        return found if found.is_valid else None

    def close(self) -> None:
        """Send what has not been sent."""
        self._provider.shutdown()


def spans_to(exporter: SpanExporter, share: float, process: str) -> Spans:
    """Spans for an exporter, of this share of all that begin. ``process`` is which of our programs tells them.

    What a caller says of a trace is never followed: strangers would choose which of their calls are kept.
    """
    named: dict[str, Any] = {SERVICE_NAME: f"greatwar-{process}", SERVICE_VERSION: version("great-war-online")}
    provider = TracerProvider(
        sampler=ParentBased(TraceIdRatioBased(share)), resource=Resource.create(named), shutdown_on_exit=False
    )
    provider.add_span_processor(BatchSpanProcessor(exporter))
    return Spans(provider)


def spans_by_otlp(endpoint: str, share: float, process: str) -> Spans:
    """Spans for a collector that takes OTLP over HTTP."""
    return spans_to(OTLPSpanExporter(f"{endpoint.rstrip('/')}/v1/traces", timeout=EXPORT_SECONDS), share, process)
