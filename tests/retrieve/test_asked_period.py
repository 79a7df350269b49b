from datetime import UTC, datetime, timedelta

from daybook.conversation import Candidate, Role, Round, Session, TimeRange, Turn, rounds_of
from daybook.retrieve.asked_period import FIRST, boost_event_dates
from daybook.text.english import ENGLISH

NOON = datetime(2023, 5, 10, 12, tzinfo=UTC)
DAY = timedelta(days=1)
EIGHTH = TimeRange(datetime(2023, 5, 8, tzinfo=UTC), datetime(2023, 5, 9, tzinfo=UTC))


def round_of(user: str, reply: str = "Nice.", *, days: int = -1, speaker: str | None = None) -> Round:
    turns = (Turn(Role.USER, user), Turn(Role.ASSISTANT, reply, speaker=speaker))
    (made,) = rounds_of(Session("s", NOON + days * DAY, turns), "ada")
    return made


def lifted(*rounds: Round) -> list[tuple[str, float]]:
    candidates = [Candidate(one, score=float(-place)) for place, one in enumerate(rounds)]
    return [
        (candidate.round.fields[Role.USER], candidate.score)
        for candidate in boost_event_dates(candidates, EIGHTH, lift=1.0, analyzer=ENGLISH.analyzer)
    ]


def test_what_happened_in_the_period_is_lifted_by_a_deviation() -> None:
    # told on the ninth and on the tenth: yesterday is the eighth and the ninth
    assert lifted(
        round_of("Hello."), round_of("I rowed yesterday.", days=0), round_of("Hello. I ran yesterday.")
    ) == [("Hello.", 0), ("I rowed yesterday.", -1), ("Hello. I ran yesterday.", -1)]


def test_a_lifted_round_overtakes_those_within_a_deviation() -> None:
    rounds = [
        Candidate(round_of(text), score) for text, score in [("Hello.", 2.0), ("I ran yesterday.", 1.5)]
    ]

    first, second = boost_event_dates(rounds, EIGHTH, lift=1.0, analyzer=ENGLISH.analyzer)

    assert (first.score, first.signals) == (2.5, {"happened": 1.0})
    assert (second.score, second.signals) == (2.0, {"happened": 0.0})


def test_a_time_that_is_long_says_nothing_of_a_period_within_it() -> None:
    assert lifted(round_of("I rowed a lot this year.")) == [("I rowed a lot this year.", 0)]


def test_dates_count_in_peoples_words_only() -> None:
    reply = "You said that yesterday."

    assert lifted(round_of("Hello.", reply)) == [("Hello.", 0)]
    assert lifted(round_of("Hello.", reply, speaker="Ben")) == [("Hello.", 1)]


def test_only_the_first_candidates_are_looked_at() -> None:
    rounds = [round_of("Hello.") for _ in range(FIRST)]

    assert lifted(*rounds, round_of("I ran yesterday."))[-1] == ("I ran yesterday.", -FIRST)
    assert boost_event_dates([], EIGHTH, lift=1.0, analyzer=ENGLISH.analyzer) == []
