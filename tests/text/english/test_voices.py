"""The speaker of a stretch of a message, in forms of another's words and of a writer's own."""

import pytest

from daybook.text.english.authors import own_text
from tests.text.english.voices import FOREIGN, OWN


@pytest.mark.parametrize(("text", "words"), FOREIGN)
def test_anothers_words_are_not_the_writers_own(text: str, words: str) -> None:
    assert words not in own_text(text)


@pytest.mark.parametrize(("text", "words"), OWN)
def test_a_writers_own_words_stay_beside_what_looks_like_anothers(text: str, words: str) -> None:
    assert words in own_text(text)
