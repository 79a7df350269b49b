"""What is looked up in a ledger with indexes is what going over all of its records finds."""

from dataclasses import replace
from datetime import timedelta
from random import Random

import numpy as np
import pytest
from daybook.ledger.active_records import ActiveRecords

from daybook.conversation import (
    Address,
    Change,
    Draft,
    EventKind,
    Ledger,
    Mark,
    Polarity,
    Reinforce,
    Status,
    Write,
    apply_drafts,
)
from daybook.ledger.indexed_ledger import IndexedLedger
from daybook.ledger.slot_timeline import COUNTED, Claim, held_at, valid_from
from daybook.text.english import ENGLISH
from tests.ledger.facts import MAY, RESOLVER, fact

SLOTS = (
    "identity.residence",
    "preference.food",
    "possession.thing",
    "identity.relationship",
    "identity.work",
)
VALUES = (
    *("Berlin", "Berlin, Germany", "New York", "York", "green tea", "tea", "Green Teas", "the tea"),
    *("phone: Nokia", "phone: Pixel 7", "married", "in a relationship", "a", "!", "software engineer"),
    *("engineer", "café", "Cafe"),
)


def random_draft(random: Random, ledger: Ledger) -> Draft:
    """A draft of one to three changes, of new records or of those that are there."""
    changes: list[Change] = []
    for _ in range(random.randrange(1, 4)):
        days, known = random.randrange(40), list(ledger.records.values())
        said = fact(random.choice(SLOTS), random.choice(VALUES), days)
        if not known or random.random() < 0.5:
            draft = RESOLVER.resolve(said, Ledger())
            if draft is not None:
                (write,) = (change for change in draft.changes if isinstance(change, Write))
                polarity = random.choice(list(Polarity))
                changes.append(replace(write, record=replace(write.record, polarity=polarity)))
            continue
        name, at = random.choice(known).record_id, MAY + timedelta(days=days)
        if random.random() < 0.3:
            changes.append(Reinforce(at, name, said.support, 0.9))
        else:
            changes.append(Mark(at, name, random.choice(list(Status)), random.choice(known).record_id))
    return Draft(EventKind.WRITE, "test", tuple(changes))


def assert_finds_the_same(indexed: IndexedLedger, ledger: Ledger, random: Random) -> None:
    records = list(ledger.records.values())
    assert list(indexed.records.items()) == list(ledger.records.items())
    assert sorted(records, key=indexed.place) == records
    for status in Status:
        assert indexed.count(status) == sum(record.status is status for record in records)
    moment = MAY + timedelta(days=random.randrange(40))
    for slot in SLOTS:
        assert indexed.of_slot(slot) == [record for record in records if record.slot == slot]
        claim = Claim(Address(slot), random.choice(VALUES), random.choice(list(Polarity)), ENGLISH.values)
        rivals = [record for record in records if record.status in COUNTED and claim.contradicts(record)]
        assert claim.agreeing(indexed) == [record for record in records if claim.agrees(record)]
        assert claim.contradicting(indexed) == rivals
        since = claim.contradicting(indexed, since=moment)
        assert [record for record in since if record in rivals] == since
        assert [record for record in rivals if held_at(record, moment) or valid_from(record) > moment] == [
            record for record in since if held_at(record, moment) or valid_from(record) > moment
        ]


def test_an_indexed_ledger_finds_what_going_over_all_records_finds() -> None:
    for seed in range(40):
        random, ledger = Random(seed), Ledger()
        indexed = IndexedLedger(ledger, ENGLISH.values)
        for _ in range(25):
            draft = random_draft(random, ledger)
            before = indexed.apply(draft)
            if random.random() < 0.2:
                indexed.restore(before)
            else:
                ledger = apply_drafts(ledger, [draft])
            assert_finds_the_same(indexed, ledger, random)


def test_active_records_are_found_by_session_by_time_and_by_vector() -> None:
    for seed in range(40):
        random, ledger = Random(seed), Ledger()
        numbers = np.random.default_rng(seed)
        vectors = {f"I say {value}": numbers.normal(size=8).astype(np.float32) for value in VALUES}
        active = ActiveRecords(ledger, vectors, ENGLISH.values)
        for _ in range(25):
            draft = random_draft(random, ledger)
            active.apply(draft)
            ledger = apply_drafts(ledger, [draft])
            records = list(ledger.with_status(Status.ACTIVE))
            value = random.choice(VALUES)
            for last in records:
                session_id = last.support[0].session_id
                said = [one for one in records if any(it.session_id == session_id for it in one.support)]
                assert active.last_said(last) == said[-1]
            elsewhere = RESOLVER.resolve(
                fact("other.fact", "new", random.randrange(40), session="x"), Ledger()
            )
            assert elsewhere is not None
            (write,) = (change for change in elsewhere.changes if isinstance(change, Write))
            by_then = [one for one in records if one.said_at <= write.at]
            latest = max(by_then, key=lambda one: (one.said_at, active.place(one)), default=None)
            assert active.last_said(write.record) == latest
            cosines = [float(vectors[record.text] @ vectors[f"I say {value}"]) for record in records]
            near = sorted(range(len(records)), key=lambda place: -cosines[place])
            wanted = [(records[place], cosines[place]) for place in near if cosines[place] >= 0.5][:5]
            found = active.nearest(f"I say {value}", 5, least=0.5)
            assert [cosine for _, cosine in found] == pytest.approx([cosine for _, cosine in wanted])
            assert {one.text for one, _ in found} == {one.text for one, _ in wanted}
