from datetime import UTC, datetime, timedelta

import pytest

from daybook.conversation import Role, Session, TimeRange, Turn, rounds_of
from daybook.retrieve.asked_period import dates_something_in
from daybook.text.english import ENGLISH

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
