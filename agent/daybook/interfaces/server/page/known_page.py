"""What is known: facts by subject, and one fact with the owner's word on it."""

from asyncio import to_thread
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Form
from fastapi.responses import Response

from daybook.conversation import SLOTS, Ledger, Record, Status
from daybook.conversation.errors import UnknownItem
from daybook.interfaces.rendering.record_words import YOU, subject_of
from daybook.interfaces.server.access import Memory
from daybook.interfaces.server.page.fact_views import FactView, fact_view, replaced_in
from daybook.interfaces.server.page.import_page import add_page
from daybook.interfaces.server.page.page_templates import day_field, page_of, seen_at
from daybook.interfaces.server.page.visits import FormSender, Renderer
from daybook.library.ledger_actions import Posted

router = APIRouter()
_FACTS = 50
_WORDS = 20
"""Words of a search that are looked for."""
_PLACES = {name: place for place, name in enumerate(SLOTS)}
_SUBJECTS = 12
"""Subjects that have a link of their own."""
_QUOTES = 200
"""Quotes of one fact that are shown at most."""

Which = Literal["holds", "past", "wrong", "all"]
_STATUSES: Mapping[Which, tuple[Status, ...]] = {
    "holds": (Status.ACTIVE,),
    "past": (Status.SUPERSEDED, Status.DECAYED),
    "wrong": (Status.DELETED,),
    "all": tuple(Status),
}


@router.get("/")
async def known(
    daybook: Memory,
    renderer: Renderer,
    which: Which = "holds",
    q: str = "",
    about: str = "",
    as_of: str = "",
    page: int = 1,
) -> Response:
    """Show what is known, by subject; of an empty memory, what can be added to it."""
    if not await daybook.ahas_anything(owner=renderer.visitor.owner):
        return add_page(daybook, renderer, first=True)
    moment = day_field(as_of, "known on")
    ledger = await daybook.ledger.asnapshot(owner=renderer.visitor.owner, as_of=moment)
    query = {"which": which, "q": q, "about": about, "as_of": as_of}

    def listed() -> dict[str, Any]:
        standing = [record for record in ledger.records.values() if record.status in _STATUSES[which]]
        found = [record for record in standing if not about or subject_of(record) == about]
        found = [record for record in found if _has_words(record, q)]
        facts = page_of(sorted(found, key=_place), page, _FACTS, query)
        often = Counter(map(subject_of, standing)).most_common(_SUBJECTS)
        subjects = list(_by_subject(facts.items, ledger))
        by_status = Counter(record.status for record in ledger.records.values())
        counts = {name: sum(by_status[status] for status in of) for name, of in _STATUSES.items()}
        return {"page": facts, "subjects": subjects, "often": often, "counts": counts}

    return renderer.page("known.html", **query, **await to_thread(listed))


@router.get("/records/{record_id}")
async def record(
    daybook: Memory, renderer: Renderer, record_id: str, done: str = "", event: int = 0
) -> Response:
    """Show one fact: its words, what replaced it, what rests on it, and what was just done about it.

    Raises:
        UnknownItem: there is none of that id.
    """
    ledger = await daybook.ledger.asnapshot(owner=renderer.visitor.owner)
    record = ledger.records.get(record_id)
    if record is None:
        raise UnknownItem(f"there is no fact {record_id!r}: it may have been forgotten")
    replaced = replaced_in(ledger.records.values())

    def views(records: Iterable[Record]) -> list[FactView]:
        return [fact_view(other, ledger, replaced) for other in records]

    return renderer.page(
        "record.html",
        record=record,
        fact=fact_view(record, ledger, replaced),
        most_quotes=_QUOTES,
        replaced_by=views(_successors(record, ledger)),
        done=done,
        event=event,
    )


@router.post("/records/{record_id}/confirm")
async def confirm(daybook: Memory, visitor: FormSender, record_id: str) -> Response:
    """Say that a fact is right."""
    posted = await daybook.ledger.aconfirm(record_id, owner=visitor.owner)
    return _back_to(record_id, "confirmed", posted)


@router.post("/records/{record_id}/reject")
async def reject(daybook: Memory, visitor: FormSender, record_id: str) -> Response:
    """Say that a fact is wrong."""
    posted = await daybook.ledger.areject(record_id, owner=visitor.owner)
    return _back_to(record_id, "rejected", posted)


@router.post("/records/{record_id}/correct")
async def correct(
    daybook: Memory, visitor: FormSender, record_id: str, value: Annotated[str, Form()] = ""
) -> Response:
    """Put the right value in the place of a wrong one, and show the fact that has it."""
    posted = await daybook.ledger.acorrect(record_id, value, owner=visitor.owner)
    ledger = await daybook.ledger.asnapshot(owner=visitor.owner)
    before = ledger.records[record_id]
    written = [
        change.after.record_id
        for change in posted.differences
        if change.before is None and change.after and change.after.address == before.address
    ]
    return _back_to(written[0] if written else record_id, "corrected", posted)


def _back_to(record_id: str, done: str, posted: Posted) -> Response:
    event = posted.events[-1].event_id if posted.events else 0
    return seen_at(f"/records/{record_id}?done={done}&event={event}")


def _place(record: Record) -> tuple[bool, str, int, float]:
    """Order facts: the owner's first, of one subject by kind, and of a kind the latest first."""
    kind = _PLACES.get(record.slot, len(_PLACES))
    return bool(record.subject), record.subject.casefold(), kind, -record.said_at.timestamp()


def _has_words(record: Record, words: str) -> bool:
    if not words.strip():
        return True
    quotes = " ".join(support.quote for support in record.support)
    text = " ".join((record.subject or YOU, record.slot, record.attribute, record.text, record.value, quotes))
    text = text.casefold()
    return all(word in text for word in words.casefold().split()[:_WORDS])


def _by_subject(records: Sequence[Record], ledger: Ledger) -> Iterator[tuple[str, list[FactView]]]:
    replaced = replaced_in(ledger.records.values())
    for subject, facts in groupby(records, key=subject_of):
        yield subject, [fact_view(record, ledger, replaced) for record in facts]


def _successors(record: Record, ledger: Ledger) -> Iterator[Record]:
    """Yield what took the place of a record, and what took the place of that: what holds now comes last."""
    seen = {record.record_id}
    if record.status is Status.SUPERSEDED:
        while (after := ledger.records.get(record.superseded_by)) and after.record_id not in seen:
            seen.add(after.record_id)
            yield after
            record = after
