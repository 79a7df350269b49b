"""Whether the server is well, and its figures."""

from __future__ import annotations

from asyncio import to_thread

from fastapi import APIRouter, Request
from fastapi.responses import Response
from pydantic import BaseModel

from daybook.extras import installed_version
from daybook.interfaces.server.access import CalledBy, Memory
from daybook.interfaces.server.metrics import TEXT, Metrics
from daybook.interfaces.server.problems import Forbidden
from daybook.interfaces.server.requests import BEARER

router = APIRouter(tags=["server"])


class Health(BaseModel):
    """That it answers, and can read its memory."""

    status: str = "ok"
    version: str


@router.get("/health")
async def health(daybook: Memory) -> Health:
    """Answer once the database has been read; a memory that cannot be read is a problem of status 503.

    Nothing of anybody's memory is in it, so it needs no token.
    """
    await to_thread(daybook.parts.store.tokens.list)
    return Health(version=installed_version())


@router.get(
    "/metrics", dependencies=[BEARER], response_class=Response, responses={200: {"content": {TEXT: {}}}}
)
async def metrics(request: Request, caller: CalledBy) -> Response:
    """Give the figures of this process to Prometheus: requests, durations, steps, rounds added.

    They are everybody's together, so where tokens are needed they need one that opens any owner's memory.
    """
    if caller.owner is not None:
        raise Forbidden("figures are everybody's: they need a token made with --any-owner")
    figures: Metrics = request.app.state.metrics
    return Response(figures.text(), media_type=TEXT)
