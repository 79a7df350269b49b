"""Spans of OpenTelemetry, where its variables ask for them; otherwise nothing of it is imported.

A span has a name and its times: of what is asked, found or answered, and of whose memory it is, nothing is
in it. So no exceptions are recorded either, whose messages may quote what was asked.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from daybook.conversation.errors import BadSettings

if TYPE_CHECKING:
    from opentelemetry.sdk.trace.export import SpanExporter
    from opentelemetry.trace import Tracer

ENDPOINTS = ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT")
"""Where spans go; the first that is set."""
_EXPORTER = "OTEL_TRACES_EXPORTER"
_PROTOCOLS = ("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "OTEL_EXPORTER_OTLP_PROTOCOL")
_DEFAULT_ENDPOINT = "http://localhost:4317"
_NOTHING: AbstractContextManager[object] = nullcontext()


def span(name: str) -> AbstractContextManager[object]:
    """Make a span of what runs in a block, within the span that is under way.

    Args:
        name: of a step or a graph, never of what somebody wrote.
    """
    made = tracer()
    return (
        _NOTHING
        if made is None
        else made.start_as_current_span(name, record_exception=False, set_status_on_exception=False)
    )


@contextmanager
def request_span(method: str, headers: Mapping[str, str]) -> Iterator[Callable[[str, int], None]]:
    """Make a span of a request over HTTP, and give what names it by its route and status in the end.

    Args:
        method: of the request.
        headers: of the request, whose `traceparent` may name the span of its client.
    """
    made = tracer()
    if made is None:
        yield lambda route, status: None
        return
    from opentelemetry.trace import SpanKind
    from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

    around = TraceContextTextMapPropagator().extract(headers)
    with made.start_as_current_span(
        method, around, kind=SpanKind.SERVER, record_exception=False, set_status_on_exception=False
    ) as request:

        def answered(route: str, status: int) -> None:
            request.update_name(f"{method} {route}")
            request.set_attributes(
                {"http.request.method": method, "http.route": route, "http.response.status_code": status}
            )

        yield answered


def traces_to(env: Mapping[str, str]) -> str:
    """Say to which address spans are sent, "console" where they are printed; "" where there are none."""
    wanted = env.get(_EXPORTER, "").strip().lower()
    off = env.get("OTEL_SDK_DISABLED", "").strip().lower() == "true"
    endpoint = next((env[name] for name in ENDPOINTS if env.get(name)), "")
    if off or wanted == "none" or not (wanted or endpoint):
        return ""
    return wanted if wanted == "console" else endpoint or _DEFAULT_ENDPOINT


@cache
def tracer() -> Tracer | None:
    """Make the tracer of this process; one that the program around us has set up is used as it is."""
    to = traces_to(os.environ)
    if not to:
        return None
    from opentelemetry import trace
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    if isinstance(trace.get_tracer_provider(), TracerProvider):
        return trace.get_tracer("daybook")
    name = os.environ.get("OTEL_SERVICE_NAME", "daybook")
    provider = TracerProvider(resource=Resource.create({"service.name": name}))
    provider.add_span_processor(BatchSpanProcessor(_exporter(to)))
    return provider.get_tracer("daybook")


def _exporter(to: str) -> SpanExporter:
    """Make what sends spans; its own variables (headers, certificates, time limits) it reads itself.

    Raises:
        BadSettings: the exporter or the protocol is unknown, or not installed.
    """
    wanted = os.environ.get(_EXPORTER, "otlp").strip().lower() or "otlp"
    protocol = next((os.environ[name] for name in _PROTOCOLS if os.environ.get(name)), "grpc")
    if wanted == "console":
        from opentelemetry.sdk.trace.export import ConsoleSpanExporter

        return ConsoleSpanExporter(out=sys.stderr)  # stdout has answers
    if wanted != "otlp" or protocol not in ("grpc", "http/protobuf"):
        raise BadSettings(f"{_EXPORTER}: otlp and console are known, over grpc or http/protobuf")
    if protocol == "grpc":
        from opentelemetry.exporter.otlp.proto.grpc import trace_exporter as over_grpc

        return over_grpc.OTLPSpanExporter()
    try:
        over_http = import_module("opentelemetry.exporter.otlp.proto.http.trace_exporter")
    except ImportError:
        package = "opentelemetry-exporter-otlp-proto-http"
        raise BadSettings(f"{_PROTOCOLS[1]}: http/protobuf needs `pip install {package}`") from None
    exporter: SpanExporter = over_http.OTLPSpanExporter()
    return exporter
