"""What forgetting would take away: chosen by a selector, and followed to everything that tells it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from agent.conversation import Event, Role, Round, fold
from agent.conversation.redaction import FORGOTTEN, Span, holds, sentences_at, spans_of
from agent.errors import BadInput, UnknownItem
from agent.store.forgetting.events import Known, Rewriting, known_records, told_by
from agent.store.forgetting.losses import Cuts, Loss, losses_of
from agent.store.forgetting.selectors import (
    ByPhrase,
    ByRecord,
    BySession,
    BySlot,
    ByTime,
    Everything,
    Selector,
)
from agent.store.pins import Pin
from agent.store.words import words_of

_FEW = 1_000
"""Fewer texts than that are looked for within turns; more, only among them."""
_SHORTEST_VALUE = 3
"""A value of fewer letters stands in too many sentences to be looked for by itself."""


@dataclass(frozen=True, slots=True)
class Memory:
    """Everything that is kept of an owner."""

    owner: str
    rounds: tuple[Round, ...]
    events: tuple[Event, ...]
    pins: tuple[Pin, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to go, and what is to stand in its place. Nothing is touched yet."""

    owner: str
    losses: Mapping[str, Loss]
    """Of the rounds that lose something, by the ids that they have."""
    records: frozenset[str]
    """Ids of the records that go."""
    events: tuple[Event, ...]
    """The owner's events as they are to be."""
    pins: tuple[str, ...]
    """Questions of the pins that go."""
    phrases: tuple[str, ...]
    """Words that may stand nowhere any more."""
    texts: tuple[str, ...]
    """What was said or noted and is not any more, each once."""
    removed: Mapping[str, int]
    """How many of each go or change: see `Receipt.removed`."""

    @property
    def names(self) -> tuple[str, ...]:
        """Ids that are to be found nowhere any more, of rounds and of records."""
        return (*self.losses, *sorted(self.records))

    @property
    def is_empty(self) -> bool:
        """Whether nothing is touched."""
        return not any(self.removed.values())


@dataclass(slots=True)
class _Choice:
    """What a selector means, before it is followed further."""

    whole: set[str] = field(default_factory=set)
    cuts: dict[str, Cuts] = field(default_factory=dict)
    records: set[str] = field(default_factory=set)
    phrases: tuple[str, ...] = ()


def plan_of(selector: Selector, memory: Memory) -> Plan:
    """Work out what a selector takes away.

    Raises:
        UnknownItem: the owner has no such session, record or slot.
        BadInput: the phrase holds no word.
    """
    known = known_records(memory.events)
    choice = _choose(selector, memory, known)
    losses = losses_of(memory.rounds, choice.whole, choice.cuts, choice.records)
    rewriting = _rewriting(known, losses, choice)
    if rewriting.gone:  # what recalls a record goes with it, also where that fell only now
        losses = losses_of(memory.rounds, choice.whole, choice.cuts, rewriting.gone)
        rewriting = _rewriting(known, losses, choice)
    events = () if isinstance(selector, Everything) else tuple(rewriting.events(memory.events))
    gone = frozenset(rewriting.gone)
    values = [record.value for name in gone for record in known[name].versions]
    pins = tuple(pin.question for pin in memory.pins if _tells(pin, losses, choice.phrases, values))
    removed = _counted(memory, losses, gone, events, pins)
    texts = _untold(memory, losses, events)
    return Plan(memory.owner, losses, gone, events, pins, choice.phrases, texts, removed)


def _choose(selector: Selector, memory: Memory, known: Mapping[str, Known]) -> _Choice:
    owner, rounds = memory.owner, memory.rounds
    match selector:
        case BySession(session_id):
            whole = {round_.round_id for round_ in rounds if round_.session_id == session_id}
            if not whole:
                raise UnknownItem(f"{owner!r} has no session {session_id!r}: `daybook sessions` lists them")
            return _Choice(whole)
        case ByTime(during):
            return _Choice({round_.round_id for round_ in rounds if round_.said_at in during})
        case Everything():
            return _Choice({round_.round_id for round_ in rounds}, records=set(known))
        case ByPhrase(phrase):
            return _of_phrase(" ".join(phrase.split()), rounds, known)
        case ByRecord(name):
            if name not in known:
                raise UnknownItem(f"{owner!r} has no record {name!r}: `daybook ledger` lists them")
            return _of_records({name}, rounds, known)
        case BySlot(slot):
            names = {
                name for name, one in known.items() if any(selector.covers(it.slot) for it in one.versions)
            }
            if not names:
                raise UnknownItem(f"{owner!r} has no record of slot {slot!r}: `daybook ledger` lists them")
            return _of_records(names, rounds, known)


def _of_phrase(phrase: str, rounds: Iterable[Round], known: Mapping[str, Known]) -> _Choice:
    if not words_of(phrase) and not any(letter.isalnum() for letter in phrase):
        raise BadInput("a phrase to forget needs a word", source="--phrase")
    records = {
        name
        for name, one in known.items()
        if any(holds(text, [phrase]) for record in one.versions for text in (record.text, record.value))
    }
    cuts = {round_.round_id: found for round_ in rounds if (found := _sentences(round_, [phrase], ()))}
    return _Choice(cuts=cuts, records=records, phrases=(phrase,))


def _of_records(names: set[str], rounds: Iterable[Round], known: Mapping[str, Known]) -> _Choice:
    """Cut the sentences that the records rest on, and those of the same rounds that say the same."""
    spans: dict[str, set[Span]] = defaultdict(set)
    words: dict[str, set[str]] = defaultdict(set)
    for name in names:
        one = known[name]
        values = {record.value for record in one.versions if _is_telling(record.value)}
        for support in {*one.supports, *(it for record in one.versions for it in record.support)}:
            spans[support.round_id].add((support.start, support.stop))
            words[support.round_id] |= {support.quote, *values}
    cuts = {
        round_.round_id: _sentences(round_, sorted(words[round_.round_id]), sorted(spans[round_.round_id]))
        for round_ in rounds
        if round_.round_id in spans
    }
    return _Choice(cuts={name: found for name, found in cuts.items() if found}, records=names)


def _is_telling(value: str) -> bool:
    """Whether a value is more than a common word, so that a sentence that holds it tells it."""
    return bool(words_of(value)) and len(value) >= _SHORTEST_VALUE


def _sentences(round_: Round, words: Sequence[str], spans: Sequence[Span]) -> Cuts:
    """Find the sentences that hold words on either side, and on the user's those at the spans."""
    found = {}
    for turn in round_.turns:
        text = turn.content.replace(FORGOTTEN, " " * len(FORGOTTEN))
        places = spans_of(text, words) + (list(spans) if turn.role is Role.USER else [])
        if cuts := sentences_at(text, places):
            found[turn.role] = tuple(cuts)
    return found


def _rewriting(known: Mapping[str, Known], losses: Mapping[str, Loss], choice: _Choice) -> Rewriting:
    """Find the records that fall with what they rest on, and what the others are left with."""
    plain = Rewriting(losses, frozenset(), {}, choice.phrases)
    left = {name: plain.supports(one.supports) for name, one in known.items()}
    gone = choice.records | {name for name, one in known.items() if one.supports and not left[name]}
    weakened = {name: left[name] for name, one in known.items() if name not in gone and _lost(one, losses)}
    return Rewriting(losses, frozenset(gone), weakened, choice.phrases)


def _lost(known: Known, losses: Mapping[str, Loss]) -> bool:
    return any(support.round_id in losses for record in known.versions for support in record.support) or any(
        support.round_id in losses for support in known.supports
    )


def _tells(pin: Pin, losses: Mapping[str, Loss], phrases: Sequence[str], values: Sequence[str]) -> bool:
    """Whether a pin goes: one of its rounds does, or its question says what is forgotten."""
    touched = [losses[name] for name in pin.ranks if name in losses]
    telling = [value for value in values if _is_telling(value)] if touched else []
    return any(loss.after is None for loss in touched) or holds(pin.question, [*phrases, *telling])


def _untold(memory: Memory, losses: Mapping[str, Loss], events: Sequence[Event]) -> tuple[str, ...]:
    """List the texts that go and stand nowhere else in what is kept of the owner."""
    left = [loss.after for loss in losses.values() if loss.after is not None]
    left += [round_ for round_ in memory.rounds if round_.round_id not in losses]
    said = {turn.content for round_ in left for turn in round_.turns}
    told = told_by(events)
    gone = [text for loss in losses.values() for text in loss.texts]
    gone += [text for text in told_by(memory.events) if text not in told]
    within = "\0".join(said) if len(gone) < _FEW else ""
    return tuple(text for text in dict.fromkeys(gone) if text and text not in said and text not in within)


def _counted(
    memory: Memory,
    losses: Mapping[str, Loss],
    records: frozenset[str],
    events: Sequence[Event],
    pins: Sequence[str],
) -> dict[str, int]:
    staying = {
        (round_.session_id, round_.occurrence)
        for round_ in memory.rounds
        if round_.round_id not in losses or losses[round_.round_id].after is not None
    }
    there = {(round_.session_id, round_.occurrence) for round_ in memory.rounds}
    after = {event.event_id: event for event in events}
    edges = len(fold(memory.events).relations) - len(fold(events).relations)
    return {
        "sessions": len(there - staying),
        "rounds": len(losses),
        "redacted": sum(loss.after is not None for loss in losses.values()),
        "turns": sum(loss.turns for loss in losses.values()),
        "records": len(records),
        "relations": edges,
        "events": sum(after.get(event.event_id) != event for event in memory.events),
        "pins": len(pins),
    }
