"""Rewrites the events of a ledger without what is forgotten, so that no undo brings it back."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from daybook.conversation import (
    Change,
    Draft,
    Event,
    Mark,
    Record,
    Reinforce,
    Relate,
    Support,
    Write,
    fold,
)
from daybook.english.redaction import holds
from daybook.english.sentences import sentence_spans
from daybook.store.forgetting.losses import Loss

FORGOTTEN_CAUSE = "forgotten"
"""The cause of an event whose cause is gone."""


@dataclass(frozen=True, slots=True)
class RecordHistory:
    """Everything that events say of one record, undone or not."""

    versions: tuple[Record, ...]
    """As it was written, each time."""
    supports: tuple[Support, ...]
    """Those that it rests on now; all there ever were where it does not count now. The earliest first."""
    ever: frozenset[Support]
    """All that there ever were."""


def record_histories(events: Sequence[Event]) -> dict[str, RecordHistory]:
    """Gather what events say, by record id."""
    versions: dict[str, list[Record]] = defaultdict(list)
    supports: dict[str, set[Support]] = defaultdict(set)
    for change in (change for event in events for change in event.draft.changes):
        if isinstance(change, Write):
            versions[change.record.record_id].append(change.record)
            supports[change.record.record_id].update(change.record.support)
        elif isinstance(change, Reinforce):
            supports[change.record_id].add(change.support)
    current = fold(events).records
    return {
        name: RecordHistory(
            tuple(versions[name]),
            current[name].support
            if name in current
            else tuple(sorted(found, key=lambda one: (one.said_at, one.start))),
            frozenset(found),
        )
        for name, found in supports.items()
    }


def told_by(events: Iterable[Event]) -> dict[str, None]:
    """List what records say and rest on, word for word, each once."""
    told: dict[str, None] = {}
    for change in (change for event in events for change in event.draft.changes):
        if isinstance(change, Write):
            told |= dict.fromkeys([change.record.text, *(one.quote for one in change.record.support)])
        elif isinstance(change, Reinforce):
            told[change.support.quote] = None
    return told


@dataclass(frozen=True, slots=True)
class Rewriting:
    """What of a ledger goes, and what becomes of the rest."""

    losses: Mapping[str, Loss]
    """Of rounds, by the ids that they had."""
    gone: Collection[str]
    """Ids of the records that go."""
    left: Mapping[str, tuple[Support, ...]]
    """Of the records that stay and lose support: what they rest on afterwards, the earliest first."""
    phrases: tuple[str, ...]
    """Words that may stand nowhere any more."""

    def events(self, events: Iterable[Event]) -> list[Event]:
        """Rewrite events; those that would change nothing any more are left out."""
        kept: dict[int, Event] = {}
        for event in events:
            before, after = event.draft, self._draft(event.draft)
            undoes = before.undoes if before.undoes in kept else None
            if after.changes or undoes is not None or not (before.changes or before.undoes):
                kept[event.event_id] = replace(event, draft=replace(after, undoes=undoes))
        return list(kept.values())

    def supports(self, supports: Iterable[Support]) -> tuple[Support, ...]:
        """Say what is left of supports, and where it stands now."""
        return tuple(new for one in supports if (new := self._support(one)) is not None)

    def _draft(self, draft: Draft) -> Draft:
        changes = tuple(new for change in draft.changes if (new := self._change(change)) is not None)
        cause = self._name(draft.cause) or (FORGOTTEN_CAUSE if draft.cause else "")
        return replace(draft, cause=cause, changes=changes)

    def _change(self, change: Change) -> Change | None:
        if isinstance(change, Relate):
            source, target = self._name(change.relation.source), self._name(change.relation.target)
            edge = replace(change.relation, source=source, target=target)
            return replace(change, relation=edge) if source and target else None
        if isinstance(change, Write):
            return None if change.record.record_id in self.gone else self._write(change)
        if change.record_id in self.gone:
            return None
        if isinstance(change, Reinforce):
            support = self._support(change.support)
            return None if support is None else replace(change, support=support)
        if isinstance(change, Mark):
            return replace(change, superseded_by=self._name(change.superseded_by))
        return replace(change, reason=self._reason(change.reason))

    def _write(self, change: Write) -> Write:
        """A record whose support went as it was written is known from when it was said again."""
        record = change.record
        left = self.left.get(record.record_id, ())
        support = self.supports(record.support)
        at, said_at = change.at, record.said_at
        if not support and left:
            support = left[:1]
            at = said_at = left[0].said_at
        record = replace(
            record,
            text=self._text(record.text, left),
            support=support,
            said_at=said_at,
            superseded_by=self._name(record.superseded_by),
            flag=self._reason(record.flag),
        )
        return Write(at, record)

    def _text(self, text: str, left: Sequence[Support]) -> str:
        """The text of a record, or the words that it still rests on where the text itself went."""
        lowered = text.casefold()
        if not left or any(lowered in one.quote.casefold() for one in left):
            return text
        lost = any(lowered in gone.casefold() for loss in self.losses.values() for gone in loss.texts)
        return left[0].quote if lost else text

    def _support(self, support: Support) -> Support | None:
        loss = self.losses.get(support.round_id)
        kept = support if loss is None else loss.follow(support)
        return None if kept is None or holds(kept.quote, self.phrases) else kept

    def _name(self, name: str) -> str:
        """The id that a record or round has now; "" for one that goes."""
        if name in self.gone:
            return ""
        loss = self.losses.get(name)
        if loss is None:
            return name
        return "" if loss.after is None else loss.after.round_id

    def _reason(self, reason: str) -> str:
        """Why a record is in doubt, without the words and ids of what goes."""
        told = holds(reason, self.phrases) or any(name in reason for name in (*self.gone, *self.losses))
        return FORGOTTEN_CAUSE if told or (reason and self._quotes(reason)) else reason

    def _quotes(self, reason: str) -> bool:
        lost = (text for loss in self.losses.values() for text in loss.texts)
        return any(text[start:stop] in reason for text in lost for start, stop in sentence_spans(text))
