"""Rounds of somebody else's conversation, kept one at a time by `Daybook.append`."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from langchain_core.messages import AIMessage, HumanMessage

from daybook import Daybook
from daybook.conversation import Role, Session, Turn
from daybook.conversation.errors import BadInput, BadSettings
from daybook.models.embedding import Vectors
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


@pytest.mark.parametrize(
    "said",
    [
        "I live in Rome.",
        ROME,
        [{"role": "user", "content": "I live in Rome."}],
        [("user", "I live in Rome.")],
        [HumanMessage("I live in Rome."), AIMessage("", tool_calls=[])],
    ],
)
def test_messages_of_any_usual_form_are_a_round(daybook: Daybook, said: Any) -> None:
    kept = daybook.append(said, owner="ada", said_at="2023-04-30T08:00").round

    assert kept.user is not None
    assert (kept.user.content, kept.said_at) == ("I live in Rome.", datetime(2023, 4, 30, 8, tzinfo=UTC))


@pytest.mark.parametrize("wrong", [[3], [{"words": "I live in Rome."}], [{"role": "nobody", "content": "?"}]])
def test_what_is_no_message_is_refused_with_the_forms_that_are(daybook: Daybook, wrong: Any) -> None:
    with pytest.raises(BadInput, match="turns: a message is a Turn, "):
        daybook.append(wrong, owner="ada")
    with pytest.raises(BadInput, match="dialogue: a message is a Turn, "):
        daybook.ask("Where do I live?", owner="ada", dialogue=wrong)
    with pytest.raises(BadInput, match="said_at is no ISO 8601 date-time: 'yesterday'"):
        daybook.append([ROME], owner="ada", said_at="yesterday")

    assert daybook.sessions(owner="ada") == []


class Missing(HashedWords):
    """An embedder whose weights are not installed yet."""

    installed = False

    async def embed(self, texts: Sequence[str]) -> Vectors:
        if not self.installed:
            raise BadSettings("its weights are not installed")
        return await super().embed(texts)


def test_what_a_failure_left_unread_is_read_for_facts_before_the_next_question(tmp_path: Path) -> None:
    embedder = Missing()
    with Daybook.open(tmp_path, embedder=embedder, clock=lambda: MAY) as daybook:
        with pytest.raises(BadSettings):
            daybook.append([ROME], owner="ada")
        assert daybook.ledger.count_unposted(owner="ada") == 1

        embedder.installed = True

        assert daybook.ask("Where do I live?", owner="ada").text.startswith("You live in Rome.")
        assert [record.value for record in daybook.of("ada").ledger.records()] == ["Rome"]
