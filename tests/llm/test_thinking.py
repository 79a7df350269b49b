from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daybook.llm.thinking import ThoughtFilter, begins_within_thought, without_thoughts

REPLIES = [
    ("Hello to you.", "Hello to you."),
    (" Hello.\n", " Hello.\n"),
    ("<think>Who is it?</think>\n\nHello.", "Hello."),
    ("\n<think>\n</think>\n\nHello.", "Hello."),
    ("<think>One.</think>\n<think>Two.</think>Hello.", "Hello."),
    ("<thinking>Who?</thinking> Hello.", "Hello."),
    ("<thought>Who?</thought>Hello.", "Hello."),
    ("[THINK]Who?[/THINK]Hello.", "Hello."),
    ("<think>Who is it? I should", ""),
    ("<think>", ""),
    ("<thin", "<thin"),
    ("", ""),
    ('{"quote": "he wrote <think>"}', '{"quote": "he wrote <think>"}'),
    ('{"quote": "</think>"}', '{"quote": "</think>"}'),
    ("Begin a thought with <think> and end it with </think>, if you must.",) * 2,
]
UNBEGUN = [
    ("Okay, who is it?\n</think>\n\nHello.", "Hello."),
    ("Okay, who is it?</think>\nHello.", "Hello."),
    ('Okay, so JSON.\n</think>{"a": 1}', '{"a": 1}'),
]


@pytest.mark.parametrize(("text", "shown"), REPLIES + UNBEGUN)
def test_a_reply_is_what_stands_behind_its_thoughts(text: str, shown: str) -> None:
    assert without_thoughts(text) == shown


def test_pieces_of_any_size_show_the_same_as_the_whole() -> None:
    for text, shown in REPLIES:
        for size in [1, 2, 3, 7, 1000]:
            shower = ThoughtFilter()

            pieces = [shower.take(text[at : at + size]) for at in range(0, len(text), size)]

            assert "".join([*pieces, shower.end()]) == shown


@pytest.mark.parametrize(("text", "shown"), UNBEGUN)
def test_a_model_known_to_begin_within_a_thought_shows_nothing_before_its_end(text: str, shown: str) -> None:
    shower = ThoughtFilter(within=True)

    pieces = [shower.take(character) for character in text]

    assert "".join([*pieces, shower.end()]) == shown


def test_what_was_held_back_is_shown_in_the_end_if_no_thought_ended() -> None:
    shower = ThoughtFilter(within=True)

    assert (shower.take("Hello"), shower.take(" there"), shower.end()) == ("", "", "Hello there")


def test_a_piece_is_shown_as_soon_as_it_can_begin_no_thought() -> None:
    shower = ThoughtFilter()

    assert [shower.take(piece) for piece in ("<", "b>", "Hello", " <think>")] == [
        "",
        "<b>",
        "Hello",
        " <think>",
    ]


@pytest.mark.parametrize(("text", "shown"), REPLIES)
def test_a_thought_with_a_beginning_is_not_taken_for_one_without(text: str, shown: str) -> None:
    assert not begins_within_thought(text)


@pytest.mark.parametrize(("text", "shown"), UNBEGUN)
def test_a_thought_without_a_beginning_is_noticed(text: str, shown: str) -> None:
    assert begins_within_thought(text)


@given(st.lists(st.sampled_from(["<think>", "</think>", "a", " ", "\n", "<", "think>"]), max_size=12))
def test_what_is_shown_of_any_pieces_is_an_end_of_them(pieces: list[str]) -> None:
    shower = ThoughtFilter()

    shown = "".join([*(shower.take(piece) for piece in pieces), shower.end()])

    assert "".join(pieces).endswith(shown)
