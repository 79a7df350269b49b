"""The health of a server, and its figures for Prometheus: how often, how long, how much was added; no words.

Labels are templates of routes, methods, states and names of steps, so their number is bounded whatever
clients send. Each application has figures of its own.
"""

from asyncio import to_thread
from collections.abc import Iterator
from time import perf_counter

from fastapi import APIRouter, Request
from fastapi.responses import Response
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily
from prometheus_client.registry import Collector
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from typing_extensions import TypedDict

from daybook.conversation.extras import installed_version
from daybook.graph.steps import step_listener
from daybook.interfaces.server.access import CalledBy, Memory
from daybook.interfaces.server.problems import Forbidden
from daybook.interfaces.server.request_models import BEARER
from daybook.library.daybook import Daybook

TEXT = "text/plain; version=0.0.4; charset=utf-8"
_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 180.0)
_STEP_SECONDS = (0.001, 0.01, 0.1, 1.0, 10.0, 60.0)

router = APIRouter(tags=["server"])


class Health(TypedDict):
    """That it answers, and can read its memory."""

    status: str
    version: str


class Metrics:
    """The figures of one application."""

    def __init__(self, daybook: Daybook) -> None:
        self.registry = CollectorRegistry()
        what = "Requests that were answered."
        labels = ["method", "route", "status"]
        self._requests = Counter("daybook_requests", what, labels, registry=self.registry)
        what = "From a request's first byte to its answer's last."
        self._durations = Histogram(
            "daybook_request_seconds", what, labels[:2], buckets=_SECONDS, registry=self.registry
        )
        what = "What the steps of the graphs took."
        self._steps = Histogram(
            "daybook_step_seconds", what, ("step",), buckets=_STEP_SECONDS, registry=self.registry
        )
        self.under_way = Gauge("daybook_requests_under_way", "Not answered yet.", registry=self.registry)
        self.registry.register(_Rounds(daybook))

    def answered(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count a request."""
        method = method if method in _METHODS else "other"
        self._requests.labels(method, route, str(status)).inc()
        self._durations.labels(method, route).observe(seconds)

    def stepped(self, step: str, milliseconds: float) -> None:
        """Count a step of a graph."""
        self._steps.labels(step).observe(milliseconds / 1000)


class Measured:
    """An ASGI middleware that counts and times every request."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app, self._metrics = app, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Have a request answered, and count it by the template of its route."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        status = 500  # where nothing is sent

        async def sent(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        began, token = perf_counter(), step_listener.set(self._metrics.stepped)
        try:
            with self._metrics.under_way.track_inprogress():
                await self._app(scope, receive, sent)
        finally:
            step_listener.reset(token)
            self._metrics.answered(scope["method"], route_of(scope), status, perf_counter() - began)


def route_of(scope: Scope) -> str:
    """Name the route that a request came to by its template; "none" where there is no such route."""
    return str(getattr(scope.get("route"), "path", None) or "none")


class _Rounds(Collector):
    """How many rounds this process has added."""

    def __init__(self, daybook: Daybook) -> None:
        self._daybook = daybook

    def collect(self) -> Iterator[CounterMetricFamily]:
        """Read how many there are."""
        what = "Rounds that this process has added to memory."
        yield CounterMetricFamily("daybook_rounds_added", what, value=self._daybook.rounds_added)


@router.get("/health")
async def health(daybook: Memory) -> Health:
    """Answer once the database has been read; a memory that cannot be read is a problem of status 503.

    Nothing of anybody's memory is in it, so it needs no token.
    """
    await to_thread(daybook.tokens.list)
    return {"status": "ok", "version": installed_version()}


@router.get(
    "/metrics",
    dependencies=[BEARER],
    response_class=Response,
    responses={200: {"content": {TEXT: {"schema": {"type": "string"}}}}},
)
async def metrics(request: Request, caller: CalledBy) -> Response:
    """Give the figures of this process to Prometheus: requests, durations, steps, rounds added.

    They are everybody's together, so where tokens are needed they need one that opens any owner's memory.
    """
    if caller.owner is not None:
        raise Forbidden("figures are everybody's: they need a token made with --any-owner")
    figures: Metrics = request.app.state.metrics
    return Response(generate_latest(figures.registry), media_type=TEXT)
