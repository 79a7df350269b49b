"""What people say happened to them, or is to happen, and how it becomes entries of the diary."""

from collections.abc import Sequence
from datetime import UTC, datetime

import pytest
from daybook.conversation.diary_entries import entries_after
from daybook.ledger.enter_diary import diary_drafts
from daybook.text.english.facts import events_in

from daybook.conversation import (
    DiaryEntry,
    Draft,
    EntryStatus,
    EventAct,
    EventKind,
    Role,
    Round,
    Sureness,
    ToldEvent,
    Turn,
    in_time_order,
)
from daybook.ledger import Policy
from daybook.text.english import ENGLISH

MONDAY = datetime(2024, 5, 20, 9, tzinfo=UTC)


def read(text: str, *, reply: Turn | None = None, speaker: str | None = None) -> list[ToldEvent]:
    turn = Turn(Role.USER, text, MONDAY, speaker=speaker)
    return list(events_in(Round("r1", "me", "s1", 0, 0, MONDAY, turn, reply)))


def told(text: str, *, reply: Turn | None = None, speaker: str | None = None) -> list[ToldEvent]:
    """The events and plans, without what is only noted."""
    return [event for event in read(text, reply=reply, speaker=speaker) if event.act is not EventAct.NOTED]


def noted(text: str) -> list[str]:
    return [event.what for event in read(text) if event.act is EventAct.NOTED]


def only(text: str) -> ToldEvent:
    (telling,) = told(text)
    return telling


def days(telling: ToldEvent) -> tuple[str, str]:
    time = telling.happened
    assert time is not None
    assert time.start is not None
    assert time.end is not None
    return f"{time.start:%Y-%m-%d}", f"{time.end:%Y-%m-%d}"


@pytest.mark.parametrize(
    ("text", "what", "first", "end", "sure"),
    [
        ("I met Orla for lunch yesterday.", "met Orla for lunch", "2024-05-19", "2024-05-20", Sureness.DAY),
        (
            "Last Tuesday we took the ferry to Cobh.",
            "took the ferry to Cobh",
            "2024-05-14",
            "2024-05-15",
            Sureness.DAY,
        ),
        ("I sold my kayak in March.", "sold my kayak", "2024-03-01", "2024-04-01", Sureness.WITHIN),
        (
            "I repainted the shed two weeks ago.",
            "repainted the shed",
            "2024-05-03",
            "2024-05-10",
            Sureness.ABOUT,
        ),
        ("I just got back from Lisbon.", "got back from Lisbon", "2024-05-20", "2024-05-21", Sureness.ABOUT),
        (
            "I recently adopted a greyhound.",
            "adopted a greyhound",
            "2024-04-21",
            "2024-05-21",
            Sureness.WITHIN,
        ),
    ],
)
def test_what_happened_is_told_with_its_time(
    text: str, what: str, first: str, end: str, sure: Sureness
) -> None:
    telling = only(text)

    assert (telling.act, telling.what) == (EventAct.HAPPENED, what)
    assert days(telling) == (first, end)
    assert telling.sure is sure


@pytest.mark.parametrize(
    ("text", "what", "first", "end"),
    [
        ("I'm flying to Oslo next Friday.", "flying to Oslo", "2024-05-31", "2024-06-01"),
        ("My dentist appointment is on the 28th.", "My dentist appointment", "2024-05-28", "2024-05-29"),
        ("I have a choir rehearsal tomorrow.", "a choir rehearsal", "2024-05-21", "2024-05-22"),
        ("We're planning to visit my aunt in July.", "planning to visit my aunt", "2024-07-01", "2024-08-01"),
    ],
)
def test_what_is_to_come_is_a_plan(text: str, what: str, first: str, end: str) -> None:
    telling = only(text)

    assert (telling.act, telling.what) == (EventAct.PLANNED, what)
    assert days(telling) == (first, end)


@pytest.mark.parametrize(
    "text",
    [
        "I go to the gym every Monday.",
        "I used to swim on Fridays last year.",
        "I wish I had gone to Rome last summer.",
        "If I had flown home yesterday, I would be rested.",
        "Did I water the plants yesterday?",
        "My boss said I finished the report last week.",
        "My neighbour bought a car yesterday.",
        "I lived in Ghent last year.",
        "I've been reading a lot in the past week.",
        "I might visit Porto next month.",
        "Write a story in which I sailed to Malta yesterday.",
        'She wrote: "I met the mayor yesterday and it was wonderful for all of us there."',
        "I asked you about knitting yesterday.",
        "I'm doing well today.",
        "I bought a lamp.",
    ],
)
def test_habits_wishes_questions_quotations_and_others_doings_are_no_entries(text: str) -> None:
    assert told(text) == []


def test_a_time_that_stands_before_belongs_to_the_statement_behind_it() -> None:
    assert only("Yesterday, I tuned the piano.").support.quote == "Yesterday, I tuned the piano."


@pytest.mark.parametrize(
    ("text", "first", "end"),
    [
        ("I was at a fair on the 17th and 18th of April.", "2024-04-17", "2024-04-19"),
        ("We're staying with my aunt on June 1st and 2nd.", "2024-06-01", "2024-06-03"),
        ("Yesterday, I tuned the piano.", "2024-05-19", "2024-05-20"),
        ("I just planted the seeds that arrived on Friday.", "2024-05-20", "2024-05-21"),  # theirs
    ],
)
def test_the_time_of_an_event_may_be_two_days_stands_before_it_and_is_its_own(
    text: str, first: str, end: str
) -> None:
    assert days(only(text)) == (first, end)


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("My Peanuts strip is real. I won it at a fair last May.", "won it [my Peanuts strip] at a fair"),
        ("Is there a trick to my closet? I cleaned it out last week.", "cleaned it [my closet] out"),
        ('I like "Lolly Willowes" a lot. I finished it yesterday.', "finished it [Lolly Willowes]"),
        ("Could you check my sandals? I wore them last Sunday.", "wore them [my sandals]"),
        ("I need shampoo for Biscuit. I washed him yesterday.", "washed him [Biscuit]"),
        ("My son met my brother. I washed him yesterday.", "washed him"),
        ("I'm off to Malta. I went there last May.", "went there [Malta]"),
        ("My lamp and my desk are dusty. I cleaned it last week.", "cleaned it"),
        ("I took my bike to a shop last week to get it tuned.", "took my bike to a shop to get it tuned"),
        ("I use my new lens, which I bought online in March.", "bought [my new lens] online"),
        ("I await my passport, which I applied for on March 1st.", "applied for [my passport]"),
        ("How was the gala I volunteered at on April 10th?", "volunteered at the gala"),
        ("What should I wear with the boots I bought last Saturday?", "bought the boots"),
        ("It's from an estate sale I went to with my aunt last week.", "went to an estate sale with my aunt"),
        ('I just finished "The Long View of a Small Bay".', 'finished "The Long View of a Small Bay"'),
        ("I skied with my cousins over the Christmas break.", "skied with my cousins"),
        ("I gave my cat a new one last week.", "gave my cat a new one"),
        ("I spent an entire Saturday painting the shed.", "spent an entire Saturday painting the shed"),
        ("I need a recipe for a dinner party I'm hosting this weekend.", "hosting a dinner party"),
    ],
)  # fmt: skip
def test_an_event_can_be_understood_alone(text: str, what: str) -> None:
    assert only(text).what == what


def test_who_we_are_is_named_by_the_sentence_before() -> None:
    telling = only("Only my friend Emily likes to dance. We took a class last weekend.")

    assert telling.who == ("my friend Emily",)


@pytest.mark.parametrize(
    "text", ["I just woke up from a nap.", "I just had lunch.", "There are two. I just finished."]
)
def test_what_everybody_does_every_day_and_what_says_nothing_is_no_entry(text: str) -> None:
    assert told(text) == []


def test_companions_and_places_are_named() -> None:
    telling = only("I saw a play in Galway with my sister Emer last Friday.")

    assert telling.who == ("my sister Emer",)
    assert telling.where == "Galway"


def test_the_quote_stands_where_it_says() -> None:
    text = "Hello there. I lost my umbrella yesterday, sadly."
    telling = only(text)

    assert text[telling.support.start : telling.support.stop] == telling.support.quote


def test_a_named_person_on_the_other_side_is_read_and_an_assistant_is_not() -> None:
    assert told("Hi!", reply=Turn(Role.ASSISTANT, "I baked bread yesterday.")) == []

    (telling,) = told(
        "Hi!", speaker="Ada", reply=Turn(Role.ASSISTANT, "I baked bread yesterday.", speaker="Ben")
    )

    assert (telling.speaker, telling.support.side) == ("Ben", Role.ASSISTANT)


def test_what_came_out_of_memory_is_not_read() -> None:
    turn = Turn(Role.USER, "I met Orla yesterday.", MONDAY, sources=())

    assert events_in(Round("r1", "me", "s1", 0, 0, MONDAY, turn, None)) == []


NOW = datetime(2024, 8, 1, tzinfo=UTC)


def said(day: str, text: str) -> Round:
    moment = datetime.fromisoformat(f"{day}T09:00:00+00:00")
    return Round(f"r-{day}-{len(text)}", "me", day, 0, 0, moment, Turn(Role.USER, text, moment), None)


def drafts_of(*rounds: Round, policy: Policy | None = None) -> list[Draft]:
    return diary_drafts(rounds, {}, owner="me", policy=policy or Policy(), imported_at=NOW, language=ENGLISH)


def diary(*rounds: Round) -> Sequence[DiaryEntry]:
    changes = (change for draft in drafts_of(*rounds) for change in draft.diary)
    return in_time_order(entries_after({}, changes).values())


def test_the_same_event_told_twice_is_one_entry_with_both_quotes() -> None:
    (entry,) = diary(
        said("2024-05-06", "I met Orla for lunch yesterday."),
        said("2024-05-08", "I had lunch with Orla last Sunday."),
    )

    assert [support.quote for support in entry.support] == [
        "I met Orla for lunch yesterday.",
        "I had lunch with Orla last Sunday.",
    ]


def test_like_events_of_different_days_are_two_entries() -> None:
    entries = diary(
        said("2024-05-06", "I met Orla for lunch yesterday."),
        said("2024-05-20", "I met Orla for lunch yesterday."),
    )

    assert [f"{entry.began:%d}" for entry in entries] == ["05", "19"]


def test_different_events_of_one_day_are_two_entries() -> None:
    assert len(diary(said("2024-05-06", "I met Orla yesterday. I sold my kayak yesterday."))) == 2


def test_a_plan_whose_time_is_over_is_not_confirmed() -> None:
    (entry,) = diary(said("2024-05-06", "My choir concert is on June 3rd."))

    assert entry.status_at(datetime(2024, 6, 3, 12, tzinfo=UTC)) is EntryStatus.PLANNED
    assert entry.status_at(datetime(2024, 6, 4, tzinfo=UTC)) is EntryStatus.UNCONFIRMED
    assert EntryStatus.UNCONFIRMED.value == "planned, not confirmed"


def test_a_later_telling_confirms_a_plan() -> None:
    (entry,) = diary(
        said("2024-05-06", "I'm going to Lisbon next month."),
        said("2024-06-17", "I just got back from Lisbon."),
    )

    assert entry.status_at(NOW) is EntryStatus.HAPPENED
    assert len(entry.support) == 2
    assert entry.what == "got back from Lisbon"


def test_a_plan_is_cancelled_and_moved() -> None:
    cancelled, moved = diary(
        said("2024-05-06", "My dentist appointment is on the 14th. I have a job interview next Tuesday."),
        said("2024-05-08", "We had to cancel the dentist appointment."),
        said("2024-05-09", "My interview was moved to May 23rd."),
    )

    assert cancelled.status_at(NOW) is EntryStatus.CANCELLED
    assert f"{moved.began:%m-%d}" == "05-23"


def test_a_cancellation_of_something_unknown_cancels_nothing() -> None:
    (entry,) = diary(
        said("2024-05-06", "My dentist appointment is on the 14th."),
        said("2024-05-08", "We cancelled the barbecue."),
    )

    assert entry.cancelled_at is None


def test_each_change_is_an_event_caused_by_its_round() -> None:
    first, second = (
        said("2024-05-06", "I'm going to Lisbon next month."),
        said("2024-06-17", "I just got back from Lisbon."),
    )

    assert [(draft.kind, draft.cause) for draft in drafts_of(first, second)] == [
        (EventKind.ENTER, first.round_id),
        (EventKind.RETELL, second.round_id),
    ]


def test_the_same_round_read_again_drafts_nothing() -> None:
    told = said("2024-05-06", "I met Orla for lunch yesterday.")
    known = {entry.entry_id: entry for entry in diary(told)}

    assert diary_drafts([told], known, owner="me", policy=Policy(), imported_at=NOW, language=ENGLISH) == []


@pytest.mark.parametrize("denied", ["event", "event.experience", "*"])
def test_the_policy_keeps_events_out(denied: str) -> None:
    told = said("2024-05-06", "I met Orla for lunch yesterday.")

    assert drafts_of(told, policy=Policy().with_denied(denied)) == []


def test_what_is_medical_needs_the_policys_leave() -> None:
    told = said("2024-05-06", "I started my chemotherapy yesterday.")

    assert drafts_of(told) == []
    assert len(drafts_of(told, policy=Policy().with_allowed("health"))) == 1


@pytest.mark.parametrize(
    ("text", "notes"),
    [
        ("I'm looking for a stand. By the way, I have 12 tin soldiers.", ["I have 12 tin soldiers"]),
        (
            "My loft, which I rent from Odile, costs $640 a month.",
            ["My loft, which I rent from Odile, costs $640 a month"],
        ),
        (
            "I've been practising the oboe for 40 minutes daily, and it's going well. What about scales?",
            ["I've been practising the oboe for 40 minutes daily, and it's going well"],
        ),
        (
            "How do I clean my espresso maker, which I got from Basil?",
            ["my espresso maker, which I got from Basil"],
        ),
        ("I bought a dinghy. It has 2 patched sails.", ["It [a dinghy] has 2 patched sails"]),
        (
            "I'm glad to report that I've worn the \"Drover\" boots four times.",
            ['I\'ve worn the "Drover" boots four times'],
        ),
    ],
)
def test_what_is_so_is_noted_with_its_particulars(text: str, notes: list[str]) -> None:
    assert [note.removeprefix("I'm glad to report that ") for note in noted(text)] == notes


@pytest.mark.parametrize(
    "text",
    [
        "I need 5 ideas for a party in Leeds.",
        "I'd like to try the Tuesday one.",
        "I think I'll take the second one, thanks.",
        "I totally agree, Oona.",
        "You said I have 12 tin soldiers.",
        "If I had 12 tin soldiers, I would sell them.",
        "Write a letter: I have 12 tin soldiers.",
        "I have a garden.",
        "I have 15.",
        "Do I have 12 tin soldiers?",
    ],
)
def test_what_is_wanted_thought_supposed_or_without_particulars_is_not_noted(text: str) -> None:
    assert noted(text) == []


def test_an_event_keeps_what_is_told_around_it() -> None:
    (event,) = told("I keep to the runs in Orrin Park, but I missed the 5K on Tuesday.")
    assert event.what == "missed the 5K"
    assert "Orrin Park" in event.text


def test_a_note_told_again_is_one_and_with_another_number_is_two() -> None:
    notes = diary(
        said("2024-05-06", "I have 12 tin soldiers."),
        said("2024-05-08", "As I said, I have 12 tin soldiers."),
        said("2024-05-09", "I have 14 tin soldiers now."),
    )
    assert [(note.what, len(note.support)) for note in notes] == [
        ("I have 12 tin soldiers", 2),
        ("I have 14 tin soldiers now", 1),
    ]
    assert notes[0].status_at(MONDAY) is EntryStatus.NOTED
