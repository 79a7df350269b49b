"""The lists of the first hour: what they hold, and what counts as which outcome."""

import json
from collections import Counter
from dataclasses import replace
from datetime import date, datetime
from pathlib import Path

import daybook.interfaces
from daybook.conversation import Evidence, Role, Turn
from daybook.interfaces.importers.messages import read_messages
from daybook_eval.embedders import HashedWords
from daybook_eval.first_hour import (
    authored_messages,
    dated_sentences,
    introductions,
    plain_questions,
    sensitive_sentences,
)
from daybook_eval.first_hour.measure import Outcome, _earliest, _overlaps, _you_said, misattributed, report
from daybook_eval.study import memory


def test_a_third_of_every_list_is_blind_and_ids_are_unique() -> None:
    asked = plain_questions()
    lists = (
        asked.questions,
        asked.messages,
        dated_sentences(),
        introductions(),
        sensitive_sentences(),
        sensitive_sentences("sensitive_again"),
        authored_messages(),
    )

    assert [len(entries) for entries in lists] == [80, 40, 80, 150, 80, 80, 60]
    for entries in lists:
        assert len({entry.id for entry in entries}) == len(entries)
        assert 0.3 < sum(entry.blind for entry in entries) / len(entries) < 0.36


def test_the_second_list_of_introductions_is_blind_and_its_values_are_in_the_last_message() -> None:
    again = introductions("introductions_again")

    assert len({entry.turns for entry in again}) == 70
    assert len({entry.id for entry in again}) == len(again) == 90
    assert all(entry.blind for entry in again)
    for entry in again:
        told = not entry.nothing
        assert told == (_earliest(entry.turns[-1], (entry.value, *entry.also)) is not None), entry.id


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


def test_no_answer_of_the_demo_calls_words_the_owners_that_are_not() -> None:
    folder = Path(daybook.interfaces.__file__).parent / "demo"
    asked = json.loads((folder / "questions.json").read_text(encoding="utf-8"))
    quoted = 0
    with memory(HashedWords(dim=256, window=100_000)) as opened:
        opened.add(read_messages(folder / "history.json").sessions, owner="demo")
        for question in asked:
            moment = datetime.fromisoformat(question["asked_at"])
            answer = opened.ask(question["question"], owner="demo", asked_at=moment)
            names = sorted({item.round_id for item in answer.evidence})
            rounds = {round_.round_id: round_ for round_ in opened.fetch(names, owner="demo")}
            assert misattributed(answer, rounds) == [], answer.text
            quoted += len(_you_said(answer.text))
    assert quoted >= len(asked) // 2


def test_words_that_were_forwarded_are_misattributed_where_an_answer_calls_them_said() -> None:
    with memory(HashedWords(dim=256, window=100_000)) as opened:
        text = "I am tall.\n\n[forwarded from Bram]\n> I am the king"
        kept = opened.append([Turn(Role.USER, text)], owner="ada").round
        answer = opened.ask("Am I tall?", owner="ada")
    evidence = (Evidence(kept.round_id, kept.session_id, kept.said_at, "I am"),)
    found = {
        words: misattributed(
            replace(answer, text=f"You said on 4 March 2026: \u201c{words}\u201d", evidence=evidence),
            {kept.round_id: kept},
        )
        for words in ("I am the king", "I am tall.")
    }

    assert found == {"I am the king": ["I am the king"], "I am tall.": []}
