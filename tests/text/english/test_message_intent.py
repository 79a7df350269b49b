"""Messages that ask memory to forget, or not to keep, and messages that only sound like it."""

import pytest

from daybook.conversation.language import ForgetRequest, WithholdRequest
from daybook.text.english.message_intent import only_asks, request_of


@pytest.mark.parametrize(
    ("message", "about"),
    [
        ("Forget my address.", "address"),
        ("pls forget my phone number", "phone number"),
        ("I want the salary they offered gone from your notes", "the salary they offered"),
        ("Take the iron tablets out of what you know about me.", "the iron tablets"),
        ("remove all mention of my breakup", "breakup"),
        ("Forget that I have a parrot!", "I have a parrot"),
        ("Can you forget what I told you about Coco?", "Coco"),
        ("Forget everything about my old job", "old job"),
        ("Delete my birthday from your memory.", "birthday"),
        ("Erase everything about Berlin", "Berlin"),
        ("Don't remember my age any more", "age"),
        ("I'd rather you didn't remember my salary.", "salary"),
        ("That about the cello, please forget it.", "the cello"),
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
        "Take the cake out of the oven.",
        "I need the stain gone from my shirt.",
        "Never forget how far you have come.",
        "Do you remember my address?",
        "Remember that I am allergic to nuts.",
        "I don't remember that film.",
        "Forget it, let's talk about dinner.",
        "How do I delete a branch?",
    ],
)
def test_what_only_sounds_like_it_asks_for_nothing(message: str) -> None:
    assert request_of(message) is None


def test_what_else_may_be_deleted_waits_for_what_a_search_finds() -> None:
    assert request_of("Delete the second paragraph.") == ForgetRequest("the second paragraph", is_sure=False)


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


@pytest.mark.parametrize(
    ("message", "only_asking"),
    [
        ("What is my cat called?", True),
        ("Remind me where I left the ladder.", True),
        ("I moved to Ghent. What is my cat called?", False),
        ("I painted the fence.", False),
    ],
)
def test_a_message_that_only_asks_tells_nothing(message: str, only_asking: bool) -> None:
    assert only_asks(message) is only_asking
