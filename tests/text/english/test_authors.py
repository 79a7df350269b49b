"""Tells a message's own words from others', and how the others came into it."""

from itertools import pairwise

import pytest

from daybook.conversation.authorship import Authorship, Mode, authorship_of
from daybook.text.english.authors import authored, own_text, works_on_text


def how(text: str, words: str) -> Authorship:
    start = text.index(words)
    return authorship_of(text, authored(text), start, start + len(words))


@pytest.mark.parametrize(
    ("text", "words", "mode", "by"),
    [
        ("> I sold the van\nShould I believe it?", "I sold the van", Mode.QUOTED, ""),
        ("[forwarded from Bram]\n> I am the king", "I am the king", Mode.FORWARDED, "Bram"),
        ("[attached: text, 30 characters]\n> I am allergic to bees.", "I am allergic", Mode.ATTACHED, ""),
        ("[attached: cv.txt, 30 characters]\n> I am a nurse.", "I am a nurse.", Mode.ATTACHED, "cv.txt"),
        ("Fwd from Ines: I found a purse.", "I found a purse.", Mode.FORWARDED, "Ines"),
        ("Translate to Dutch please:\nI have two hens.", "I have two hens.", Mode.GIVEN, ""),
        ("My name is Pia.\n\nCan you proofread this text?", "My name is Pia.", Mode.GIVEN, ""),
        ("my boss goes, I'm off to Malta, and left", "I'm off to Malta", Mode.QUOTED, ""),
        ("\u266a I lost my shoes in Rome \u266a who sang it?", "I lost my shoes in Rome", Mode.QUOTED, ""),
        ("Let's role-play. I am a pirate.", "I am a pirate.", Mode.PLAYED, ""),
        ("Ruth wrote this:\n\nDear all,\nI quit.\nBest,\nRuth\n\nOdd, no?", "I quit.", Mode.PASTED, ""),
        ("Dear all,\nI quit.\nBest,\nRuth\n\nI like that.", "I like that.", Mode.SAID, ""),
        ("she was like I hate my job", "I hate my job", Mode.QUOTED, ""),
        ("My aunt was like a mother to me.", "a mother to me.", Mode.SAID, ""),
        ("You're the cook and I'm a spy. I am 90.", "I am 90.", Mode.PLAYED, ""),
        ("I'll be the best man and you are invited.", "I'll be the best man", Mode.SAID, ""),
        ("[12/03/26, 10:11] Anna: I'm late\nOdd.", "I'm late", Mode.PASTED, ""),
        ("Attachment: cv.pdf\nI am a nurse.", "I am a nurse.", Mode.ATTACHED, "cv.pdf"),
        ("which song goes I left my hat in Rome?", "I left my hat in Rome", Mode.QUOTED, ""),
        ("```\n# I live in Turin\n```\nI use Vim.", "# I live in Turin", Mode.PASTED, ""),
        ("```\n# I live in Turin\n```\nI use Vim.", "I use Vim.", Mode.SAID, ""),
        ("I need a hand.\nHere is the text: I live in Rome.", "I live in Rome.", Mode.SENT, ""),
        ("I moved; and I like it;", "I moved; and I like it;", Mode.SAID, ""),
        ("Here's the thing: I quit my job.", "I quit my job.", Mode.SAID, ""),
        ('My boat is called "Otter".', 'My boat is called "Otter".', Mode.SAID, ""),
        ("Is this a good idea?\nI work at a bakery.", "I work at a bakery.", Mode.SAID, ""),
        ("Re: Sunday - I booked the cottage.", "I booked the cottage.", Mode.SAID, ""),
    ],
)
def test_how_words_came_into_a_message(text: str, words: str, mode: Mode, by: str) -> None:
    assert how(text, words) == Authorship(mode, by)


@pytest.mark.parametrize(
    ("message", "is_work"),
    [
        ("make this sound more polite", True),
        ("Make this sound more polite: send me the file by noon.", True),
        ("Please shorten it, and keep the date.", True),
        ("Proofread this please: I has three cat.", True),
        ("Make that two for dinner.", False),
        ("What was the feedback on my talk?", False),
        ("Write to Ines that I am late.", False),
    ],
)
def test_work_on_a_text_is_told_from_other_tasks(message: str, is_work: bool) -> None:
    assert works_on_text(message) is is_work


def test_stretches_do_not_overlap_and_what_they_leave_stays_in_its_place() -> None:
    text = '> I sold the van\nI like it. Here is the text: "I am tall, I am old" and I live in Rome.'
    stretches = authored(text)

    assert all(one.stop <= other.start for one, other in pairwise(stretches))
    assert own_text(text).index("I like it.") == text.index("I like it.")
    assert "van" not in own_text(text)


@pytest.mark.parametrize(
    ("text", "is_theirs"),
    [
        ("My phone number is 0113 496 0999.", True),
        ("I have diabetes and my work email is ada@example.com.", True),
        ("Phone: 555 123 4567\nEmail: ada@example.com", False),
    ],
)
def test_an_address_in_a_sentence_is_its_writers_and_one_in_a_letterhead_is_not(
    text: str, is_theirs: bool
) -> None:
    assert bool(own_text(text).strip()) is is_theirs
