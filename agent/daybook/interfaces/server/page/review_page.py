"""The owner's word on what waits for it, the rules of what may be written, and what changed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, Form, Query
from fastapi.responses import Response

from daybook.conversation import SLOTS, EventKind, Ledger
from daybook.conversation.errors import UnknownItem
from daybook.interfaces.operations.ledger_shapes import records_of
from daybook.interfaces.server.access import Memory
from daybook.interfaces.server.page.fact_views import FactView, difference_line, fact_view, named_fact
from daybook.interfaces.server.page.page_templates import page_of, seen_at
from daybook.interfaces.server.page.visits import FormSender, Renderer
from daybook.library.daybook import Daybook
from daybook.library.ledger_actions import LedgerEntry, OwnerQuestion, OwnerQuestionKind, Posted
from daybook.library.results import EVERYTHING

router = APIRouter()
_QUESTIONS = 20
_CHANGES = 50
_PAGES = 100_000
"""No memory has more of them."""
_NAMED = 12
"""Facts that one change names."""
_ROUND_ID = 25
"""Characters of the id of a round."""
_KINDS: Mapping[EventKind, str] = {
    EventKind.WRITE: "Learnt",
    EventKind.QUARANTINE: "Noted, to be confirmed",
    EventKind.REINFORCE: "Heard again",
    EventKind.SUPERSEDE: "Replaced",
    EventKind.CORRECT: "Corrected",
    EventKind.CONFIRM: "Confirmed",
    EventKind.REJECT: "Said to be wrong",
    EventKind.DECAY: "Faded",
    EventKind.RELATE: "Compared",
    EventKind.UNDO: "Taken back",
}
_WORDS = {
    OwnerQuestionKind.RECORD: ("Is this right?", "Right", "Wrong"),
    OwnerQuestionKind.CONSENT: ("", "Remember", "Do not remember"),
}
"""What is asked where the question does not say it itself, and what yes and no are called."""


@dataclass(frozen=True, slots=True)
class WaitingView:
    """One question to the owner."""

    key: str
    """What names it among the others: "record m1", "consent health"."""
    asks: str
    fact: FactView | None
    yes: str
    no: str


@router.get("/review")
async def review(
    daybook: Memory, renderer: Renderer, later: Annotated[list[str] | None, Query()] = None, event: int = 0
) -> Response:
    """Ask about what waits, but for what is to be asked later."""
    owner, later = renderer.visitor.owner, later or []
    ledger = await daybook.ledger.asnapshot(owner=owner)
    waiting = [_waiting_view(question, ledger) for question in await daybook.ledger.awaiting(owner=owner)]
    page = page_of([view for view in waiting if view.key not in later], 1, _QUESTIONS, {})
    return renderer.page(
        "review.html", page=page, later=later, put_off=len(waiting) - page.total, event=event
    )


@router.post("/review")
async def answer(
    daybook: Memory,
    visitor: FormSender,
    key: Annotated[str, Form()],
    word: Annotated[str, Form(pattern="yes|no")],
    later: Annotated[list[str] | None, Form()] = None,
) -> Response:
    """Do what the owner says, and go on with the rest."""
    event = await _decide(daybook, visitor.owner, key.split(" "), right=word == "yes")
    query = [("later", name) for name in later or []] + [("event", str(event))]
    return seen_at(f"/review?{urlencode(query)}")


async def _decide(daybook: Daybook, owner: str, key: list[str], *, right: bool) -> int:
    """Post the answer to what a key names; return the event that it is, 0 for none."""
    ledger = daybook.ledger
    match key:
        case ["record", name]:
            posted = await (ledger.aconfirm if right else ledger.areject)(name, owner=owner)
        case ["consent", family]:
            await ledger.aconsent(family, owner=owner, given=right)
            if right and daybook.settings.ledger:
                await daybook.aremember(owner=owner)
            return 0
        case _:
            raise UnknownItem("nothing of that name waits for a word: it may be answered already")
    return posted.events[-1].event_id if posted.events else 0


def _waiting_view(waiting: OwnerQuestion, ledger: Ledger) -> WaitingView:
    fact = waiting.record
    asks, yes, no = _WORDS[OwnerQuestionKind.CONSENT if waiting.question else waiting.kind]
    return WaitingView(
        key=f"{waiting.kind} {fact.record_id if fact else waiting.family}",
        asks=waiting.question.removesuffix(" (yes/no)") or asks,
        fact=fact_view(fact, ledger, {}) if fact else None,
        yes=yes,
        no=no,
    )


@router.get("/rules")
async def rules(daybook: Memory, renderer: Renderer, changed: bool = False) -> Response:
    """Show for every kind of fact whether it is written."""
    policy = await daybook.ledger.apolicy(owner=renderer.visitor.owner)
    families = dict.fromkeys(slot.family for slot in SLOTS.values())
    rows = [
        (name, slot, "yes" if policy.permits(name) else "asks first" if policy.asks(name) else "no")
        for name, slot in SLOTS.items()
    ]
    own = sorted((rule, "always") for rule in policy.allow) + sorted((rule, "never") for rule in policy.deny)
    kinds = (EVERYTHING, *families, *SLOTS)
    return renderer.page("rules.html", rows=rows, own=own, kinds=kinds, changed=changed)


@router.post("/rules")
async def change_rule(
    daybook: Memory,
    visitor: FormSender,
    rule: Annotated[str, Form()],
    write: Annotated[str, Form(pattern="always|never|default")],
) -> Response:
    """Keep a rule; what waited for a consent that is given now is read again."""
    policy = await daybook.ledger.apolicy(owner=visitor.owner)
    change = {"always": policy.with_allowed, "never": policy.with_denied, "default": policy.with_default}[
        write
    ]
    await daybook.ledger.aset_policy(change(rule), owner=visitor.owner)
    if write == "always" and daybook.settings.ledger:
        await daybook.aremember(owner=visitor.owner)
    return seen_at("/rules?changed=1")


@router.get("/changes")
async def changes(daybook: Memory, renderer: Renderer, page: int = 1, undone: int = 0) -> Response:
    """Show what changed, the latest first; no more events are read than down to the page's last."""
    owner, page = renderer.visitor.owner, min(max(page, 1), _PAGES)
    history = await daybook.ledger.ahistory(owner=owner, last=page * _CHANGES + 1)
    ledger = await daybook.ledger.asnapshot(owner=owner)
    latest = history[::-1][(page - 1) * _CHANGES : page * _CHANGES]
    return renderer.page(
        "changes.html",
        changes=[(entry, _touched(entry, ledger), _cause_path(entry.event.draft.cause)) for entry in latest],
        kinds=_KINDS,
        most_named=_NAMED,
        number=page,
        more=len(history) > page * _CHANGES,
        undone=undone,
    )


@router.get("/changes/{event_id}")
async def preview(daybook: Memory, renderer: Renderer, event_id: int) -> Response:
    """Show what taking a change back would do."""
    posted = await daybook.ledger.aundo(event_id, owner=renderer.visitor.owner, dry=True)
    return renderer.page("undo.html", event_id=event_id, lines=_consequences(posted))


@router.post("/changes/{event_id}/undo")
async def undo(daybook: Memory, visitor: FormSender, event_id: int) -> Response:
    """Take a change back."""
    posted = await daybook.ledger.aundo(event_id, owner=visitor.owner)
    return seen_at(f"/changes?undone={posted.events[-1].event_id}")


def _cause_path(cause: str) -> str:
    """Give the way to the round that caused a change; "" where somebody did."""
    is_round = cause.startswith("r") and cause[1:].isalnum() and len(cause) == _ROUND_ID
    return f"/rounds/{cause}" if is_round else ""


def _consequences(posted: Posted) -> Sequence[tuple[str, str]]:
    """Say what an action does: a word for the style and a sentence, for each fact."""
    return [difference_line(difference) for difference in posted.differences]


def _touched(entry: LedgerEntry, ledger: Ledger) -> list[tuple[str, str]]:
    touched = []
    for name in records_of(entry):
        record = ledger.records.get(name)
        touched.append((named_fact(record), f"/records/{name}") if record else (name, ""))
    return touched
