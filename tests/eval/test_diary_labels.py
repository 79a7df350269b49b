"""The labelled entries of the diary: what counts as right, dated and understood alone."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
from daybook.text.english.facts import events_in

from daybook.conversation import Role, Round, ToldEvent, Turn
from daybook_eval.diary_labels import FoundEntry, LabelledEntry, labelled_entries
from daybook_eval.fact_labels.facts import DataSet, Half

MONDAY = datetime(2024, 5, 20, 10, tzinfo=UTC)


def event(text: str) -> ToldEvent:
    (told,) = events_in(Round("r", "me", "s", 0, 0, MONDAY, Turn(Role.USER, text, MONDAY), None))
    return told


def label(**given: object) -> LabelledEntry:
    fields = {"data": DataSet.LOCOMO, "turn": "0" * 16, "start": 0, "stop": 1, "worth": True, **given}
    return LabelledEntry.model_validate(fields)


def test_eighty_entries_are_labelled_in_two_halves() -> None:
    halves = [entry.half for entry in labelled_entries()]

    assert len(halves) == 80
    assert min(halves.count(half) for half in Half) > 30


@pytest.mark.parametrize(("needs", "alone"), [(["kayak"], True), (["kayak", "$40"], False)])
def test_an_entry_stands_alone_where_it_has_the_words_that_it_needs(needs: list[str], alone: bool) -> None:
    found = FoundEntry(label(needs=needs), event("I sold my kayak yesterday."))

    assert found.alone is alone


def test_words_that_are_left_over_spoil_an_entry() -> None:
    told = event("I sold my kayak for fun yesterday.")

    assert FoundEntry(label(needs=["kayak"]), told).alone
    assert not FoundEntry(label(needs=["kayak"], spare=["for fun"]), told).alone


def test_an_entry_is_dated_where_it_has_the_labelled_days() -> None:
    told, day = event("I sold my kayak yesterday."), date(2024, 5, 19)

    assert FoundEntry(label(first=day, last=day), told).dated
    assert not FoundEntry(label(first=day, last=MONDAY.date()), told).dated
    assert not FoundEntry(label(first=day, last=day), None).dated


def test_what_is_not_worth_a_line_is_right_where_there_is_none() -> None:
    assert FoundEntry(label(worth=False), None).all_right
    assert not FoundEntry(label(worth=False), event("I sold my kayak yesterday.")).right
    assert not FoundEntry(label(), None).right
