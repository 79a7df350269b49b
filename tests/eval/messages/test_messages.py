from collections import Counter

import pytest

from daybook.conversation.turns import rounds_of
from daybook_eval.messages import DEVELOPMENT, HELD_OUT, Group, MessageSet, read_messages


@pytest.fixture(params=[DEVELOPMENT, HELD_OUT])
def message_set(request: pytest.FixtureRequest) -> MessageSet:
    return read_messages(request.param)


def test_each_set_has_enough_rounds_and_messages_in_three_like_groups(message_set: MessageSet) -> None:
    groups = Counter(message.group for message in message_set.messages)

    assert len(message_set.history) >= 40
    assert sum(1 for _ in message_set.rounds) >= 120
    assert len(message_set.messages) >= 66
    assert all(groups[group] >= len(message_set.messages) * 0.3 for group in Group)


def test_every_round_named_by_a_message_is_in_the_history(message_set: MessageSet) -> None:
    known = {round_.id for round_ in message_set.rounds}

    for message in message_set.messages:
        assert {*message.needs, *message.also_fine} <= known, message.id
        assert not {*message.needs} & {*message.also_fine}, message.id
        assert bool(message.needs) == (message.group is not Group.NOTHING), message.id


def test_messages_are_asked_after_the_history_which_covers_more_than_a_year(message_set: MessageSet) -> None:
    began = [session.started_at for session in message_set.history]

    assert began == sorted(began)
    assert (began[-1] - began[0]).days > 365
    assert all(message.asked_at > began[-1] for message in message_set.messages)


def test_an_imported_round_is_known_by_its_planted_id(message_set: MessageSet) -> None:
    stored = {
        message_set.planted_id(round_.session_id, round_.position): round_
        for session in message_set.sessions()
        for round_ in rounds_of(session, "owner")
    }

    for planted in message_set.rounds:
        user = stored[planted.id].user
        assert user is not None
        assert user.content == planted.user


def test_the_two_sets_share_no_message() -> None:
    first, second = (
        {message.message for message in read_messages(name).messages} for name in (DEVELOPMENT, HELD_OUT)
    )

    assert not first & second
