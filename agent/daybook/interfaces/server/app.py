"""The application, every router in the order in which a request meets them, and how it is served."""

import socket
from asyncio import to_thread
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from types import FrameType
from weakref import WeakValueDictionary

import uvicorn
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import Route

from daybook.conversation.errors import BadSettings, DaybookError
from daybook.conversation.extras import installed_version
from daybook.interfaces.mcp.transports import LOOPBACK, McpOverHttp
from daybook.interfaces.server.access import BodyLimit, Memory, owner_of_header
from daybook.interfaces.server.page import add_page
from daybook.interfaces.server.page.page_templates import answer
from daybook.interfaces.server.problems import (
    OPENAI_ERRORS,
    PROBLEMS,
    SafeJSONResponse,
)
from daybook.interfaces.server.routes import (
    completion_routes,
    memory_routes,
    round_routes,
)
from daybook.interfaces.server.streaming import RunningTasks
from daybook.library.daybook import Daybook

STOP_TIMEOUT = 5
"""Seconds that requests under way are given when the server is stopped."""


def build_app(daybook: Daybook, *, needs_token: bool) -> FastAPI:
    """Build the application over a memory, which it closes when it is shut down.

    It may do without tokens where it listens on loopback: whoever can reach that may read the data directory.
    /openapi.json is there, but no pages of it, since those load their scripts from elsewhere.
    """
    tasks = RunningTasks()
    mcp = McpOverHttp(daybook, owner_of_header, hosts=None if needs_token else LOOPBACK)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        async with daybook, mcp.running():
            yield
            await tasks.finish(STOP_TIMEOUT)
            app.state.recent_forms.imports.clear()

    app = FastAPI(
        title="Daybook",
        summary="Long-term memory for chat assistants: kept word for word, answered from with quotes.",
        version=installed_version(),
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        default_response_class=SafeJSONResponse,
    )
    app.state.daybook, app.state.needs_token, app.state.tasks = daybook, needs_token, tasks
    app.state.locks = WeakValueDictionary()

    async def failed(request: Request, error: Exception) -> Response:
        return answer(request, error)

    for kind in (DaybookError, RequestValidationError, HTTPException, Exception):
        app.add_exception_handler(kind, failed)
    app.add_middleware(BodyLimit, refused=answer)
    app.add_api_route("/health", health, tags=["server"], responses=PROBLEMS)
    memory, rounds = memory_routes, round_routes
    for router in (memory.router, rounds.router, rounds.documents, memory.ledger_router):
        app.include_router(router, responses=PROBLEMS)
    app.include_router(completion_routes.router, responses=OPENAI_ERRORS)
    app.router.routes.append(Route("/mcp", mcp))  # mounted, it would send /mcp on to /mcp/
    add_page(app)
    return app


async def health(daybook: Memory) -> dict[str, str]:
    """Answer once the database has been read; a memory that cannot be read is a problem of status 503.

    Nothing of anybody's memory is in it, so it needs no token.
    """
    await to_thread(daybook.tokens.list)
    return {"status": "ok", "version": installed_version()}


def listen(host: str, port: int) -> socket.socket:
    """Open the socket of a server: from here on a client that connects waits, and is not refused.

    Raises:
        BadSettings: the address is not this machine's, or is taken.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    opened = socket.socket(family, socket.SOCK_STREAM)
    opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        opened.bind((host, port))
        opened.listen()
    except OSError as error:
        opened.close()
        reason = error.strerror or error
        raise BadSettings(f"cannot listen on {host} port {port}: {reason}; --port takes another") from None
    return opened


def serve(app: FastAPI, listening: socket.socket, *, started: Callable[[], None]) -> None:
    """Serve until SIGINT or SIGTERM: then no request is taken any more, and those under way are finished.

    Those are given `STOP_TIMEOUT` seconds. `started` is called when the first request can be taken.
    """
    _Server(config_of(app), started).run(sockets=[listening])


def config_of(app: FastAPI) -> uvicorn.Config:
    """Give how an application is served: by h11, since httptools takes lines and headers of any length."""
    return uvicorn.Config(
        app,
        http="h11",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=STOP_TIMEOUT,
    )


class _Server(uvicorn.Server):
    """Tells when it has started; a signal ends it as asked for, so the process ends well."""

    def __init__(self, config: uvicorn.Config, started: Callable[[], None]) -> None:
        super().__init__(config)
        self._tell = started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._tell()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop; on a second signal at once. uvicorn would raise the signal again when it is done."""
        self.force_exit, self.should_exit = self.should_exit, True
