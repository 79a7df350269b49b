from dataclasses import replace

import pytest

from daybook.text.english.answers.quotes_in_words import NOT_KNOWN
from daybook.text.english.questions.question_content import things_of
from daybook.text.english.reading import read_by_quotes
from daybook.text.english.reading.abstention import AbstentionSignals, abstention_signals, missing_things
from daybook.text.english.reading.quotable import passages_of
from daybook.text.english.reading.relevance import QueryFeatures, rank_passages
from daybook.text.english.words import Vocabulary, stems_of
from tests.answer.histories import asked, excerpt, near

FENCE = excerpt("r1", "2023-05-03", "I painted the fence green in the rain.")


def test_doubt_is_a_half_where_the_weighted_signs_cancel_out() -> None:
    # 2.7 - 10.5 * 0.4 - 2.4 * 0.2 is -1.98; with 1.98 more it is 0, of which the logistic function is a half
    assert AbstentionSignals(cosine=0.4, coverage=0.2, missing=1.98 / 4.1, rounds=0).doubt == pytest.approx(
        0.5
    )
    assert AbstentionSignals(cosine=None, coverage=0.2, missing=2.28 / 4.5, rounds=0).doubt == pytest.approx(
        0.5
    )


def test_odds_of_doubt_grow_with_a_power_of_the_rounds_of_which_the_signs_are_the_best() -> None:
    # with the power 0.7, odds of 1 among no rounds are 4 ** 0.7 = 2.639 among three
    signs = AbstentionSignals(cosine=0.4, coverage=0.2, missing=1.98 / 4.1, rounds=0)
    by_words = AbstentionSignals(cosine=None, coverage=0.2, missing=2.28 / 4.5, rounds=0)

    assert replace(signs, rounds=3).doubt == pytest.approx(2.639 / 3.639, abs=1e-4)
    assert replace(by_words, rounds=3).doubt == pytest.approx(2.639 / 3.639, abs=1e-4)


def test_doubt_falls_with_nearness_and_coverage_and_rises_with_what_is_missing() -> None:
    signs = AbstentionSignals(cosine=0.5, coverage=0.5, missing=0.5, rounds=10)

    assert replace(signs, cosine=0.6).doubt < signs.doubt
    assert replace(signs, coverage=0.6).doubt < signs.doubt
    assert replace(signs, missing=0.6).doubt > signs.doubt


def test_the_things_of_a_question_are_its_words_without_dates_and_what_shades_it() -> None:
    assert things_of("Which relay was on Tuesday, 3 May?") == stems_of("relay 3")
    assert things_of("How much did the boat cost?") == stems_of("boat")
    assert things_of("What is my fastest relay in the forest?") == stems_of("relay forest")


def test_the_names_of_those_who_speak_are_not_missing() -> None:
    talk = excerpt("r1", "2023-05-03", "I painted the fence.", "Well done!", speakers=("Ines", "Omar"))
    question = "Which fence and gate did Ines paint?"

    missing = missing_things(question, passages_of([talk], Vocabulary.of(question)))

    assert missing == stems_of("gate")


def test_signs_are_gathered_from_every_round_that_is_shown() -> None:
    question = "When did I paint the fence and the gate?"
    features = QueryFeatures(dict.fromkeys(stems_of("paint fence gate"), 1 / 3))
    shown = [near(FENCE, 0.4), near(excerpt("r2", "2023-05-04", "Hello."), 0.6)]
    passages = passages_of(shown, Vocabulary.of(question))

    ranked = rank_passages(passages, features)
    signs = abstention_signals(shown, ranked, features, missing_things(question, passages))

    assert signs == AbstentionSignals(cosine=0.6, coverage=2 / 3, missing=1 / 3, rounds=2, best_shares=2 / 3)


def test_the_same_words_answer_where_their_meaning_is_near_and_not_where_it_is_far() -> None:
    question = asked("Which brush did I use on the fence by the river?")

    assert not read_by_quotes(*question, [near(FENCE, 0.8)]).not_known
    far = read_by_quotes(*question, [near(FENCE, 0.1)])

    assert far.not_known
    assert far.text == NOT_KNOWN


def test_a_small_cosine_alone_silences_no_answer_that_has_the_words() -> None:
    signs = AbstentionSignals(cosine=0.0, coverage=0.9, missing=0.0, rounds=10)

    assert signs.doubt > 0.65
    assert not signs.abstains
    assert AbstentionSignals(cosine=0.0, coverage=0.2, missing=0.5, rounds=10).abstains


def test_advice_is_declined_only_by_a_greater_doubt() -> None:
    # 2.7 - 10.5 * 0.3 - 2.4 * 0.2 + 4.1 * 0.3 is 0.3, and 0.7 times the logarithm of 3 is 0.77: 0.74
    signs = AbstentionSignals(cosine=0.3, coverage=0.2, missing=0.3, rounds=2)

    assert signs.abstains
    assert not replace(signs, advice=True).abstains
    assert replace(signs, advice=True, cosine=0.2).abstains
