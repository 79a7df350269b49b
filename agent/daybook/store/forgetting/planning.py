"""Plans a forgetting: what a selector names, and everything that repeats or depends on it."""

import json
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import chain

from daybook.conversation import Event, fold
from daybook.store.forgetting.byte_search import pieces_within
from daybook.store.forgetting.owner_data import OwnerData
from daybook.store.forgetting.rewriting import (
    LedgerRewrite,
    RoundRedaction,
    SupportHistory,
    ledger_texts,
    record_histories,
    redactions_of,
)
from daybook.store.forgetting.selectors import Everything, Selection, Selector, resolve_selector
from daybook.store.item_values import ANNOTATIONS, DOCUMENT_KEY, Namespace, StoredItem, item_id
from daybook.text.redaction import Span, sentences_at

_FEW = 1_000
"""Up to this many removed texts are searched within other turns; beyond it, only whole turns are compared."""


@dataclass(frozen=True, slots=True)
class ForgetPlan:
    """The removals and replacements of a forgetting; nothing is changed yet."""

    owner: str
    redactions: Mapping[str, RoundRedaction]
    """Of the rounds that lose something, by their current ids."""
    records: frozenset[str]
    """Ids of the records that go."""
    events: tuple[Event, ...]
    """The owner's events as they are to be."""
    items: tuple[StoredItem, ...]
    """Items that go, each as a whole."""
    phrases: tuple[str, ...]
    """Phrases that may occur nowhere any more."""
    texts: tuple[str, ...]
    """Removed texts of turns, records and items, each once."""
    barred: tuple[str, ...]
    """Names of what is not to be read again in a later version of a document: see `_phrase_names`."""
    unreached: tuple[str, ...]
    """A line about the files that the documents were read from of which something goes."""
    removed: Mapping[str, int]
    """How many of each go or change: see `Receipt.removed`."""

    @property
    def names(self) -> tuple[str, ...]:
        """Removed ids of rounds, records and items."""
        items = (item_id(self.owner, item.namespace, item.key) for item in self.items)
        return (*self.redactions, *sorted(self.records), *items)

    @property
    def is_empty(self) -> bool:
        """True if nothing would change."""
        return not any(self.removed.values())


def plan_forgetting(selector: Selector, data: OwnerData) -> ForgetPlan:
    """Work out what a selector removes; raises as `resolve_selector`."""
    known = record_histories(data.events)
    selection = resolve_selector(selector, data, known)
    redactions = redactions_of(data, selection.whole, selection.cuts, selection.records)
    rewrite = _ledger_rewrite(known, redactions, selection)
    if rewrite.gone:  # what recalls a record goes with it, also where that fell only now
        redactions = redactions_of(data, selection.whole, selection.cuts, rewrite.gone)
        rewrite = _ledger_rewrite(known, redactions, selection)
    events = () if isinstance(selector, Everything) else tuple(rewrite.events(data.events))
    gone = frozenset(rewrite.gone)
    selected = {item.item_pk for item in selection.items}
    beside = (item for item in data.items if item.namespace == ANNOTATIONS and item.item_pk not in selected)
    annotations = (item for item in beside if not redactions.keys().isdisjoint((item.key, *item.said)))
    items = (*selection.items, *annotations)  # those of rounds that go or get another id
    removed = {**_counted(data, redactions, gone, events), **_counted_items(items)}
    return ForgetPlan(
        data.owner,
        redactions,
        gone,
        events,
        items,
        selection.phrases,
        _texts_gone(data, redactions, events, items),
        _barred_phrases(data.owner, items, selection.phrases),
        _files_left(data.items, items),
        removed,
    )


def _ledger_rewrite(
    histories: Mapping[str, SupportHistory],
    redactions: Mapping[str, RoundRedaction],
    selection: Selection,
) -> LedgerRewrite:
    plain = LedgerRewrite(redactions, frozenset(), {}, selection.phrases)
    left = {name: plain.supports(history.supports) for name, history in histories.items()}
    lost = {name for name, history in histories.items() if history.supports and not left[name]}
    gone = selection.records | lost
    weakened = {
        name: left[name]
        for name, history in histories.items()
        if name not in gone and any(support.round_id in redactions for support in history.ever)
    }
    return LedgerRewrite(redactions, frozenset(gone), weakened, selection.phrases)


def _texts_gone(
    data: OwnerData,
    redactions: Mapping[str, RoundRedaction],
    events: Sequence[Event],
    items: Sequence[StoredItem],
) -> tuple[str, ...]:
    """List the removed texts that occur nowhere else in what is stored of the owner."""
    left = [redaction.after for redaction in redactions.values() if redaction.after is not None]
    said = {turn.content for round_ in left for turn in round_.turns}
    said |= {turn.content for name, turns in data.texts.items() if name not in redactions for turn in turns}
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
    events: Sequence[Event],
) -> dict[str, int]:
    lost = Counter(
        (redaction.before.session_id, redaction.before.occurrence)
        for redaction in redactions.values()
        if redaction.after is None
    )
    sizes = data.sizes(session_id for session_id, _ in lost)
    after = {event.event_id: event for event in events}
    edges = len(fold(data.events).relations) - len(fold(events).relations)
    return {
        "sessions": sum(sizes[place] == count for place, count in lost.items()),
        "rounds": len(redactions),
        "redacted": sum(redaction.after is not None for redaction in redactions.values()),
        "turns": sum(redaction.turns for redaction in redactions.values()),
        "records": len(records),
        "relations": edges,
        "events": sum(after.get(event.event_id) != event for event in data.events),
    }


_NAMED = 3
"""Files that a receipt names."""


def _counted_items(gone: Sequence[StoredItem]) -> dict[str, int]:
    """Count what goes of items; where there are any, of these documents and passages of documents as well."""
    of_documents = [item for item in gone if item.is_of_document]
    if not of_documents:
        return {"items": len(gone)}
    documents = sum(item.key == DOCUMENT_KEY for item in of_documents)
    return {"items": len(gone), "documents": documents, "passages": len(of_documents) - documents}


def _barred_phrases(owner: str, gone: Iterable[StoredItem], phrases: Sequence[str]) -> tuple[str, ...]:
    """Name the phrases by which documents lose passages: a later version of each is read without them."""
    places = dict.fromkeys(item.namespace for item in gone if item.is_of_document)
    return tuple(name for place in places for said in phrases for name in _phrase_names(owner, place, said))


def _files_left(items: Iterable[StoredItem], gone: Iterable[StoredItem]) -> tuple[str, ...]:
    """Say in a line that the files of documents that lose something are unchanged; () without any."""
    places = {item.namespace for item in gone if item.is_of_document}
    whole = (item for item in items if item.namespace in places and item.key == DOCUMENT_KEY)
    sources = [str(item.value.get("source", "")) for item in whole]
    if not sources:
        return ()
    more = f" and {len(sources) - _NAMED:,} more" if len(sources) > _NAMED else ""
    named = ", ".join(sources[:_NAMED])
    return (f"{named}{more}: what a document was read from is not Daybook's, and may still say it",)


LONGEST = 16
"""Words of a phrase that count; of a longer one its beginning."""
_WORD = re.compile(r"\w+")

IsForgotten = Callable[[Iterable[str]], frozenset[str]]
"""Gives which of some ids were forgotten."""


def _phrase_names(owner: str, namespace: Namespace, phrase: str) -> tuple[str, ...]:
    """Name a phrase that is forgotten of a document, and its number of words."""
    words = [word for word, _ in _words(phrase)][:LONGEST]
    return (_name(owner, namespace, len(words)), _name(owner, namespace, words)) if words else ()


class ForgottenPhrases:
    """The forgotten phrases of one document, so that a later version of it is read without them.

    Of a phrase only keyed hashes of its names are known, so each stretch of as many words is looked up.
    """

    def __init__(self, owner: str, namespace: Namespace, is_forgotten: IsForgotten) -> None:
        self._owner, self._namespace, self._is_forgotten = owner, namespace, is_forgotten
        names = {_name(owner, namespace, length): length for length in range(1, LONGEST + 1)}
        self._lengths = sorted(names[name] for name in is_forgotten(names))

    def within(self, text: str) -> list[Span]:
        """Find where a text holds such a phrase."""
        words = list(_words(text)) if self._lengths else []
        places: dict[str, list[Span]] = defaultdict(list)
        for length in self._lengths:
            for start in range(len(words) - length + 1):
                some = words[start : start + length]
                name = _name(self._owner, self._namespace, [word for word, _ in some])
                places[name].append((some[0][1][0], some[-1][1][1]))
        return [span for name in self._is_forgotten(places) for span in places[name]] if places else []

    def sentences(self, text: str, sentences: Callable[[str], Iterable[Span]]) -> list[Span]:
        """Find the sentences of a text that hold such a phrase, in order."""
        spans = self.within(text)
        return sentences_at(text, spans, sentences(text)) if spans else []


def _words(text: str) -> Iterable[tuple[str, Span]]:
    return ((match.group().casefold(), match.span()) for match in _WORD.finditer(text))


def _name(owner: str, namespace: Namespace, what: int | list[str]) -> str:
    place = json.dumps([owner, namespace, what]).encode()
    return f"p{sha256(place).hexdigest()[:32]}"
