from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daybook.english.sentences import sentence_spans


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
