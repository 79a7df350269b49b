"""Rounds of somebody else's conversation, kept one at a time by `Daybook.append`."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from daybook import Daybook
from daybook.conversation import Role, Session, Turn
from daybook.errors import BadInput
from tests.interfaces.daybook_command import HashedWords

MAY = datetime(2023, 5, 2, 9, tzinfo=UTC)
ROME = Turn(Role.USER, "I live in Rome.")
NOTED = Turn(Role.ASSISTANT, "Noted.")


@pytest.fixture
def daybook(tmp_path: Path) -> Iterator[Daybook]:
    with Daybook.open(tmp_path / "data", embedder=HashedWords(), clock=lambda: MAY) as opened:
        yield opened


def test_a_round_is_kept_in_its_session_and_says_what_it_changed(daybook: Daybook) -> None:
    first = daybook.append([ROME, NOTED], owner="ada", session_id="talk")
    then = daybook.append([Turn(Role.USER, "I moved to Aarhus.")], owner="ada", session_id="talk")

    assert first.is_new
    assert [fact.after.value for fact in first.learned if fact.after] == ["Rome"]
    assert {fact.after.value for fact in then.learned if fact.after} == {"Rome", "Aarhus"}
    kept = daybook.rounds(owner="ada", session_id="talk")
    assert [one.round_id for one in kept] == [first.round.round_id, then.round.round_id]
    assert "Aarhus" in daybook.ask("Where do I live?", owner="ada").text


def test_the_session_is_that_of_the_day_and_the_moment_now_by_default(daybook: Daybook) -> None:
    here = daybook.append([ROME], owner="ada").round
    later = daybook.append([NOTED], owner="ada", said_at=MAY + timedelta(days=3)).round

    assert (here.session_id, here.said_at) == ("2023-05-02", MAY)
    assert (later.session_id, later.said_at) == ("2023-05-05", MAY + timedelta(days=3))


def test_a_call_that_is_made_twice_keeps_one_round(daybook: Daybook) -> None:
    first = daybook.append([ROME, NOTED], owner="ada", session_id="talk")
    again = daybook.append([ROME, NOTED], owner="ada", session_id="talk")

    assert (again.is_new, again.round, again.learned) == (False, first.round, ())
    assert len(daybook.rounds(owner="ada", session_id="talk")) == 1


def test_of_sessions_with_one_id_the_latest_goes_on(daybook: Daybook) -> None:
    parrot = Turn(Role.USER, "I have a parrot.")
    daybook.add([Session("talk", MAY, (ROME,)), Session("talk", MAY, (parrot,), 1)], owner="ada")

    assert not daybook.append([parrot], owner="ada", session_id="talk").is_new
    assert daybook.append([ROME], owner="ada", session_id="talk").round.occurrence == 1


def test_the_same_words_are_kept_again_after_others(daybook: Daybook) -> None:
    for turns in ([ROME], [Turn(Role.USER, "I have a parrot.")], [ROME]):
        assert daybook.append(turns, owner="ada", session_id="talk").is_new


def test_the_same_words_in_another_session_or_of_another_owner_are_another_round(daybook: Daybook) -> None:
    kept = [
        daybook.append([ROME], owner=owner, session_id=session)
        for owner, session in (("ada", "one"), ("ada", "two"), ("bob", "one"))
    ]

    assert all(one.is_new for one in kept)
    assert len({one.round.round_id for one in kept}) == 3


def test_a_reply_that_was_made_from_memory_is_never_learnt_from_or_found(daybook: Daybook) -> None:
    told = daybook.append([ROME], owner="ada", session_id="one").round
    reply = Turn(Role.ASSISTANT, "You live in Rome, as you told me.", sources=(told.round_id,))
    daybook.append([Turn(Role.USER, "Where is home?"), reply], owner="ada", session_id="two")

    answer = daybook.ask("Where do I live?", owner="ada")

    assert {cited.round_id for cited in answer.evidence} == {told.round_id}
    assert daybook.rounds(owner="ada", session_id="two")[0].assistant == reply


@pytest.mark.parametrize(("owner", "turns"), [("ada", []), ("ada", [Turn(Role.USER, "  ")]), (" ", [ROME])])
def test_no_owner_and_no_words_are_refused(daybook: Daybook, owner: str, turns: list[Turn]) -> None:
    with pytest.raises(BadInput):
        daybook.append(turns, owner=owner)

    assert daybook.stats().rounds == 0


def test_two_turns_of_one_side_are_refused_and_nothing_is_kept(daybook: Daybook) -> None:
    with pytest.raises(ValueError, match="a user's turn, a reply, or both"):
        daybook.append([ROME, ROME], owner="ada")

    assert daybook.stats().rounds == 0


async def test_it_works_inside_a_running_loop(daybook: Daybook) -> None:
    assert (await daybook.aappend([ROME], owner="ada")).is_new
