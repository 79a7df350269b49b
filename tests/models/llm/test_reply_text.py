"""Thoughts, JSON, echoes and loops in the text of a reply."""

import json

import pytest
from hypothesis import given, strategies as st

from daybook.conversation.errors import UnreadableReply
from daybook.models.llm import ModelReply, ask
from daybook.models.llm.reply_text import (
    ThoughtFilter,
    begins_within_thought,
    json_objects,
    repeats_itself,
    without_thoughts,
)
from daybook_prompts import load_prompt
from daybook_prompts.replies import Expanded, Period, Rewritten
from tests.models.llm.scripted_chat import ScriptedChat

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


@pytest.mark.parametrize(("text", "shown"), REPLIES)
def test_a_thought_with_a_beginning_is_not_taken_for_one_without(text: str, shown: str) -> None:
    assert not begins_within_thought(text)


@pytest.mark.parametrize(("text", "shown"), UNBEGUN)
def test_a_thought_without_a_beginning_is_noticed(text: str, shown: str) -> None:
    assert begins_within_thought(text)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('{"a": 1}', [{"a": 1}]),
        ('```json\n{"a": 1}\n```', [{"a": 1}]),
        ('Sure, here it is:\n{"a": 1}\nI hope that helps.', [{"a": 1}]),
        ('{"a": [1, 2,],}', [{"a": [1, 2]}]),
        ('{"a": "one,}",}', [{"a": "one,}"}]),
        ('{"a": "two\nlines"}', [{"a": "two\nlines"}]),
        ('<think>maybe {"a": 1}?</think>{"a": 2}', [{"a": 1}, {"a": 2}]),
        ('the set {x} is {"a": 1}', [{"a": 1}]),
        ('{"a": {"b": "}"}}', [{"a": {"b": "}"}}]),
        (r'{"a": "a \" and a }"}', [{"a": 'a " and a }'}]),
        ("", []),
        ("I cannot say.", []),
        ("[1, 2]", []),
        ('{"a": NaN}', []),
        ("{'a': __import__('os').getcwd()}", []),
    ],
)
def test_objects_are_found_in_what_is_around_them(text: str, found: list[object]) -> None:
    assert list(json_objects(text)) == found


@pytest.mark.parametrize("text", ['{"a": [{"b": 1}, {"b": 2}', '{"a": {"b": 1}, "c": "cut o', '{"a": "x\\'])
def test_an_object_that_is_cut_off_gives_nothing_not_even_its_parts(text: str) -> None:
    assert list(json_objects(text)) == []


@pytest.mark.parametrize(
    "text", ["{" * 100_000, '{"a":' * 50_000, '{"a":' * 20_000 + "1" + "}" * 20_000, '"' * 99_999]
)
def test_nonsense_of_any_size_and_depth_is_passed_over(text: str) -> None:
    assert list(json_objects(text)) == []


@given(st.dictionaries(st.text(), st.text() | st.integers() | st.lists(st.text())))
def test_any_object_comes_back_from_within_prose(value: dict[str, object]) -> None:
    assert list(json_objects(f"Here: {json.dumps(value)} - done.")) == [value]


async def expanded(*replies: str | ModelReply) -> Expanded:
    return await ask(ScriptedChat(*replies), load_prompt("expand"), Expanded, question="When was it?")


async def test_the_placeholder_of_a_prompt_is_no_phrasing() -> None:
    reply = await expanded('{"phrasings": ["...", "On which day?", " ... "], "parts": ["..."]}')

    assert (reply.phrasings, reply.parts) == (["On which day?"], [])


async def test_a_reply_that_is_nothing_but_the_example_is_asked_for_again_and_then_unreadable() -> None:
    model = ScriptedChat(*['{"question": "The question", "disputed": "the rejected claim, or empty"}'] * 2)

    with pytest.raises(UnreadableReply, match="question: String should have at least 1 character"):
        await ask(model, load_prompt("rewrite"), Rewritten, dialogue=[], question="And then?")

    model.assert_spent()


async def test_a_choice_that_the_prompt_gives_is_content_though_its_example_makes_it_too() -> None:
    model = ScriptedChat('{"first": "YYYY-MM-DD", "last": null, "about": "said"}')

    reply = await ask(
        model, load_prompt("time_range"), Period, question="?", asked_at="2024-05-01", rule_range=None
    )

    assert (reply.first, reply.about) == (None, "said")


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
