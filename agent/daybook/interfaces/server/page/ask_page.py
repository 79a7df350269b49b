"""The conversation with memory: what is asked is looked up, what is told is kept, and the next goes on."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any, Literal, NamedTuple

from fastapi import APIRouter, Form, Request
from fastapi.responses import Response

from daybook.conversation import Role, Round, Status, Turn
from daybook.conversation.errors import DaybookError, UnknownItem
from daybook.interfaces.demo.demonstration import questions_to_try
from daybook.interfaces.rendering.live import STEPS
from daybook.interfaces.rendering.safe import without_emphasis
from daybook.interfaces.server.access import Memory
from daybook.interfaces.server.page.page_templates import fragment, seen_at
from daybook.interfaces.server.page.sessions_page import Highlights, RoundView, found_in, round_view
from daybook.interfaces.server.page.visits import FormSender, Recent, RecentForms, Renderer
from daybook.interfaces.server.streaming import StreamedWork
from daybook.library.daybook import Daybook
from daybook.library.graph_runs import DIALOGUE_TURNS
from daybook.library.results import ChatTurn

router = APIRouter()
_SHOWN = 20
"""Exchanges of a conversation that are shown, the latest."""


@dataclass(frozen=True, slots=True)
class PageExchange:
    """Something that was said, and the reply to it."""

    said: str
    work: StreamedWork[ChatTurn]
    before: PageExchange | None = None
    """The exchange that it follows."""

    @property
    def replied(self) -> list[tuple[str, ChatTurn]]:
        """The conversation until here, oldest first, as far as it was replied to.

        It begins anew behind the answer to a proposal to forget: what was said before may tell what is gone.
        """
        found: list[tuple[str, ChatTurn]] = []
        exchange: PageExchange | None = self
        while exchange is not None and len(found) < _SHOWN:
            reply, before = exchange.work.result, exchange.before
            if reply is not None:
                found.append((exchange.said, reply))
            asked = before.work.result if before else None
            goes_on = reply is not None and (reply.proposal or reply.remembered)
            if asked is not None and asked.proposal and not goes_on:
                break
            exchange = before
        return found[::-1]

    @property
    def dialogue(self) -> list[Turn]:
        """The turns that go along with what is said next."""
        pairs = ((Turn(Role.USER, said), Turn(Role.ASSISTANT, it.text)) for said, it in self.replied)
        return [turn for pair in pairs for turn in pair][-DIALOGUE_TURNS:]


class ReplyView(NamedTuple):
    """A reply, as a template shows it."""

    said: str
    turn: ChatTurn
    text: str
    warnings: Sequence[str]
    question: str
    """Asked with it, to be answered by yes or no; "" for none."""
    rounds: Sequence[RoundView]
    """The rounds that it rests on, with the quotes highlighted."""
    learned: Mapping[str, str]
    """Facts that were learnt: ids, and sentences."""


@router.get("/")
async def form(daybook: Memory, renderer: Renderer) -> Response:
    """Ask for a question, or for something to keep; for an empty memory, show what can be added as well."""
    owner = renderer.visitor.owner
    to_try = questions_to_try(owner) if await daybook.ahas_anything(owner=owner) else ()
    return renderer.page("ask.html", said="", views=(), streamed="", key="", to_try=to_try)


@router.post("/ask")
async def talk(
    request: Request,
    daybook: Memory,
    recent: Recent,
    visitor: FormSender,
    message: Annotated[str, Form()] = "",
    after: Annotated[str, Form()] = "",
    how: Annotated[Literal["ask", "say"], Form()] = "ask",
) -> Response:
    """Answer a question, of which nothing is kept, or reply to something, which is.

    The reply is kept for its page, so that going back to it asks no model again.
    """
    before = await _exchange_before(recent, visitor.owner, after)
    asked = before.work.result if before else None
    has_model = daybook.models.model is not None
    given: dict[str, Any] = {"owner": visitor.owner, "dialogue": before.dialogue if before else []}
    reading = daybook.analyzer.read_message(message)
    is_asked = asked is not None and bool(asked.proposal or asked.consent)
    settles = is_asked and (reading.says_yes or reading.says_no)
    asks = how == "ask" and not (settles or reading.is_for_memory)

    async def replied(tell: Callable[[str], None]) -> ChatTurn:
        on_stage = partial(_show, tell) if has_model else None
        if asks:
            found = await daybook.aexplain(message, **given, on_stage=on_stage)
            answer = found.answer
            cited, documents = answer.evidence, answer.documents
            return ChatTurn(answer.text, found, None, evidence=cited, documents=documents, calls=found.calls)
        proposal, consent = (asked.proposal, asked.consent) if asked else (None, None)
        turn = await daybook.achat(message, **given, on_stage=on_stage, proposal=proposal, consent=consent)
        if proposal and reading.says_yes:
            recent.exchanges.drop(visitor.owner)  # what was said before may tell what is forgotten now
        return turn

    exchange = PageExchange(message, StreamedWork(replied, request.app.state.tasks), before)
    if (asked and asked.proposal) or not has_model:
        await exchange.work.finished()
    return seen_at(f"/ask/{recent.exchanges.put(visitor.owner, exchange)}{'#now' if before else ''}")


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


async def _exchange_before(recent: RecentForms, owner: str, key: str) -> PageExchange | None:
    """Find what a message goes on from, once it was replied to. Returns None if that is not kept any more."""
    try:
        exchange: PageExchange = recent.exchanges.find(owner, key)
    except UnknownItem:
        return None
    with suppress(DaybookError):
        await exchange.work.finished()
    return exchange


def _show(tell: Callable[[str], None], event: Mapping[str, Any]) -> None:
    """Write what happens on the way to a reply as HTML."""
    if event["event"] == "text":
        tell(fragment("words", event["text"]))
    elif event["event"] == "started" and (step := STEPS.get(event["stage"])):
        tell(fragment("step", step))


async def _views(
    daybook: Daybook, recent: RecentForms, owner: str, exchange: PageExchange
) -> list[ReplyView]:
    replied = exchange.replied
    names = {name for _, turn in replied for name in _rests_on(turn)}
    rounds = {round_.round_id: round_ for round_ in await daybook.afetch(sorted(names), owner=owner)}
    documents = [cited for _, turn in replied for cited in turn.documents]
    if rounds.keys() != names or not await daybook.documents.astill_kept(documents, owner=owner):
        recent.exchanges.drop(owner)
        raise UnknownItem("something that this answer rests on was forgotten meanwhile: ask again")
    return [_view(said, turn, rounds) for said, turn in replied]


def _rests_on(turn: ChatTurn) -> list[str]:
    """Name the rounds that a reply rests on, and the one that was kept of it."""
    kept = [turn.remembered.round_id] if turn.remembered else []
    return [*(cited.round_id for cited in turn.evidence), *kept]


def _view(said: str, turn: ChatTurn, rounds: Mapping[str, Round]) -> ReplyView:
    question = turn.consent["question"] if turn.consent else ""
    cited = dict.fromkeys(item.round_id for item in turn.evidence)
    after = [change.after for change in turn.learned]

    def quoted(round_: Round) -> Highlights:
        quotes = [item.quote for item in turn.evidence if item.round_id == round_.round_id]
        return {role: found_in(text, quotes) for role, text in round_.fields.items()}

    return ReplyView(
        said=said,
        turn=turn,
        text=without_emphasis(turn.text),
        warnings=tuple(_warnings(turn)),
        question="Shall it be forgotten, for good?" if turn.proposal else question,
        rounds=[round_view(rounds[name], quoted(rounds[name])) for name in cited],
        learned={new.record_id: new.text for new in after if new and new.status is Status.ACTIVE},
    )


def _warnings(turn: ChatTurn) -> Iterator[str]:
    reasons = dict(turn.answer.degraded_reasons) if turn.answer and turn.context is None else {}
    for step, why in (reasons | dict(turn.degraded_reasons)).items():
        yield f"Without the model, {STEPS.get(step, step)}: {why}"
