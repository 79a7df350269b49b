from datetime import UTC, datetime, timedelta

import pytest

from daybook.conversation import Candidate, Role, Round, Session, TimeRange, Turn, rounds_of
from daybook.retrieve.relevance import (
    FLOOR,
    bears_on,
    dates_something_in,
    lift_sessions,
    lift_verbatim,
    relevance_floor,
)
from daybook.text.english import ENGLISH
from daybook.text.unicode_text import analyzer_of
from tests.store.indexed import words_of_rounds

SAID = datetime(2026, 3, 2, tzinfo=UTC)
SAILS = words_of_rounds(
    [
        Round(f"r{place}", "ada", "s", 0, place, SAID, Turn(Role.USER, "We sail on the sea."), None)
        for place in range(60)
    ]
)


@pytest.mark.parametrize(
    ("message", "texts", "added"),
    [
        ("Do we sail on the sea?", (), 0.0),
        ("Why is the sea salty?", (), 0.3 * 1 / 2 * 60 / 80),
        ("Why is the sea salty?", ("Salt makes it salty.",), 0.0),
        ("Who painted Guernica?", (), 0.3 * 60 / 80),
        ("", (), 0.0),
    ],
)
def test_what_was_never_spoken_of_has_to_be_nearer(
    message: str, texts: tuple[str, ...], added: float
) -> None:
    assert relevance_floor(message, SAILS, texts) == pytest.approx(FLOOR + added)


def test_a_young_memory_lacks_most_words() -> None:
    young = words_of_rounds(
        [Round("r", "ada", "s", 0, 0, SAID, Turn(Role.USER, "I love Italian food."), None)]
    )

    assert relevance_floor("Which restaurant tonight?", young) == pytest.approx(FLOOR + 0.3 / 21)


@pytest.mark.parametrize(
    ("said", "reply", "cosine", "bears"),
    [
        ("We sail on Sunday.", "Nice.", 0.15, True),  # both words, 0.2 more: 0.35
        ("We sail at noon.", "Nice.", 0.15, False),  # one of two: 0.25
        ("Nice.", "We sail on Sunday.", 0.15, False),
        ("Nice.", "We sail on Sunday.", 0.35, True),
    ],
)
def test_a_round_bears_on_a_message_by_its_cosine_and_the_words_that_people_said_there(
    said: str, reply: str, cosine: float, bears: bool
) -> None:
    turns = (Turn(Role.USER, said), Turn(Role.ASSISTANT, reply))
    found = [Candidate(Round("r", "ada", "s", 0, 0, SAID, *turns), 1.0, {"dense": cosine})]

    assert bears_on("Who will sail Sunday?", found, floor=0.3, analyzer=ENGLISH) is bears


def test_a_message_lifts_the_rounds_of_a_session_by_its_three_best() -> None:
    scores = [("a", 2.0), ("b", 1.9), ("b", 1.0), ("b", 0.5), ("b", 0.4)]
    found = [
        Candidate(Round(str(place), "ada", session, 0, place, SAID, Turn(Role.USER, "Sails."), None), score)
        for place, (session, score) in enumerate(scores)
    ]

    lifted = lift_sessions(found)

    assert [one.round.round_id for one in lifted] == ["1", "0", "2", "3", "4"]
    assert [one.score for one in lifted] == pytest.approx([1.9 + 0.34, 2.0 + 0.2, 1.34, 0.84, 0.74])


def first_of(query: str, *said: str) -> str:
    """Rank what was said for a query; search alone has it in this order."""
    candidates = [
        Candidate(Round(text, "me", text, 0, 0, SAID, Turn(Role.USER, text), None), 1.0 - place / 10)
        for place, text in enumerate(said)
    ]
    return lift_verbatim(candidates, query, analyzer_of("en"))[0].round.round_id


@pytest.mark.parametrize(
    ("query", "other", "right"),
    [
        ("ticket TKT-100 record", "Ticket TKT-1000 record.", "The record of ticket TKT-100 is closed."),
        ("TKT-100", "TKT-100-7 is another.", "It is TKT-100."),
        ("Is order_2024_001 paid?", "order_2024_0010 is paid", "order_2024_001 is late"),
        ("what broke 9defb39", "9defb3 broke it", "9defb39 broke it"),
        ("Rye  bread", "I like bread with rye.", "I baked rye bread."),
        ("Dr Moss?", "Moss grows on the drive.", "I saw dr moss today."),
        ("東京", "京都東部に行きました。", "東京タワーに行きました。"),
        ("dormer window", "A dormer windowless wall.", "The dormer window leaks."),
    ],
)
def test_what_holds_the_words_as_they_were_typed_leads(query: str, other: str, right: str) -> None:
    assert first_of(query, other, right) == right


def test_a_question_is_not_led_by_its_own_repetition() -> None:
    assert first_of("Where do I live?", "I live in Alta.", "Where do I live?") == "I live in Alta."
    assert first_of("the shed key", "It hangs there.", "Where is the shed key?") == "It hangs there."


def test_a_time_and_a_number_are_no_identifiers() -> None:
    assert first_of("Did I run 27:12 on the 2nd?", "I ran.", "27:12 on the 2nd it was.") == "I ran."


NOON = datetime(2023, 5, 10, 12, tzinfo=UTC)
EIGHTH = TimeRange(datetime(2023, 5, 8, tzinfo=UTC), datetime(2023, 5, 9, tzinfo=UTC))


@pytest.mark.parametrize(
    ("user", "reply", "speaker", "dates"),
    [
        ("Hello. I ran yesterday.", "Nice.", None, True),  # told on the ninth
        ("Hello.", "Nice.", None, False),
        ("I rowed a lot this year.", "Nice.", None, False),  # too long to tell of a period within it
        ("Hello.", "You said that yesterday.", None, False),  # only people's words count
        ("Hello.", "You said that yesterday.", "Ben", True),
    ],
)
def test_a_round_dates_something_into_a_period_by_what_people_say(
    user: str, reply: str, speaker: str | None, dates: bool
) -> None:
    turns = (Turn(Role.USER, user), Turn(Role.ASSISTANT, reply, speaker=speaker))
    (told,) = rounds_of(Session("s", NOON - timedelta(days=1), turns), "ada")

    assert dates_something_in(EIGHTH, told, ENGLISH) is dates
