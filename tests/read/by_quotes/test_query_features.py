from __future__ import annotations

from daybook.read import read_by_quotes
from daybook.read.by_quotes.query_features import names_in
from tests.read.histories import asked, excerpt


def test_names_are_words_with_a_capital_letter_that_do_not_begin_the_question() -> None:
    names = names_in("Which cafe in Leeds is Ann's?")

    assert names is not None
    assert names.sub("_", "Ann's cafe in Leeds. Which?") == "_ cafe in _. Which?"
    assert names_in("Where is it?") is None


def test_the_words_of_the_speaker_whom_the_question_names_answer_before_the_other_s() -> None:
    talk = excerpt(
        "r1",
        "2023-05-03",
        "My boat is a blue dinghy.",
        "My boat is a red canoe.",
        speakers=("Ines", "Omar"),
    )

    of_omar = read_by_quotes(*asked("What sort of boat does Omar have?"), [talk])
    of_both = read_by_quotes(*asked("What sort of boat do Ines and Omar have?"), [talk])

    assert of_omar.evidence[0].quote == "My boat is a red canoe."
    assert of_both.evidence[0].quote == "My boat is a blue dinghy."
