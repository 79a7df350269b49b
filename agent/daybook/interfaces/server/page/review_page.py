"""The owner's word on what waits for it, and the rules of what may be written."""

from dataclasses import dataclass
from typing import Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, Form, Query
from fastapi.responses import Response

from daybook.conversation import SLOTS, Ledger
from daybook.conversation.errors import UnknownItem
from daybook.interfaces.server.access import Memory
from daybook.interfaces.server.page.fact_views import FactView, fact_view
from daybook.interfaces.server.page.page_templates import page_of, seen_at
from daybook.interfaces.server.page.visits import FormSender, Renderer
from daybook.library.daybook import Daybook
from daybook.library.ledger_actions import OwnerQuestion, OwnerQuestionKind
from daybook.library.results import EVERYTHING

router = APIRouter()
_QUESTIONS = 20
_ASKS = {
    OwnerQuestionKind.RECORD: "Is this right?",
    OwnerQuestionKind.SAME: "Does the newer replace the older?",
}
_YES = {
    OwnerQuestionKind.RECORD: "Right",
    OwnerQuestionKind.SAME: "It replaces it",
    OwnerQuestionKind.CONSENT: "Remember",
}
_NO = {
    OwnerQuestionKind.RECORD: "Wrong",
    OwnerQuestionKind.SAME: "Both hold",
    OwnerQuestionKind.CONSENT: "Do not remember",
}


@dataclass(frozen=True, slots=True)
class WaitingView:
    """One question to the owner."""

    key: str
    """What names it among the others: "record m1", "same m2 m1", "consent health"."""
    asks: str
    fact: FactView | None
    older: FactView | None
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
    """Post the answer to what a key names; return the event that it is, 0 for none.

    Raises:
        UnknownItem: nothing of that name waits.
    """
    ledger = daybook.ledger
    match key:
        case ["record", name]:
            posted = await (ledger.aconfirm if right else ledger.areject)(name, owner=owner)
        case ["same", newer, older]:
            posted = await (ledger.asame if right else ledger.aother)(newer, older, owner=owner)
        case ["consent", family]:
            await ledger.aconsent(family, owner=owner, given=right)
            if right and daybook.settings.ledger:
                await daybook.aremember(owner=owner)
            return 0
        case _:
            raise UnknownItem("nothing of that name waits for a word: it may be answered already")
    return posted.events[-1].event_id if posted.events else 0


def _waiting_view(waiting: OwnerQuestion, ledger: Ledger) -> WaitingView:
    fact, older = waiting.record, waiting.older
    names = [record.record_id for record in (fact, older) if record]
    words = OwnerQuestionKind.CONSENT if waiting.question else waiting.kind
    return WaitingView(
        key=" ".join((str(waiting.kind), *names) if names else (str(waiting.kind), waiting.family)),
        asks=waiting.question.removesuffix(" (yes/no)") or _ASKS[waiting.kind],
        fact=fact_view(fact, ledger, {}) if fact else None,
        older=fact_view(older, ledger, {}) if older else None,
        yes=_YES[words],
        no=_NO[words],
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
