from __future__ import annotations

import pytest

from daybook.llm.repetition import repeats_itself

NOTE = '{"round": 1, "quote": "I bought a bicycle in Ghent", "note": "It tells of a bicycle."}'


@pytest.mark.parametrize(
    "text",
    [
        '{"phrasings": ["' + 'When?", "' * 20,
        '{"notes": [' + ", ".join([NOTE] * 4) + ', {"round": 1, "quo',
        '{"notes": []\n' + " " * 100,
        "It was " + "very " * 30 + "ver",
        "ha" * 10_000,
    ],
)
def test_a_text_that_ends_in_a_loop_repeats_itself(text: str) -> None:
    assert repeats_itself(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Hello.",
        "no, no, no, no",
        "| a | b |\n|---|---|\n" + "-" * 40,
        '{"scores": [' + ", ".join(f'{{"id": {number}, "score": 0.5}}' for number in range(1, 21)),
        '{"notes": [' + NOTE + ", " + NOTE,
        "very " * 30 + "good, and that is all there is to say about it, I should think.",
    ],
)
def test_other_texts_do_not(text: str) -> None:
    assert not repeats_itself(text)
