"""The known page: facts by subject, one fact with the owner's word on it, and what waits for that word."""

from itertools import groupby
from typing import Annotated, Literal, NamedTuple
from urllib.parse import urlencode

from fastapi import APIRouter, Form
from fastapi.responses import Response

from daybook.conversation import Ledger, Record, Status
from daybook.conversation.errors import UnknownItem
from daybook.interfaces.rendering.ledger_output import subject_of
from daybook.interfaces.server.access import Memory
from daybook.interfaces.server.page.page_templates import seen_at
from daybook.interfaces.server.page.sessions_page import RoundView, round_view
from daybook.interfaces.server.page.visits import FormSender, Renderer
from daybook.library.ledger_actions import Posted

router = APIRouter()


@router.get("/known")
async def known(daybook: Memory, renderer: Renderer, which: Literal["holds", "all"] = "holds") -> Response:
    """Show what is known, by subject: the owner's first, of one subject by kind, the latest first."""
    ledger = await daybook.ledger.asnapshot(owner=renderer.visitor.owner)
    statuses = (Status.ACTIVE,) if which == "holds" else tuple(Status)
    facts = sorted(ledger.with_status(*statuses), key=_place)
    return renderer.page(
        "known.html",
        subjects=[(subject, list(its)) for subject, its in groupby(facts, key=subject_of)],
        former={record.record_id: _former(record, ledger) for record in facts},
        total=len(ledger.records),
        which=which,
    )


@router.get("/records/{record_id}")
async def record(
    daybook: Memory, renderer: Renderer, record_id: str, done: str = "", event: int = 0
) -> Response:
    """Show one fact: its words, what it replaced and what replaced it, and what was just done about it.

    Raises:
        UnknownItem: there is none of that id.
    """
    ledger = await daybook.ledger.asnapshot(owner=renderer.visitor.owner)
    found = ledger.records.get(record_id)
    if found is None:
        raise UnknownItem(f"there is no fact {record_id!r}: it may have been forgotten")
    successor = ledger.records.get(found.superseded_by)
    former = _former(found, ledger)
    return renderer.page(
        "record.html", record=found, former=former, successor=successor, done=done, event=event
    )


@router.post("/records/{record_id}/correct")
async def correct(
    daybook: Memory, visitor: FormSender, record_id: str, value: Annotated[str, Form()] = ""
) -> Response:
    """Put the right value in the place of a wrong one, and show the fact that has it."""
    posted = await daybook.ledger.acorrect(record_id, value, owner=visitor.owner)
    written = [change.after for change in posted.differences if change.before is None and change.after]
    before = await daybook.ledger.arecord(record_id, owner=visitor.owner)
    name = next((new.record_id for new in written if new.address == before.address), record_id)
    return _back_to(name, "corrected", posted)


@router.post("/records/{record_id}/{word}")
async def judge(
    daybook: Memory, visitor: FormSender, record_id: str, word: Literal["confirm", "reject"]
) -> Response:
    """Say that a fact is right, or wrong."""
    says = daybook.ledger.aconfirm if word == "confirm" else daybook.ledger.areject
    return _back_to(record_id, f"{word}ed", await says(record_id, owner=visitor.owner))


@router.post("/undo/{event_id}")
async def undo(daybook: Memory, visitor: FormSender, event_id: int) -> Response:
    """Take back what was decided."""
    await daybook.ledger.aundo(event_id, owner=visitor.owner)
    return seen_at("/known?which=all")


def _back_to(record_id: str, done: str, posted: Posted) -> Response:
    event = posted.events[-1].event_id if posted.events else 0
    return seen_at(f"/records/{record_id}?{urlencode({'done': done, 'event': event})}")


def _former(record: Record, ledger: Ledger) -> list[Record]:
    """List what a record replaced."""
    return [old for old in ledger.with_status(Status.SUPERSEDED) if old.superseded_by == record.record_id]


def _place(record: Record) -> tuple[bool, str, str, float]:
    return bool(record.subject), record.subject.casefold(), record.slot, -record.said_at.timestamp()


class WaitingView(NamedTuple):
    """One question to the owner."""

    key: str
    """Its key among the others: "record m1", "consent health"."""
    asks: str
    record: Record | None
    rounds: list[RoundView]
    """The words that a consent is about."""


@router.get("/review")
async def review(daybook: Memory, renderer: Renderer) -> Response:
    """Ask about what waits."""
    owner = renderer.visitor.owner
    waiting = await daybook.ledger.awaiting(owner=owner)
    names = [name for question in waiting for name in question.round_ids]
    rounds = {round_.round_id: round_ for round_ in await daybook.afetch(names, owner=owner)}
    questions = [
        WaitingView(
            key=f"{it.kind} {it.record.record_id if it.record else it.family}",
            asks=it.question.removesuffix(" (yes/no)"),
            record=it.record,
            rounds=[round_view(rounds[name]) for name in it.round_ids if name in rounds],
        )
        for it in waiting
    ]
    return renderer.page("review.html", questions=questions)


@router.post("/review")
async def answer(
    daybook: Memory,
    visitor: FormSender,
    key: Annotated[str, Form()],
    word: Annotated[str, Form(pattern="yes|no")],
) -> Response:
    """Post what the owner says to what a key names, and go on with the rest."""
    ledger, owner, right = daybook.ledger, visitor.owner, word == "yes"
    match key.split(" "):
        case ["record", name]:
            await (ledger.aconfirm if right else ledger.areject)(name, owner=owner)
        case ["consent", family]:
            await ledger.aconsent(family, owner=owner, given=right)
            if right and daybook.settings.ledger:
                await daybook.aremember(owner=owner)
        case _:
            raise UnknownItem("nothing of that name waits for a word: it may be answered already")
    return seen_at("/review")
