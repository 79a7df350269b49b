"""Forgetting in a chat: requests become selectors, proposals plain values; consent carries them out."""

from asyncio import to_thread
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from typing_extensions import TypedDict

from daybook.conversation import Ledger, Record, Round, Status, TimeRange, as_utc
from daybook.conversation.errors import BadInput
from daybook.conversation.language import ForgetRequest
from daybook.graph.parts import Parts
from daybook.ledger import PlainValues
from daybook.models.llm import ReplyCache
from daybook.store import ByPhrase, ByRecord, BySession, BySlot, ByTime, Preview, Receipt, Selector
from daybook.text import own_replies
from daybook.text.own_replies import counted_text


async def forget(parts: Parts, selector: Selector, *, owner: str) -> Receipt:
    """Forget what a selector names, and clear the cached replies of models, which may quote it.

    They are cleared even if no model is configured now: one may have been when they were cached.

    Raises:
        UnknownItem: the owner has no such session, record or slot.
        BadInput: a phrase without a word.
    """
    folder = parts.settings.models.reply_cache
    if folder is None:
        return await parts.store.forget(owner, selector)
    cache = ReplyCache(folder)
    replies = await to_thread(cache.clear)
    receipt = await parts.store.forget(owner, selector)
    replies += await to_thread(cache.clear)  # what was asked in the meantime
    return replace(receipt, removed={**receipt.removed, "cached_replies": replies})


SHOWN = 3
"""Texts of a preview that are quoted."""
_QUOTE = 80


_SELECTORS: Mapping[str, Callable[[str], Selector]] = {
    "record": ByRecord,
    "slot": BySlot,
    "phrase": ByPhrase,
    "session": BySession,
}


class Proposal(TypedDict):
    """A selector as plain values, to be forgotten for good once the owner confirms."""

    by: str
    """"record", "slot", "phrase", "session" or "time"."""
    of: str
    """The id, name or words; for "time" the two moments, ISO 8601, with "/" between."""


def proposal_to_json(selector: Selector) -> Proposal:
    """Serialise a selector.

    Raises:
        ValueError: it selects everything, which no chat proposes.
    """
    match selector:
        case ByRecord(record_id):
            return Proposal(by="record", of=record_id)
        case BySlot(slot):
            return Proposal(by="slot", of=slot)
        case ByPhrase(phrase):
            return Proposal(by="phrase", of=phrase)
        case BySession(session_id):
            return Proposal(by="session", of=session_id)
        case ByTime(TimeRange(start=datetime() as start, end=datetime() as end)):
            return Proposal(by="time", of=f"{start.isoformat()}/{end.isoformat()}")
        case _:
            raise ValueError(f"no chat proposes to forget {selector}")


def selector_of(proposal: Proposal) -> Selector:
    """Parse what `proposal_to_json` wrote.

    Raises:
        BadInput: it is something else.
    """
    try:
        by, of = proposal["by"], proposal["of"]
        if by == "time":
            start, end = (as_utc(datetime.fromisoformat(side)) for side in of.split("/"))
            return ByTime(TimeRange(start, end))
        return _SELECTORS[by](of)
    except (KeyError, ValueError, TypeError, AttributeError) as error:
        raise BadInput(f"no proposal to forget: {error}", source="proposal") from None


def ask_first(preview: Preview, about: str = "", wider: Preview | None = None) -> str:
    """Word the confirmation question, quoting the beginning of what would be removed.

    Args:
        preview: what would be removed.
        about: what a wider request would have to name.
        wider: what that would remove; None if there is nothing more to offer.
    """
    quotes = [f"“{_short(text)}”" for text in dict.fromkeys(preview.texts)]
    shown = ", ".join(quotes[:SHOWN])
    if len(quotes) > SHOWN:
        shown = own_replies.FORGET_MORE.format(quotes=shown, count=len(quotes) - SHOWN)
    asked = own_replies.FORGET.format(counted=counted_text(preview.removed), quotes=shown)
    if wider is None:
        return asked
    return f"{asked} {own_replies.FORGET_WIDER.format(about=about, counted=counted_text(wider.removed))}"


def receipt_text(receipt: Receipt) -> str:
    """Word the receipt: what was forgotten, and whether that was verified."""
    text = own_replies.FORGOTTEN.format(counted=counted_text(receipt.removed))
    verified = own_replies.FORGOTTEN_VERIFIED if receipt.verified else own_replies.FORGOTTEN_UNVERIFIED
    return f"{text} {verified}"


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _QUOTE else line[: _QUOTE - 1].rstrip() + "…"


_MOMENT = timedelta(microseconds=1)


def selectors_for(
    request: ForgetRequest, ledger: Ledger, session: Sequence[Round], values: PlainValues
) -> list[Selector]:
    """Return selectors, the most specific first; later ones are tried if earlier ones find nothing.

    Args:
        request: what the owner asked.
        ledger: what is known about them.
        session: the rounds of the running conversation, the earliest first.
        values: compares what is named with what is known.
    """
    if not request.about:
        return [by_moment(session[-1])] if session else []
    records = _named_records(request.about, ledger, values)
    if records:
        named = values.terms(request.about)
        if any(named < values.terms(record.value) for record in ledger.records.values()):
            return [ByPhrase(request.about)]  # "sister" is "sister Ada" as well
        return [ByRecord(record.record_id) for record in records[:1]]
    if request.detail:
        # The slot of "my sister's phone number" is the sister: what was named is the number alone.
        return [ByPhrase(request.about), ByPhrase(request.detail)]
    held = {record.slot for record in ledger.records.values()}
    slots: list[Selector] = [BySlot(slot) for slot in request.slots if slot in held]
    return [*slots[:1], ByPhrase(request.about)]


def by_moment(round_: Round) -> Selector:
    """Make a selector of a round by the moment at which it was said."""
    return ByTime(TimeRange(round_.said_at, round_.said_at + _MOMENT))


def _named_records(about: str, ledger: Ledger, values: PlainValues) -> list[Record]:
    """Return the records whose value, or whole sentence, is named; active ones first."""
    terms = values.terms(about)
    order = list(Status)
    return sorted(
        (record for record in ledger.records.values() if _is_named(record, terms, values)),
        key=lambda record: (order.index(record.status), -record.said_at.timestamp()),
    )


def _is_named(record: Record, terms: Iterable[str], values: PlainValues) -> bool:
    named = frozenset(terms)
    value = values.terms(record.value)
    return value <= named <= values.terms(record.text) | value
