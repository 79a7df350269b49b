"""Whether the server is well; nothing of anybody's memory, so it needs no token."""

from __future__ import annotations

from asyncio import to_thread
from importlib.metadata import version

from fastapi import APIRouter
from pydantic import BaseModel

from daybook.interfaces.server.access import Memory

router = APIRouter(tags=["server"])


class Health(BaseModel):
    """That it answers, and can read its memory."""

    status: str = "ok"
    version: str


@router.get("/health")
async def health(daybook: Memory) -> Health:
    """Answer once the database has been read; a memory that cannot be read is a problem of status 503."""
    await to_thread(daybook.parts.store.tokens.list)
    return Health(version=version("daybook"))
