"""The application: every router, in the order in which a request meets them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from weakref import WeakValueDictionary

from fastapi import FastAPI
from starlette.routing import Route

from daybook.extras import installed_version
from daybook.graph.tracing import tracer
from daybook.interfaces.mcp.http import LOOPBACK, McpOverHttp
from daybook.interfaces.server.access import Access, owner_of_header
from daybook.interfaces.server.bounds import Bounds
from daybook.interfaces.server.json_response import SafeJSONResponse
from daybook.interfaces.server.mem0 import entities, hosted, open_source, unsupported
from daybook.interfaces.server.metrics import Measured, Metrics
from daybook.interfaces.server.page import add_page
from daybook.interfaces.server.problems import add_problems
from daybook.interfaces.server.routes import (
    asking,
    chatting,
    completions,
    documents,
    forgetting,
    health,
    keeping,
    knowing,
)
from daybook.interfaces.server.underway import Underway
from daybook.library.daybook import Daybook


def build_app(daybook: Daybook, access: Access) -> FastAPI:
    """Build the application over a memory, which it closes when it is shut down.

    /openapi.json is there, but no pages of it, since those load their scripts from elsewhere.

    Args:
        daybook: the memory.
        access: whom it serves.

    Raises:
        BadSettings: spans are to be sent where they cannot be.
    """
    tracer()  # what cannot work is refused before there is a request
    settings, underway = daybook.parts.settings.server, Underway()
    metrics = Metrics(daybook.parts.store)
    mcp = McpOverHttp(daybook, owner_of_header, hosts=None if access.needs_token else LOOPBACK)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        async with daybook, mcp.running():
            yield
            await underway.finish(settings.stop_timeout)

    app = FastAPI(
        title="Daybook",
        summary="Long-term memory for chat assistants: kept word for word, answered from with quotes.",
        version=installed_version(),
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        default_response_class=SafeJSONResponse,
    )
    app.state.daybook, app.state.access = daybook, access
    app.state.underway, app.state.metrics = underway, metrics
    app.state.gates = WeakValueDictionary()
    add_problems(app)
    app.add_middleware(Bounds, settings=settings)
    app.add_middleware(Measured, metrics=metrics)  # the last that is added is the first to see a request
    for routes in (health, asking, chatting, keeping, documents, knowing, forgetting, completions):
        app.include_router(routes.router)
    for mem0 in (hosted, entities, open_source, unsupported):
        app.include_router(mem0.router)
    app.router.routes.append(Route("/mcp", mcp))  # mounted, it would send /mcp on to /mcp/
    add_page(app)
    return app
