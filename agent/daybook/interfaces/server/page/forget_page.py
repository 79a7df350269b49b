"""Forgetting: what is named, every text that would go, and the receipt."""

from typing import Annotated

from fastapi import APIRouter, Form
from fastapi.responses import Response

from daybook.conversation.errors import BadInput
from daybook.interfaces.operations.memory_operations import described, forget, selector_of
from daybook.interfaces.rendering.ledger_output import label_of, subject_of
from daybook.interfaces.rendering.memory_output import counted
from daybook.interfaces.server.access import Memory
from daybook.interfaces.server.page.page_templates import seen_at
from daybook.interfaces.server.page.visits import FormSender, Recent, Renderer
from daybook.store import ByRecord, Receipt

router = APIRouter(prefix="/forget")
_Field = Annotated[str | None, Form()]


@router.get("")
async def form(renderer: Renderer) -> Response:
    """Ask what is to be forgotten."""
    return renderer.page("forget.html")


@router.post("")
async def choose_selector(
    daybook: Memory,
    recent: Recent,
    visitor: FormSender,
    session: _Field = None,
    round: _Field = None,
    record: _Field = None,
    phrase: _Field = None,
    start: _Field = None,
    end: _Field = None,
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
        phrase=phrase,
        between=between,
        everything=everything,
        zone=await daybook.azone(owner=visitor.owner),
    )
    return seen_at(f"/forget/{recent.selectors.put(visitor.owner, selector)}")


@router.get("/{key}")
async def show_preview(daybook: Memory, recent: Recent, renderer: Renderer, key: str) -> Response:
    """Show every text that would go."""
    owner = renderer.visitor.owner
    selector = recent.selectors.find(owner, key)
    preview = await forget(daybook, owner, selector)
    named = described(selector)
    if isinstance(selector, ByRecord):
        record = await daybook.ledger.arecord(selector.record_id, owner=owner)
        named = f"“{subject_of(record)}, {label_of(record)}”"
    return renderer.page(
        "forget_preview.html",
        key=key,
        named=named,
        counts=counted(preview.removed),
        texts=preview.texts,
        confirmation=preview.confirmation,
    )


@router.post("/{key}")
async def forget_selected(
    daybook: Memory, recent: Recent, visitor: FormSender, key: str, confirmation: Annotated[str, Form()]
) -> Response:
    """Forget just what was shown, and show the receipt; answers that are kept here go as well."""
    selector = recent.selectors.find(visitor.owner, key)
    done = await forget(daybook, visitor.owner, selector, confirmation=confirmation)
    recent.exchanges.drop(visitor.owner)
    recent.selectors.drop(visitor.owner)
    receipt = Receipt(done.removed, done.verified)
    return seen_at(f"/forget/receipts/{recent.receipts.put(visitor.owner, receipt)}")


@router.get("/receipts/{key}")
async def receipt(recent: Recent, renderer: Renderer, key: str) -> Response:
    """Show what was forgotten."""
    found = recent.receipts.find(renderer.visitor.owner, key)
    return renderer.page("receipt.html", counts=counted(found.removed), verified=found.verified)
