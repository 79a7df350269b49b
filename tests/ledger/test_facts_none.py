"""What looks like a fact and is none: every guard is held by sentences of its own, and by one that passes."""

import pytest
from daybook.text.english.facts.phrases import cut

from daybook.ledger.confidence import WriteDecision, WriteThresholds
from tests.ledger.said import signed, told


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
        "I want to write a story where I'm a spy.",
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
    facts = told("I don't like olives but I love capers, and I've never lived in Malta.")

    assert [signed(fact) for fact in facts] == ["preference.food -olives", "preference.other +capers"]


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


@pytest.mark.parametrize(
    ("text", "slot"),
    [
        # names
        ("My name is It.", "identity.name"),
        ("Call me Listen.", "identity.name"),
        ("My name is Saturday.", "identity.name"),
        # employers
        ("I work for the seller.", "identity.employer"),
        ("I've been with Anna for ten years.", "identity.employer"),
        ("I work at Monday.", "identity.employer"),
        ("I got a new job at a place downtown.", "identity.employer"),
        # residences
        ("I live in constant fear.", "identity.residence"),
        ("I'm based in a van.", "identity.residence"),
        ("I live in different cities.", "possession.home"),
        # ages
        ("I am 40,000 in debt.", "identity.age"),
        ("I'm 5, and she is 6.", "identity.age"),
        # kin as a modifier of another noun, or of somebody else
        ("My baby carrots are in the fridge.", "family.child"),
        ("My dance partner is late.", "identity.relationship"),
        ("I blame my partner in crime.", "identity.relationship"),
        ("I love my kid friendly car.", "family.child"),
        ("My boyfriend broke up with me.", "identity.relationship"),
        ("My wife passed away last spring.", "identity.relationship"),
        # not yet
        ("I'm going to be a student.", "identity.work"),
        # no animals, no rooms
        ("I'm a fan of the Desert Foxes.", "preference.animal"),
        ("I have an open house on Friday.", "possession.home"),
        ("I got a new snake plant.", "possession.pet"),
        ("I painted my cat sculpture.", "possession.pet"),
        ("My pet food is late.", "possession.pet"),
    ],
)
def test_what_only_looks_like_a_slot_gives_none(text: str, slot: str) -> None:
    assert [signed(fact) for fact in told(text) if fact.slot == slot] == []


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("My name is Ines.", "identity.name +Ines"),
        ("I work at the hospital.", "identity.employer +hospital"),
        ("I've been with Ames Corporation for ten years.", "identity.employer +Ames Corporation"),
        ("I live in kenya.", "identity.residence +Kenya"),
        ("I live in Salt Lake City.", "identity.residence +Salt Lake City"),
        ("I'm 40.", "identity.age +40"),
        ("I'm 9 years old.", "identity.age +nine"),
        ("My wife thinks nothing of it.", None),
        ("My wife bakes on Sundays.", "identity.relationship +married"),
        ("I made it for my brother Otto's birthday.", "family.sibling +brother Otto"),
        ("I'm off to see my younger sister.", "family.sibling +younger sister"),
        ("I wake up at 7 am on weekdays.", "habit.routine.waking +7 am on weekdays"),
    ],
)
def test_what_is_meant_so_passes_the_guards(text: str, fact: str | None) -> None:
    assert [signed(found) for found in told(text)] == ([fact] if fact else [])


@pytest.mark.parametrize(
    "text",
    [
        # that somebody has a relative, in passing
        "That is what my sister likes.",
        "I met my cousin.",
        "My nephews were there.",
        "Ask my aunt.",
        # a value that breaks off or points elsewhere
        "I'm trying to cut down on.",
        "I like books about.",
        "I prefer evenings or.",
        "I like all those dishes.",
        "I love the colours of this house.",
        "My favourite part was the end.",
        "I'm a huge fan.",
        # what an assistant, a role or a letter says
        "I'm just an assistant. I don't have personal opinions. I love poems.",
        "As an AI language model I cannot eat, but I love jazz.",
        "You are my copywriter and an expert in boats. I live in Oslo.",
        "I want you to act as my tutor. I'm a nurse.",
        "Dear Ms Berg,\nI live in Oslo and I am a nurse.",
        "I live in Oslo.\n\nKind regards,\nNils",
        "I am a nurse at [Company Name]. I live in Oslo.",
        "Nurse: I live in Oslo.\nDoctor: I have two dogs.\nNurse: I love jazz.",
        "Reach me at my e-mail nils@example.org. I am a nurse with much experience.",
        "As a tax lawyer, draft a reply to our client.",
        # a piece of fiction that is asked for, and a wish
        "Write a novel in which I am a baron.",
        "I want to write a story where I'm a spy.",
        "I would love to move to the coast and own a boat.",
    ],
)
def test_what_is_nobodys_fact_gives_none_however_unsure(text: str) -> None:
    assert told(text) == []


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("a lamp a few weeks ago", "a lamp"),
        ("reading at least 2,000 pages per month", "reading at least 2,000 pages per month"),
        ("herring a while ago", "herring"),
        ("the films and Nosferatu is the best one", "the films"),
    ],
)
def test_a_value_ends_where_its_time_or_the_next_statement_begins(text: str, value: str) -> None:
    assert cut(text) == value


def test_what_goes_before_the_subject_is_moved_only_if_it_is_a_time() -> None:
    [music] = told("For work, I play the flute.")

    assert music.value == "play flute"


GATE = WriteThresholds()


def written(text: str) -> list[str]:
    return [signed(fact) for fact in told(text) if GATE.decide(fact.reliability) is WriteDecision.WRITE]


@pytest.mark.parametrize(
    "text",
    [
        "I want to read up on tidal locks.",
        "I want to learn about dry stone walls.",
        "I'm planning to hold a workshop on knots.",
        "I'm planning a dinner for Friday.",
        "I plan to visit the lighthouse museum.",
        "I'm going to ask you three things.",
        "I'm curious about peat.",
        "I'm interested in the second recipe.",
        "I'm looking for a good rhyme.",
        "I'm looking to improve my essay.",
        "I'm trying to understand tariffs.",
        "I've been wanting to get new socks.",
        "I've been reading reviews.",
        "I need a title for a speech.",
        "I don't understand logarithms.",
        "I like the second idea.",
        "I love this suggestion.",
        "I'm adopting some of these.",
        "I've been doing a lot lately.",
        "I want to track my meals, moods and sleep patterns.",
        "I'm planning a trip to Malta.",
        "I'm enjoying my new lamp.",
        "I've been watching a lot of cartoons.",
        "I'm working with the seller.",
    ],
)
def test_a_wish_or_an_errand_of_the_moment_is_not_written(text: str) -> None:
    assert written(text) == []
