from dataclasses import replace

import pytest

from daybook.conversation import (
    Excerpt,
    Relation,
    RelationKind,
    Role,
    Status,
    TimeRange,
    Turn,
    ValueType,
)
from daybook.text.english.questions import rewrite_by_rules
from tests.answer.by_record.households import OTHER, fact, find, jonas, marta, read
from tests.answer.histories import excerpt
from tests.ledgers import ledger, moment, record


def later(text: str, day: str = "2023-07-01") -> Excerpt:
    return excerpt("rnew", day, text, cosines={text: 0.8})


def test_what_lapsed_is_not_known_and_says_what_held_and_why_it_ended() -> None:
    reading = read("How long is my commute?", marta())

    assert reading.not_known
    assert reading.text == (
        "I don't know any more. Until 10 March 2023, it takes you 20 minutes to get to work. On 20 January "
        "2023 you said: “From the flat in Bath it takes me 20 minutes to get to work.”\n"
        "What it rested on has changed: on 10 March 2023 you said: “We've moved to Leeds!”"
    )
    assert [one.round_id for one in reading.evidence] == ["rcommute", "rleeds"]


def test_what_lapsed_when_its_base_ended_quotes_the_words_that_ended_it_if_they_were_found() -> None:
    job = record("job", "identity.employer", "Zeta", "I work for Zeta", "2023-01-02",
                 status=Status.SUPERSEDED, until="2023-05-01")  # fmt: skip
    car = fact("car", "", "company car", "a Saab", "My company car is a Saab", "2023-01-03",
               status=Status.LAPSED, until="2023-05-01", rests_on=("job",))  # fmt: skip

    quoted = read("What is my company car?", ledger(job, car), [later("I quit today.", "2023-05-01")])
    bare = read("What is my company car?", ledger(job, car))

    assert quoted.text.endswith("What it rested on has changed: on 1 May 2023 you said: “I quit today.”")
    assert bare.text.endswith("What it rested on no longer holds: Zeta.")
    assert quoted.not_known
    assert bare.not_known


def test_what_ended_is_told_as_ended() -> None:
    reading = read("What is my favourite book?", marta())

    assert not reading.not_known
    assert reading.text == (
        "No longer, as far as I know: Middlemarch, until 4 April 2023. On 22 January 2023 you said: "
        "“My favourite book is Middlemarch”"
    )


def test_what_a_rule_brought_is_told_with_the_words_of_the_rule_and_of_its_moment() -> None:
    reading = read("Which gym do I go to?", marta())

    assert reading.text == (
        "Your gym is Orinthal. On 10 March 2023 you said: “We've moved to Leeds!”\n\n"
        "That follows from a rule of yours: on 20 February 2023 you said: "
        "“If I move, I'll switch to the Orinthal gym”"
    )
    assert [one.round_id for one in reading.evidence] == ["rgym", "rgymrule"]


def test_a_rule_by_itself_answers_nothing() -> None:
    rules = ledger(*(one for one in marta().records.values() if one.condition is not None))

    assert rules.records
    assert find("Which gym do I go to?", rules) is None


def test_the_parts_of_a_question_are_answered_one_after_the_other() -> None:
    reading = read("What's my sister's name and where does she live?", marta())

    assert reading.text == (
        "Your sister is called Emily. On 9 January 2023 you said: “My sister is called Emily”\n"
        "Your sister Emily lives in Denver. On 12 January 2023 you said: “My sister Emily lives in Denver”"
    )
    assert [one.round_id for one in reading.evidence] == ["remily", "rdenver"]


def test_a_question_of_which_one_part_is_not_known_is_left_to_other_reading() -> None:
    question = "What's my sister's name and how old is she?"

    assert find(question, marta()) is None


@pytest.mark.parametrize(
    ("before", "question", "says"),
    [
        ("What's my sister's name?", "And where does she live?", "lives in Denver"),
        ("Who is Emily?", "Where does she live?", "lives in Denver"),
        ("Do I have a sister?", "What is her job?", "works as a nurse"),
        ("Where does my sister live?", "And my parents?", "live in Porto"),
    ],
)
def test_a_follow_up_reaches_the_record_of_whom_was_spoken_of(before: str, question: str, says: str) -> None:
    alone = rewrite_by_rules(question, [Turn(Role.USER, before)])

    assert says in read(alone, marta()).text


def test_later_words_with_another_value_stand_before_the_record() -> None:
    reading = read("Where do I live?", marta(), [later("I've been living in Hull since June.")])

    assert reading.text.startswith(
        "Your newest words on it: on 1 July 2023 you said: “I've been living in Hull since June.”\n\n"
        "Noted before: You live in Leeds. On 10 March 2023 you said: “We've moved to Leeds!”"
    )
    assert reading.evidence[0].round_id == "rnew"


def test_later_words_on_a_thing_that_has_a_record_stand_before_it() -> None:
    newest = later("New personal best in the 5K today, 25:58!")

    assert read("What is my 5K personal best?", marta(), [newest]).text.startswith("Your newest words on it")


@pytest.mark.parametrize(
    "said",
    [
        "My aunt is living in Hull now.",
        "If we live in Hull one day, I'd get a boat.",
        "I love living in Leeds.",
        "I saw a film about people who live in Hull.",
    ],
)
def test_later_words_that_do_not_say_otherwise_stand_after_the_record(said: str) -> None:
    reading = read("Where do I live?", marta(), [later(said)])

    assert reading.text.startswith("You live in Leeds.")
    assert said in reading.text


@pytest.mark.parametrize(
    "words",
    ["Should I live in Hull?", "> I live in Hull now.", "[forwarded from Bram]\n> I live in Hull now."],
)
def test_what_was_asked_or_came_from_another_is_not_quoted_beside_a_record(words: str) -> None:
    reading = read("Where do I live?", marta(), [later(words)])

    assert reading.text.startswith("You live in Leeds.")
    assert "Hull" not in reading.text


def test_the_date_of_a_fact_is_the_day_when_it_happened() -> None:
    reading = read("When did I start at Crumb & Sons?", marta())

    assert reading.text == (
        "You work for Crumb & Sons (11 February 2023). On 14 February 2023 you said: "
        "“I work for Crumb & Sons”"
    )


def test_a_range_and_an_open_beginning_are_written_as_such() -> None:
    trip = record("trip", "habit.activity", "rowing", "I row", "2023-02-01")
    ranged = replace(trip, happened=TimeRange(moment("2023-02-01"), moment("2023-03-01")))
    begun = replace(trip, happened=TimeRange(moment("2023-02-01"), None))

    assert "(since February 2023)" in read("Do I row?", ledger(ranged)).text
    assert "(from 1 February 2023)" in read("Do I row?", ledger(begun)).text


def test_records_that_may_be_one_and_the_same_are_listed_with_the_question() -> None:
    old = fact("old", "my film list", "count", "20", "My film list has 20 films", "2023-01-02",
               ValueType.QUANTITY)  # fmt: skip
    new = fact("new", "my list of films", "count", "25", "My list of films has 25 films", "2023-02-02",
               ValueType.QUANTITY)  # fmt: skip
    open_ = Relation("mnew", RelationKind.MAY_BE_SAME, "mold", 0.7, 0.7)
    question = "How many films are on my film list?"

    asked = read(question, ledger(old, new, relations=[open_]))
    denied = read(question, ledger(old, new, relations=[replace(open_, confidence=0.0)]))

    assert asked.text.splitlines()[0].startswith("Your list of films has 25 films")
    assert "`daybook review`" in asked.text
    assert "review" not in denied.text


def test_a_conclusion_is_told_as_one() -> None:
    known = fact("bike", "", "bike, where", "the cellar", "My bike is in the cellar", "2023-01-02",
                 ValueType.PLACE)  # fmt: skip

    reading = read("Where is my bike?", ledger(replace(known, concluded=True)))

    assert "conclusion" in reading.text


@pytest.mark.parametrize(
    "question",
    [
        "How old is my sister's dog?",
        "Where does my sister-in-law live?",
        "How much did my boat cost?",
        "How many stamps did I buy for my brother?",
        "Where does Nils keep his boat?",
        "What colour is the cabin?",
        "How often does Kaja go to the sauna with Nils?",
        "When is the school holiday?",
        "How many books did Ola read?",
        "What does my brother-in-law do?",
        "How long is the drive to the cabin?",
        "What time is choir practice on Saturdays?",
    ],
)
def test_a_question_that_only_shares_words_with_a_record_is_not_answered_from_it(question: str) -> None:
    assert find(question, jonas()) is None


def test_of_two_sisters_both_are_named_unless_the_question_says_which() -> None:
    known = ledger(
        fact("a", "my sister Ada", "residence", "Rome", "My sister Ada lives in Rome", "2023-01-02",
             ValueType.PLACE),
        fact("b", "my sister Bea", "residence", "Oslo", "My sister Bea lives in Oslo", "2023-01-03",
             ValueType.PLACE),
    )  # fmt: skip

    both, one = read("Where does my sister live?", known), read("Where does Ada live?", known)

    assert len(both.evidence) == 2
    assert [item.round_id for item in one.evidence] == ["ra"]


@pytest.mark.parametrize("question", ["Am I vegetarian?", "Do I have any allergies?", "Do I have a sister?"])
def test_what_nothing_is_known_of_is_not_denied(question: str) -> None:
    known = ledger(record("rome", "identity.residence", "Rome", "I live in Rome", "2023-01-02"))

    assert find(question, known) is None


def test_an_attribute_that_no_row_of_the_table_has_needs_every_word_of_it() -> None:
    known = ledger(
        fact("rent", "", "rent of the studio", "700 euros", "The rent of my studio is 700 euros",
             "2023-01-02", ValueType.QUANTITY, slot=OTHER),
    )  # fmt: skip

    assert "700 euros" in read("How much is the rent of my studio?", known).text
    question = "How much is my rent?"
    assert find(question, known) is None
