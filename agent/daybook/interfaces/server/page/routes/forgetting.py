"""Forgetting: what is named, every text that would go, and the receipt."""

from __future__ import annotations

from asyncio import to_thread
from typing import Annotated

from fastapi import APIRouter, Form
from fastapi.responses import Response

from daybook.errors import BadInput
from daybook.interfaces.forget import selector_of
from daybook.interfaces.operations import forget
from daybook.interfaces.server.access import Memory
from daybook.interfaces.server.page.kept import KeptHere
from daybook.interfaces.server.page.shown import ShownTo, seen_at
from daybook.interfaces.server.page.views.forgetting import counts_of, named
from daybook.interfaces.server.page.visitor import Acting
from daybook.store import Receipt

router = APIRouter(prefix="/forget")
_TEXTS = 300
"""Texts that are shown before somebody asks for all."""
Named = Annotated[str | None, Form()]


@router.get("")
async def choose(daybook: Memory, shown: ShownTo) -> Response:
    """Ask what is to be forgotten."""
    return shown.page("forget.html")


@router.post("")
async def name(
    kept: KeptHere,
    visitor: Acting,
    session: Named = None,
    round: Named = None,
    record: Named = None,
    slot: Named = None,
    phrase: Named = None,
    start: Named = None,
    end: Named = None,
    everything: Annotated[bool, Form()] = False,
) -> Response:
    """Take what is named; no address will hold it, since it may be what has to go."""
    between = (start or "", end or "") if start is not None or end is not None else None
    if between is not None and not all(between):
        raise BadInput("both days are needed: from which day on, and before which", source="forget")
    selector = selector_of(
        session=session,
        round=round,
        record=record,
        slot=slot,
        phrase=phrase,
        between=between,
        everything=everything,
    )
    return seen_at(f"/forget/{kept.selectors.put(visitor.owner, selector)}")


@router.get("/{key}")
async def preview(daybook: Memory, kept: KeptHere, shown: ShownTo, key: str, every: bool = False) -> Response:
    """Show every text that would go; of very many the first, with a way to all."""
    owner = shown.visitor.owner
    selector = kept.selectors.find(owner, key)
    would = await forget(daybook, owner, selector)
    ledger = await to_thread(daybook.parts.store.ledgers.of, owner)
    return shown.page(
        "forget_preview.html",
        key=key,
        named=named(selector, ledger),
        counts=counts_of(would.removed),
        texts=would.texts if every else would.texts[:_TEXTS],
        more=0 if every else max(0, len(would.texts) - _TEXTS),
        confirmation=would.confirmation,
    )


@router.post("/{key}")
async def confirmed(
    daybook: Memory,
    kept: KeptHere,
    visitor: Acting,
    key: str,
    confirmation: Annotated[str, Form()],
) -> Response:
    """Forget just what was shown, and show the receipt; answers that are kept here go as well."""
    selector = kept.selectors.find(visitor.owner, key)
    done = await forget(daybook, visitor.owner, selector, confirmation=confirmation)
    kept.answers.drop(visitor.owner)
    kept.selectors.drop(visitor.owner)
    receipt = Receipt(done.removed, done.verified)
    return seen_at(f"/forget/receipts/{kept.receipts.put(visitor.owner, receipt)}")


@router.get("/receipts/{key}")
async def receipt(kept: KeptHere, shown: ShownTo, key: str) -> Response:
    """Show what was forgotten."""
    found = kept.receipts.find(shown.visitor.owner, key)
    return shown.page("receipt.html", counts=counts_of(found.removed), verified=found.verified)
