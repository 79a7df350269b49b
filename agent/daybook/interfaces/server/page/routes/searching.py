"""Search: rounds, best first, with the matching words lit up."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import Response

from daybook.interfaces.server.access import Memory
from daybook.interfaces.server.page.shown import ShownTo
from daybook.interfaces.server.page.views.answers import found_view

router = APIRouter()
_FEW, _MANY = 10, 50
_PASSAGE = 420
"""Characters of one side of a round that a search shows, about."""


@router.get("/search")
async def search(daybook: Memory, shown: ShownTo, q: str = "", more: bool = False) -> Response:
    """Find rounds."""
    if not q.strip():
        return shown.page("search.html", q=q, rounds=None, ms=0.0, more=False)
    limit = _MANY if more else _FEW
    found = await daybook.asearch(q, owner=shown.visitor.owner, limit=limit)
    rounds = [found_view(one, found.plan.question, most=_PASSAGE) for one in found.candidates]
    ms = sum(spent for step, spent in found.timings.items() if step != "total")
    return shown.page(
        "search.html", q=q, rounds=rounds, ms=found.timings.get("total", ms), more=len(rounds) == _FEW
    )
