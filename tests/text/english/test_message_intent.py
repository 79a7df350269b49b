"""Messages that ask memory to forget, or not to keep, and messages that only sound like it."""

import pytest

from daybook.conversation.language import ForgetRequest, Intent, WithholdRequest
from daybook.text.english.messages import intent_of
from daybook.text.english.messages.message_intent import request_of


@pytest.mark.parametrize(
    "message",
    [
        "sing me a song",
        "Pick a number between one and ten.",
        "please order us some pizza",
        "Turn off the lights, it's late.",
        "Don't use bullet points.",
        "let's play a game",
        "Be brief.",
        "Proofread this: all is well",
    ],
)
def test_a_command_states_nothing(message: str) -> None:
    assert intent_of(message) is Intent.OTHER


@pytest.mark.parametrize(
    "message",
    [
        "Moved to Porto yesterday.",
        "Love the new flat!",
        "Don't like coffee.",
        "Gave my sister a scarf.",
        "Feeding the neighbour's cat this week.",
        "Put the house on the market last week.",
        "Book club is on Thursday.",
        "Near the station there's a new bakery.",
        "Wow that was loud.",
    ],
)
def test_a_statement_may_leave_out_who_it_is_about(message: str) -> None:
    assert intent_of(message) is Intent.STATEMENT


def test_a_command_to_remember_asks_memory() -> None:
    assert intent_of("Remind me where I left the ladder.") is Intent.RECALL


@pytest.mark.parametrize(
    ("message", "about"),
    [
        ("Forget my address.", "address"),
        ("please forget my phone number", "phone number"),
        ("Forget that I have a parrot!", "I have a parrot"),
        ("Can you forget what I told you about Coco?", "Coco"),
        ("Forget everything about my old job", "old job"),
        ("Delete my birthday from your memory.", "birthday"),
        ("Erase everything about Berlin", "Berlin"),
        ("Don't remember my age any more", "age"),
        ("forget that", ""),
        ("Please forget what I just said.", ""),
    ],
)
def test_what_is_to_be_forgotten_is_named(message: str, about: str) -> None:
    assert request_of(message) == ForgetRequest(about)


@pytest.mark.parametrize(
    "message",
    [
        "Forget it.",
        "Don't forget to water the plants.",
        "I forgot my keys at the office.",
        "I always forget my wallet.",
        "Never forget how far you have come.",
        "Delete the second paragraph.",
        "Do you remember my address?",
        "Remember that I am allergic to nuts.",
        "I don't remember that film.",
        "Remove the seeds from the pepper.",
    ],
)
def test_what_only_sounds_like_it_asks_for_nothing(message: str) -> None:
    assert request_of(message) is None


@pytest.mark.parametrize(
    ("message", "this"),
    [
        ("Do not remember that.", False),
        ("Please don't store this!", False),
        ("Don't keep what I just said", False),
        ("Don't remember this: the door code is by the bell.", True),
        ("Off the record, I am looking for another job.", True),
        ("I am looking for another job, but don't write that down.", True),
    ],
)
def test_what_is_not_to_be_kept_is_this_message_or_the_one_before(message: str, this: bool) -> None:
    assert request_of(message) == WithholdRequest(this)
