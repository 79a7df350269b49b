from __future__ import annotations

import pytest

from daybook_eval.measures.containment import alternatives, contains, contains_words, word_share


@pytest.mark.parametrize(
    ("answer", "gold", "strict", "lenient"),
    [
        ("You have Five cats.", "5", True, True),
        ("You paid $1,300!", "1300", True, True),
        ("You go at 6:00 PM.", "6 pm", True, True),
        ("You said on 3 May 2023: cats.", "3", False, False),
        ("It was on 14 February 2023.", "14 February", True, True),
        ("It hangs in the bedroom.", "in my bedroom", False, True),
        ("15 cats", "5", False, False),
        ("8 days", "7 days. 8 days (including the last day) is also acceptable.", True, True),
        ("a dog", "a cat", False, False),
    ],
)
def test_an_expected_answer_is_contained_in_one_piece_or_by_its_words(
    answer: str, gold: str, strict: bool, lenient: bool
) -> None:
    assert (contains(answer, gold), contains_words(answer, gold)) == (strict, lenient)


def test_the_share_of_words_is_of_the_content_words_by_stem() -> None:
    assert word_share("I was painting walls", "She paints a wall and a door and a gate") == 0.5


def test_a_second_acceptable_answer_is_told_apart() -> None:
    assert alternatives("7 days. 8 days (including the last day) is also acceptable.") == ("7 days", "8 days")
    assert alternatives("Two. Or so.") == ("Two. Or so.",)
