"""What is wrong in a ledger is found, and mended in one step."""

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
from daybook.ledger.audit import Concern

from daybook.conversation import (
    Draft,
    EventKind,
    Ledger,
    Mark,
    Record,
    Role,
    Session,
    Status,
    Turn,
    Write,
    apply_drafts,
)
from daybook.ledger import ConcernKind, Policy, audit, default_policy
from daybook.settings import Keying
from daybook.store import Store, open_store
from daybook.text.english import ENGLISH
from tests.ledger.facts import HOME, MAY, PET, fact, ledger_of, on, only, values
from tests.store.bag_of_words import BagOfWords

SAID = ("I live in Berlin", "I have a dog")
LATER = on(2000)


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    store = open_store(tmp_path, embedder=BagOfWords(), keying=Keying.MAX_SIM, analyzer=ENGLISH.analyzer)
    turns = tuple(Turn(Role.USER, text) for text in SAID)
    await store.add("ada", [Session("s", MAY, turns)])
    yield store
    store.close()


def borne_out(store: Store, slot: str, value: str, place: int, **more: object) -> Record:
    """A record that rests on one of the two rounds."""
    round_ = list(store.all_rounds("ada"))[place]
    told = fact(slot, value, 0)
    support = replace(
        told.support, round_id=round_.round_id, start=0, stop=len(SAID[place]), quote=SAID[place]
    )
    (record,) = ledger_of(replace(told, support=support, **more)).records.values()  # type: ignore[arg-type]
    return record


def ledger_with(*records: Record) -> Ledger:
    changes = tuple(Write(record.said_at, record) for record in records)
    return apply_drafts(Ledger(), [Draft(EventKind.WRITE, "test", changes)])


def found(ledger: Ledger, store: Store, policy: Policy | None = None) -> list[Concern]:
    return audit(ledger, store, policy or default_policy(), owner="ada", at=LATER, values=ENGLISH.values)


def mended(ledger: Ledger, store: Store) -> Ledger:
    return apply_drafts(ledger, [concern.fix for concern in found(ledger, store)])


def test_a_sound_ledger_gives_no_concern(store: Store) -> None:
    ledger = ledger_with(borne_out(store, HOME, "Berlin", 0), borne_out(store, PET, "dog", 1))

    assert found(ledger, store) == []


def test_duplicates_are_merged_with_their_support(store: Store) -> None:
    first, second = borne_out(store, PET, "dog", 1), borne_out(store, PET, "a dog", 0)
    ledger = ledger_with(first, second)

    (concern,) = found(ledger, store)
    after = mended(ledger, store)

    assert (concern.kind, concern.record_ids) == (ConcernKind.DUPLICATE, (first.record_id, second.record_id))
    assert values(after) == ["dog"]
    assert len(only(after, "dog").support) == 2
    assert found(after, store) == []


def test_of_two_that_contradict_each_other_the_later_stands(store: Store) -> None:
    old = borne_out(store, HOME, "Berlin", 0)
    new = borne_out(store, HOME, "Munich", 1)
    new = replace(new, support=(replace(new.support[0], said_at=on(3)),), said_at=on(3))

    (concern,) = found(ledger_with(old, new), store)

    assert concern.kind is ConcernKind.CONTRADICTION
    assert values(mended(ledger_with(old, new), store)) == ["Munich"]


def test_a_circle_is_cut_open_where_it_was_said_last(store: Store) -> None:
    old, new = borne_out(store, HOME, "Berlin", 0), borne_out(store, HOME, "Munich", 1)
    circle = [
        Mark(on(1), old.record_id, Status.SUPERSEDED, superseded_by=new.record_id),
        Mark(on(2), new.record_id, Status.SUPERSEDED, superseded_by=old.record_id),
    ]
    ledger = apply_drafts(
        ledger_with(old, replace(new, said_at=on(1))), [Draft(EventKind.SUPERSEDE, "test", tuple(circle))]
    )

    (concern,) = found(ledger, store)

    assert (concern.kind, set(concern.record_ids)) == (ConcernKind.LOOP, {old.record_id, new.record_id})
    assert values(mended(ledger, store)) == ["Munich"]
    assert found(mended(ledger, store), store) == []


def test_a_quote_that_stands_in_no_round_is_left_out_and_a_record_without_any_is_deleted(
    store: Store,
) -> None:
    half = borne_out(store, HOME, "Berlin", 0)
    gone = replace(half.support[0], round_id="r" + "0" * 24, said_at=on(4))
    differs = replace(half.support[0], quote="I lived in Berlin", start=1)
    half = replace(half, support=(half.support[0], differs, gone))
    bare = borne_out(store, PET, "cat", 1)
    bare = replace(bare, support=(replace(bare.support[0], quote="I have a cat"),))
    ledger = ledger_with(half, bare)

    concerns = found(ledger, store)
    after = mended(ledger, store)

    assert [concern.kind for concern in concerns] == [ConcernKind.ORPHAN, ConcernKind.ORPHAN]
    assert "2 of 3 quotes" in concerns[0].what
    assert only(after, "Berlin").support == half.support[:1]
    assert values(after) == ["Berlin"]


def test_a_secret_in_a_record_is_found(store: Store) -> None:
    leaky = replace(borne_out(store, "identity.payment", "4111 1111 1111 1111", 0), status=Status.SUPERSEDED)

    kinds = {concern.kind for concern in found(ledger_with(leaky), store, Policy().with_allowed("identity"))}

    assert kinds == {ConcernKind.SECRET}


def test_what_is_old_and_unsure_fades_and_what_the_policy_forbids_goes(store: Store) -> None:
    unsure = borne_out(store, HOME, "Berlin", 0, reliability=0.55)
    pet = borne_out(store, PET, "dog", 1)
    ledger = ledger_with(unsure, pet)

    concerns = found(ledger, store, Policy().with_denied("possession"))
    after = apply_drafts(ledger, [concern.fix for concern in concerns])

    assert [concern.kind for concern in concerns] == [ConcernKind.UNUSED, ConcernKind.FORBIDDEN]
    assert (only(after, "Berlin").status, only(after, "dog").status) == (Status.DECAYED, Status.DELETED)
