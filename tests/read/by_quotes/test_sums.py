from __future__ import annotations

from daybook.conversation import Excerpt, QuestionKind
from daybook.read import read_by_quotes
from tests.read.histories import asked, excerpt

FEE = excerpt("r1", "2023-05-01", "The adoption fee for the cat was £190, with a basket.")
VET = excerpt("r2", "2023-05-04", "I spent £28 on a vet for the cat.")
SPENT = "How much have I spent on the cat in total?"


def _leads(question: str, *told: Excerpt) -> str:
    text = read_by_quotes(*asked(question, QuestionKind.MULTI_SESSION), told).text
    return text.partition("\n")[0]


def test_amounts_of_money_are_added_up_with_their_parts_and_the_doubt_named() -> None:
    reading = read_by_quotes(*asked(SPENT, QuestionKind.MULTI_SESSION), [FEE, VET])

    assert set(reading.text.partition(" = ")[0].split(" + ")) == {"£190", "£28"}
    assert reading.text.partition("\n")[0].endswith(
        " = £218, if these are all and each counts once. Going by:"
    )
    assert {one.round_id for one in reading.evidence} == {"r1", "r2"}


def test_an_amount_that_is_told_twice_is_counted_once() -> None:
    again = excerpt("r3", "2023-05-09", "The adoption fee for the cat was £190, as I said.")

    assert " = £218, " in _leads(SPENT, FEE, VET, again)


def test_a_rate_a_limit_and_a_wish_are_not_added() -> None:
    for other in (
        "The cat costs £30 a month.",
        "I want to spend £30 on the cat.",
        "I said I would spend up to £30 on the cat.",
        "I have spent a total of £218 on the cat.",
    ):
        assert " = £218, " in _leads(SPENT, FEE, VET, excerpt("r3", "2023-05-09", other))


def test_one_amount_and_amounts_of_two_currencies_make_no_sum() -> None:
    dollars = excerpt("r3", "2023-05-09", "I spent $5 on a bell for the cat.")

    assert " = " not in _leads(SPENT, FEE)
    assert " = " not in _leads(SPENT, FEE, dollars)


def test_numbers_are_added_where_they_count_what_the_question_counts() -> None:
    red = excerpt("r1", "2023-05-01", "I have 12 rare coins as such items, and 3 cats.")
    blue = excerpt("r2", "2023-05-02", "I have 1,057 rare stamps.")

    assert " = 1,069, " in _leads("How many rare items do I have in total?", red, blue)


def test_what_measures_a_thing_does_not_count_things() -> None:
    six_mile = excerpt("r1", "2023-05-01", "I ran a six-mile race as the third of my races.")
    ten = excerpt("r2", "2023-05-02", "I have run 10 races for fun.")

    assert " = " not in _leads("How many races have I run in total?", six_mile, ten)


def test_a_difference_is_taken_of_two_numbers_and_no_more() -> None:
    question = "What was the increase in visitors that I had?"
    before = excerpt("r1", "2023-05-01", "I had 250 visitors before the increase.")
    after = excerpt("r2", "2023-05-09", "I have 350 visitors after the increase.")

    assert _leads(question, before, after).startswith("350 \u2212 250 = 100, if these are meant.")
    third = excerpt("r3", "2023-05-12", "I have 400 visitors.")
    assert " = " not in _leads(question, before, after, third)


def test_what_the_question_names_one_by_one_has_to_be_there_whole() -> None:
    question = "How much have I spent on the cat in total: adoption fee, vet and scratching post?"
    post = excerpt("r3", "2023-05-09", "By the way, £64 went on a scratching post, which she ignores.")

    assert " = " not in _leads(question, FEE, VET)
    assert " = £282, " in _leads(question, FEE, VET, post)
