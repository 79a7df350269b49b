"""Sentences are cut out of a text, and what stands elsewhere in it is followed to its new place."""

from daybook.english.redaction import cut, holds, moved, says_nothing, sentences_at, spans_of

SAID = "I live in Berlin. My cat is Miso. Berlin is cold."


def test_words_are_found_whole_whatever_their_case_and_line_breaks() -> None:
    assert spans_of(SAID, ["berlin"]) == [(10, 16), (34, 40)]
    assert spans_of("Auntie\n  Bríd called", ["auntie bríd"]) == [(0, 13)]
    assert not holds("Planning the ANNex", ["ann"])
    assert not holds("anything", ["", "  "])


def test_an_apostrophe_is_found_however_it_is_written() -> None:
    assert holds("It is Ann\u2019s birthday", ["Ann's"])
    assert holds("It is Ann's birthday", ["ann\u2019s"])


def test_the_sentences_at_spans_are_joined_where_they_are_neighbours() -> None:
    assert sentences_at(SAID, [(10, 16)]) == [(0, 17)]
    assert sentences_at(SAID, [(10, 16), (25, 27)]) == [(0, 33)]
    assert sentences_at(SAID, [(10, 16), (34, 40)]) == [(0, 17), (34, 49)]


def test_what_is_cut_leaves_a_mark_and_the_rest_moves() -> None:
    cuts = [(0, 17), (34, 49)]

    left = cut(SAID, cuts)

    assert left == "[forgotten] My cat is Miso. [forgotten]"
    assert moved((18, 33), cuts) == (12, 27)
    assert left[12:27] == "My cat is Miso."
    assert moved((10, 20), cuts) is None


def test_a_text_of_marks_alone_says_nothing() -> None:
    assert says_nothing("[forgotten] … [forgotten]")
    assert not says_nothing("[forgotten] Yes.")
