"""Sentences are cut out of a text, and what stands elsewhere in it is followed to its new place."""

import pytest
from hypothesis import given, strategies as st

from daybook.text.english.sentences import sentence_spans
from daybook.text.redaction import cut, holds, moved, says_nothing, sentences_at, spans_of


def sentences(text: str) -> list[str]:
    return [text[start:stop] for start, stop in sentence_spans(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I left. It rained! Why? ok", ["I left.", "It rained!", "Why?", "ok"]),
        ("i went home. then i slept.", ["i went home.", "then i slept."]),
        ("It cost $3.50 at v2.1 of a.com today.", ["It cost $3.50 at v2.1 of a.com today."]),
        ("Dr. Lee met J. R. Ewing on Elm St. at noon.", ["Dr. Lee met J. R. Ewing on Elm St. at noon."]),
        ("We met at 3 p.m. We ate.", ["We met at 3 p.m.", "We ate."]),
        ("It was 3 p.m. when we met.", ["It was 3 p.m. when we met."]),
        ("No. I live at no. 5 here.", ["No.", "I live at no. 5 here."]),
        ('"Really?" she said. Yes.', ['"Really?" she said.', "Yes."]),
        ("well... maybe. Well... Maybe.", ["well... maybe.", "Well...", "Maybe."]),
        ("**Tip.** Drink (a lot.) Then rest.", ["**Tip.**", "Drink (a lot.)", "Then rest."]),
        ("You and I. Both.", ["You and I.", "Both."]),
        ("你好。世界！", ["你好。", "世界！"]),
        ("  \n\t", []),
    ],
)
def test_prose_is_cut_where_sentences_end(text: str, expected: list[str]) -> None:
    assert sentences(text) == expected


def test_each_list_item_table_row_and_line_of_code_is_its_own() -> None:
    text = "# Plan\n\n1. Pack. Lightly.\n- shoes\n| a. b | c |\n```\nx = 1. \n```\nmilk\neggs"

    assert sentences(text) == [
        "# Plan",
        "1. Pack.",
        "Lightly.",
        "- shoes",
        "| a. b | c |",
        "```",
        "x = 1.",
        "```",
        "milk",
        "eggs",
    ]


def test_a_sentence_goes_on_below_a_long_line_in_small_letters_only() -> None:
    long = "A line that somebody wrapped by hand near its right edge"

    assert sentences(f"{long}\ngoes on. Then\n{long}\n- item") == [
        f"{long}\ngoes on.",
        "Then",
        long,
        "- item",
    ]


@given(st.text(alphabet=st.sampled_from("aB1.!?…\"') *-|`\n 。"), max_size=80) | st.text(max_size=80))
def test_the_spans_hold_everything_but_white_space_in_order(text: str) -> None:
    spans = sentence_spans(text)

    assert all(text[start:stop] == text[start:stop].strip() != "" for start, stop in spans)
    edges = [0, *(edge for span in spans for edge in span), len(text)]
    assert edges == sorted(edges)
    gaps = [text[edges[i] : edges[i + 1]] for i in range(0, len(edges), 2)]
    assert not "".join(gaps).strip()


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
    assert sentences_at(SAID, [(10, 16)], sentence_spans(SAID)) == [(0, 17)]
    assert sentences_at(SAID, [(10, 16), (25, 27)], sentence_spans(SAID)) == [(0, 33)]
    assert sentences_at(SAID, [(10, 16), (34, 40)], sentence_spans(SAID)) == [(0, 17), (34, 49)]


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
