import math
from dataclasses import replace

import pytest

from daybook.conversation import Role, Round, Turn, rounds_of
from daybook.english.words import words_of
from daybook.store.lexical import WHOLE_ROUND, Fields
from tests.store.conversations import reply, session, user
from tests.store.indexed import words_of_rounds


def _rounds(*texts: str) -> list[Round]:
    turns = [turn for text in texts for turn in (user(text), reply("Noted."))]
    return list(rounds_of(session("a", *turns), "ada"))


def test_one_round_is_found_by_a_word_of_it() -> None:
    (round_,) = _rounds("I adopted a cat.")

    ((name, score),) = words_of_rounds([round_]).search("Which cat?", fields=("user",), limit=5)

    # BM25+, k1 1.5, b 0.75, delta 1: idf ln(2/1); the word is there once in a document of average length.
    assert name == round_.round_id
    assert score == pytest.approx(math.log(2) * (1 + 2.5 / 2.5))


def test_of_two_rounds_the_one_that_shares_a_word_is_found() -> None:
    rounds = _rounds("I adopted a cat.", "The tram was late.")
    index = words_of_rounds(rounds)

    assert [name for name, _ in index.search("late trams", limit=5)] == [rounds[1].round_id]


def test_a_word_that_every_round_has_still_finds_them() -> None:
    rounds = _rounds("My cat sleeps.", "My cat eats.")

    hits = words_of_rounds(rounds).search("cat", limit=5)

    assert [name for name, _ in hits] == [round_.round_id for round_ in rounds]
    assert all(score > 0 for _, score in hits)


def test_rounds_that_share_no_word_are_left_out() -> None:
    assert words_of_rounds(_rounds("I adopted a cat.")).search("zeppelin", limit=5) == []
    assert words_of_rounds(_rounds("I adopted a cat.")).search("what was the", limit=5) == []
    assert words_of_rounds([]).search("cat", limit=5) == []


def test_the_fields_decide_what_a_document_is() -> None:
    rounds = list(rounds_of(session("a", user("Any jam?"), reply("Plum jam."), user("Plums?")), "ada"))
    index = words_of_rounds(rounds)
    first, second = (round_.round_id for round_ in rounds)

    assert {name for name, _ in index.search("plum", limit=5)} == {first, second}
    assert [name for name, _ in index.search("plum", fields=("user",), limit=5)] == [second]
    assert [name for name, _ in index.search("plum", fields=("assistant",), limit=5)] == [first]
    assert index.search("plum", fields=("both",), limit=5) == index.search("plum", limit=5)


def test_the_rarer_and_the_repeated_word_counts_more() -> None:
    rounds = _rounds("cat dog", "cat bird", "cat fish", "cat fish fish")
    index = words_of_rounds(rounds)

    assert index.search("cat bird", fields=("user",), limit=1)[0][0] == rounds[1].round_id
    assert [name for name, _ in index.search("fish", fields=("user",), limit=5)] == [
        rounds[3].round_id,
        rounds[2].round_id,
    ]


def test_a_word_that_the_query_repeats_counts_once() -> None:
    rounds = _rounds("cat nap", "dog walk")
    index = words_of_rounds(rounds)

    assert index.search("cat cat", limit=5) == index.search("cat", limit=5)


def test_every_round_has_a_score_and_strangers_nothing() -> None:
    rounds = _rounds("I adopted a cat.", "The tram was late.")
    scored = words_of_rounds(rounds).scores("cat", fields=("user",))

    assert list(scored.rounds) == [round_.round_id for round_ in rounds]
    # two documents of two and two words: idf ln(3/1)
    assert scored.values == pytest.approx([math.log(3) * 2, 0])


def test_equal_scores_keep_the_order_in_which_the_rounds_were_said() -> None:
    rounds = _rounds(*["cat nap"] * 40)

    hits = words_of_rounds(rounds).search("cat", limit=30)

    assert [name for name, _ in hits] == [round_.round_id for round_ in rounds[:30]]


def test_only_rounds_within_are_found() -> None:
    rounds = _rounds("cat one", "cat two", "cat three")

    hits = words_of_rounds(rounds).search("cat", limit=5, within=[rounds[2].round_id, "r-unknown"])

    assert [name for name, _ in hits] == [rounds[2].round_id]


def test_a_recollection_is_not_found() -> None:
    turns = (
        user("My cat is Miso."),
        reply("Noted."),
        Turn(Role.USER, "Which cat?", sources=()),
        reply("Miso, the cat.", sources=("r1",)),
    )
    rounds = list(rounds_of(session("a", *turns), "ada"))

    assert [name for name, _ in words_of_rounds(rounds).search("cat Miso", limit=5)] == [rounds[0].round_id]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Running runs ran", ["run", "run", "ran"]),
        ("The Café's 1,200 follow-ups", ["cafe", "1200", "follow", "up"]),
        ("I don't, I'm, you’ll, o'clock, O'Brien", ["oclock", "obrien"]),
        ("3.5k at 7:30, 50% off", ["3.5k", "7", "30", "50"]),
        ("user_name GPT-4 x86", ["user", "name", "gpt", "4", "x86"]),
        ("東京 ラーメン", ["東", "京", "ラ", "ー", "メ", "ン"]),
        ("Привет мир", ["привет", "мир"]),
        ("what is the", []),
        ("", []),
    ],
)
def test_words_are_stems_of_what_counts(text: str, words: list[str]) -> None:
    assert words_of(text) == words


def test_a_speaker_decides_whose_words_count() -> None:
    turns = [user("Plum jam."), reply("Fig jam."), user("Fig tart."), reply("Plum tart.")]
    named = [replace(turn, speaker=name) for turn, name in zip(turns, ["Ada", "Ben"] * 2, strict=True)]
    first, second = rounds_of(session("a", *named), "ada")
    index = words_of_rounds([first, second])

    def found(speaker: str | None, fields: Fields = WHOLE_ROUND) -> list[str]:
        scores = index.scores("plum", speaker=speaker, fields=fields)
        return [name for name, value in zip(scores.rounds, scores.values, strict=True) if value]

    assert index.speakers == ("Ada", "Ben")
    assert index.said_by(["Ben"]).tolist() == [[False, True], [False, True]]
    assert index.said_by(["Ben", "Ada"]).all()
    assert not index.said_by(["Cleo"]).any()
    assert found(None) == [first.round_id, second.round_id]
    assert found("Ada") == [first.round_id]
    assert found("Ben") == [second.round_id]
    assert found("Ben", ("user",)) == found("Cleo") == []


def test_one_who_speaks_on_both_sides_of_a_round_has_both() -> None:
    turns = (replace(turn, speaker="Ada") for turn in (user("Plum."), reply("Fig.")))
    (round_,) = rounds_of(session("a", *turns), "ada")

    assert words_of_rounds([round_]).said_by(["Ada"]).tolist() == [[True, True]]
