"""The application: every router, in the order in which a request meets them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version

from fastapi import FastAPI

from daybook.interfaces.server.access import Access
from daybook.interfaces.server.mem0 import entities, hosted, open_source, unsupported
from daybook.interfaces.server.page import add_page
from daybook.interfaces.server.problems import add_problems
from daybook.interfaces.server.routes import asking, health
from daybook.library.daybook import Daybook


def build_app(daybook: Daybook, access: Access) -> FastAPI:
    """Build the application over a memory, which it closes when it is shut down.

    /openapi.json is there, but no pages of it, since those load their scripts from elsewhere.

    Args:
        daybook: the memory.
        access: whom it serves.
    """

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        async with daybook:
            yield

    app = FastAPI(
        title="Daybook",
        summary="Long-term memory for chat assistants: kept word for word, answered from with quotes.",
        version=version("daybook"),
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
    )
    app.state.daybook, app.state.access = daybook, access
    add_problems(app)
    app.include_router(health.router)
    app.include_router(asking.router)
    for mem0 in (hosted, entities, open_source, unsupported):
        app.include_router(mem0.router)
    add_page(app)
    return app
