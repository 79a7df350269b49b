"""Resolves a request to forget to selectors: a record, a slot, a phrase, or the last round."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import timedelta

from daybook.conversation import Ledger, Record, Round, Status, TimeRange
from daybook.read.by_record.slot_questions import slots_asked
from daybook.remember.resolve.values import key_terms
from daybook.store import ByPhrase, ByRecord, BySlot, ByTime, Selector
from daybook.understand import ForgetRequest

_MOMENT = timedelta(microseconds=1)
_POSSESSIVE = re.compile(r"(?P<whose>.+?)(?:['’]s|(?<=s)['’])\s+(?P<what>.+)", re.DOTALL)
"""In "sister's phone number": whose, and what of theirs."""


def selectors_for(request: ForgetRequest, ledger: Ledger, session: Sequence[Round]) -> list[Selector]:
    """Return selectors, the most specific first; later ones are tried if earlier ones find nothing.

    Args:
        request: what the owner asked.
        ledger: what is known about them.
        session: the rounds of the running conversation, the earliest first.
    """
    if not request.about:
        return [by_moment(session[-1])] if session else []
    told = _named_records(request.about, ledger)
    if told:
        named = key_terms(request.about)
        if any(named < key_terms(record.value) for record in ledger.records.values()):
            return [ByPhrase(request.about)]  # "sister" is "sister Ada" as well
        return [ByRecord(record.record_id) for record in told[:1]]
    possessive = _POSSESSIVE.fullmatch(request.about)
    if possessive is not None and key_terms(possessive["what"]) != key_terms("name"):
        # The slot of "my sister's phone number" is the sister: what was named is the number alone.
        return [ByPhrase(request.about), ByPhrase(possessive["what"])]
    asked = [slot for found in slots_asked(f"What is my {request.about}?") for slot in found.slots]
    held = {record.slot for record in ledger.records.values()}
    slots: list[Selector] = [BySlot(slot) for slot in dict.fromkeys(asked) if slot in held]
    return [*slots[:1], ByPhrase(request.about)]


def wider_request(request: ForgetRequest) -> ForgetRequest | None:
    """Return the request for all about the person or thing of which one detail is to be forgotten, if any."""
    possessive = _POSSESSIVE.fullmatch(request.about)
    return None if possessive is None else ForgetRequest(possessive["whose"])


def by_moment(round_: Round) -> Selector:
    """Make a selector of a round by the moment at which it was said."""
    return ByTime(TimeRange(round_.said_at, round_.said_at + _MOMENT))


def _named_records(about: str, ledger: Ledger) -> list[Record]:
    """Return the records whose value, or whole sentence, is named; active ones first."""
    terms = key_terms(about)
    order = list(Status)
    return sorted(
        (record for record in ledger.records.values() if _is_named(record, terms)),
        key=lambda record: (order.index(record.status), -record.said_at.timestamp()),
    )


def _is_named(record: Record, terms: Iterable[str]) -> bool:
    named = frozenset(terms)
    return key_terms(record.value) <= named <= key_terms(record.text) | key_terms(record.value)
