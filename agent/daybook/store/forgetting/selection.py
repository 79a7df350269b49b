"""Resolves a selector to whole rounds, sentences to cut, and records."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from daybook.conversation import Role, Round
from daybook.english.redaction import FORGOTTEN, Span, holds, sentences_at, spans_of
from daybook.english.words import words_of
from daybook.errors import BadInput, UnknownItem
from daybook.store.forgetting.diary_rewrite import EntryHistory
from daybook.store.forgetting.ledger_rewrite import RecordHistory
from daybook.store.forgetting.owner_data import OwnerData
from daybook.store.forgetting.redactions import Cuts
from daybook.store.forgetting.selectors import (
    ByPhrase,
    ByRecord,
    ByRound,
    BySession,
    BySlot,
    ByTime,
    Everything,
    Selector,
)
from daybook.store.item_values import StoredItem

_SHORTEST_VALUE = 3
"""A value of fewer letters stands in too many sentences to be looked for by itself."""


@dataclass(slots=True)
class Selection:
    """What a selector names directly, before what depends on it is added."""

    whole: set[str] = field(default_factory=set)
    cuts: dict[str, Cuts] = field(default_factory=dict)
    records: set[str] = field(default_factory=set)
    """Ids of records and entries."""
    phrases: tuple[str, ...] = ()
    items: tuple[StoredItem, ...] = ()


def resolve_selector(
    selector: Selector,
    data: OwnerData,
    known: Mapping[str, RecordHistory],
    entries: Mapping[str, EntryHistory],
) -> Selection:
    """Resolve a selector to what it names directly.

    Raises:
        UnknownItem: the owner has no such session, round, record, entry or slot.
        BadInput: the phrase holds no word.
    """
    owner = data.owner
    match selector:
        case BySession(session_id):
            whole = data.of_session(session_id)
            if not whole:
                raise UnknownItem(f"{owner!r} has no session {session_id!r}: `daybook sessions` lists them")
            return Selection(whole)
        case ByRound(round_id):
            if round_id not in data.texts:
                raise UnknownItem(f"{owner!r} has no round {round_id!r}: `daybook search` finds rounds")
            return Selection({round_id})
        case ByTime(during):
            items = tuple(item for item in data.items if item.updated_at in during)
            return Selection(data.said(during), items=items)
        case Everything():
            return Selection(set(data.texts), records={*known, *entries}, items=data.items)
        case ByPhrase(phrase):
            return _of_phrase(" ".join(phrase.split()), data, known, entries)
        case ByRecord(name) if name in entries:
            return _of_entry(name, data, entries[name])
        case ByRecord(name):
            if name not in known:
                raise UnknownItem(_unknown(owner, name))
            return _of_records({name}, data, known)
        case BySlot(slot):
            names = {
                name for name, one in known.items() if any(selector.covers(it.slot) for it in one.versions)
            }
            if not names:
                raise UnknownItem(f"{owner!r} has no record of slot {slot!r}: `daybook ledger` lists them")
            return _of_records(names, data, known)


def _unknown(owner: str, name: str) -> str:
    if name.startswith("d"):
        return f"{owner!r} has no entry {name!r}: `daybook diary` lists them"
    return f"{owner!r} has no record {name!r}: `daybook ledger` lists them"


def _of_phrase(
    phrase: str,
    data: OwnerData,
    known: Mapping[str, RecordHistory],
    entries: Mapping[str, EntryHistory],
) -> Selection:
    if not words_of(phrase) and not any(letter.isalnum() for letter in phrase):
        raise BadInput("a phrase to forget needs a word", source="--phrase")
    records = {
        name
        for name, one in known.items()
        if any(holds(text, [phrase]) for record in one.versions for text in (record.text, record.value))
    }
    records |= {name for name, one in entries.items() if one.mentions([phrase])}
    saying = [name for name, said in data.texts.items() if any(holds(one.content, [phrase]) for one in said)]
    rounds = data.rounds(saying).values()
    cuts = {round_.round_id: found for round_ in rounds if (found := _sentences(round_, [phrase], {}))}
    items = tuple(item for item in data.items if any(holds(text, [phrase]) for text in item.texts))
    return Selection(cuts=cuts, records=records, phrases=(phrase,), items=items)


def _of_records(names: set[str], data: OwnerData, known: Mapping[str, RecordHistory]) -> Selection:
    """Select the sentences that records rest on and their repetitions there or where they were recalled."""
    spans: dict[str, set[Span]] = defaultdict(set)
    words: dict[str, set[str]] = defaultdict(set)
    for name in names:
        one = known[name]
        values = {record.value for record in one.versions if _is_specific(record.value)}
        for support in one.ever:
            spans[support.round_id].add((support.start, support.stop))
            words[support.round_id] |= {support.quote, *values}
    cuts = {}
    for round_ in data.rounds([*spans, *data.recalling(spans)]).values():
        named = {round_.round_id, *(name for turn in round_.turns for name in turn.sources or ())}
        if named & spans.keys():
            said = sorted({one for name in named & spans.keys() for one in words[name]})
            places = {Role.USER: sorted(spans.get(round_.round_id, ()))}
            cuts[round_.round_id] = _sentences(round_, said, places)
    return Selection(cuts={name: found for name, found in cuts.items() if found}, records=names)


def _of_entry(name: str, data: OwnerData, entry: EntryHistory) -> Selection:
    """Select the sentences that tell of an entry, or cancel it, and those that repeat them."""
    told: dict[str, dict[Role, list[Span]]] = defaultdict(lambda: defaultdict(list))
    for support in sorted(entry.ever, key=lambda one: one.start):
        told[support.round_id][support.side].append((support.start, support.stop))
    quotes = sorted({support.quote for support in entry.ever})
    cuts = {}
    for round_ in data.rounds([*told, *data.recalling(told)]).values():
        cuts[round_.round_id] = _sentences(round_, quotes, told.get(round_.round_id, {}))
    return Selection(cuts={name: found for name, found in cuts.items() if found}, records={name})


def _is_specific(value: str) -> bool:
    """Whether a value is long enough that a sentence with it can be taken to repeat the record."""
    return bool(words_of(value)) and len(value) >= _SHORTEST_VALUE


def _sentences(round_: Round, words: Sequence[str], spans: Mapping[Role, Sequence[Span]]) -> Cuts:
    """Find the sentences that hold words on either side, and those at the spans of each side."""
    found = {}
    for turn in round_.turns:
        text = turn.content.replace(FORGOTTEN, " " * len(FORGOTTEN))
        places = spans_of(text, words) + list(spans.get(turn.role, ()))
        if places and (cuts := tuple(sentences_at(text, places))):
            found[turn.role] = cuts
    return found
