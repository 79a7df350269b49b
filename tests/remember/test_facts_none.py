from __future__ import annotations

import pytest

from tests.remember.said import signed, told


def test_what_is_no_fact_about_the_owner_gives_none() -> None:
    for text in [
        # hedged
        "Maybe I'll move to Rome.",
        "I might be allergic to kiwi.",
        "I think I like jazz.",
        "I'm not sure I'm vegan.",
        "I'm thinking of adopting a cat.",
        "I could move to Spain.",
        "I almost bought a Volvo.",
        "I'm probably from Ghent.",
        # supposed
        "If I had a dog, I'd be happy.",
        "I wish I lived in Rome.",
        "Let's say I live in Rome and have a cat.",
        "Imagine I'm a pilot. I live in Rome.",
        "What if I was a teacher?",
        "When I'm a doctor I'll buy a boat.",
        # asked
        "Am I allergic to kiwi?",
        "Should I get a dog?",
        "Do I live in Rome?",
        "Would I like jazz?",
        # said by somebody else, or quoted
        "My boss said I'm lazy.",
        "You told me I live in Rome.",
        "People say I look like a pirate.",
        'She wrote "I am a doctor and I live in Rome".',
        "> I live in Rome",
        "`I = 'a nurse'`",
        "```\nI live in Rome\n```",
        "According to you, I have two dogs.",
        "I never said I'm vegan.",
        # not a name
        "It is Saturday.",
        "Saturday here.",
        # not meant
        "Yeah right, I love Mondays.",
        "I love Mondays /s",
        "As if I'd ever live in Ohio!",
        "I'm a morning person... not!",
        # of others
        "My friend is vegetarian.",
        "My neighbour has two dogs.",
        "My friend's dog is called Rex.",
        "She loves jazz.",
        # played or to be worked on
        "Write a story in which I am a pirate. I live on a ship.",
        "Act as my coach. I'm a beginner runner.",
        "Please proofread this: I am a student at Yale.",
        "In the game I'm a wizard.",
        "In my dream I live in Paris.",
        "Translate this for me:\nI live in Rome and I have a cat.",
        # idioms
        "I'd love to!",
        "I hate to say it.",
        "I live for weekends.",
        "I'm here to help.",
        "I'm sure.",
        "I'm a bit tired.",
        "I have to go.",
        "I have a question.",
        "I have no idea.",
        "I've got a feeling.",
        "I love it there.",
        # a task
        "My first job is a report of visitors per hour.",
        # pointing at something else
        "I love that place.",
        "I moved there.",
        "I work for them.",
        "My favourite is that one.",
        "I like the second one.",
        # secrets
        "My password is hunter22x.",
        "My card is 4111 1111 1111 1111.",
        "I live in \ud800Rome.",
    ]:
        assert [signed(fact) for fact in told(text) if fact.reliability >= 0.3] == []


def test_words_around_a_quotation_or_a_pasted_text_are_the_owners_all_the_same() -> None:
    text = 'I live in Ghent. He shouted "I hate you all, I quit" at me. Fix this:\nI am a king.'

    assert [signed(fact) for fact in told(text)] == ["identity.residence +Ghent"]


def test_a_question_does_not_take_the_statement_before_it_away() -> None:
    assert [signed(fact) for fact in told("I have two cats, do you like cats?")] == [
        "possession.pet +two cats"
    ]


def test_a_negation_reaches_what_it_denies_and_no_further() -> None:
    facts = told("I don't like olives but I love capers, and I've never been to Malta.")

    assert [signed(fact) for fact in facts] == [
        "preference.food -olives",
        "preference.other +capers",
        "event.experience -been to Malta",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "I love " + "dogs, " * 600,
        "I have " + "the " * 900,
        "I am" + " " * 3_900 + "x",
        "I love dogs and " * 240,
        "I am a " + "very " * 700,
    ],
    ids=["enumeration", "articles", "spaces", "conjunctions", "adverbs"],
)
def test_a_message_of_one_thing_over_and_over_is_read_to_its_end(text: str) -> None:
    assert len(told(text)) <= 2
