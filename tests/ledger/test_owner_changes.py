"""What the owner does to records by hand, and that all of it can be taken back to the very state before."""

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from random import Random

import pytest
from daybook.ledger.relate import relate, texts_to_relate
from hypothesis import given, settings, strategies as st

from daybook.conversation import (
    Act,
    Draft,
    Event,
    EventKind,
    Flag,
    Ledger,
    Mark,
    Polarity,
    Relate,
    Relation,
    RelationKind,
    Role,
    Session,
    Status,
    Turn,
    apply_drafts,
    fold,
)
from daybook.conversation.errors import UnknownItem
from daybook.ledger import Retention, confirm, correct, correction, event_to_undo, reject
from daybook.settings import Keying
from daybook.store import Store, open_store
from daybook.store.ledger_table import Ledgers
from daybook.text.english import ENGLISH
from tests.ledger.facts import DRINK, HOME, MAY, NOW, PET, RESOLVER, fact, ledger_of, on, only, values
from tests.ledger.flat_vectors import flat_vectors
from tests.store.bag_of_words import BagOfWords

TYPED = replace(fact(HOME, "Munich", 9).support, quote="I say Munich", start=0, stop=12)


def test_a_correction_puts_what_is_right_in_the_place_of_what_was_wrong() -> None:
    ledger = ledger_of(fact(HOME, "Berlin"))
    wrong = only(ledger, "Berlin")

    draft = correct(
        ledger, wrong.record_id, "Munich", owner="ada", support=TYPED, imported_at=NOW, values=ENGLISH.values
    )
    after = apply_drafts(ledger, [draft])

    assert (draft.kind, draft.cause) == (EventKind.CORRECT, TYPED.round_id)
    right = only(after, "Munich")
    assert (right.status, right.confidence, right.text) == (Status.ACTIVE, 1.0, "I say Munich")
    assert right.support == (TYPED,)
    gone = only(after, "Berlin")
    assert (gone.status, gone.superseded_by) == (Status.DELETED, right.record_id)


def test_a_correction_may_only_turn_the_polarity_round() -> None:
    ledger = ledger_of(fact(DRINK, "tea"))
    wrong = only(ledger, "tea")

    draft = correct(
        ledger,
        wrong.record_id,
        "tea",
        owner="ada",
        support=TYPED,
        imported_at=NOW,
        polarity=Polarity.NEGATIVE,
        values=ENGLISH.values,
    )

    (left,) = apply_drafts(ledger, [draft]).with_status(Status.ACTIVE)
    assert (left.value, left.polarity) == ("tea", Polarity.NEGATIVE)


def test_a_correction_is_worded_as_the_owner_could_have_said_it() -> None:
    record = only(ledger_of(fact(HOME, "Berlin")), "Berlin")

    assert correction(replace(record, text="I live in berlin now"), "Munich") == "I live in Munich now"
    assert correction(replace(record, text="I moved"), "Munich") == "The place where the owner lives: Munich"


def test_what_is_confirmed_counts_beyond_doubt_and_ends_what_contradicts_it() -> None:
    ledger = ledger_of(fact(HOME, "Berlin"), fact(HOME, "Munich", 1, reliability=0.4))

    after = apply_drafts(
        ledger, [confirm(ledger, only(ledger, "Munich").record_id, on(9), values=ENGLISH.values)]
    )

    assert (values(after), only(after, "Munich").confidence) == (["Munich"], 1.0)
    assert only(after, "Berlin").superseded_at == on(9)


def test_confirming_takes_a_doubt_away() -> None:
    ledger = ledger_of(fact(PET, "dog"))
    name = only(ledger, "dog").record_id
    ledger = apply_drafts(ledger, [Draft(EventKind.MEND, "test", (Flag(on(1), name, "in doubt"),))])

    assert only(apply_drafts(ledger, [confirm(ledger, name, on(9), values=ENGLISH.values)]), "dog").flag == ""


def test_what_is_rejected_was_never_true_and_an_older_history_does_not_bring_it_back() -> None:
    ledger = ledger_of(fact(HOME, "Berlin", 5))

    after = apply_drafts(ledger, [reject(ledger, [only(ledger, "Berlin").record_id], on(9))])

    assert values(after, Status.DELETED) == ["Berlin"]
    assert RESOLVER.resolve(fact(HOME, "Berlin", 1), after) is None


def test_a_record_that_is_not_there_is_said_to_be_unknown() -> None:
    with pytest.raises(UnknownItem, match="there is no record 'm0'"):
        confirm(ledger_of(), "m0", on(0), values=ENGLISH.values)


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
            self.post(
                *relate(
                    [draft], ledger, flat_vectors(texts_to_relate([draft], ledger)), values=ENGLISH.values
                )
            )

    def decide_by_hand(self) -> None:
        if not (names := list(self.states[-1].records)):
            return
        name, day = self.random.choice(names), on(self.random.randrange(60, 90))
        support = fact(HOME, "Ghent", 61, start=len(self.events)).support
        ways = (
            lambda: confirm(self.states[-1], name, day, values=ENGLISH.values),
            lambda: reject(self.states[-1], [name], day),
            lambda: correct(
                self.states[-1],
                name,
                "Ghent",
                owner="ada",
                support=support,
                imported_at=NOW,
                values=ENGLISH.values,
            ),
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
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    store = open_store(tmp_path, embedder=BagOfWords(), keying=Keying.MAX_SIM, analyzer=ENGLISH.analyzer)
    await store.add("ada", [Session("s", MAY, (Turn(Role.USER, "I live in Berlin"),))])
    yield store
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
