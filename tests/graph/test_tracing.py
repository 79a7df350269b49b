"""Whether spans are made, and where they go, by OpenTelemetry's variables."""

import os
import subprocess
import sys

import pytest

from daybook.graph.tracing import traces_to

ENDPOINT, TRACES = "OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"
EXPORTER = "OTEL_TRACES_EXPORTER"


@pytest.mark.parametrize(
    ("env", "to"),
    [
        ({}, ""),
        ({"OTEL_SERVICE_NAME": "daybook"}, ""),
        ({ENDPOINT: "http://a:4317"}, "http://a:4317"),
        ({ENDPOINT: "http://a:4317", TRACES: "http://b:4317"}, "http://b:4317"),
        ({EXPORTER: "otlp"}, "http://localhost:4317"),
        ({EXPORTER: "otlp", ENDPOINT: "http://a:4317"}, "http://a:4317"),
        ({EXPORTER: "console"}, "console"),
        ({EXPORTER: "none", ENDPOINT: "http://a:4317"}, ""),
        ({"OTEL_SDK_DISABLED": "true", ENDPOINT: "http://a:4317"}, ""),
    ],
)
def test_where_spans_go(env: dict[str, str], to: str) -> None:
    assert traces_to(env) == to


def test_without_its_variables_nothing_of_opentelemetry_is_imported() -> None:
    program = (
        "import sys\n"
        "from daybook.graph.tracing import request_span, span, tracer\n"
        "with span('search'), request_span('GET', {}) as answered:\n"
        "    answered('/health', 200)\n"
        "print(tracer(), [name for name in sys.modules if name.startswith('opentelemetry')])"
    )
    env = {name: value for name, value in os.environ.items() if not name.startswith("OTEL_")}

    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, env=env, check=True
    )

    assert done.stdout == "None []\n"
