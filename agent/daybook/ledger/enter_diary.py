"""Drafts of diary entries: a new one, one told again, a plan confirmed, moved or cancelled."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from types import MappingProxyType

from daybook.conversation import (
    Cancel,
    DiaryChange,
    DiaryEntry,
    Draft,
    Enter,
    EventAct,
    EventKind,
    Fact,
    Retell,
    Round,
    Sureness,
    TimeRange,
    ToldEvent,
    entry_id,
)
from daybook.conversation.diary_entries import entries_after
from daybook.conversation.language import Language, Values
from daybook.ledger.write_policy import Policy, storable_support, without_surrogates
from daybook.text.secrets import masked, secret_spans

_AS_PLAN = 0.6
"""The share of the shorter one's terms that a plan and its later telling have in common."""
_AS_PAST, _AS_NOTE = 0.6, 0.75
"""The share of all terms that two tellings of a past event, or of a note, have in common."""
_EARLY, _LATE = timedelta(days=3), timedelta(days=10)
"""How far from its time a plan may have come true."""
_STILL_OPEN = timedelta(days=2)
_DAY = timedelta(days=1)
_LOOSE = timedelta(days=7)
"""How far from its day what is dated "about" it, as by "just", may be told again."""
_FAR_AHEAD = timedelta(days=500)
"""From when until when, around the day of a cancellation, the plan may be that it cancels."""


class _Diary:
    """A diary that is searched by terms, and grows as entries are drafted."""

    def __init__(self, entries: Mapping[str, DiaryEntry], values: Values) -> None:
        self._values = values
        self.entries: dict[str, DiaryEntry] = {}
        self._terms: dict[str, frozenset[str]] = {}
        self._by_term: dict[str, set[str]] = defaultdict(set)
        for entry in entries.values():
            self._put(entry)

    def apply(self, change: DiaryChange) -> None:
        """Insert or change an entry."""
        if isinstance(change, Enter):
            self._put(change.entry)
        elif (known := self.entries.get(change.entry_id)) is not None:
            self._put(entries_after({known.entry_id: known}, [change])[known.entry_id])

    def told_before(self, told: ToldEvent, happened: TimeRange) -> DiaryEntry | None:
        """Find the past event that is told again."""
        terms = self._values.event_terms(told.what)
        around = _widened(happened, told.sure)
        found = (
            (shared / len(terms | self._terms[entry.entry_id]), entry)
            for entry, shared in self._sharing(terms, told.speaker)
            if not (entry.planned or entry.noted) and _widened(entry.happened, entry.sure).overlaps(around)
        )
        return _best(found, _AS_PAST)

    def noted_before(self, told: ToldEvent) -> DiaryEntry | None:
        """Find the note that is told again, with the same numbers."""
        terms = self._values.event_terms(told.what)
        found = (
            (shared / len(terms | self._terms[entry.entry_id]), entry)
            for entry, shared in self._sharing(terms, told.speaker)
            if entry.noted and _numbers(terms) == _numbers(self._terms[entry.entry_id])
        )
        return _best(found, _AS_NOTE)

    def planned_before(self, told: ToldEvent, happened: TimeRange, *, cancelled: bool) -> DiaryEntry | None:
        """Find the plan that an event, past or planned, is of: around that time, about the same things.

        Args:
            told: the event.
            happened: its time.
            cancelled: whether a cancelled plan counts.
        """
        terms = self._values.event_terms(told.what)
        assert happened.start is not None  # the times of events are bounded
        assert happened.end is not None
        around = TimeRange(happened.start - _LATE, happened.end + _EARLY)
        found = (
            (shared / min(len(terms), len(self._terms[entry.entry_id])), entry)
            for entry, shared in self._sharing(terms, told.speaker)
            if entry.planned and entry.happened.overlaps(around) and (cancelled or entry.cancelled_at is None)
        )
        return _best(found, _AS_PLAN)

    def open_plan(self, told: ToldEvent, open_at: TimeRange) -> DiaryEntry | None:
        """Find the plan of that time that a cancellation names; None where two are named alike."""
        terms = self._values.event_terms(told.what)
        found = sorted(
            (
                (shared, entry.said_at, entry.entry_id)
                for entry, shared in self._sharing(terms, told.speaker)
                if entry.planned and entry.cancelled_at is None and entry.happened.overlaps(open_at)
            ),
            reverse=True,
        )
        if not found or (len(found) > 1 and found[0][0] == found[1][0] and len(terms) > found[0][0]):
            return None
        return self.entries[found[0][2]]

    def _put(self, entry: DiaryEntry) -> None:
        self.entries[entry.entry_id] = entry
        if entry.entry_id not in self._terms:
            self._terms[entry.entry_id] = terms = self._values.event_terms(entry.what)
            for term in terms:
                self._by_term[term].add(entry.entry_id)

    def _sharing(self, terms: Iterable[str], speaker: str) -> Iterator[tuple[DiaryEntry, int]]:
        shared = Counter(name for term in terms for name in self._by_term.get(term, ()))
        for name, count in shared.items():
            if (entry := self.entries[name]).speaker == speaker:
                yield entry, count


def _widened(happened: TimeRange, sure: Sureness) -> TimeRange:
    """Widen the time of an event that is dated to about one day."""
    start, end = happened.start, happened.end
    assert start is not None  # the times of events are bounded
    assert end is not None
    loose = sure is Sureness.ABOUT and end - start <= _DAY
    return TimeRange(start - _LOOSE, end) if loose else happened


def _numbers(terms: Iterable[str]) -> frozenset[str]:
    return frozenset(term for term in terms if any(map(str.isdigit, term)))


def _best(found: Iterable[tuple[float, DiaryEntry]], least: float) -> DiaryEntry | None:
    likeness, entry = max(found, key=lambda pair: (pair[0], pair[1].said_at), default=(0.0, None))
    return entry if likeness >= least else None


def diary_drafts(
    rounds: Iterable[Round],
    entries: Mapping[str, DiaryEntry],
    *,
    owner: str,
    policy: Policy,
    imported_at: datetime,
    language: Language,
    facts: Mapping[str, Sequence[Fact]] = MappingProxyType({}),
) -> list[Draft]:
    """Draft what rounds tell, each round on the diary that those before it leave.

    Args:
        rounds: in the order in which they were said.
        entries: the diary as it is.
        owner: whose.
        policy: what it does not permit is left out: events and plans as such, and all that is medical
            where treatments are not permitted.
        imported_at: now; timezone-aware.
        language: of the rounds.
        facts: what the ledger has of each round, by its id: a note of nothing else is left out.
    """
    diary: _Diary | None = None
    drafts: list[Draft] = []
    for round_ in rounds:
        for told in language.events_of(round_):
            if not _is_allowed(told, policy) or _is_in_ledger(told, facts.get(round_.round_id, ())):
                continue
            diary = diary or _Diary(entries, language.values)
            drafted = _draft(_storable(told), diary, owner, imported_at)
            if drafted is not None:
                kind, change = drafted
                drafts.append(Draft(kind, round_.round_id, (), diary=(change,)))
                diary.apply(change)
    return drafts


def _draft(
    told: ToldEvent, diary: _Diary, owner: str, imported_at: datetime
) -> tuple[EventKind, DiaryChange] | None:
    support, happened = told.support, told.happened
    said_at = support.said_at
    if told.act in (EventAct.CANCELLED, EventAct.MOVED):
        open_at = TimeRange(said_at - _STILL_OPEN, said_at + _FAR_AHEAD)
        plan = diary.open_plan(told, open_at)
        if (plan is None and happened is None) or (plan and support in plan.support):
            return None
        if plan and happened is None:
            return EventKind.CANCEL, Cancel(said_at, plan.entry_id, support)
        if plan:
            return EventKind.RETELL, Retell(said_at, plan.entry_id, support, happened, told.sure)
    assert happened is not None  # see `ToldEvent.happened`
    is_past, is_note = told.act is EventAct.HAPPENED, told.act is EventAct.NOTED
    plan = None if is_note else diary.planned_before(told, happened, cancelled=is_past)
    before = diary.noted_before(told) if is_note else diary.told_before(told, happened) if is_past else None
    known = plan or before
    if known is not None:
        if support in known.support:
            return None
        if plan is not None and is_past:
            return EventKind.RETELL, Enter(said_at, _confirmed(plan, told, happened))
        time = happened if _is_closer(happened, known) else None
        return EventKind.RETELL, Retell(said_at, known.entry_id, support, time, told.sure)
    entry = DiaryEntry(
        entry_id=entry_id(owner, told.what, support),
        text=told.text,
        what=told.what,
        who=told.who,
        where=told.where,
        happened=happened,
        sure=told.sure,
        planned=not (is_past or is_note),
        said_at=said_at,
        imported_at=imported_at,
        confidence=told.confidence,
        support=(support,),
        speaker=told.speaker,
        noted=is_note,
    )
    return None if entry.entry_id in diary.entries else (EventKind.ENTER, Enter(said_at, entry))


def _confirmed(plan: DiaryEntry, told: ToldEvent, happened: TimeRange) -> DiaryEntry:
    """Word a plan by the statement that it happened, which says what came of it."""
    support = sorted((*plan.support, told.support), key=lambda support: (support.said_at, support.start))
    return replace(
        plan,
        text=told.text,
        what=told.what,
        who=told.who or plan.who,
        where=told.where or plan.where,
        happened=happened,
        sure=told.sure,
        planned=False,
        cancelled_at=None,
        said_at=max(plan.said_at, told.support.said_at),
        support=tuple(support),
    )


def _is_closer(happened: TimeRange, known: DiaryEntry) -> bool:
    """True if a time lies within that of an entry, and says it more exactly."""
    start, end = happened.start, happened.end
    assert start is not None  # the times of events are bounded
    assert end is not None
    return known.began <= start and end <= known.ended and end - start < known.ended - known.began


def _is_allowed(told: ToldEvent, policy: Policy) -> bool:
    slot = "event.experience" if told.act in (EventAct.HAPPENED, EventAct.NOTED) else "plan.intention"
    return policy.permits(slot) and policy.permits(told.guarded)


def _is_in_ledger(told: ToldEvent, facts: Sequence[Fact]) -> bool:
    """True if facts of the same words have all particulars of a note."""
    support = told.support
    texts = " ".join(
        fact.text
        for fact in facts
        if support.start <= fact.support.start and fact.support.stop <= support.stop
    )
    return told.act is EventAct.NOTED and bool(texts) and all(part in texts for part in told.particulars)


def _storable(told: ToldEvent) -> ToldEvent:
    """Mask secrets in what is stored, and replace what no database takes."""
    if any(map(secret_spans, (told.text, told.what, told.where, *told.who))):
        told = replace(told, what=masked(told.what), text=masked(told.text), where="", who=())
    return replace(
        told,
        text=without_surrogates(told.text),
        support=storable_support(told.support),
        speaker=without_surrogates(told.speaker),
    )
