"""What changed in the ledger and the diary, the latest first, and taking it back."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from fastapi import APIRouter
from fastapi.responses import Response

from daybook.conversation import EventKind, Ledger
from daybook.interfaces.operations.ledger_shapes import entries_of, records_of
from daybook.interfaces.server.access import Memory
from daybook.interfaces.server.page.fact_views import difference_line, named_fact
from daybook.interfaces.server.page.page_templates import seen_at
from daybook.interfaces.server.page.visits import FormSender, Renderer
from daybook.library.ledger_actions import LedgerEntry, Posted

router = APIRouter()
_CHANGES = 50
_PAGES = 100_000
"""No memory has more of them."""
_NAMED = 12
"""Facts that one change names."""
_ROUND_ID = 25
"""Characters of the id of a round."""
_KINDS: Mapping[EventKind, str] = MappingProxyType(
    {
        EventKind.WRITE: "Learnt",
        EventKind.QUARANTINE: "Noted, to be confirmed",
        EventKind.REINFORCE: "Heard again",
        EventKind.SUPERSEDE: "Replaced",
        EventKind.CORRECT: "Corrected",
        EventKind.CONFIRM: "Confirmed",
        EventKind.REJECT: "Said to be wrong",
        EventKind.DECAY: "Faded",
        EventKind.RELATE: "Compared",
        EventKind.LAPSE: "Lapsed",
        EventKind.APPLY: "Came due by a rule of yours",
        EventKind.ENTER: "Entered in the diary",
        EventKind.RETELL: "Told again",
        EventKind.CANCEL: "Cancelled",
        EventKind.MEND: "Mended",
        EventKind.UNDO: "Taken back",
    }
)


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
    """Say what an action does: a word for the style and a sentence, for each fact and entry."""
    lines = [difference_line(difference) for difference in posted.differences]
    for entry in posted.entries:
        current = entry.after or entry.before
        if current is not None:
            word = "comes" if entry.before is None else "goes" if entry.after is None else "changes"
            lines.append((word, f"Diary: {current.what}"))
    return lines


def _touched(entry: LedgerEntry, ledger: Ledger) -> list[tuple[str, str]]:
    touched = []
    for name in records_of(entry):
        record = ledger.records.get(name)
        touched.append((named_fact(record), f"/records/{name}") if record else (name, ""))
    for name in entries_of(entry):
        happening = ledger.entries.get(name)
        touched.append((happening.what if happening else name, ""))
    return touched
