"""Plans a forgetting: what a selector names, followed to everything that tells it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from daybook.conversation import Event, fold
from daybook.english.redaction import holds
from daybook.english.words import words_of
from daybook.store.forgetting.choosing import Choice, Memory, choose
from daybook.store.forgetting.events import RecordHistory, Rewriting, record_histories, told_by
from daybook.store.forgetting.losses import Loss, losses_of
from daybook.store.forgetting.selectors import Everything, Selector
from daybook.store.pins import Pin

_FEW = 1_000
"""Fewer texts than that are looked for within turns; more, only among them."""


@dataclass(frozen=True, slots=True)
class ForgetPlan:
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


def plan_forgetting(selector: Selector, memory: Memory) -> ForgetPlan:
    """Work out what a selector takes away.

    Raises:
        UnknownItem: the owner has no such session, record or slot.
        BadInput: the phrase holds no word.
    """
    known = record_histories(memory.events)
    choice = choose(selector, memory, known)
    losses = losses_of(memory.rounds, choice.whole, choice.cuts, choice.records)
    rewriting = _rewriting(known, losses, choice)
    if rewriting.gone:  # what recalls a record goes with it, also where that fell only now
        losses = losses_of(memory.rounds, choice.whole, choice.cuts, rewriting.gone)
        rewriting = _rewriting(known, losses, choice)
    events = () if isinstance(selector, Everything) else tuple(rewriting.events(memory.events))
    gone = frozenset(rewriting.gone)
    pins = tuple(pin.question for pin in memory.pins if _tells(pin, losses, choice.phrases))
    removed = _counted(memory, losses, gone, events, pins)
    texts = _untold(memory, losses, events)
    return ForgetPlan(memory.owner, losses, gone, events, pins, choice.phrases, texts, removed)


def _rewriting(known: Mapping[str, RecordHistory], losses: Mapping[str, Loss], choice: Choice) -> Rewriting:
    """Find the records that fall with what they rest on, and what the others are left with."""
    plain = Rewriting(losses, frozenset(), {}, choice.phrases)
    left = {name: plain.supports(one.supports) for name, one in known.items()}
    gone = choice.records | {name for name, one in known.items() if one.supports and not left[name]}
    weakened = {name: left[name] for name, one in known.items() if name not in gone and _lost(one, losses)}
    return Rewriting(losses, frozenset(gone), weakened, choice.phrases)


def _lost(known: RecordHistory, losses: Mapping[str, Loss]) -> bool:
    return any(support.round_id in losses for support in known.ever)


def _tells(pin: Pin, losses: Mapping[str, Loss], phrases: Sequence[str]) -> bool:
    """Whether a pin goes: one of its rounds does, or its question has a word that they have no more."""
    touched = [losses[name] for name in pin.ranks if name in losses]
    left = [loss.after for loss in touched if loss.after is not None]
    lost = {word for loss in touched for text in loss.texts for word in words_of(text)}
    lost -= {word for round_ in left for turn in round_.turns for word in words_of(turn.content)}
    return (
        len(left) < len(touched)
        or holds(pin.question, phrases)
        or not lost.isdisjoint(words_of(pin.question))
    )


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
