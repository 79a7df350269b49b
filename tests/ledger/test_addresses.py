"""Whether two facts are about the same, and how values that are measured compare."""

import pytest
from daybook.ledger.locate import located
from daybook.text.english.facts.addresses import meet, with_plain_address
from daybook.text.english.facts.comparing import same_value
from daybook.text.english.facts.measures import Measure, clock_time, frequency, quantity, weekdays

from daybook.conversation import OTHER, Fact, Status, ValueType
from daybook.conversation.language import Meeting, Nearness
from daybook.ledger.indexed_ledger import IndexedLedger
from daybook.text.english import ENGLISH
from tests.ledger.facts import HOME, fact, ledger_of

NEAR, FAR = Nearness(0.7, 0.6), Nearness(0.2, 0.1)
TEXT, QUANTITY, CLOCK = ValueType.TEXT, ValueType.QUANTITY, ValueType.CLOCK_TIME
NAME, PLACE, DATE = ValueType.NAME, ValueType.PLACE, ValueType.DATE


def about(subject: str, attribute: str, value: str, sort: ValueType, day: int = 0, slot: str = OTHER) -> Fact:
    return fact(slot, value, day, subject=subject, attribute=attribute, value_type=sort)


def meeting(one: tuple[str, str, str], other: tuple[str, str, str], sort: ValueType, near: Nearness) -> str:
    return meet(about(*one, sort), about(*other, sort, day=30), near)


@pytest.mark.parametrize(
    ("one", "other", "sort"),
    [
        (("my to-visit list", "count", "8"), ("visit list", "number of towns", "12"), QUANTITY),
        (("chess club", "meeting time", "7 pm"), ("", "chess club meeting hour", "8 pm"), CLOCK),
        (("my aunt Vera", "town", "Lund"), ("Aunt Vera", "residence", "Malmö"), PLACE),
        (("my parrot Kiki", "food", "seeds"), ("Kiki", "what she eats", "pellets"), TEXT),
        (("half marathon", "personal best", "1:52:10"), ("", "fastest half marathon", "1:49:30"), QUANTITY),
    ],
)
def test_one_matter_in_the_words_of_two_days_is_one(
    one: tuple[str, str, str], other: tuple[str, str, str], sort: ValueType
) -> None:
    assert meeting(one, other, sort, NEAR) is Meeting.SAME


@pytest.mark.parametrize(
    ("one", "other", "sort"),
    [
        (("my aunt Vera", "residence", "Lund"), ("my uncle Nils", "residence", "Malmö"), PLACE),
        (("my mother", "age", "60"), ("my mother-in-law", "age", "66"), QUANTITY),
        (("my blue tent", "weight", "3 kg"), ("my red tent", "weight", "2 kg"), QUANTITY),
        (("my left wrist", "angle", "40 degrees"), ("my right wrist", "angle", "60 degrees"), QUANTITY),
        (("the shelf", "width", "80 cm"), ("the shelf", "height", "200 cm"), QUANTITY),
        (("beans", "amount planted", "2 kg"), ("beans", "amount harvested", "9 kg"), QUANTITY),
        (("savings", "goal", "900 euros"), ("savings", "amount", "300 euros"), QUANTITY),
        (("", "salary gross", "3000 euros"), ("", "salary net", "2100 euros"), QUANTITY),
        (("8K race", "best", "40:00"), ("12K race", "best", "62:00"), QUANTITY),
        (("pool", "time", "Mondays at 7"), ("pool", "time", "Fridays at 7"), CLOCK),
        (("fabric", "price", "12 euros"), ("fabric", "length", "12 m"), QUANTITY),
    ],
)
def test_what_a_word_sets_apart_stays_apart_however_near_it_is(
    one: tuple[str, str, str], other: tuple[str, str, str], sort: ValueType
) -> None:
    assert meeting(one, other, sort, Nearness(0.95, 0.9)) is Meeting.APART


@pytest.mark.parametrize(
    ("one", "other", "sort", "near", "meets"),
    [
        (("", "phone number", "5551"), ("", "office phone number", "5559"), TEXT, NEAR, Meeting.UNSURE),
        (("", "phone number", "5551"), ("", "office phone number", "5559"), TEXT, FAR, Meeting.APART),
        (("my cat", "name", "Olive"), ("our cat", "name", "Pepper"), NAME, NEAR, Meeting.UNSURE),
    ],
)
def test_a_narrower_thing_and_another_name_of_an_unnamed_pet_are_asked_about(
    one: tuple[str, str, str], other: tuple[str, str, str], sort: ValueType, near: Nearness, meets: Meeting
) -> None:
    assert meeting(one, other, sort, near) is meets


def test_a_day_that_has_gone_by_was_not_moved() -> None:
    first = about("choir", "concert date", "3 May 2023", DATE)
    moved = about("choir", "concert date", "20 May 2023", DATE, day=1)
    next_year = about("choir", "concert date", "12 May 2024", DATE, day=300)

    assert meet(first, moved, NEAR) is Meeting.SAME
    assert meet(first, next_year, NEAR) is Meeting.APART


@pytest.mark.parametrize(
    ("told", "address"),
    [
        (about("me", "home town", "Lund", PLACE), (HOME, "", "")),
        (about("me", "second job", "ferryman", TEXT, slot="identity.work"), (OTHER, "", "second job")),
        (about("my aunt Vera", "", "Lund", PLACE, slot=HOME), ("family.fact", "my aunt Vera", "residence")),
    ],
)
def test_a_fact_about_the_owner_has_the_address_of_its_slot_and_no_other_has(
    told: Fact, address: tuple[str, str, str]
) -> None:
    plain = with_plain_address(told)

    assert (plain.slot, plain.subject, plain.attribute) == address


def test_the_later_of_two_facts_takes_the_address_of_the_earlier() -> None:
    first = about("my aunt Vera", "town", "Lund", PLACE, slot="family.fact")
    ledger = IndexedLedger(ledger_of(first), ENGLISH.values)
    again = located(about("Aunt Vera", "residence", "Malmö", PLACE, day=9), ledger, {})

    assert again.fact.address == first.address
    assert again.unsure == ()


def test_the_record_that_a_fact_names_gives_its_address_whatever_its_words() -> None:
    first = about("the shed", "paint", "green", TEXT)
    ledger = ledger_of(first)
    (name,) = ledger.records
    later = about("garden hut", "colour", "white", TEXT, day=9)
    placed = located(
        fact(OTHER, "white", 9, subject="garden hut", updates=name), IndexedLedger(ledger, ENGLISH.values), {}
    )

    assert placed.fact.address == first.address
    assert located(later, IndexedLedger(ledger, ENGLISH.values), {}).fact.address == later.address


def test_a_single_open_value_is_replaced_and_members_of_a_set_are_not() -> None:
    rows = [about("shawl", "rows", "40", QUANTITY), about("shawl", "rows", "96", QUANTITY, day=5)]
    tools = [
        about("shed", "tools", "rake", ValueType.MEMBER),
        about("shed", "tools", "spade", ValueType.MEMBER, day=5),
    ]

    assert [record.value for record in ledger_of(*rows).with_status(Status.ACTIVE)] == ["96"]
    assert [record.value for record in ledger_of(*tools).with_status(Status.ACTIVE)] == ["rake", "spade"]


Q, F, C = ValueType.QUANTITY, ValueType.FREQUENCY, ValueType.CLOCK_TIME


@pytest.mark.parametrize(
    ("one", "other", "sort"),
    [
        ("5 kg", "5000 g", Q),
        ("25 films", "twenty-five", Q),
        ("1.3k", "1,300 followers", Q),
        ("26:30", "26 minutes 30 seconds", Q),
        ("half an hour", "30 minutes", Q),
        ("a dozen eggs", "12", Q),
        ("20 to 30 minutes", "between 20 and 30 min", Q),
        ("1.5 litres", "1500 ml", Q),
        ("three times a week", "3x per week", F),
        ("twice a week", "2x weekly", F),
        ("every two weeks", "fortnightly", F),
        ("once a week", "weekly", F),
        ("7 am", "07:00", C),
        ("half past six in the evening", "18:30", C),
        ("quarter to nine", "8:45", C),
        ("noon", "12:00", C),
        ("Tuesdays at 6 pm", "18:00 on Tuesday", C),
    ],
)
def test_two_wordings_of_one_value_are_the_same(one: str, other: str, sort: ValueType) -> None:
    assert same_value(one, other, sort)


@pytest.mark.parametrize(
    ("one", "other", "sort"),
    [
        ("5 kg", "5 g", Q),
        ("5 kg", "5 km", Q),
        ("$40", "40 euros", Q),
        ("3 to 5 km", "3 km", Q),
        ("every Thursday", "every other Thursday", F),
        ("twice a week", "twice a month", F),
        ("7 am", "7 pm", C),
        ("Mondays at 7", "Fridays at 7", C),
    ],
)
def test_different_values_are_not(one: str, other: str, sort: ValueType) -> None:
    assert not same_value(one, other, sort)


def test_what_has_no_figure_has_no_measure() -> None:
    assert quantity("a lot") is None
    assert frequency("now and then") is None
    assert clock_time("late") is None


def test_a_range_is_kept_as_one() -> None:
    assert quantity("$900 to $1100") == Measure("dollars", 900.0, 1100.0)


def test_weekdays_are_read_in_any_form() -> None:
    assert weekdays("Mon, Wednesdays and the weekend") == {"mon", "wed", "sat", "sun"}
    assert weekdays("a sunny month") == frozenset()
