from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daybook.read.by_quotes.vocabulary import Vocabulary, stems_of


@pytest.mark.parametrize(
    ("question", "text", "held"),
    [
        ("studies", "I studied a study.", {"studi"}),
        ("buy", "She bought it.", {"buy"}),
        ("1200 steps", "1,200 of them, step by step", {"1200", "step"}),
        ("keep", "housekeeping", set()),
        ("cafe", "the Caf\u00e9's door", {"cafe"}),
        ("the", "the", set()),
    ],
)
def test_the_words_of_a_question_are_found_in_every_form(question: str, text: str, held: set[str]) -> None:
    assert Vocabulary.of(question).in_text(text) == held


@given(st.lists(st.sampled_from("buy bought running ran guitar's e-mail 1,200 3.5 knives the".split(" "))))
def test_looking_for_beginnings_finds_what_stemming_everything_finds(words: list[str]) -> None:
    vocabulary = Vocabulary.of("buy run guitars email mail 1200 3.5 knife")
    text = " ".join(words)

    assert vocabulary.in_text(text) == vocabulary.stems & stems_of(text)
