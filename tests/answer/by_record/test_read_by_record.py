import pytest

from daybook.conversation import Ledger, Polarity, Status
from tests.answer.by_record.households import find, read
from tests.ledgers import ledger, moved, record

KNOWN = ledger(
    *moved(),
    record("job", "identity.work", "baker", "I work as a baker", "2023-02-01"),
    record("firm", "identity.employer", "Crumb & Sons", "I work for Crumb & Sons", "2023-02-02"),
    record("nuts", "constraint.allergy", "peanuts", "I'm allergic to peanuts", "2023-02-03"),
    record("cat", "possession.pet", "cat", "I have a grey cat named Pixel", "2023-02-04"),
    record("dog", "possession.pet", "dog", "My dog Rex loves the beach", "2023-02-05"),
    record("green", "preference.colour", "green", "My favourite colour is green", "2023-02-06"),
    record("ramen", "preference.food", "ramen", "I love ramen", "2023-02-07"),
    record("kale", "preference.food", "kale", "I hate kale", "2023-02-08", polarity=Polarity.NEGATIVE),
    record(
        "bike",
        "possession.vehicle",
        "red bicycle",
        "I have a red bicycle",
        "2023-02-09",
        status=Status.SUPERSEDED,
        until="2023-04-01",
    ),
)


def first_line(question: str) -> str:
    return read(question, KNOWN).text.splitlines()[0]


@pytest.mark.parametrize(
    "question",
    [
        "Where do I live?",
        "where do i live now",
        "Where am I living these days?",
        "Which city do I live in at the moment?",
        "What city am I based in?",
        "Can you remind me where I live?",
        "What town do I call home?",
        "Where’s my home these days?",
        "Where did I move to?",
        "Do you remember which town I moved to?",
    ],
)
def test_where_the_owner_lives_is_answered_from_the_record_that_stands(question: str) -> None:
    assert first_line(question) == "You live in Leeds. On 10 March 2023 you said: “We've moved to Leeds!”"


def test_an_answer_says_what_was_so_before_and_cites_the_words_of_both() -> None:
    reading = read("Where do I live?", KNOWN)

    assert reading.text.splitlines()[-1] == (
        "Before that: Bath, until 10 March 2023. On 5 January 2023 you said: “I live in Bath.”"
    )
    assert [one.quote for one in reading.evidence] == ["We've moved to Leeds!", "I live in Bath."]
    assert [one.round_id for one in reading.notes] == ["rleeds", "rbath"]


@pytest.mark.parametrize(
    "question",
    [
        "Where did I live before?",
        "Where did I live before Leeds?",
        "Which city did I live in before I moved to Leeds?",
        "Where did I use to live previously?",
        "What was my old city?",
        "Where did I live originally?",
    ],
)
def test_what_was_so_before_is_answered_from_the_record_that_fell(question: str) -> None:
    assert "Bath" in first_line(question)
    assert "Leeds" not in first_line(question)


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("What's my job?", "baker"),
        ("What do I do for a living?", "baker"),
        ("What is my current profession?", "baker"),
        ("Where do I work?", "Crumb & Sons"),
        ("Who's my employer?", "Crumb & Sons"),
        ("Which company do I work for now?", "Crumb & Sons"),
        ("What am I allergic to?", "peanuts"),
        ("Do I have any allergies?", "peanuts"),
        ("Which foods should I avoid because of my allergy?", "peanuts"),
        ("What's my favourite colour?", "green"),
        ("What is my favorite color again?", "green"),
        ("Which food do I love?", "ramen"),
        ("Which food do I hate?", "kale"),
    ],
)
def test_a_slot_is_asked_for_in_many_ways(question: str, value: str) -> None:
    assert value in first_line(question)


def test_several_values_that_hold_are_listed_the_latest_first() -> None:
    reading = read("What pets do I have?", KNOWN)

    assert [one.round_id for one in reading.evidence] == ["rdog", "rcat"]


def test_a_word_of_the_question_picks_among_the_records_of_a_slot() -> None:
    assert "Pixel" in first_line("What is my cat called?")


@pytest.mark.parametrize(
    ("question", "begins"),
    [
        ("Am I allergic to peanuts?", "Yes: you're allergic to peanuts."),
        ("Do I still have a cat?", "Yes: you have a grey cat"),
        ("Do I like kale?", "No: "),
        ("Do I still have the red bicycle?", "Not any more: "),
        ("Do I still live in Bath?", "Not any more: you live in Leeds."),
    ],
)
def test_whether_something_is_so_is_said(question: str, begins: str) -> None:
    disliked = record(
        "kale2", "preference.food", "kale", "I don't like kale", "2023-02-10", polarity=Polarity.NEGATIVE
    )

    assert read(question, ledger(*KNOWN.records.values(), disliked)).text.startswith(begins)


@pytest.mark.parametrize(
    "question",
    [
        "Where does my sister live?",
        "Where does Rachel live?",
        "Where do I keep my old sneakers?",
        "When did I move to Leeds?",
        "How long have I lived in Leeds?",
        "How many pets do I have?",
        "What did you say about where I live?",
        "What is my sister's job?",
        "Can you recommend a restaurant in Leeds?",
        "Which restaurant did I like in Leeds?",
        "What time do I get up?",
        "Is kale healthy?",
    ],
)
def test_what_asks_for_something_else_is_left_to_other_reading(question: str) -> None:
    assert find(question, KNOWN) is None


@pytest.mark.parametrize("status", [Status.QUARANTINED, Status.DELETED, Status.DECAYED])
def test_nothing_is_answered_from_what_does_not_count(status: Status) -> None:
    unsure = record("x", "identity.residence", "Rome", "I live in Rome", "2023-05-01", status=status)

    assert find("Where do I live?", ledger(unsure)) is None


@pytest.mark.parametrize(
    "question",
    [
        "What do you know about me?",
        "what do you still remember about me",
        "What have I told you about myself?",
        "Tell me everything you know about me.",
    ],
)
def test_all_that_is_known_is_told_with_its_words(question: str) -> None:
    reading = read(question, KNOWN)

    lines = reading.text.splitlines()
    assert lines[0] == "This is what I know about you:"
    assert any(line.startswith("- your favourite colour is green.") for line in lines)
    assert not any("bicycle" in line for line in lines)
    assert len(reading.evidence) == len(lines) - 1


def test_a_question_about_somebody_else_asks_for_no_profile() -> None:
    assert find("What do you know about my sister?", KNOWN) is None
    assert find("What do you know about me?", Ledger()) is None


@pytest.mark.parametrize(
    ("slot", "said", "question"),
    [
        ("habit.routine.waking", "I wake up at dawn", "When do I wake up?"),
        ("habit.routine.bedtime", "I go to bed at midnight", "What time do I go to bed?"),
        ("possession.thing", "My bank is Zeta", "Which bank am I with now?"),
        ("social.friend", "My dentist is Dr Roth", "Who is my dentist?"),
        ("habit.activity", "I cycle to work", "How do I get to work these days?"),
    ],
)
def test_routines_roles_and_services_are_asked_for_too(slot: str, said: str, question: str) -> None:
    reading = read(question, ledger(record("it", slot, said.split()[-1], said, "2023-02-01")))

    assert said in reading.text


def test_a_service_that_is_not_known_is_not_taken_for_another() -> None:
    known = ledger(record("bank", "possession.thing", "bank: Zeta", "My bank is Zeta", "2023-02-01"))

    assert find("Which gym do I go to?", known) is None
