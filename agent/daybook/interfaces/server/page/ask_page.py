"""The conversation with memory: what is asked is looked up, what is told is kept, the next goes on."""

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import suppress
from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Form, Request
from fastapi.responses import Response

from daybook.conversation.errors import DaybookError, UnknownItem
from daybook.conversation.language import Intent
from daybook.interfaces.demo.demonstration import DEMO_OWNER, TO_TRY
from daybook.interfaces.operations.operation_table import Remember
from daybook.interfaces.rendering.live import STEPS
from daybook.interfaces.server.access import Memory
from daybook.interfaces.server.page.page_exchanges import (
    PageExchange,
    PageReply,
    ReplyView,
    page_reply,
    reply_view,
)
from daybook.interfaces.server.page.page_templates import day_field, fragment, seen_at
from daybook.interfaces.server.page.visits import FormSender, Recent, RecentForms, Renderer
from daybook.interfaces.server.streaming import Telling
from daybook.library.daybook import Daybook

router = APIRouter()


@router.get("/ask")
async def form(renderer: Renderer) -> Response:
    """Ask for a question, or for something to keep."""
    to_try = TO_TRY if renderer.visitor.owner == DEMO_OWNER else ()
    return renderer.page("ask.html", said="", views=(), streamed="", key="", to_try=to_try)


@router.post("/ask")
async def talk(
    request: Request,
    daybook: Memory,
    recent: Recent,
    visitor: FormSender,
    message: Annotated[str, Form()] = "",
    after: Annotated[str, Form()] = "",
    asked_at: Annotated[str, Form()] = "",
    as_of: Annotated[str, Form()] = "",
) -> Response:
    """Answer a question, of which nothing is kept, or reply to something, which is.

    The reply is kept for its page, so that going back to it asks no model again.
    """
    before = await _exchange_before(recent, visitor.owner, after)
    asked = before.work.result if before else None
    moments: dict[str, Any] = {
        "asked_at": day_field(asked_at, "asked on"),
        "as_of": day_field(as_of, "said until"),
    }
    dialogue = before.dialogue if before else []
    has_model = bool(daybook.models.by_role)
    said = daybook.language.read_message(message, dialogue)
    only_asks = said.only_asks and (said.intent is Intent.RECALL or not has_model)
    looks_up = only_asks or any(moments.values()) or not message.strip()
    proposal = asked.turn.proposal if asked else None
    consent = asked.turn.consent if asked else None

    async def replied(tell: Callable[[str], None]) -> PageReply:
        given: dict[str, Any] = {"owner": visitor.owner, "dialogue": dialogue}
        given["on_stage"] = partial(_show, tell) if has_model else None
        if looks_up:
            return page_reply(await daybook.aexplain(message, **given, **moments))
        turn = await daybook.achat(message, **given, proposal=proposal, consent=consent)
        if proposal and turn.remembered is None and turn.proposal is None:
            recent.exchanges.drop(visitor.owner)  # what was said before may tell what is forgotten now
        return page_reply(turn)

    exchange = PageExchange(message, Telling(replied, request.app.state.tasks), before)
    if proposal or not has_model:
        await exchange.work.finished()
    return _at(recent, visitor.owner, exchange)


@router.post("/remember")
async def remember(
    request: Request,
    daybook: Memory,
    recent: Recent,
    visitor: FormSender,
    text: Annotated[str, Form()] = "",
    said_at: Annotated[str, Form()] = "",
) -> Response:
    """Keep a text as a round, and ask for consent where it says something sensitive."""
    given = Remember(user_said=text, said_at=said_at)

    async def kept(_: Callable[[str], None]) -> PageReply:
        return page_reply(await given.run(daybook, visitor.owner))

    exchange = PageExchange(text, Telling(kept, request.app.state.tasks))
    await exchange.work.finished()
    return _at(recent, visitor.owner, exchange)


@router.get("/ask/{key}")
async def reply(daybook: Memory, recent: Recent, renderer: Renderer, key: str) -> Response:
    """Show a conversation up to a reply; one that is being made is sent as it comes.

    Raises:
        UnknownItem: it is not kept any more, or something of it was forgotten meanwhile.
    """
    owner = renderer.visitor.owner
    exchange = recent.exchanges.find(owner, key)
    if is_done := exchange.work.is_done:
        await exchange.work.finished()
    views = await _views(daybook, recent, owner, exchange)
    if is_done:
        return renderer.page("ask.html", said="", views=views, streamed="", key=key, to_try=())

    async def pieces() -> AsyncIterator[str]:
        yield '<div class="draft" role="status">'
        async for piece in exchange.work.told():
            yield piece
        yield "</div>"
        await exchange.work.finished()
        *_, view = await _views(daybook, recent, owner, exchange)
        yield fragment("reply", view, visitor=renderer.visitor, key=key)

    return renderer.streamed("ask.html", pieces(), said=exchange.said, views=views, key=key, to_try=())


def _at(recent: RecentForms, owner: str, exchange: PageExchange) -> Response:
    """Lead to a reply."""
    place = "#now" if exchange.before else ""
    return seen_at(f"/ask/{recent.exchanges.put(owner, exchange)}{place}")


async def _exchange_before(recent: RecentForms, owner: str, key: str) -> PageExchange | None:
    """Find what a message goes on from, once it was replied to; None where that is not kept any more."""
    try:
        exchange = recent.exchanges.find(owner, key)
    except UnknownItem:
        return None
    with suppress(DaybookError):
        await exchange.work.finished()
    return exchange


def _show(tell: Callable[[str], None], event: Mapping[str, Any]) -> None:
    """Write what happens on the way to a reply as HTML."""
    if event["event"] == "text":
        tell(fragment("words", event["text"]))
    elif event["event"] == "note":
        tell(fragment("note", event["quote"], event["note"]))
    elif event["event"] == "started" and (step := STEPS.get(event["stage"])):
        tell(fragment("step", step))


async def _views(
    daybook: Daybook, recent: RecentForms, owner: str, exchange: PageExchange
) -> list[ReplyView]:
    replied = exchange.replied
    names = {name: None for _, reply in replied for name in reply.cited}
    rounds = {round_.round_id: round_ for round_ in await daybook.afetch(list(names), owner=owner)}
    documents = [cited for _, reply in replied for cited in reply.turn.documents]
    if rounds.keys() != names.keys() or not await daybook.documents.astill_kept(documents, owner=owner):
        recent.exchanges.drop(owner)
        raise UnknownItem("something that this answer rests on was forgotten meanwhile: ask again")
    return [reply_view(said, reply, rounds) for said, reply in replied]
