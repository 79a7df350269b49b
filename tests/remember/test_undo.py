"""Whatever was done to a ledger can be taken back, step by step, to the very state before."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from daybook.conversation import (
    Draft,
    Event,
    EventKind,
    Flag,
    Ledger,
    Mark,
    Relate,
    Relation,
    RelationKind,
    Role,
    Session,
    Status,
    Turn,
    fold,
)
from daybook.errors import UnknownItem
from daybook.remember import Act, Retention, confirm, correct, event_to_undo, reject
from daybook.remember.relate import relate, texts_to_relate
from daybook.settings import Keying
from daybook.store import Store, open_store
from daybook.store.ledger import Ledgers
from tests.remember.facts import DRINK, HOME, MAY, NOW, PET, RESOLVER, fact, on, values
from tests.remember.flat_vectors import flat_vectors
from tests.store.bag_of_words import BagOfWords


def undo(ledgers: Ledgers, owner: str, event_id: int | None = None, *, at: datetime) -> Event:
    """Take back one event, the last that counts where none is named."""
    chosen = event_to_undo(ledgers.events(owner), event_id)
    (undoing,) = ledgers.post(
        owner, [Draft(EventKind.UNDO, "owner", (), undoes=chosen.event_id)], posted_at=at
    )
    return undoing


class History:
    """A ledger in memory that anything may happen to, and every state that it was in."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.events: list[Event] = []
        self.states: list[Ledger] = [Ledger()]

    def post(self, draft: Draft | None) -> None:
        if draft is not None:
            self.events.append(Event(len(self.events) + 1, NOW, draft))
            self.states.append(fold(self.events))

    def happen(self) -> None:
        """One operation, drawn by chance."""
        kinds = [self.tell] * 6 + [self.decide_by_hand] * 3 + [self.fade, self.relate, self.undo_or_redo]
        self.random.choice(kinds)()

    def tell(self) -> None:
        act = self.random.choice([Act.STATES, Act.STATES, Act.CHANGES, Act.CORRECTS, Act.ENDS])
        told = fact(
            self.random.choice([HOME, PET, DRINK]),
            self.random.choice(["Berlin", "Munich", "Hamburg"]),
            self.random.randrange(60),
            act=act,
            liked=self.random.random() < 0.8,
            reliability=self.random.choice([0.35, 0.6, 0.9]),
            start=len(self.events),
        )
        ledger = self.states[-1]
        draft = RESOLVER.resolve(told, ledger)
        if draft is not None:
            self.post(*relate([draft], ledger, flat_vectors(texts_to_relate([draft], ledger))))

    def decide_by_hand(self) -> None:
        if not (names := list(self.states[-1].records)):
            return
        name, day = self.random.choice(names), on(self.random.randrange(60, 90))
        support = fact(HOME, "Ghent", 61, start=len(self.events)).support
        ways = (
            lambda: confirm(self.states[-1], name, day),
            lambda: reject(self.states[-1], name, day),
            lambda: correct(self.states[-1], name, "Ghent", owner="ada", support=support, imported_at=NOW),
            lambda: Draft(EventKind.MEND, "audit", (Flag(day, name, "in doubt"),)),
            lambda: Draft(EventKind.MEND, "audit", (Mark(day, name, Status.DELETED),)),
        )
        self.post(self.random.choice(ways)())

    def fade(self) -> None:
        for draft in Retention(4).drafts(self.states[-1], on(self.random.randrange(500))):
            self.post(draft)

    def relate(self) -> None:
        if names := list(self.states[-1].records):
            ends = self.random.choice(names), self.random.choice(names)
            edge = Relation(ends[0], RelationKind.RELATED_TO, ends[1], 0.4, self.random.random())
            self.post(Draft(EventKind.RELATE, "owner", (Relate(MAY, edge),)))

    def undo_or_redo(self) -> None:
        event_id = self.random.choice([None, *(event.event_id for event in self.events)])
        try:
            chosen = event_to_undo(self.events, event_id)
        except UnknownItem:
            return
        self.post(Draft(EventKind.UNDO, "owner", (), undoes=chosen.event_id))


@settings(max_examples=4)
@given(st.integers(0, 10**9))
def test_two_hundred_operations_undone_from_the_last_restore_every_state(seed: int) -> None:
    history = History(seed)
    while len(history.events) < 200:
        history.happen()
    done, states = list(history.events), list(history.states)

    events = list(done)
    for event, before in zip(reversed(done), reversed(states[:-1]), strict=True):
        undoing = Draft(EventKind.UNDO, "owner", (), undoes=event_to_undo(events, event.event_id).event_id)
        events.append(Event(len(events) + 1, NOW, undoing))
        assert fold(events) == before

    assert fold(events) == Ledger()


@pytest.fixture
async def store(tmp_path: Path) -> Store:
    store = open_store(tmp_path, embedder=BagOfWords(), keying=Keying.MAX_SIM)
    await store.add("ada", [Session("s", MAY, (Turn(Role.USER, "I live in Berlin"),))])
    return store


@pytest.fixture(autouse=True)
def closed(store: Store) -> Iterator[None]:
    yield
    store.close()


def post(store: Store, *places: str) -> list[Ledger]:
    """Tell where the owner lives, a place every ten days; give the ledger after each."""
    states = []
    for number, place in enumerate(places):
        draft = RESOLVER.resolve(fact(HOME, place, 10 * number), store.ledgers.of("ada"))
        assert draft is not None
        store.ledgers.post("ada", [draft], posted_at=NOW)
        states.append(store.ledgers.of("ada"))
    return states


def test_undoing_again_and_again_goes_back_step_by_step(store: Store) -> None:
    berlin, munich, _ = post(store, "Berlin", "Munich", "Hamburg")

    undo(store.ledgers, "ada", at=NOW)
    assert store.ledgers.of("ada") == munich
    undo(store.ledgers, "ada", at=NOW)
    assert store.ledgers.of("ada") == berlin
    undo(store.ledgers, "ada", at=NOW)
    assert store.ledgers.of("ada") == Ledger()
    with pytest.raises(UnknownItem, match="nothing is left to undo"):
        undo(store.ledgers, "ada", at=NOW)


def test_undoing_the_undoing_does_it_again(store: Store) -> None:
    _, munich = post(store, "Berlin", "Munich")

    undoing = undo(store.ledgers, "ada", at=NOW)
    undo(store.ledgers, "ada", undoing.event_id, at=NOW)

    assert store.ledgers.of("ada") == munich


def test_one_event_of_many_can_be_undone(store: Store) -> None:
    post(store, "Berlin", "Munich", "Berlin")
    moved_back = store.ledgers.events("ada")[-1]

    undo(store.ledgers, "ada", moved_back.event_id, at=NOW)

    assert values(store.ledgers.of("ada")) == ["Munich"]


def test_what_is_undone_already_or_not_there_is_refused(store: Store) -> None:
    post(store, "Berlin")
    (event,) = store.ledgers.events("ada")
    undo(store.ledgers, "ada", event.event_id, at=NOW)

    with pytest.raises(UnknownItem, match="is undone already"):
        undo(store.ledgers, "ada", event.event_id, at=NOW)
    with pytest.raises(UnknownItem, match="there is no event 99"):
        undo(store.ledgers, "ada", 99, at=NOW)
