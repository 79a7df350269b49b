"""What is known: facts by subject, one fact with the owner's word on it, and what waits for that word."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Annotated, Literal
from urllib.parse import urlencode

from fastapi import APIRouter, Form
from fastapi.responses import Response

from daybook.conversation import Ledger, Record, Status
from daybook.conversation.errors import UnknownItem
from daybook.interfaces.rendering.record_words import YOU, subject_of
from daybook.interfaces.server.access import Memory
from daybook.interfaces.server.page.page_templates import has_words, page_of, seen_at
from daybook.interfaces.server.page.visits import FormSender, Renderer
from daybook.library.daybook import Daybook
from daybook.library.ledger_actions import OwnerQuestion, OwnerQuestionKind, Posted

router = APIRouter()
_FACTS, _QUESTIONS = 50, 20
"""On one page."""
_DEEP = 20
"""Steps back into what a fact replaced."""
_ASKED = {
    OwnerQuestionKind.RECORD: ("Is this right?", "Right", "Wrong"),
    OwnerQuestionKind.CONSENT: ("", "Remember", "Do not remember"),
}
"""What is asked where the question does not say it itself, and what yes and no are called."""

Which = Literal["holds", "all"]


@router.get("/known")
async def known(
    daybook: Memory, renderer: Renderer, which: Which = "holds", q: str = "", page: int = 1
) -> Response:
    """Show what is known, by subject."""
    ledger = await daybook.ledger.asnapshot(owner=renderer.visitor.owner)
    statuses = (Status.ACTIVE,) if which == "holds" else tuple(Status)
    found = [record for record in ledger.with_status(*statuses) if _has_words(record, q)]
    facts = page_of(sorted(found, key=_place), page, _FACTS, {"which": which, "q": q})
    subjects = [(subject, list(its)) for subject, its in groupby(facts.items, key=subject_of)]
    counts = Counter(record.status is Status.ACTIVE for record in ledger.records.values())
    return renderer.page(
        "known.html",
        page=facts,
        subjects=subjects,
        former={record.record_id: former_of(record, ledger) for record in facts.items},
        counts={"holds": counts[True], "all": counts.total()},
        which=which,
        q=q,
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
    former = former_of(found, ledger)
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


def former_of(record: Record, ledger: Ledger) -> list[Record]:
    """List what a record replaced, and what those replaced, each once, the latest first."""
    found: dict[str, Record] = {}
    wanted = [record.record_id]
    while wanted and len(found) < _DEEP:
        name = wanted.pop(0)
        for old in ledger.with_status(Status.SUPERSEDED):
            if old.superseded_by == name and old.record_id not in found and old != record:
                found[old.record_id] = old
                wanted.append(old.record_id)
    return list(found.values())


def _place(record: Record) -> tuple[bool, str, str, float]:
    """Order facts: the owner's first, of one subject by kind, and of a kind the latest first."""
    return bool(record.subject), record.subject.casefold(), record.slot, -record.said_at.timestamp()


def _has_words(record: Record, words: str) -> bool:
    quotes = " ".join(support.quote for support in record.support)
    text = " ".join((record.subject or YOU, record.slot, record.attribute, record.text, record.value, quotes))
    return has_words(text, words)


@dataclass(frozen=True, slots=True)
class WaitingView:
    """One question to the owner."""

    key: str
    """What names it among the others: "record m1", "consent health"."""
    asks: str
    record: Record | None
    yes: str
    no: str


@router.get("/review")
async def review(daybook: Memory, renderer: Renderer) -> Response:
    """Ask about what waits."""
    waiting = [_waiting_view(it) for it in await daybook.ledger.awaiting(owner=renderer.visitor.owner)]
    return renderer.page("review.html", page=page_of(waiting, 1, _QUESTIONS, {}))


@router.post("/review")
async def answer(
    daybook: Memory,
    visitor: FormSender,
    key: Annotated[str, Form()],
    word: Annotated[str, Form(pattern="yes|no")],
) -> Response:
    """Do what the owner says, and go on with the rest."""
    await _decide(daybook, visitor.owner, key.split(" "), right=word == "yes")
    return seen_at("/review")


async def _decide(daybook: Daybook, owner: str, key: Sequence[str], *, right: bool) -> None:
    """Post the answer to what a key names."""
    ledger = daybook.ledger
    match key:
        case ["record", name]:
            await (ledger.aconfirm if right else ledger.areject)(name, owner=owner)
        case ["consent", family]:
            await ledger.aconsent(family, owner=owner, given=right)
            if right and daybook.settings.ledger:
                await daybook.aremember(owner=owner)
        case _:
            raise UnknownItem("nothing of that name waits for a word: it may be answered already")


def _waiting_view(waiting: OwnerQuestion) -> WaitingView:
    asks, yes, no = _ASKED[OwnerQuestionKind.CONSENT if waiting.question else waiting.kind]
    return WaitingView(
        key=f"{waiting.kind} {waiting.record.record_id if waiting.record else waiting.family}",
        asks=waiting.question.removesuffix(" (yes/no)") or asks,
        record=waiting.record,
        yes=yes,
        no=no,
    )
