"""Plans a forgetting: what a selector names, and everything that repeats or depends on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from daybook.conversation import Event, fold
from daybook.english.redaction import holds
from daybook.english.words import words_of
from daybook.store.byte_search import pieces_within
from daybook.store.forgetting.diary_rewrite import EntryHistory, entry_histories
from daybook.store.forgetting.ledger_rewrite import (
    LedgerRewrite,
    RecordHistory,
    ledger_texts,
    record_histories,
)
from daybook.store.forgetting.of_documents import barred_phrases, counted_items, sources_of
from daybook.store.forgetting.owner_data import OwnerData
from daybook.store.forgetting.redactions import RoundRedaction, redactions_of
from daybook.store.forgetting.selection import Selection, resolve_selector
from daybook.store.forgetting.selectors import Everything, Selector
from daybook.store.item_values import ANNOTATIONS, StoredItem, item_id
from daybook.store.pins import Pin

_FEW = 1_000
"""Up to this many removed texts are searched within other turns; beyond it, only whole turns are compared."""


@dataclass(frozen=True, slots=True)
class ForgetPlan:
    """What is to be removed and what replaces it; nothing is changed yet."""

    owner: str
    redactions: Mapping[str, RoundRedaction]
    """Of the rounds that lose something, by their current ids."""
    records: frozenset[str]
    """Ids of the records and entries that go."""
    events: tuple[Event, ...]
    """The owner's events as they are to be."""
    pins: tuple[str, ...]
    """Questions of the pins that go."""
    items: tuple[StoredItem, ...]
    """Items that go, each as a whole."""
    phrases: tuple[str, ...]
    """Phrases that may occur nowhere any more."""
    texts: tuple[str, ...]
    """Removed texts of turns, records, entries and items, each once."""
    barred: tuple[str, ...]
    """Names of what is not to be read again in a later version of a document: see `forgotten_phrases`."""
    sources: tuple[str, ...]
    """Where the documents were read from of which something goes."""
    removed: Mapping[str, int]
    """How many of each go or change: see `Receipt.removed`."""

    @property
    def names(self) -> tuple[str, ...]:
        """Removed ids of rounds, records, entries and items."""
        items = (item_id(self.owner, item.namespace, item.key) for item in self.items)
        return (*self.redactions, *sorted(self.records), *items)

    @property
    def is_empty(self) -> bool:
        """Whether nothing would change."""
        return not any(self.removed.values())


def plan_forgetting(selector: Selector, data: OwnerData) -> ForgetPlan:
    """Work out what a selector removes.

    Raises:
        UnknownItem: the owner has no such session, record or slot.
        BadInput: the phrase holds no word.
    """
    known, entries = record_histories(data.events), entry_histories(data.events)
    selection = resolve_selector(selector, data, known, entries)
    redactions = redactions_of(data, selection.whole, selection.cuts, selection.records)
    rewrite = _ledger_rewrite(known, entries, redactions, selection)
    if rewrite.gone:  # what recalls a record goes with it, also where that fell only now
        redactions = redactions_of(data, selection.whole, selection.cuts, rewrite.gone)
        rewrite = _ledger_rewrite(known, entries, redactions, selection)
    events = () if isinstance(selector, Everything) else tuple(rewrite.events(data.events))
    gone = frozenset(rewrite.gone)
    pins = tuple(pin.question for pin in data.pins if _is_affected(pin, redactions, selection.phrases))
    items = (*selection.items, *_annotations(data, redactions, selection))
    removed = {**_counted(data, redactions, gone, entries, events, pins), **counted_items(items)}
    return ForgetPlan(
        data.owner,
        redactions,
        gone,
        events,
        pins,
        items,
        selection.phrases,
        _texts_gone(data, redactions, events, items),
        barred_phrases(data.owner, items, selection.phrases),
        sources_of(data.items, items),
        removed,
    )


def _ledger_rewrite(
    known: Mapping[str, RecordHistory],
    entries: Mapping[str, EntryHistory],
    redactions: Mapping[str, RoundRedaction],
    selection: Selection,
) -> LedgerRewrite:
    """Find the records and entries that lose all their supports, and the remaining supports of the others."""
    plain = LedgerRewrite(redactions, frozenset(), {}, selection.phrases)
    supports = {name: one.supports for name, one in known.items()}
    supports |= {name: one.tellings for name, one in entries.items()}
    ever = {name: one.ever for name, one in known.items()}
    ever |= {name: one.ever for name, one in entries.items()}
    left = {name: plain.supports(one) for name, one in supports.items()}
    gone = selection.records | {name for name, one in supports.items() if one and not left[name]}
    weakened = {
        name: left[name]
        for name, one in ever.items()
        if name not in gone and any(support.round_id in redactions for support in one)
    }
    return LedgerRewrite(redactions, frozenset(gone), weakened, selection.phrases)


def _is_affected(pin: Pin, redactions: Mapping[str, RoundRedaction], phrases: Sequence[str]) -> bool:
    """Whether a pin is removed: one of its rounds is, or its question has a word that they no longer have."""
    touched = [redactions[name] for name in pin.ranks if name in redactions]
    left = [redaction.after for redaction in touched if redaction.after is not None]
    lost = {word for redaction in touched for text in redaction.texts for word in words_of(text)}
    lost -= {word for round_ in left for turn in round_.turns for word in words_of(turn.content)}
    return (
        len(left) < len(touched)
        or holds(pin.question, phrases)
        or not lost.isdisjoint(words_of(pin.question))
    )


def _annotations(
    data: OwnerData, redactions: Mapping[str, RoundRedaction], selection: Selection
) -> Iterator[StoredItem]:
    """Find what names rounds that go or get another id, where it is not selected by itself."""
    selected = {item.item_pk for item in selection.items}
    beside = [item for item in data.items if item.namespace == ANNOTATIONS and item.item_pk not in selected]
    return (item for item in beside if not redactions.keys().isdisjoint((item.key, *item.said)))


def _texts_gone(
    data: OwnerData,
    redactions: Mapping[str, RoundRedaction],
    events: Sequence[Event],
    items: Sequence[StoredItem],
) -> tuple[str, ...]:
    """List the removed texts that occur nowhere else in what is stored of the owner."""
    left = [redaction.after for redaction in redactions.values() if redaction.after is not None]
    said = {turn.content for round_ in left for turn in round_.turns}
    said |= {one.content for name, turns in data.texts.items() if name not in redactions for one in turns}
    removed = {item.item_pk for item in items}
    left_items = [item for item in data.items if item.item_pk not in removed]
    said |= {text for item in left_items for text in chain(item.texts, item.said)}
    said |= data.texts.keys() - redactions.keys()  # annotations name rounds, which stay
    ledger = ledger_texts(events)
    gone = [text for redaction in redactions.values() for text in redaction.texts]
    gone += [text for text in ledger_texts(data.events) if text not in ledger]
    gone += [text for item in items for text in item.said]
    wanted = [text for text in dict.fromkeys(gone) if text and text not in said]
    repeated = pieces_within(wanted, said) if len(gone) < _FEW else frozenset()
    return tuple(text for text in wanted if text not in repeated)


def _counted(
    data: OwnerData,
    redactions: Mapping[str, RoundRedaction],
    records: frozenset[str],
    entries: Mapping[str, EntryHistory],
    events: Sequence[Event],
    pins: Sequence[str],
) -> dict[str, int]:
    lost = Counter(
        (one.before.session_id, one.before.occurrence) for one in redactions.values() if one.after is None
    )
    sizes = data.sizes(session_id for session_id, _ in lost)
    after = {event.event_id: event for event in events}
    edges = len(fold(data.events).relations) - len(fold(events).relations)
    return {
        "sessions": sum(sizes[place] == count for place, count in lost.items()),
        "rounds": len(redactions),
        "redacted": sum(redaction.after is not None for redaction in redactions.values()),
        "turns": sum(redaction.turns for redaction in redactions.values()),
        "records": len(records - entries.keys()),
        "entries": len(records & entries.keys()),
        "relations": edges,
        "events": sum(after.get(event.event_id) != event for event in data.events),
        "pins": len(pins),
    }
