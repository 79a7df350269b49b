"""The lists of the first hour: what they hold, and what counts as which outcome."""

from __future__ import annotations

from collections import Counter
from datetime import date

from daybook.conversation import Role
from daybook_eval.first_hour import (
    authored_messages,
    dated_sentences,
    introductions,
    plain_questions,
    sensitive_sentences,
)
from daybook_eval.first_hour.measure import Outcome, _earliest, _overlaps, _you_said, report


def test_a_third_of_every_list_is_blind_and_ids_are_unique() -> None:
    asked = plain_questions()
    lists = (
        asked.questions,
        asked.messages,
        dated_sentences(),
        introductions(),
        sensitive_sentences(),
        authored_messages(),
    )

    assert [len(entries) for entries in lists] == [80, 40, 80, 150, 80, 60]
    for entries in lists:
        assert len({entry.id for entry in entries}) == len(entries)
        assert 0.3 < sum(entry.blind for entry in entries) / len(entries) < 0.36


def test_what_is_needed_stands_in_its_memory() -> None:
    asked = plain_questions()
    for question in asked.questions:
        sessions = asked.memories.get(question.memory, ())
        texts = [turn.text for said in sessions for turn in said.turns if turn.role is Role.USER]
        texts += [part.user for part in asked.planted] if question.memory == "h500" else []
        assert all(any(words in text for text in texts) for words in question.needed), question.id


def test_every_sentence_names_its_day_by_words_that_stand_in_it() -> None:
    for case in dated_sentences():
        assert case.expression in case.text, case.id
        assert f"{case.said:%A}" == case.weekday, case.id
        assert (case.start or date.min) <= (case.end or date.max)


def test_quotes_behind_you_said_are_found_and_compared_with_sentences() -> None:
    answer = "On 4 March you said: “I quit my job yesterday.”\n\nIn a text that you pasted: “I am the king”"

    assert _you_said(answer) == ["I quit my job yesterday."]
    assert _overlaps("I quit my job yesterday.", "> I quit my job yesterday")
    assert not _overlaps("I quit smoking", "I quit my job")
    assert _earliest("Nowadays at Google; before that at Microsoft.", ["Microsoft"]) == 6


def test_the_report_shows_nothing_of_the_blind_third() -> None:
    outcomes = [Outcome("days", "past", blind, "d", "wrong", f"blind {blind}") for blind in (True, False)]

    found = report(outcomes, verbose=True)

    assert Counter(str(line).endswith("blind False") for line in found.lines) == {True: 1}
    assert found.shape == {
        "days: past, blind": {"good": [0, 1], "wrong": 1},
        "days: past, open": {"good": [0, 1], "wrong": 1},
    }
