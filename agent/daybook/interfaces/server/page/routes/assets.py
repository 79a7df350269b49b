"""The style sheet and the picture of the tab: the only files that a page loads."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import Response

from daybook.interfaces.server.page.shown import HEADERS, asset

router = APIRouter()
_KEPT = {
    "X-Content-Type-Options": HEADERS["X-Content-Type-Options"],
    "Cache-Control": "public, max-age=86400",
}


@router.get("/page.css")
async def style() -> Response:
    """Give the style sheet; its address holds its digest, so it may be kept."""
    return Response(asset("page.css"), media_type="text/css", headers=_KEPT)


@router.get("/favicon.svg")
async def picture() -> Response:
    """Give the picture of the tab."""
    return Response(asset("favicon.svg"), media_type="image/svg+xml", headers=_KEPT)
